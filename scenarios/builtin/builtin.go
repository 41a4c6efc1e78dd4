// Package builtin holds the built-in scenarios for programs that run natively.
// The page does not link it: it fetches the same files.
package builtin

import (
	"embed"
	"strings"

	"informerscope/scenarios"
)

//go:embed *.yaml course.txt
var files embed.FS

// Names are the built-in scenarios, in the order of the course.
func Names() []string {
	text, err := files.ReadFile(OrderFile)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return Order(string(text))
}

// OrderFile is the file that says in which order the scenarios are read.
const OrderFile = "course.txt"

// Order reads that file: one name a line, but for comments.
func Order(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			names = append(names, line)
		}
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
