package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

const figures = `document.querySelectorAll(".storyboard figure svg").length`

// A built-in scenario's storyboard needs no program.
func TestStoryboardView(t *testing.T) {
	needBrowser(t)
	server := &counting{handler: site.Handler(files), asked: map[string]int{}}
	page := openAt(t, serve(t, server)+"?scenario=missed-delete&view=storyboard&lang=zh", Desktop)
	require.NoError(t, page.WaitFor(figures+` > 5`))
	assert.Zero(t, server.count("/app.wasm"))
	assert.Contains(t, eval[string](t, page, `document.querySelector(".storyboard").innerText`), "监听")
	assert.False(t, eval[bool](t, page, `document.querySelector("#app").checkVisibility()`))
	assert.True(t, eval[bool](t, page, `document.scrollingElement.scrollWidth <= innerWidth`))
}

// What somebody did has a storyboard too, which the program makes.
func TestStoryboardOfASession(t *testing.T) {
	page := open(t, "/?scenario=free-play&lang=en", Desktop)
	byPointer(t, page, "create")
	byPointer(t, page, "share")
	require.NoError(t, page.WaitFor(`location.hash.startsWith("#s=1")`))
	link := strings.Replace(eval[string](t, page, `location.href`), "?", "?view=storyboard&", 1)
	board := openAt(t, link, Desktop)
	require.NoError(t, board.WaitFor(figures+` > 5`))
	assert.True(t, eval[bool](t, board, `document.querySelector(".storyboard").textContent.includes("web-2")`))
	assert.LessOrEqual(t, eval[int](t, board, figures), 40)
}

func TestPrintingShowsTheStoryboard(t *testing.T) {
	page := open(t, "/?scenario=first-steps", Desktop)
	before := eval[int](t, page, `informerscope.report().then(r => r.events)`)
	eval[bool](t, page, `(window.print = () => { window.printed = `+figures+`; }, true)`)
	require.NoError(t, page.Press("p", chromedp.ModifierCtrl))
	require.NoError(t, page.WaitFor(`window.printed > 3`))
	eval[bool](t, page, `dispatchEvent(new Event("afterprint"))`)
	require.NoError(t, page.WaitFor(`document.querySelector("#app").checkVisibility() && !document.querySelector(".storyboard")`))
	assert.Equal(t, before, eval[int](t, page, `informerscope.report().then(r => r.events)`), "the page stands where it did")
}

// The pages of the storyboards are static: no script, and no complaint.
func TestStoryboardPagesStandAlone(t *testing.T) {
	needBrowser(t)
	page := openAt(t, address+"/storyboard/missed-delete-en.html", Desktop)
	require.NoError(t, page.WaitFor(figures+` > 5`))
	assert.Zero(t, eval[int](t, page, `document.scripts.length + performance.getEntriesByType("resource").length`))
	list := openAt(t, address+"/storyboard/", Desktop)
	assert.Greater(t, eval[int](t, list, `document.querySelectorAll(".storyboard a").length`), 10)
}
