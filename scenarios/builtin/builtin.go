// Package builtin holds the built-in scenarios for programs that run natively.
// The page does not link it: it fetches the same files.
package builtin

import (
	"embed"
	"strings"

	"informerscope/scenarios"
)

//go:embed *.yaml
var files embed.FS

// Names are the built-in scenarios, in order of their names.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Text is the file of a built-in scenario, and whether there is one.
func Text(name string) ([]byte, bool) {
	text, err := files.ReadFile(name + ".yaml")
	return text, err == nil
}

// Load reads a built-in scenario.
func Load(name string) (*scenarios.Scenario, error) {
	text, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return nil, err
	}
	return scenarios.Load(name+".yaml", text)
}
