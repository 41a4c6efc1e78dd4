package site

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
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
// go.mod that takes it. It returns what tells go build to use that. Several builds
// may ask for it at a time: the folder is named after what it holds, and appears
// whole.
func slim(root string) (flag string, err error) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Version}} {{.Dir}}", slimModule)
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", slimModule, err)
	}
	release, dir, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	name := "slim-" + release + "-" + version(append(append(mod, sum...), slimText...))
	mod = fmt.Appendf(mod, "\nreplace %s => ./build/%s/module\n", slimModule, name)
	err = appear(filepath.Join(root, "build", name), func(half string) error {
		return errors.Join(
			os.CopyFS(filepath.Join(half, "module"), os.DirFS(dir)),
			os.WriteFile(filepath.Join(half, "module", slimFile), slimText, 0o644),
			os.WriteFile(filepath.Join(half, "app.mod"), mod, 0o644),
			os.WriteFile(filepath.Join(half, "app.sum"), sum, 0o644),
		)
	})
	return "-modfile=" + filepath.Join(root, "build", name, "app.mod"), err
}

// appear makes a folder, unless it is there: fill writes what is in it.
func appear(folder string, fill func(half string) error) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	half, err := os.MkdirTemp(filepath.Dir(folder), "half-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(half)
	if err := fill(half); err != nil {
		return err
	}
	if err := os.Rename(half, folder); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
