package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// elsewhereOf serves a page of another origin, in which https://example.org/… is
// the site, and what it needs of npm.
func elsewhereOf(t *testing.T, page, siteAddress string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(strings.ReplaceAll(page, "https://example.org/informerscope", siteAddress)))
	})
	mux.Handle("/node_modules/", http.StripPrefix("/node_modules/", http.FileServer(http.Dir(filepath.Join(project, "build", "npm", "node_modules")))))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// counting serves the site and counts what is asked for.
type counting struct {
	sync.Mutex
	handler http.Handler
	asked   map[string]int
}

func (c *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.Lock()
	c.asked[r.URL.Path]++
	c.Unlock()
	c.handler.ServeHTTP(w, r)
}

func (c *counting) count(path string) int {
	c.Lock()
	defer c.Unlock()
	return c.asked[path]
}

const plainPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
<script src="https://example.org/informerscope/embed.js" defer></script>
<style>informer-scope { margin-bottom: 20px } #small { height: 300px } .far { height: 6000px }</style>
<body><input id="field" autofocus>
<informer-scope id="one" scenario="missed-delete" speed="0.5" lang="zh" theme="dark"></informer-scope>
<informer-scope id="pressed" scenario="first-steps" load="click" title="First steps"></informer-scope>
<informer-scope id="small" scenario="first-steps" view="bare" event="20"></informer-scope>
<div class="far"></div>
<informer-scope id="far" scenario="slow-handler"></informer-scope>
`

// in is the part of an expression that names an element's frame.
func frameOf(id string) string {
	return `document.getElementById("` + id + `").shadowRoot.querySelector("iframe")`
}

func TestTheElement(t *testing.T) {
	needBrowser(t)
	server := &counting{handler: site.Handler(files), asked: map[string]int{}}
	url := elsewhereOf(t, plainPage, strings.TrimSuffix(serve(t, server), "/"))
	view := Desktop
	view.Height = 2400
	page := openAt(t, url, view)
	require.NoError(t, page.WaitFor(`document.getElementById("one").state && document.getElementById("small").state`))
	assert.Equal(t, "field", eval[string](t, page, `document.activeElement.id`), "no frame takes the focus")

	t.Run("its attributes", func(t *testing.T) {
		src := eval[string](t, page, frameOf("one")+`.src`)
		for _, want := range []string{"scenario=missed-delete", "speed=0.5", "lang=zh", "theme=dark", "view=embed"} {
			assert.Contains(t, src, want)
		}
		assert.Equal(t, "missed-delete", eval[string](t, page, `document.getElementById("one").state.scenario`))
	})
	t.Run("it is lazy", func(t *testing.T) {
		assert.True(t, eval[bool](t, page, frameOf("far")+` === null`))
		assert.Zero(t, server.count("/scenarios/slow-handler.yaml"))
		eval[bool](t, page, `(document.getElementById("far").scrollIntoView(), true)`)
		require.NoError(t, page.WaitFor(`document.getElementById("far").state`))
		eval[bool](t, page, `(scrollTo(0, 0), true)`)
	})
	t.Run("they share the program", func(t *testing.T) {
		assert.Equal(t, 1, server.count("/app.wasm"), "one for three")
	})
	t.Run("it is as large as it is let be", func(t *testing.T) {
		require.NoError(t, page.WaitFor(`document.getElementById("one").offsetHeight > 400`))
		assert.Equal(t, 300, eval[int](t, page, frameOf("small")+`.offsetHeight`))
		assert.Equal(t, eval[int](t, page, `document.getElementById("one").offsetWidth`), eval[int](t, page, frameOf("one")+`.offsetWidth`))
	})
	t.Run("its methods", func(t *testing.T) {
		assert.Equal(t, 7, eval[int](t, page, `(async () => { const e = document.getElementById("one"); await e.seek({event: 7}); return (await e.report()).events })()`))
		assert.Equal(t, 8, eval[int](t, page, `(async () => { const e = document.getElementById("one"); await e.step(); return (await e.trace()).length })()`))
		assert.Contains(t, eval[string](t, page, `document.getElementById("one").command({jump: 1}).catch(e => e.message)`), `there is no key "jump"`)
		assert.Equal(t, "first-steps", eval[string](t, page, `(async () => { const e = document.getElementById("one"); await e.load("first-steps"); return (await e.report()).scenario })()`))
		require.NoError(t, page.WaitFor(`document.getElementById("one").state.scenario === "first-steps"`))
		assert.Equal(t, "first-steps", eval[string](t, page, `document.getElementById("small").report().then(r => r.scenario)`), "the others are not disturbed")
		assert.Equal(t, 20, eval[int](t, page, `document.getElementById("small").report().then(r => r.events)`))
	})
	t.Run("it waits for a press", func(t *testing.T) {
		assert.True(t, eval[bool](t, page, frameOf("pressed")+` === null`))
		assert.True(t, eval[bool](t, page, `document.getElementById("pressed").shadowRoot.querySelector("img").src.endsWith("/poster/first-steps-en.svg")`))
		require.NoError(t, page.WaitFor(`document.getElementById("pressed").shadowRoot.querySelector("img").complete`))
		assert.InDelta(t, eval[float64](t, page, `(i => i.naturalHeight / i.naturalWidth)(document.getElementById("pressed").shadowRoot.querySelector("img"))`),
			eval[float64](t, page, `(e => e.offsetHeight / e.offsetWidth)(document.getElementById("pressed"))`), 0.01, "it is as high as the picture")
		assert.Equal(t, "Play: First steps", eval[string](t, page, `document.getElementById("pressed").shadowRoot.querySelector("button").ariaLabel`))
		require.NoError(t, page.Click("#pressed"))
		require.NoError(t, page.WaitFor(`document.getElementById("pressed").state?.playing`))
	})
	t.Run("it comes back where it was", func(t *testing.T) {
		eval[bool](t, page, `(window.kept = document.getElementById("small"), window.kept.remove(), true)`)
		assert.Contains(t, eval[string](t, page, `window.kept.report().catch(e => e.message)`), "not in a page")
		eval[bool](t, page, `(document.body.prepend(Object.assign(document.createElement("informer-scope"), {id: "small"})), document.getElementById("small").setAttribute("scenario", "first-steps"), true)`)
		require.NoError(t, page.WaitFor(`document.getElementById("small").state?.event === 20`))
	})
}

// A scenario that there is not: the place of its picture is small, and whoever
// presses is told in a sentence without controls that an embed has not got. A
// program is told in English.
func TestTheElementOfNoScenario(t *testing.T) {
	needBrowser(t)
	url := elsewhereOf(t, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>
<script src="https://example.org/informerscope/embed.js" defer></script>
<body><informer-scope scenario="nope-nope" load="click" lang="zh"></informer-scope>`, strings.TrimSuffix(address, "/"))
	page := openAt(t, url, Desktop, "404", "404") // the scenario, and the one that is loaded
	const scope = `document.querySelector("informer-scope")`
	require.NoError(t, page.WaitFor(scope+`.shadowRoot?.querySelector("button") && !`+scope+`.shadowRoot.querySelector("img")`))
	assert.LessOrEqual(t, eval[int](t, page, scope+`.offsetHeight`), 320)
	require.NoError(t, page.Click("informer-scope"))
	require.NoError(t, page.WaitFor(scope+`.state?.scenario === "free-play"`))
	told := eval[string](t, page, scope+`.load("nope").catch(e => e.message)`)
	assert.Contains(t, told, "There is no scenario “nope”.")
	assert.NotRegexp(t, `\p{Han}|at the top`, told)
}

