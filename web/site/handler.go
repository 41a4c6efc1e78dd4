package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// types gives the content type by extension. It does not ask the machine,
// whose own table may be missing or wrong.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
	".yaml": "application/yaml",
}

// Handler serves the files: the folder's index.html for a folder, compressed
// where the browser takes that, and cached by content.
func Handler(files Files) http.Handler {
	assets := make(map[string]*asset, len(files))
	for name, content := range files {
		assets[name] = newAsset(name, content)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are allowed", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" || strings.HasSuffix(name, "/") {
			name += indexName
		}
		found, ok := assets[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		found.serve(w, r)
	})
}

// asset is one file as it is served.
type asset struct {
	name, contentType, version string
	content                    []byte
	// The compressed forms are made on first use and kept.
	brotli, gzip func() []byte
}

func newAsset(name string, content []byte) *asset {
	a := &asset{name: name, version: version(content), content: content}
	a.contentType = types[path.Ext(name)]
	if a.contentType == "" {
		a.contentType = http.DetectContentType(content)
	}
	a.brotli = sync.OnceValue(func() []byte {
		// Level 5 compresses the program in well under a second.
		return compress(content, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 5) })
	})
	a.gzip = sync.OnceValue(func() []byte {
		return compress(content, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	})
	return a
}

func compress(content []byte, newWriter func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	w := newWriter(&out)
	w.Write(content) // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

// serve answers with the form of the asset that the browser likes best. A
// request that names the version may be kept for ever, any other has to ask
// each time whether it changed.
func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", a.contentType)
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.version {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content, etag := a.content, a.version
	switch accepted := r.Header.Values("Accept-Encoding"); {
	case accepts(accepted, "br"):
		header.Set("Content-Encoding", "br")
		content, etag = a.brotli(), etag+"-br"
	case accepts(accepted, "gzip"):
		header.Set("Content-Encoding", "gzip")
		content, etag = a.gzip(), etag+"-gzip"
	}
	header.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(content))
}

// accepts reports whether an Accept-Encoding header takes the encoding.
func accepts(header []string, encoding string) bool {
	for offer := range strings.SplitSeq(strings.Join(header, ","), ",") {
		name, quality, weighted := strings.Cut(strings.ReplaceAll(offer, " ", ""), ";q=")
		if strings.EqualFold(name, encoding) {
			weight, err := strconv.ParseFloat(quality, 64)
			return !weighted || err == nil && weight > 0
		}
	}
	return false
}
