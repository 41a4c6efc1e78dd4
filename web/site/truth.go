package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"informerscope/web"
)

// What is committed of how true the page is.
const (
	notesFile  = "web/simplified/notes.json"
	resultFile = "engine/conformance/result.json"
)

// addTruth adds what the page tells of how true it is.
func (f Files) addTruth(project fs.FS) error {
	var truth web.Truth
	read := func(file string, part any) error {
		text, err := fs.ReadFile(project, file)
		if err == nil {
			err = json.Unmarshal(text, part)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	}
	if err := errors.Join(read(notesFile, &truth.Simplified), read(resultFile, &truth.Proof)); err != nil {
		return err
	}
	text, err := json.Marshal(truth)
	f[truthName] = text
	return err
}
