package browser

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keptSessions is an expression for how many sessions the browser keeps.
const keptSessions = `await new Promise(resolve => {
	const open = indexedDB.open("informerscope");
	open.onsuccess = () => {
		const count = open.result.transaction("sessions").objectStore("sessions").count();
		count.onsuccess = () => { open.result.close(); resolve(count.result); };
	};
})`

// again opens an address in the tab that is there.
func again(t *testing.T, p *Page, path string) {
	t.Helper()
	require.NoError(t, p.do(chromedp.Navigate(address+path)))
	require.NoError(t, p.WaitReady())
}

func TestTheSessionIsOfferedAfterAReload(t *testing.T) {
	p := open(t, "/?scenario=free-play", Desktop)
	hurry(t, p)
	byPointer(t, p, "create")
	waitReport(t, p, `.informers.pods.cache["default/web-2"]`, `"3"`)
	require.NoError(t, p.Press("."))
	require.NoError(t, p.WaitFor(keptSessions+` === 1`))

	again(t, p, "/?scenario=free-play")
	waitReport(t, p, `.informers.pods.cache["default/web-2"] ?? "none"`, `"none"`)
	require.NoError(t, p.WaitFor(`document.querySelector("#notices").innerText.includes("Free play")`))
	byPointer(t, p, "restore")
	waitReport(t, p, `.informers.pods.cache["default/web-2"]`, `"3"`)
	require.NoError(t, p.WaitFor(keptSessions+` === 1`))
}

func TestSettingsAreRemembered(t *testing.T) {
	p := open(t, "/?scenario=free-play", Desktop)
	byPointer(t, p, "lang")
	require.NoError(t, p.WaitFor(`document.documentElement.lang === "zh"`))
	again(t, p, "/")
	assert.Equal(t, "zh", eval[string](t, p, `document.documentElement.lang`))
	again(t, p, "/?lang=en")
	assert.Equal(t, "en", eval[string](t, p, `document.documentElement.lang`), "the address counts more")
}

// A browser that forbids storage, as some do in private windows, is a browser on
// which everything else works.
func TestWithoutStorageThePageWorks(t *testing.T) {
	needBrowser(t)
	p, err := shared.Open("about:blank", Desktop)
	require.NoError(t, err)
	defer p.Close()
	const forbid = `for (const name of ["indexedDB", "localStorage", "sessionStorage"])
		Object.defineProperty(window, name, {configurable: true, get() { throw new DOMException("forbidden", "SecurityError"); }});`
	require.NoError(t, p.do(call(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: forbid})))
	again(t, p, "/?scenario=free-play")
	require.NoError(t, p.WaitFor(`document.querySelector("#notices").innerText.includes("does not let this page keep")`))
	hurry(t, p)
	byPointer(t, p, "create")
	waitReport(t, p, `.informers.pods.cache["default/web-2"]`, `"3"`)
}
