package browser

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
)

// elsewhere is a server of somebody else's, with scenarios.
func elsewhere(t *testing.T) string {
	t.Helper()
	const scenario = "apiVersion: informerscope/v1\nkind: Scenario\nname: far\ntitle: {en: \"<img src=x onerror=document.title=1>\", zh: 远方}\nworld: {informers: [{resource: pods}]}\n"
	files := http.NewServeMux()
	files.HandleFunc("/far.yaml", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(scenario)) })
	files.HandleFunc("/large.yaml", func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(scenario + "# "))
		w.Write(bytes.Repeat([]byte("x"), scenarios.ScenarioLimits.Bytes))
	})
	files.HandleFunc("/moved.yaml", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/far.yaml", http.StatusFound) })
	files.HandleFunc("/page.yaml", func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("<html><script>document.title = 1</script>"))
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Empty(t, r.Referer(), "nobody else learns what the reader looks at")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestAScenarioOfAnotherSite(t *testing.T) {
	other := elsewhere(t)
	page := open(t, "/?scenario="+url.QueryEscape(other+"/moved.yaml"), Desktop)
	assert.Equal(t, "far", eval[string](t, page, `informerscope.report().then(r => r.scenario)`))
	require.NoError(t, page.WaitFor(`document.querySelector("#notices").innerText.includes("`+other+`/far.yaml")`), "it says where the scenario came from")
	assert.Equal(t, "<img src=x onerror=document.title=1>", eval[string](t, page, `document.querySelector(".picker .name").textContent`), "text stays text")
	assert.Zero(t, eval[int](t, page, `document.images.length - document.querySelectorAll("img.mark").length`))

	for file, reason := range map[string]string{"large": "1 MiB", "page": "page.yaml:1"} {
		answer := eval[string](t, page, `informerscope.load("`+other+`/`+file+`.yaml").then(() => "", e => e.message)`)
		assert.Contains(t, answer, reason)
		assert.Equal(t, "far", eval[string](t, page, `informerscope.report().then(r => r.scenario)`), "what was there stays")
	}
}

// A server that never answers, or stops in the middle, is not waited for: the page
// asks the browser for a limit, which is shorter here.
func TestASilentServerIsNotWaitedFor(t *testing.T) {
	needBrowser(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.URL.Path == "/half.yaml" {
			w.Write([]byte("apiVersion: informerscope/v1\n"))
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	page := open(t, "/", Desktop)
	eval[bool](t, page, `(() => {
		const timeout = AbortSignal.timeout;
		AbortSignal.timeout = (limit) => { window.limit = limit; return timeout.call(AbortSignal, 100); };
		return true;
	})()`)
	for _, file := range []string{"none", "half"} {
		answer := eval[string](t, page, `informerscope.load("`+server.URL+`/`+file+`.yaml").then(() => "", e => e.message)`)
		assert.Contains(t, answer, "the server did not answer", file)
		assert.Equal(t, "free-play", eval[string](t, page, `informerscope.report().then(r => r.scenario)`), "what was there stays")
	}
	assert.Equal(t, 30_000, eval[int](t, page, `window.limit`))
}
