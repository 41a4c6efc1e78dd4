package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"informerscope/scenarios"
	"informerscope/web"
)

// builtin is where the built-in scenarios are; the site has them below
// scenarios/, with a list of them.
const builtin = "scenarios/builtin"

// addScenarios adds the built-in scenarios, and the list that the page shows.
func (f Files) addScenarios(project fs.FS) error {
	names, err := fs.Glob(project, path.Join(builtin, "*.yaml"))
	if err != nil {
		return err
	}
	catalogue := make([]web.Entry, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(project, name)
		if err != nil {
			return err
		}
		s, err := scenarios.Load(name, text)
		if err != nil {
			return fmt.Errorf("a built-in scenario is wrong: %w", err)
		}
		catalogue[i] = web.Entry{Name: s.Name, Title: s.Title, Summary: s.Summary, Level: s.Level}
		f[path.Join("scenarios", path.Base(name))] = text
	}
	list, err := json.Marshal(catalogue)
	f["scenarios/index.json"] = list
	return err
}