// What Share offers shows the same session in the page of somebody else.
func TestTheElementShowsASession(t *testing.T) {
	page := open(t, "/", Desktop)
	byPointer(t, page, "create")
	byPointer(t, page, "drop-watch")
	byPointer(t, page, "share")
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog textarea")?.value.includes("session=")`))
	lines := eval[string](t, page, `document.querySelector("#dialog textarea").value`)
	report := eval[string](t, page, `informerscope.report().then(JSON.stringify)`)
	other := openAt(t, elsewhereOf(t, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>`+lines, address), Desktop)
	require.NoError(t, other.WaitFor(`document.querySelector("informer-scope").state`))
	assert.Equal(t, report, eval[string](t, other, `document.querySelector("informer-scope").report().then(JSON.stringify)`))
}

func TestInADeckOfReveal(t *testing.T) {
	needBrowser(t)
	npmFile(t, "reveal.js/dist/reveal.esm.js")
	text, err := os.ReadFile(filepath.Join(project, "examples", "reveal.html"))
	require.NoError(t, err)
	page := openAt(t, elsewhereOf(t, string(text), address), Desktop)
	const scope = `document.querySelector("informer-scope")`
	const slide = `Reveal.getIndices().h`
	require.NoError(t, page.WaitFor(`window.Reveal?.isReady()`))
	assert.Equal(t, 0, eval[int](t, page, slide))

	require.NoError(t, page.Press(kb.ArrowRight))
	require.NoError(t, page.WaitFor(slide+` === 1 && `+scope+`.state?.beats > 2`))
	require.NoError(t, page.WaitFor(`(await `+scope+`.seek({event: 0}), `+scope+`.state.beat === 0)`))
	beats := eval[int](t, page, scope+`.state.beats`)
	for beat := 1; beat < beats; beat++ {
		require.NoError(t, page.Press([]string{kb.ArrowRight, kb.PageDown}[beat%2]))
		require.NoError(t, page.WaitFor(scope+`.state.beat === `+strconv.Itoa(beat)))
		assert.Equal(t, 1, eval[int](t, page, slide), "the story comes first")
	}
	require.NoError(t, page.Press(kb.ArrowLeft))
	require.NoError(t, page.WaitFor(scope+`.state.beat === `+strconv.Itoa(beats-2)))
	require.NoError(t, page.Press(kb.ArrowRight))
	require.NoError(t, page.WaitFor(scope+`.state.beat === `+strconv.Itoa(beats-1)))
	require.NoError(t, page.Press(kb.ArrowRight))
	require.NoError(t, page.WaitFor(slide+` === 2`), "after the last beat the deck moves on")

	// Back again it stands where it was, and goes back before the deck does.
	require.NoError(t, page.Press(kb.PageUp))
	require.NoError(t, page.WaitFor(slide+` === 1`))
	require.NoError(t, page.Press(kb.PageUp))
	require.NoError(t, page.WaitFor(scope+`.state.beat === `+strconv.Itoa(beats-2)))
	assert.Equal(t, 1, eval[int](t, page, slide))

	// A press into the frame gives it the keys; those that it has no use for turn
	// the slides.
	require.NoError(t, page.WaitFor(`(await `+scope+`.seek({event: 1e6}), `+scope+`.state.beat === `+strconv.Itoa(beats-1)+`)`))
	require.NoError(t, page.Click("informer-scope"))
	require.NoError(t, page.WaitFor(`document.activeElement.tagName === "INFORMER-SCOPE"`))
	require.NoError(t, page.Press(kb.PageDown))
	require.NoError(t, page.WaitFor(slide+` === 2`))
}

// A deck unloads the frames of slides that are far away: back again, such a frame
// stands where it did.
func TestAFrameThatWasUnloadedStandsWhereItDid(t *testing.T) {
	needBrowser(t)
	npmFile(t, "reveal.js/dist/reveal.esm.js")
	text, err := os.ReadFile(filepath.Join(project, "examples", "reveal.html"))
	require.NoError(t, err)
	page := openAt(t, elsewhereOf(t, string(text), address), Desktop)
	require.NoError(t, page.WaitFor(`window.Reveal?.isReady()`))
	eval[bool](t, page, `(window.said = {}, window.frame = document.querySelector("section > iframe"), addEventListener("message", e => {
		if (e.source === frame.contentWindow) said[e.data.type] = e.data;
	}), Reveal.slide(3), true)`)
	require.NoError(t, page.WaitFor(`said["informerscope/state"]`))
	eval[bool](t, page, `(frame.contentWindow.postMessage({v: 1, type: "informerscope/seek", event: 12}, "*"), true)`)
	require.NoError(t, page.WaitFor(`said["informerscope/state"].event === 12`))
	eval[bool](t, page, `(Reveal.slide(0), true)`)
	require.NoError(t, page.WaitFor(`!frame.hasAttribute("src")`))
	eval[bool](t, page, `(said = {}, Reveal.slide(3), true)`)
	require.NoError(t, page.WaitFor(`said["informerscope/state"]?.event === 12`))
}
