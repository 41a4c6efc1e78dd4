// Command contents writes scenarios/README.md, the list of the built-in
// scenarios, and a small picture of each. Both are made from the files: a test
// says when they are to be written again.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", "scenarios", "the `folder` to write to")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes every file of the list, and takes away pictures of scenarios that
// are no more.
func write(dir string) error {
	files, err := contents(dir)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, pictures)); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, pictures), 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
