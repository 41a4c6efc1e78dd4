//go:build !js

package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/apiserver"
)

func newTestHandler(t *testing.T) *Handler {
	s := apiserver.New(apiserver.Config{Seed: 1, History: 10, WatchCache: true})
	require.NoError(t, s.Load(
		map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": "shop"}},
		map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "a", "namespace": "shop"}},
		map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web", "namespace": "shop"}},
	))
	return New(s, func() time.Duration { return 0 })
}

// TestPaths says where the built-in resources are, and what is not there or not
// done.
func TestPaths(t *testing.T) {
	const jsonPatch = "application/json-patch+json"
	for _, test := range []struct {
		method, path, mediaType, body string
		code                          int
		says                          string
	}{
		{"GET", "/api/v1/pods", "", "", 200, `"kind":"PodList"`},
		{"GET", "/api/v1/namespaces/shop/pods/a", "", "", 200, `"name":"a"`},
		{"GET", "/api/v1/namespaces", "", "", 200, `"kind":"NamespaceList"`},
		{"GET", "/api/v1/namespaces/shop", "", "", 200, `"name":"shop"`},
		{"GET", "/api/v1/namespaces/shop/status", "", "", 200, `"name":"shop"`},
		{"GET", "/apis/apps/v1/namespaces/shop/deployments/web/status", "", "", 200, `"name":"web"`},
		{"GET", "/apis/apps/v1beta1/deployments", "", "", 404, "404 page not found"},
		{"GET", "/apis/apps/v1/namespaces/shop/deployments/web/scale", "", "", 404, "404 page not found"},
		{"GET", "/api/v1/namespaces/shop/configmaps/a/status", "", "", 404, "404 page not found"},
		{"GET", "/api/v1/pods/a", "", "", 404, "404 page not found"},
		{"GET", "/api/v1/watch", "", "", 404, "404 page not found"},
		{"GET", "/api/v1/namespaces/shop/pods/a/b/c", "", "", 404, "404 page not found"},
		{"GET", "/healthz", "", "", 404, "404 page not found"},
		{"GET", "/", "", "", 404, "404 page not found"},
		{"DELETE", "/api/v1/namespaces/shop/pods", "", "", 405, "DELETE is not served here"},
		{"OPTIONS", "/api/v1/namespaces/shop/pods/a", "", "", 405, "OPTIONS is not served here"},
		{"POST", "/api/v1/namespaces/shop/pods?dryRun=All", "", "{}", 400, "dryRun is not served here"},
		{"POST", "/api/v1/namespaces/shop/pods", "", strings.Repeat(" ", maxBody+1), 413, "Request entity too large: limit is 3145728"},
		{"DELETE", "/api/v1/namespaces/shop/pods/a", "", "{", 400, "unexpected end of JSON input"},
		{"PATCH", "/api/v1/namespaces/shop/pods/a", jsonPatch, "{", 400, "BadRequest"},
		{"PATCH", "/api/v1/namespaces/shop/pods/b", jsonPatch, "[]", 404, `pods \"b\" not found`},
		{"PATCH", "/api/v1/namespaces/shop/pods/a", jsonPatch, `[{"op":"replace","path":"/metadata/name","value":"b"}]`, 400,
			"the name of the object (b) does not match the name on the URL (a)"},
		{"PATCH", "/api/v1/namespaces/shop/pods/a", jsonPatch, `[{"op":"replace","path":"","value":[]}]`, 400, "BadRequest"},
	} {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			r := httptest.NewRequest(test.method, test.path, strings.NewReader(test.body))
			if test.mediaType != "" {
				r.Header.Set("Content-Type", test.mediaType)
			}
			w := httptest.NewRecorder()
			newTestHandler(t).ServeHTTP(w, r)
			assert.Equal(t, test.code, w.Code, w.Body)
			assert.Contains(t, w.Body.String(), test.says)
		})
	}
}

// TestWaitingEndsWithTheClient: who hangs up does not hold a request.
func TestWaitingEndsWithTheClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestHandler(t)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		began := time.Now()
		r := httptest.NewRequestWithContext(ctx, "GET", "/api/v1/pods?resourceVersion=99", nil)
		h.ServeHTTP(httptest.NewRecorder(), r)
		assert.Equal(t, time.Second, time.Since(began))
	})
}

// TestWatchOverTheNetwork: events come while the stream is open, and HangUp ends
// it cleanly.
func TestWatchOverTheNetwork(t *testing.T) {
	h := newTestHandler(t)
	server := httptest.NewServer(h)
	defer server.Close()
	watch, err := http.Get(server.URL + "/api/v1/pods?watch=1&resourceVersion=3")
	require.NoError(t, err)
	defer watch.Body.Close()
	created, err := http.Post(server.URL+"/api/v1/namespaces/shop/pods", "application/json",
		strings.NewReader(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}`))
	require.NoError(t, err)
	require.NoError(t, created.Body.Close())
	assert.Equal(t, http.StatusCreated, created.StatusCode)

	line := make([]byte, len(`{"object":{`))
	_, err = io.ReadFull(watch.Body, line)
	require.NoError(t, err)
	h.HangUp()
	rest, err := io.ReadAll(watch.Body)
	require.NoError(t, err)
	assert.Contains(t, string(rest), `"name":"b"`)
	assert.Contains(t, string(rest), `"type":"ADDED"`)
}
