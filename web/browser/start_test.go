package browser

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// readyProgram is what a page that runs has, wherever it lies.
const readyProgram = `document.querySelector("#stage") !== null && getComputedStyle(document.querySelector("#loading")).display === "none"`

func TestPageGetsReady(t *testing.T) {
	for _, path := range []string{"/", "/index.html", "/?lang=zh&theme=dark", "/#100%", "/?t=1s#s=1%%%"} {
		t.Run(path, func(t *testing.T) {
			page := open(t, path, Desktop)
			assert.True(t, eval[bool](t, page, readyProgram))
		})
	}
}

// The published site needs no server of ours and no place at the top.
func TestPublishedSiteWorksFromASubfolder(t *testing.T) {
	needBrowser(t)
	dist := filepath.Join(t.TempDir(), "dist")
	require.NoError(t, files.WriteTo(dist))
	const folder = "/courses/informers/"
	url := serve(t, http.StripPrefix(folder, http.FileServer(http.Dir(dist))))

	page := openAt(t, strings.TrimSuffix(url, "/")+folder, Desktop)
	require.NoError(t, page.WaitReady())
	assert.True(t, eval[bool](t, page, readyProgram))
}

func TestProgramComesCompressed(t *testing.T) {
	page := open(t, "/", Desktop)
	assert.Equal(t, "br", eval[string](t, page, `fetch("app.wasm", {method: "HEAD"}).then(r => r.headers.get("Content-Encoding"))`))
}

func TestPageFollowsTheReader(t *testing.T) {
	chinese := Desktop
	chinese.Lang, chinese.Theme = "zh-CN", "dark"
	page := open(t, "/", chinese)
	assert.Equal(t, "zh", eval[string](t, page, `document.documentElement.lang`))
	dark := eval[string](t, page, `getComputedStyle(document.body).backgroundColor`)

	page = open(t, "/?lang=en&theme=light", chinese)
	assert.Equal(t, "en", eval[string](t, page, `document.documentElement.lang`), "the address counts more than the setting")
	assert.NotEqual(t, dark, eval[string](t, page, `getComputedStyle(document.body).backgroundColor`))
}

// gate serves the site, but stops in the middle of the program until it is
// opened.
type gate struct {
	site http.Handler
	open chan struct{}
}

func newGate() *gate { return &gate{site: site.Handler(files), open: make(chan struct{})} }

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/app.wasm" {
		g.site.ServeHTTP(w, r)
		return
	}
	program := files["app.wasm"]
	w.Header().Set("Content-Type", "application/wasm")
	w.Write(program[:len(program)/2])
	w.(http.Flusher).Flush()
	select {
	case <-g.open:
	case <-r.Context().Done():
	}
	w.Write(program[len(program)/2:])
}

// places gives the rectangle of everything in the first picture that the
// program has to put at the same place; what it adds comes below.
const places = `JSON.stringify(Array.from(document.querySelectorAll("#app header, #app h1, #app main, #app [data-room]"),
	e => [e.tagName, e.dataset.room, e.getBoundingClientRect()]))`

func TestFirstPictureIsThereBeforeTheProgramAndDoesNotJump(t *testing.T) {
	needBrowser(t)
	gate := newGate()
	page := openAt(t, serve(t, gate), Desktop)

	require.NoError(t, page.WaitFor(`document.querySelector("#loading-progress").value > 0.49`))
	assert.InDelta(t, 0.5, eval[float64](t, page, `document.querySelector("#loading-progress").value`), 0.01)
	assert.Regexp(t, `^\d+\.\d / \d+\.\d MB$`, eval[string](t, page, `document.querySelector("#loading-size").textContent`))
	assert.True(t, eval[bool](t, page, `document.querySelector("#loading").checkVisibility()`))
	before := eval[string](t, page, places)

	close(gate.open)
	require.NoError(t, page.WaitReady())
	assert.False(t, eval[bool](t, page, `document.querySelector("#loading").checkVisibility()`))
	assert.Equal(t, before, eval[string](t, page, places))
}
