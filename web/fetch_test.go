package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFetch(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/scope/scenarios/a.yaml":
			w.Write([]byte("name: a"))
		case "/scope/huge":
			w.Write([]byte(strings.Repeat("x", 1<<20+1)))
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	base := site.URL + "/scope/index.html?lang=en"
	get := func(address string) Fetched { return fetch(t.Context(), base, "en", Fetch{fetchScenario, address}) }

	got := get("scenarios/a.yaml")
	assert.NoError(t, got.Err)
	assert.Equal(t, "name: a", string(got.Body))
	assert.Equal(t, got, Fetched{Fetch: Fetch{fetchScenario, "scenarios/a.yaml"}, Body: []byte("name: a")})
	assert.Equal(t, "name: a", string(get(site.URL+"/scope/scenarios/a.yaml").Body))

	assert.EqualError(t, get("scenarios/b.yaml").Err, "the server answered 404")
	assert.EqualError(t, get("huge").Err, "it is larger than 1 MiB")
	assert.ErrorContains(t, get("http://127.0.0.1:1/a.yaml").Err, "the server did not answer")
	assert.Error(t, get("http://[::1/").Err)
}
