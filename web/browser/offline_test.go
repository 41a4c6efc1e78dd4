package browser

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// deployed is a server whose site can be replaced, or be out of reach, in a
// folder of its own.
type deployed struct {
	handler atomic.Pointer[http.Handler]
	// styles counts how often app.css was asked for since the last put.
	styles atomic.Int32
}

func (d *deployed) put(files site.Files) {
	h := http.StripPrefix("/some/folder", site.Handler(files))
	d.handler.Store(&h)
	d.styles.Store(0)
}

func (d *deployed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/app.css") {
		d.styles.Add(1)
	}
	h := d.handler.Load()
	if h == nil {
		panic(http.ErrAbortHandler)
	}
	(*h).ServeHTTP(w, r)
}

// rebuilt is the site as if it had been built with more in one of its files: the
// page and the worker name that by its content.
func rebuilt(t *testing.T, name, more string) site.Files {
	t.Helper()
	next := maps.Clone(built)
	replace := func(file string, content []byte) {
		for _, names := range []string{"index.html", "worker.js"} {
			if names != file {
				next[names] = bytes.ReplaceAll(next[names], []byte(versionOf(next[file])), []byte(versionOf(content)))
			}
		}
		next[file] = content
	}
	index := versionOf(next["index.html"])
	replace(name, append(bytes.Clone(next[name]), more...))
	next["worker.js"] = bytes.ReplaceAll(next["worker.js"], []byte(index), []byte(versionOf(next["index.html"])))
	next["worker.js"] = bytes.Replace(next["worker.js"], []byte(`const build = "`), []byte(`const build = "next`), 1)
	return next
}

func versionOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6])
}

// glance is Eval for a page that may be on its way to another: then nobody would
// answer.
func glance[T any](page *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(page.ctx, 3*time.Second)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// revisit goes to an address, and waits until the page there takes input.
func revisit(t *testing.T, page *Page, url string) {
	t.Helper()
	require.NoError(t, page.do(chromedp.Navigate(url)))
	require.Eventually(t, func() bool {
		ready, err := glance[string](page, `document.documentElement.dataset.ready ?? ""`)
		return err == nil && ready == "1"
	}, patience, 50*time.Millisecond)
}

// visited is a server that may go, in a folder of which a page was opened, and
// whose build is kept from then on.
func visited(t *testing.T) (server *deployed, page *Page, url string) {
	t.Helper()
	needBrowser(t)
	server = &deployed{}
	server.put(built)
	h := httptest.NewServer(server)
	t.Cleanup(h.Close)
	url = h.URL + "/some/folder/"
	page, err := shared.Open(url, Desktop)
	require.NoError(t, err)
	t.Cleanup(page.Close)
	revisit(t, page, url)
	require.NoError(t, page.WaitFor(`(await navigator.serviceWorker.ready).active?.state === "activated"`))
	return server, page, url
}

func TestAfterOneVisitNoNetworkIsNeeded(t *testing.T) {
	server, page, url := visited(t)

	server.handler.Store(nil) // the network is gone
	revisit(t, page, url+"?scenario=missed-delete&lang=zh&event=30")
	assert.Equal(t, 30, eval[int](t, page, `informerscope.report().then(r => r.events)`))
	assert.Equal(t, "zh", eval[string](t, page, `document.documentElement.lang`))

	// A new build replaces the old one, whole.
	const mark = `/* the next build */`
	next := rebuilt(t, "static/app.css", mark)
	server.put(next)
	revisit(t, page, url)
	isNext := `document.querySelector('link[href*="app.css"]').href.endsWith("` + versionOf(next["static/app.css"]) + `")`
	const hasNext = `fetch(document.querySelector('link[href*="app.css"]').href).then(r => r.text()).then(t => t.endsWith("` + mark + `")).catch(() => false)`
	require.Eventually(t, func() bool {
		is, err := glance[bool](page, isNext)
		return err == nil && is
	}, patience, 100*time.Millisecond, "it comes by itself to whoever has just arrived")
	server.handler.Store(nil)
	revisit(t, page, url)
	assert.True(t, eval[bool](t, page, isNext))
	assert.True(t, eval[bool](t, page, hasNext))
	assert.Equal(t, 1, eval[int](t, page, `caches.keys().then(k => k.length)`), "nothing is left of the old build")
}

// What the page can do without comes when it has been opened, without being asked
// for: not even that needs a network then.
func TestTheRestIsKeptAfterwards(t *testing.T) {
	server, page, url := visited(t)
	require.NoError(t, page.WaitFor(`(await (await caches.open((await caches.keys())[0])).keys()).length === `+strconv.Itoa(len(built)-1))) // but the worker itself
	server.handler.Store(nil)
	revisit(t, page, url)
	for _, file := range []string{"storyboard/missed-delete-zh.html", "storyboard/", "poster/missed-delete-en.svg"} {
		assert.True(t, eval[bool](t, page, `fetch("`+file+`").then(r => r.ok)`), file)
	}
	revisit(t, page, url+"?scenario=missed-delete&view=storyboard")
	require.NoError(t, page.WaitFor(figures+` > 5`))
}

// Half a deployment is not taken: the old build stays whole.
func TestHalfABuildIsNotTaken(t *testing.T) {
	server, page, url := visited(t)

	half := rebuilt(t, "static/app.css", "/* next */")
	half["static/app.css"] = []byte("/* of yet another build */")
	server.put(half)
	revisit(t, page, url)
	require.Eventually(t, func() bool { return server.styles.Load() >= 2 }, patience, 50*time.Millisecond, "it is tried twice")
	require.NoError(t, page.WaitFor(`await navigator.serviceWorker.getRegistration().then(r => !r.installing && !r.waiting)`), "and refused")
	require.NoError(t, page.WaitFor(`(await caches.keys()).every(name => !name.includes("next"))`))
	server.handler.Store(nil)
	revisit(t, page, url)
	assert.False(t, eval[bool](t, page, `fetch(document.querySelector('link[href*="app.css"]').href).then(r => r.text()).then(t => t.includes("yet another"))`))
}
