package browser

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// What all tests share: one browser, and the site as it is now.
var (
	shared  *Browser
	project string
	files   site.Files
	// built is the site as it is published: with the worker that keeps it.
	built   site.Files
	address string // of the site, without the last slash
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if !testing.Short() {
		stop, err := start()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer stop()
	}
	return m.Run()
}

// start makes what all tests share, and returns how to end it.
func start() (stop func(), err error) {
	if shared, err = Start(); err != nil {
		return nil, err
	}
	if project, err = site.Root(); err == nil {
		built, err = site.Build(project)
	}
	if err != nil {
		shared.Close()
		return nil, err
	}
	files = built.WithoutWorker()
	server := httptest.NewServer(site.Handler(files))
	address = server.URL
	return func() { shared.Close(); server.Close() }, nil
}

// needBrowser skips the test where the tests are to be short.
func needBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser test takes long")
	}
}

// open opens a page of the site, such as "/?lang=zh", and waits until it takes
// input. The test fails when the page complains in the console.
func open(t *testing.T, path string, view View) *Page {
	t.Helper()
	needBrowser(t)
	if query := strings.TrimPrefix(path, "/?"); !strings.Contains(query, "scenario=") {
		path = "/?" + strings.TrimSuffix("scenario=free-play&"+strings.TrimPrefix(query, "/"), "&")
	}
	page := openAt(t, address+path, view)
	require.NoError(t, page.WaitReady())
	return page
}

// openAt opens the address. The test fails when the page complains in the
// console, other than by the expected parts of messages.
func openAt(t *testing.T, url string, view View, expected ...string) *Page {
	t.Helper()
	page, err := shared.Open(url, view)
	require.NoError(t, err)
	t.Cleanup(func() {
		defer page.Close()
		complaints, err := page.Complaints()
		require.NoError(t, err)
		require.Len(t, complaints, len(expected), "the page wrote to its console: %q", complaints)
		for i, part := range expected {
			assert.Contains(t, complaints[i], part)
		}
	})
	return page
}

// serve serves a site for one test and returns its address.
func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// eval returns the value of a JavaScript expression.
func eval[T any](t *testing.T, page *Page, expression string) T {
	t.Helper()
	value, err := Eval[T](page, expression)
	require.NoError(t, err)
	return value
}
