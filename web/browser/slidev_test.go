package browser

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var slidev = flag.String("slidev", "", "the `folder` in which make slidev has built the deck")

// Slidev is some hundred packages of npm, so that make slidev alone tries it.
func TestInADeckOfSlidev(t *testing.T) {
	if *slidev == "" {
		t.Skip("make slidev builds the deck and tries it")
	}
	needBrowser(t)
	text, err := os.ReadFile(filepath.Join(*slidev, "index.html"))
	require.NoError(t, err)
	index := strings.ReplaceAll(string(text), "https://example.org/informerscope", address)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(*slidev)))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(index)) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	page, err := shared.Open(server.URL+"/", Desktop)
	require.NoError(t, err)
	t.Cleanup(page.Close)
	const scope = `document.querySelector("informer-scope")`
	slide := func(n int) string { return `location.hash.startsWith("#/` + strconv.Itoa(n) + `")` }
	require.NoError(t, page.WaitFor(`document.querySelector(".slidev-page")`))
	require.NoError(t, page.Press(kb.ArrowRight))
	require.NoError(t, page.WaitFor(slide(2)+` && `+scope+`?.state?.beats > 2`))
	beats := eval[int](t, page, scope+`.state.beats`)
	require.NoError(t, page.WaitFor(`(await `+scope+`.seek({event: 0}), `+scope+`.state.beat === 0)`))
	for beat := 1; beat < beats; beat++ {
		require.NoError(t, page.Press(kb.ArrowRight))
		require.NoError(t, page.WaitFor(scope+`.state.beat === `+strconv.Itoa(beat)))
		assert.True(t, eval[bool](t, page, slide(2)), "the story comes first")
	}
	require.NoError(t, page.Press(kb.ArrowRight))
	require.NoError(t, page.WaitFor(slide(3)), "after the last beat the deck moves on")
}
