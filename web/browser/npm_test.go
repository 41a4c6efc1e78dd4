package browser

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// npmFile returns a file of the packages that package.json names, such as
// axe-core/axe.min.js. They are installed into build/npm when they are not there
// as package-lock.json has them.
func npmFile(t *testing.T, path string) string {
	t.Helper()
	needBrowser(t)
	require.NoError(t, installed())
	text, err := os.ReadFile(filepath.Join(project, "build", "npm", "node_modules", path))
	require.NoError(t, err)
	return string(text)
}

var installed = sync.OnceValue(func() error {
	from, to := filepath.Join(project, "web", "browser"), filepath.Join(project, "build", "npm")
	wanted, err := os.ReadFile(filepath.Join(from, "package-lock.json"))
	if err != nil {
		return err
	}
	done := filepath.Join(to, "installed.json")
	if have, err := os.ReadFile(done); err == nil && bytes.Equal(have, wanted) {
		return nil
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	npm.Dir, npm.Stderr = to, os.Stderr
	if err := npm.Run(); err != nil {
		return err
	}
	return os.WriteFile(done, wanted, 0o644)
})
