// Command simplified writes notes.json anew: what the engine's comments mark as
// "Simplified:", where it differs from the real thing on purpose. The page shows
// the notes. A note that is new or has changed gets no Chinese: write it into the
// file.
//
//	go run ./web/simplified
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"informerscope/scenarios"
	"informerscope/web"
	"informerscope/web/site"
)

const (
	engine    = "engine"
	notesFile = "web/simplified/notes.json"
	mark      = "Simplified: "
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "simplified:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := site.Root()
	if err != nil {
		return err
	}
	notes, err := current(root)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(notes); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, notesFile), text.Bytes(), 0o644)
}

// current are the notes as the source has them, with the Chinese that is there.
func current(root string) ([]web.Simplification, error) {
	before, err := committed(root)
	if err != nil {
		return nil, err
	}
	notes, err := marked(root)
	for i, n := range notes {
		for _, b := range before {
			if b.Note["en"] == n.Note["en"] && b.Note["zh"] != "" {
				notes[i].Note["zh"] = b.Note["zh"]
			}
		}
	}
	return notes, err
}

// committed are the notes as they stand in notes.json.
func committed(root string) (notes []web.Simplification, err error) {
	text, err := os.ReadFile(filepath.Join(root, notesFile))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &notes)
	}
	return notes, err
}

// marked are the notes of the engine's comments, in the order of its files. What
// proves the engine and breaks it is no part of it.
func marked(root string) (notes []web.Simplification, err error) {
	err = filepath.WalkDir(filepath.Join(root, engine), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "conformance" || d.Name() == "mutants"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		at, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, comment := range file.Comments {
			for paragraph := range strings.SplitSeq(comment.Text(), "\n\n") {
				if _, note, found := strings.Cut(paragraph, mark); found {
					notes = append(notes, web.Simplification{At: filepath.ToSlash(at), Note: scenarios.Text{"en": sentence(note)}})
				}
			}
		}
		return nil
	})
	return notes, err
}

// catalogued are the numbers of the catalogue of upstream behaviour, which says
// nothing to a reader of the page.
var catalogued = regexp.MustCompile(` \([A-Z]-\d+(, [A-Z]-\d+)*\)`)

// sentence is a note as the page has it.
func sentence(note string) string {
	note = catalogued.ReplaceAllString(strings.Join(strings.Fields(note), " "), "")
	return strings.ToUpper(note[:1]) + note[1:]
}
