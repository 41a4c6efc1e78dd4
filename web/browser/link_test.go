package browser

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whoever opens the link sees the same moment of the same session.
func TestALinkIsPassedOn(t *testing.T) {
	page := open(t, "/?theme=dark", Desktop)
	byPointer(t, page, "create")
	byPointer(t, page, "drop-watch")
	byPointer(t, page, "delete")
	byPointer(t, page, "share")
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open && location.hash.startsWith("#s=1")`))
	link := eval[string](t, page, `document.querySelector("#dialog input").value`)
	assert.Equal(t, link, eval[string](t, page, `location.href`))
	report := eval[string](t, page, `informerscope.report().then(JSON.stringify)`)

	other := openAt(t, link, Desktop)
	require.NoError(t, other.WaitReady())
	assert.Equal(t, report, eval[string](t, other, `informerscope.report().then(JSON.stringify)`))
	assert.Equal(t, link, eval[string](t, other, `location.href`))
	assert.Equal(t, "dark", eval[string](t, other, `document.documentElement.dataset.theme`))

	// Another link in the same tab is another session.
	eval[bool](t, other, `(location.hash = "#s=9", true)`)
	require.Eventually(t, func() bool {
		told, err := Eval[bool](other, `document.querySelector("#notices")?.innerText.includes("later version") ?? false`)
		return err == nil && told // while it loads again there is nothing to ask
	}, patience, 50*time.Millisecond)
}

// Firefox and Safari throw where the address changes too often, as while a key is
// held down.
func TestAnAddressThatMayNotChangeStopsNothing(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=9", Desktop)
	eval[bool](t, page, `(window.replace = history.replaceState, history.replaceState = () => { throw new DOMException("", "SecurityError") }, true)`)
	for range 3 {
		byPointer(t, page, "back")
	}
	require.NoError(t, page.WaitFor(`document.querySelector("#app").innerText.includes("event 6 /")`))
	eval[bool](t, page, `(history.replaceState = window.replace, true)`)
	byPointer(t, page, "back")
	require.NoError(t, page.WaitFor(`location.search.includes("event=5")`))
}
