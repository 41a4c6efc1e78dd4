package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web"
	"informerscope/web/draw"
)

const examplePage = `<link rel="icon" href="static/icon.svg">
<script src="static/boot.js" data-wasm="app.wasm" data-texts="texts.json" data-wasm-bytes="0"></script>
<script src="wasm_exec.js"></script>
<a href="#stage">stage</a> <a href="https://kubernetes.io/">Kubernetes</a>
<main id="stage" data-widths=""><!-- first-picture --></main>
`

func exampleProject(page string) fstest.MapFS {
	return fstest.MapFS{
		"index.html":                   {Data: []byte(page)},
		"web/static/boot.js":           {Data: []byte("boot()")},
		"web/static/icon.svg":          {Data: []byte("<svg/>")},
		"web/static/deep/a.css":        {Data: []byte("a{}")},
		"web/page.go":                  {Data: []byte("package web")},
		"scenarios/builtin/tiny.yaml":  {Data: []byte("apiVersion: informerscope/v1\nkind: Scenario\nname: tiny\ntitle: Tiny\nlevel: 2\n")},
		"scenarios/builtin/course.txt": {Data: []byte("tiny\n")},
		notesFile:                      {Data: []byte(`[{"at": "engine/a.go", "note": {"en": "No clock."}}]`)},
		resultFile:                     {Data: []byte(`{"date": "2026-01-02"}`)},
	}
}

func TestAssembleNamesContentInEveryReference(t *testing.T) {
	files, err := assemble(exampleProject(examplePage), "<svg><rect/></svg>", []byte("program"), []byte("exec"))
	require.NoError(t, err)

	assert.ElementsMatch(t, []string{"index.html", "app.wasm", "wasm_exec.js", "static/boot.js", "static/icon.svg", "static/deep/a.css",
		"static/draw.css", "static/storyboard.css", "texts.json", "truth.json", "scenarios/index.json", "scenarios/tiny.yaml"}, names(files))
	page := string(files["index.html"])
	for _, name := range []string{"static/icon.svg", "static/boot.js", "app.wasm", "texts.json", "wasm_exec.js"} {
		assert.Contains(t, page, `"`+name+"?v="+version(files[name])+`"`)
	}
	assert.Contains(t, page, `data-wasm-bytes="7"`)
	assert.Contains(t, page, `<main id="stage" data-widths="320 `)
	assert.Contains(t, page, `1880"><svg><rect/></svg></main>`)
	assert.Contains(t, page, `href="#stage"`, "a place in the page has no content of its own")
	assert.JSONEq(t, `[{"name": "tiny", "title": "Tiny", "summary": null, "level": 2, "seconds": 0}]`, string(files["scenarios/index.json"]))
	assert.Contains(t, string(files["truth.json"]), `{"simplified":[{"at":"engine/a.go","note":{"en":"No clock."}}],"proof":{"date":"2026-01-02",`)
	assert.Contains(t, page, `href="https://kubernetes.io/"`, "other sites are left alone")
}

func TestAssembleRefusesAPageThatCannotWork(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"a file that is not there", strings.Replace(examplePage, "boot.js", "boat.js", 1), "static/boat.js"},
		{"no place for the picture", strings.Replace(examplePage, picturePlace, "", 1), "<!-- first-picture --> must be there once, it is there 0 times"},
		{"two places for the size", examplePage + examplePage, "2 times"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := assemble(exampleProject(test.page), "<svg><rect/></svg>", []byte("program"), []byte("exec"))
			require.ErrorContains(t, err, "index.html: ")
			assert.ErrorContains(t, err, test.want)
		})
	}
}

// The page in the source tree is one that the site can be made of.
func TestProjectPage(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	files, err := assemble(os.DirFS(root), "<svg><rect/></svg>", []byte("program"), []byte("exec"))
	require.NoError(t, err)
	again, err := assemble(os.DirFS(root), "<svg><rect/></svg>", []byte("program"), []byte("exec"))
	require.NoError(t, err)
	assert.Equal(t, files, again, "the same sources give the same site")

	page := string(files["index.html"])
	assert.NotRegexp(t, `(src|href|action)="(https?:)?//`, page, "no outside request")
	assert.NotRegexp(t, `<script>|<style|\son\w+=`, page, "nothing inline that the Content-Security-Policy forbids")
}

func TestFirstPictures(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	pictures, inline, err := firstPictures(os.DirFS(root))
	require.NoError(t, err)

	assert.Len(t, pictures, len(web.Languages)*len(draw.Widths()))
	assert.Equal(t, string(pictures["first/en-1400.svg"]), inline)
	assert.Contains(t, inline, `data-room="apiserver"`)
	assert.Contains(t, string(pictures["first/zh-351.svg"]), "API 服务器")
}

func TestWriteTo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	files := Files{"index.html": []byte("page"), "static/deep/a.css": []byte("a{}")}
	require.NoError(t, files.WriteTo(dir))

	for name, content := range files {
		written, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, content, written, name)
	}
	assert.ErrorContains(t, files.WriteTo(dir), "is not empty")
}

func names(files Files) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	return names
}
