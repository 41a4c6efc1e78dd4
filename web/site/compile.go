package site

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Compile builds the main package pkg of the project at root for the browser
// and returns the program. It is kept as build/name, so that the linker runs
// only after a change.
func Compile(root, pkg, name string) ([]byte, error) {
	out := filepath.Join(root, "build", name)
	// No paths and no version control state in the program: the same sources
	// give the same bytes on every machine. Nothing is inlined, which makes the
	// program a seventh smaller, but within Go's own runtime: there it makes the
	// program a little smaller still, and twice as fast.
	lean, err := slim(root)
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", lean, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=runtime=", "-gcflags=internal/...=", "-o", out, pkg)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if message, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building %s for the browser: %w\n%s", pkg, err, bytes.TrimSpace(message))
	}
	return os.ReadFile(out)
}

// readWasmExec returns the script that starts the program. It has to be the one
// of the toolchain that built the program.
func readWasmExec() ([]byte, error) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", wasmExecName))
}
