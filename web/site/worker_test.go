package site

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheWorkerKnowsEveryFileOfItsBuild(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	files := Files{"index.html": []byte("<script" + workerPlace + ">"), "app.wasm": []byte("wasm"), "storyboard/a.html": nil, "poster/a.svg": nil}
	require.NoError(t, files.addWorker(os.DirFS(root)))
	worker := string(files[workerName])
	assert.Contains(t, worker, `const files = {"app.wasm":"`+version([]byte("wasm"))+`","index.html":"`+version(files["index.html"])+`"};`)
	assert.NotContains(t, worker, `const build = "";`)
	assert.Contains(t, worker, `const later = {"poster/a.svg":"`+version(nil)+`","storyboard/a.html":"`+version(nil)+`"};`, "the page does not wait for these")

	without := files.WithoutWorker()
	assert.NotContains(t, without, workerName)
	assert.Equal(t, "<script>", string(without["index.html"]))
	assert.True(t, strings.Contains(string(files["index.html"]), workerPlace), "the site itself stays as it is")
}

// Nothing runs that is not a file of the site, and nothing is fetched from
// elsewhere but a scenario that the reader names.
func TestThePageAllowsNothingFromElsewhere(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	page, err := os.ReadFile(root + "/index.html")
	require.NoError(t, err)
	_, policy, _ := strings.Cut(string(page), `http-equiv="Content-Security-Policy" content="`)
	policy, _, _ = strings.Cut(policy, `"`)
	allowed := map[string]string{
		"default-src":    "'none'",
		"script-src":     "'self' 'wasm-unsafe-eval'",
		"style-src":      "'self'",
		"style-src-attr": "'unsafe-inline'",
		"img-src":        "'self' data: blob:",
		"connect-src":    "'self' https: http:",
		"worker-src":     "'self'",
		"base-uri":       "'none'",
		"form-action":    "'none'",
	}
	for _, directive := range strings.Split(policy, "; ") {
		name, value, _ := strings.Cut(directive, " ")
		assert.Equal(t, allowed[name], value, name)
		delete(allowed, name)
	}
	assert.Empty(t, allowed)
	assert.NotRegexp(t, `<script(>| [^>]*>[^<])| on[a-z]+="|(src|href)="(https?:)?//`, string(page))
}
