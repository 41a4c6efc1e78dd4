// Package site assembles the project's web site: plain files that work from
// any sub-folder of any static web server.
//
// The development server, the published folder and the browser tests all use
// the Files that Build returns, so what is tested is what is published.
package site

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"

	"informerscope/web/draw"
	"informerscope/web/explain"
	"informerscope/web/picture/html"
)

// Names of the files that are not copied from the source tree.
const (
	indexName    = "index.html"
	wasmName     = "app.wasm"
	wasmExecName = "wasm_exec.js"
	embedName    = "embed.js"
	textsName    = "texts.json"
	truthName    = "truth.json"
)

// Files holds the content of each file of the site by its slash-separated path
// below the root of the site.
type Files map[string][]byte

// Build compiles the program and assembles the site of the project whose top
// folder is root.
func Build(root string) (Files, error) {
	wasm, err := Compile(root, "./wasm", wasmName)
	if err != nil {
		return nil, err
	}
	wasmExec, err := readWasmExec()
	if err != nil {
		return nil, err
	}
	project := os.DirFS(root)
	pictures, inline, err := firstPictures(project)
	if err != nil {
		return nil, fmt.Errorf("the first pictures: %w", err)
	}
	files, err := assemble(project, inline, wasm, wasmExec)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, pictures)
	if files[embedName], err = fs.ReadFile(project, "web/"+embedName); err != nil {
		return nil, err
	}
	if err := files.addStoryboards(project); err != nil {
		return nil, fmt.Errorf("the storyboards: %w", err)
	}
	return files, files.addWorker(project)
}

// Root returns the top folder of the project: the nearest one, from the
// working directory upwards, with both go.mod and index.html in it.
func Root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if isFile(dir, "go.mod") && isFile(dir, indexName) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is not inside the project: no folder above it has go.mod and %s", start, indexName)
		}
	}
}

func isFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && info.Mode().IsRegular()
}

// assemble puts the site together: the page with the stage's first picture, the
// program with the script that starts it and the texts that it says, everything under web/static, the
// stylesheet of the pictures, and the built-in scenarios.
func assemble(project fs.FS, picture string, wasm, wasmExec []byte) (Files, error) {
	files := Files{wasmName: wasm, wasmExecName: wasmExec}
	if err := files.addTree(project, "web/static", "static"); err != nil {
		return nil, err
	}
	files["static/draw.css"] = []byte(draw.CSS)
	files["static/storyboard.css"] = []byte(html.CSS)
	texts, err := explain.Files()
	if err != nil {
		return nil, err
	}
	if files[textsName], err = json.Marshal(texts); err != nil {
		return nil, err
	}
	if err := files.addScenarios(project); err != nil {
		return nil, err
	}
	if err := files.addTruth(project); err != nil {
		return nil, err
	}
	source, err := fs.ReadFile(project, indexName)
	if err != nil {
		return nil, err
	}
	page, err := fillPage(string(source), picture, files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", indexName, err)
	}
	files[indexName] = []byte(page)
	return files, nil
}

// addTree adds every file below the folder from as a file below the folder to.
func (f Files) addTree(project fs.FS, from, to string) error {
	return fs.WalkDir(project, from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(project, name)
		if err != nil {
			return err
		}
		f[path.Join(to, name[len(from):])] = content
		return nil
	})
}

// WriteTo writes the files below dir, which must be new or empty: a file left
// from an earlier build would be published too.
func (f Files) WriteTo(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: remove it first", dir)
	}
	for name, content := range f {
		target := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// version is a short name of the content: it changes whenever the content does.
func version(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6])
}
