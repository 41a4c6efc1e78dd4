package site

import (
	"os"
	"os/exec"
	"strings"
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
