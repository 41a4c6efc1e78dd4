package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"strings"
)

const (
	workerName = "worker.js"
	// workerPlace is where index.html names the worker.
	workerPlace = ` data-worker="` + workerName + `"`
)

// addWorker adds the worker that keeps the site for when there is no network. It
// comes last: it knows every file, and which of them the page can do without.
func (f Files) addWorker(project fs.FS) error {
	source, err := fs.ReadFile(project, "web/"+workerName)
	if err != nil {
		return err
	}
	needed, others := map[string]string{}, map[string]string{}
	for name, content := range f {
		if strings.HasPrefix(name, "storyboard/") || strings.HasPrefix(name, "poster/") {
			others[name] = version(content)
		} else {
			needed[name] = version(content)
		}
	}
	list, err := json.Marshal(needed) // in the order of their names
	if err != nil {
		return err
	}
	later, err := json.Marshal(others)
	if err != nil {
		return err
	}
	worker := string(source)
	for place, with := range map[string]string{
		"const files = {};": "const files = " + string(list) + ";",
		"const later = {};": "const later = " + string(later) + ";",
		`const build = "";`: `const build = "` + version(append(list, later...)) + `";`,
	} {
		if strings.Count(worker, place) != 1 {
			return fmt.Errorf("%s: %s must be there once", workerName, place)
		}
		worker = strings.Replace(worker, place, with, 1)
	}
	f[workerName] = []byte(worker)
	return nil
}

// WithoutWorker is the site as it is without the worker: each visit gets it from
// the server, as whoever works on it wants.
func (f Files) WithoutWorker() Files {
	out := maps.Clone(f)
	delete(out, workerName)
	out[indexName] = bytes.Replace(f[indexName], []byte(workerPlace), nil, 1)
	return out
}
