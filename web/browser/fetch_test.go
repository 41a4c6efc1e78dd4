package browser

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// A scenario comes from the site or from an address, is bounded in size, and
// one that cannot be had leaves the reader in free play with a message that
// names what was asked for.
func TestScenariosAreFetched(t *testing.T) {
	needBrowser(t)
	slow, err := os.ReadFile(filepath.Join(project, "scenarios/builtin/slow-handler.yaml"))
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", site.Handler(files))
	mux.HandleFunc("/course/slow.yaml", func(w http.ResponseWriter, _ *http.Request) { w.Write(slow) })
	mux.HandleFunc("/huge.yaml", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("# " + strings.Repeat("x", 2<<20)))
	})
	url := serve(t, mux)

	const free, shown = `"free-play"`, `"slow-handler"`
	tests := []struct {
		name, scenario, is, notice string
		expected                   []string // in the console, written by the browser itself
	}{
		{"by name", "slow-handler", shown, "", nil},
		{"by address", "course/slow.yaml", shown, "/course/slow.yaml", nil},
		{"a name that is not there", "slow-handlers", free, "slow-handlers", []string{"404"}},
		{"an address that is not there", "course/none.yaml", free, "course/none.yaml", []string{"404"}},
		{"too large", "huge.yaml", free, "1 MiB", nil},
		{"what is no scenario", "index.html", free, "index.html", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			page := openAt(t, url+"?scenario="+test.scenario, Desktop, test.expected...)
			require.NoError(t, page.WaitReady())
			waitReport(t, page, ".scenario", test.is)
			notices := eval[string](t, page, `document.querySelector("#notices").innerText`)
			if test.notice == "" {
				assert.Empty(t, notices)
			} else {
				assert.Contains(t, notices, test.notice)
			}
		})
	}
}
