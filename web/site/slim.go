package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// slimModule is a dependency of which the program needs no network: its package
// util/net looks at http.DefaultTransport when the program starts, and for that the
// linker keeps an HTTP client with all of TLS, an eighth of the program, that nobody
// can ever call.
const slimModule = "k8s.io/apimachinery"

// slimFile is the file of it that is replaced, and slimText what by.
const slimFile = "pkg/util/net/http.go"

//go:embed slim.go.txt
var slimText []byte

// slim makes, below build, a copy of that module with the file replaced, and a
// go.mod that takes it. It returns what tells go build to use that.
func slim(root string) (flag string, err error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", slimModule)
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", slimModule, err)
	}
	dir := strings.TrimSpace(string(out))
	copied := filepath.Join("build", "slim", filepath.Base(dir))
	if err := copySlim(filepath.Join(root, copied), dir); err != nil {
		return "", err
	}
	return writeSlimMod(root, copied)
}

// copySlim copies the module, unless it is there as it has to be.
func copySlim(to, from string) error {
	if there, err := os.ReadFile(filepath.Join(to, slimFile)); err == nil && bytes.Equal(there, slimText) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	// Several may do so at a time: the copy appears whole or not at all.
	half, err := os.MkdirTemp(filepath.Dir(to), "half-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(half)
	whole := filepath.Join(half, "module")
	if err := os.CopyFS(whole, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(whole, slimFile), slimText, 0o644); err != nil {
		return err
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.Rename(whole, to); err != nil && !os.IsExist(err) {
		return err
	}
	return nil
}

// writeSlimMod writes the go.mod, and the go.sum beside it.
func writeSlimMod(root, copied string) (flag string, err error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", slimModule, filepath.ToSlash(copied))
	name := filepath.Join(root, "build", "slim", "app.mod")
	if err := os.WriteFile(name, mod, 0o644); err != nil {
		return "", err
	}
	return "-modfile=" + name, os.WriteFile(strings.TrimSuffix(name, ".mod")+".sum", sum, 0o644)
}
