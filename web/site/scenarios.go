package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"time"

	"informerscope/scenarios"
	builtins "informerscope/scenarios/builtin"
	"informerscope/web"
)

// builtin is where the built-in scenarios are; the site has them below
// scenarios/, with a list of them.
const builtin = "scenarios/builtin"

// addScenarios adds the built-in scenarios, and the list that the page shows.
func (f Files) addScenarios(project fs.FS) error {
	order, err := fs.ReadFile(project, path.Join(builtin, builtins.OrderFile))
	if err != nil {
		return err
	}
	names := builtins.Order(string(order))
	catalogue := make([]web.Entry, len(names))
	for i, name := range names {
		file := path.Join(builtin, name+".yaml")
		text, err := fs.ReadFile(project, file)
		if err != nil {
			return err
		}
		if catalogue[i], err = entryOf(file, text); err != nil {
			return fmt.Errorf("a built-in scenario is wrong: %w", err)
		}
		f[path.Join("scenarios", name+".yaml")] = text
	}
	list, err := json.Marshal(catalogue)
	f["scenarios/index.json"] = list
	return err
}

// entryOf is what the list says of a scenario.
func entryOf(file string, text []byte) (web.Entry, error) {
	s, err := scenarios.Load(file, text)
	if err != nil {
		return web.Entry{}, err
	}
	session, err := scenarios.NewSession(s)
	if err != nil {
		return web.Entry{}, err
	}
	session.Branches[0].All()
	length := session.Branches[0].Story().Length()
	return web.Entry{Name: s.Name, Title: s.Title, Summary: s.Summary, Level: s.Level,
		Answers: s.Answers, Tags: s.Tags, Seconds: int((length + time.Second - 1) / time.Second)}, nil
}
