package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var exampleFiles = Files{
	"index.html":        []byte("<!doctype html>"),
	"app.wasm":          bytes.Repeat([]byte("\x00asm"), 1000),
	"static/boot.js":    []byte("boot()"),
	"static/style.css":  []byte("a{}"),
	"static/icon.svg":   []byte("<svg/>"),
	"scenarios/a.yaml":  []byte("name: a"),
	"deep/er/data.json": []byte("{}"),
}

// get asks for the path with the headers given as name, value, name, value …
func get(t *testing.T, path string, headers ...string) *http.Response {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	Handler(exampleFiles).ServeHTTP(recorder, request)
	return recorder.Result()
}

func TestHandlerServesWhatTheSiteHas(t *testing.T) {
	tests := []struct {
		path        string
		status      int
		contentType string
	}{
		{"/", 200, "text/html; charset=utf-8"},
		{"/index.html", 200, "text/html; charset=utf-8"},
		{"/?scenario=missed-delete&lang=zh", 200, "text/html; charset=utf-8"},
		{"/app.wasm", 200, "application/wasm"},
		{"/static/boot.js", 200, "text/javascript; charset=utf-8"},
		{"/static/style.css", 200, "text/css; charset=utf-8"},
		{"/static/icon.svg", 200, "image/svg+xml"},
		{"/scenarios/a.yaml", 200, "application/yaml"},
		{"/deep/er/data.json", 200, "application/json"},
		{"/static/", 404, "text/plain; charset=utf-8"},
		{"/static/../../go.mod", 404, "text/plain; charset=utf-8"},
		{"/nothing", 404, "text/plain; charset=utf-8"},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			response := get(t, test.path)
			assert.Equal(t, test.status, response.StatusCode)
			assert.Equal(t, test.contentType, response.Header.Get("Content-Type"))
		})
	}
}

func TestHandlerOnlyReads(t *testing.T) {
	recorder := httptest.NewRecorder()
	Handler(exampleFiles).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, recorder.Code)
	assert.Equal(t, "GET, HEAD", recorder.Header().Get("Allow"))
}

func TestHandlerCompressesAsTheBrowserLikes(t *testing.T) {
	tests := []struct {
		name, accept, want string
		open               func(io.Reader) io.Reader
	}{
		{"brotli before gzip", "gzip, deflate, br, zstd", "br", func(r io.Reader) io.Reader { return brotli.NewReader(r) }},
		{"gzip where brotli is refused", "br;q=0, gzip;q=0.5", "gzip", gunzip},
		{"gzip alone", "GZIP", "gzip", gunzip},
		{"neither", "zstd", "", func(r io.Reader) io.Reader { return r }},
		{"nothing said", "", "", func(r io.Reader) io.Reader { return r }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			response := get(t, "/app.wasm", "Accept-Encoding", test.accept)
			assert.Equal(t, test.want, response.Header.Get("Content-Encoding"))
			assert.Equal(t, "Accept-Encoding", response.Header.Get("Vary"))

			content, err := io.ReadAll(test.open(response.Body))
			require.NoError(t, err)
			assert.Equal(t, exampleFiles["app.wasm"], content)
		})
	}
}

func gunzip(r io.Reader) io.Reader {
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return bytes.NewReader(nil)
	}
	return unzipped
}

func TestHandlerCachesByContent(t *testing.T) {
	named := "/app.wasm?v=" + version(exampleFiles["app.wasm"])
	assert.Equal(t, "public, max-age=31536000, immutable", get(t, named).Header.Get("Cache-Control"))
	assert.Equal(t, "no-cache", get(t, "/app.wasm?v=old").Header.Get("Cache-Control"), "another content's name says nothing about this one")
	assert.Equal(t, "no-cache", get(t, "/").Header.Get("Cache-Control"))

	etag := get(t, "/app.wasm", "Accept-Encoding", "br").Header.Get("ETag")
	unchanged := get(t, "/app.wasm", "Accept-Encoding", "br", "If-None-Match", etag)
	assert.Equal(t, http.StatusNotModified, unchanged.StatusCode)
	otherForm := get(t, "/app.wasm", "Accept-Encoding", "gzip", "If-None-Match", etag)
	assert.Equal(t, http.StatusOK, otherForm.StatusCode, "each form has a tag of its own")
}
