package browser

import (
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// with returns the site with one file changed.
func with(name string, content []byte) site.Files {
	changed := maps.Clone(files)
	changed[name] = content
	return changed
}

func without(name string) site.Files {
	changed := maps.Clone(files)
	delete(changed, name)
	return changed
}

// A page that cannot start says so, and says why.
func TestPageSaysWhyItCannotStart(t *testing.T) {
	needBrowser(t)
	noWebAssembly := append([]byte("delete globalThis.WebAssembly;\n"), files["static/boot.js"]...)
	tests := []struct {
		name     string
		handler  http.Handler
		title    string
		report   string
		expected []string // in the console, written by the browser itself
	}{
		{"no WebAssembly", site.Handler(with("static/boot.js", noWebAssembly)),
			"This browser cannot run the simulator", "WebAssembly is not defined", nil},
		{"no program", site.Handler(without("app.wasm")),
			"The program is not there", "HTTP 404", []string{"404"}},
		{"no texts", site.Handler(without("texts.json")),
			"The program is not there", "HTTP 404", []string{"404"}},
		{"half of the texts", site.Handler(with("texts.json", files["texts.json"][:1000])),
			"The program does not start", "SyntaxError", nil},
		{"no script to start it with", site.Handler(without("wasm_exec.js")),
			"The program is not there", "wasm_exec.js", []string{"404", "Refused to execute"}},
		{"a page instead of the program", site.Handler(with("app.wasm", files["index.html"])),
			"The program does not start", "CompileError", nil},
		{"half a program", site.Handler(with("app.wasm", files["app.wasm"][:100_000])),
			"The program does not start", "CompileError", nil},
		{"a broken connection", breakOff{site.Handler(files)},
			"The program did not arrive", "TypeError", []string{"ERR_"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := openAt(t, serve(t, test.handler), Desktop, test.expected...)
			require.NoError(t, page.WaitFor(`document.documentElement.dataset.ready === "error"`))
			assert.Equal(t, test.title, eval[string](t, page, `document.querySelector("#failure-title").innerText`))
			report := eval[string](t, page, `document.querySelector("#failure-report").innerText`)
			assert.Contains(t, report, test.report)
			assert.Contains(t, report, "browser: ")
			assert.False(t, eval[bool](t, page, `document.querySelector("#loading").checkVisibility()`))
			if test.name == "no WebAssembly" {
				require.NoError(t, page.WaitFor(`document.querySelectorAll("body > .storyboard figure svg").length > 3`), "there are pictures at least")
				assert.True(t, eval[bool](t, page, `document.querySelector("#failure").checkVisibility()`))
				return
			}
			assert.True(t, eval[bool](t, page, `document.querySelector("#stage").checkVisibility()`), "the first picture stays")
		})
	}
}

// breakOff serves the site, but ends the connection in the middle of the program.
type breakOff struct{ site http.Handler }

func (b breakOff) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/app.wasm" {
		b.site.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/wasm")
	w.Write(files["app.wasm"][:100_000])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestPanicIsShownWithAReportToCopy(t *testing.T) {
	needBrowser(t)
	program, err := site.Compile(project, "./web/browser/testdata/panics", "panics.wasm")
	require.NoError(t, err)
	chinese := Desktop
	chinese.Lang = "zh-CN"
	page := openAt(t, serve(t, site.Handler(with("app.wasm", program))), chinese)

	require.NoError(t, page.WaitFor(`document.documentElement.dataset.ready === "error"`))
	assert.Equal(t, "模拟器已停止", eval[string](t, page, `document.querySelector("#failure-title").innerText`))
	report := eval[string](t, page, `document.querySelector("#failure-report").innerText`)
	assert.Contains(t, report, "code 2")
	assert.Contains(t, report, "panic: on purpose")
	assert.Contains(t, report, "app.wasm?v=")

	require.NoError(t, page.Click("#failure-copy"))
	require.NoError(t, page.WaitFor(`getSelection().toString().includes("panic: on purpose")`))
}
