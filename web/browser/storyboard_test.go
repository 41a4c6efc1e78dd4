package browser

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
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

// The moment comes first, on a page of its own, and then the story, however one
// prints.
func TestPrintingShowsTheMomentAndThenTheStoryboard(t *testing.T) {
	page := open(t, "/?scenario=first-steps&event=20", Desktop)
	pages := func() int {
		paper, err := page.Paper()
		require.NoError(t, err)
		return bytes.Count(paper, []byte("/Type /Page\n"))
	}
	require.NoError(t, page.WaitFor(figures+` === 0`))
	scenes := eval[int](t, page, `informerscope.storyboard().split("<figure>").length - 1`)
	assert.Greater(t, scenes, 3)
	assert.Greater(t, pages(), 1+scenes/4)
	require.NoError(t, page.WaitFor(figures+` === 0`))
	assert.Equal(t, 20, eval[int](t, page, `informerscope.report().then(r => r.events)`), "the page stands where it did")

	byPointer(t, page, "create")
	assert.True(t, eval[bool](t, page, `informerscope.storyboard().includes("web-1")`), "with what was done")
}

// What is put there for paper is not seen on the screen.
func TestThePrintedStoryboardIsOnPaperOnly(t *testing.T) {
	page := open(t, "/?scenario=first-steps&event=20", Desktop)
	eval[bool](t, page, `dispatchEvent(new Event("beforeprint"))`)
	assert.Greater(t, eval[int](t, page, figures), 3)
	assert.False(t, eval[bool](t, page, `document.querySelector(".storyboard").checkVisibility()`))
	require.NoError(t, page.do(call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})))
	for _, there := range []string{".storyboard", "#stage svg", ".caption .say"} {
		assert.True(t, eval[bool](t, page, `document.querySelector("`+there+`").checkVisibility()`), there)
	}
	eval[bool](t, page, `dispatchEvent(new Event("afterprint"))`)
	assert.Zero(t, eval[int](t, page, figures))
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
