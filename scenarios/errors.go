package scenarios

import (
	"fmt"
	"sort"
	"strings"
)

// Error is one thing wrong with a file: where it is, what is wrong, what is
// allowed, and the nearest known name where one looks like what was meant.
type Error struct {
	File string `json:"file"`
	// Line and Column count from 1.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Field is a path such as world.informers[0].queue; empty for the whole file.
	Field   string `json:"field,omitempty"`
	Problem string `json:"problem"`
	Allowed string `json:"allowed,omitempty"`
	Nearest string `json:"nearest,omitempty"`
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", e.File, e.Line, e.Column)
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	b.WriteString(e.Problem)
	if e.Allowed != "" {
		b.WriteString("; allowed: " + e.Allowed)
	}
	if e.Nearest != "" {
		b.WriteString("; did you mean " + e.Nearest + "?")
	}
	return b.String()
}

// MaxErrors is how many errors of one file are told.
const MaxErrors = 50

// Errors is all that is wrong with a file, in the order of the file; a last
// one says so if there are more than MaxErrors.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap makes each error reachable by errors.As.
func (e Errors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

// sorted puts errors into the order of the file and keeps MaxErrors of them.
func (e Errors) sorted() Errors {
	sort.SliceStable(e, func(i, j int) bool {
		if e[i].Line != e[j].Line {
			return e[i].Line < e[j].Line
		}
		return e[i].Column < e[j].Column
	})
	if len(e) > MaxErrors {
		last := e[MaxErrors]
		e = append(e[:MaxErrors:MaxErrors], &Error{File: last.File, Line: last.Line, Column: last.Column,
			Problem: "there are more errors from here on"})
	}
	return e
}

// list is names for a sentence: "a, b or c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Nearest returns the known name that a wrong one most likely means, or "".
func Nearest(wrong string, known []string) string {
	fold := strings.NewReplacer("-", "", "_", "", " ", "")
	wrong = strings.ToLower(fold.Replace(wrong))
	best, distance := "", 1+max(1, len(wrong)/3)
	for _, name := range known {
		if d := edits(wrong, strings.ToLower(fold.Replace(name))); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// edits is the number of letters to add, drop, change or swap with the next to
// get from a to b (optimal string alignment).
func edits(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
