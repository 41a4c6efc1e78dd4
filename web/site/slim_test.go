package site

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The program is built without the HTTP client that nobody in it could call; what
// is replaced still has all that is asked of it, or it would not build.
func TestTheProgramHasNoHTTPClient(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	lean, err := slim(root)
	require.NoError(t, err)
	list := exec.Command("go", "list", lean, "-deps", "-f", "{{.ImportPath}}", "./wasm")
	list.Dir = root
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	assert.Contains(t, deps, "k8s.io/apimachinery/pkg/watch")
	assert.NotContains(t, deps, "golang.org/x/net/http2")
}

// Of builds that run at the same time, each gets a whole copy.
func TestAFolderAppearsWhole(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "build", "slim")
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() {
			err := appear(folder, func(half string) error {
				return errors.Join(os.WriteFile(filepath.Join(half, "a"), []byte("a"), 0o644), os.WriteFile(filepath.Join(half, "b"), []byte("b"), 0o644))
			})
			_, there := os.Stat(filepath.Join(folder, "b"))
			errs[i] = errors.Join(err, there)
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	left, err := os.ReadDir(filepath.Dir(folder))
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing half is left")
}
