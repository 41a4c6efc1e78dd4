// Command schema writes the JSON Schema of scenario files, by which editors
// complete and check them. It is made from the Go types of the format, their
// comments, and the rules that the loader enforces:
//
//	go run ./scenarios/schema
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// File is where the schema is, from the module's root.
const File = "scenarios/scenario.schema.json"

func main() {
	root, err := moduleRoot()
	if err == nil {
		var text []byte
		if text, err = generate(root); err == nil {
			err = os.WriteFile(filepath.Join(root, File), text, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schema:", err)
		os.Exit(1)
	}
}

// moduleRoot is the folder with go.mod in it, above the present one.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("there is no go.mod above the present folder")
		}
		dir = filepath.Dir(dir)
	}
}
