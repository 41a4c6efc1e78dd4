package main

import (
	"fmt"
	"strings"
)

// mutant is one line of the engine, and what takes its place.
type mutant struct {
	name, file, old, new string
}

// parse reads the list: blocks of four lines, with empty lines between them.
//
//	# what is broken
//	FILE
//	- the line as it is
//	+ what it becomes
func parse(text string) ([]mutant, error) {
	var all []mutant
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		lines := strings.Split(block, "\n")
		if len(lines) != 4 {
			return nil, fmt.Errorf("mutants.txt: a block has four lines, not %d:\n%s", len(lines), block)
		}
		m := mutant{}
		for n, part := range []struct {
			to     *string
			prefix string
		}{{&m.name, "# "}, {&m.file, ""}, {&m.old, "- "}, {&m.new, "+ "}} {
			value, ok := strings.CutPrefix(lines[n], part.prefix)
			if !ok {
				return nil, fmt.Errorf("mutants.txt: %q does not begin with %q:\n%s", lines[n], part.prefix, block)
			}
			*part.to = value
		}
		all = append(all, m)
	}
	return all, nil
}

// apply breaks the one line of text that is m.old, whatever its indentation.
func (m mutant) apply(text string) (string, error) {
	lines := strings.Split(text, "\n")
	found := 0
	for n, line := range lines {
		if strings.TrimSpace(line) == m.old {
			lines[n] = m.new
			found++
		}
	}
	if found != 1 {
		return "", fmt.Errorf("%s has %d lines %q, want one", m.file, found, m.old)
	}
	return strings.Join(lines, "\n"), nil
}
