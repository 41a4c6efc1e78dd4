package scenarios

import (
	"fmt"
	"sort"
	"strings"
)

// Error is one thing wrong with a file: where it is, what is wrong, what is
// allowed, and the nearest known name where one looks like what was meant.
type Error struct {
	File string
	// Line and Column count from 1.
	Line   int
	Column int
	// Field is a path such as world.informers[0].queue; empty for the whole file.
	Field   string
	Problem Message
	Allowed Message
	Nearest string
}

func (e *Error) Error() string { return e.In(inEnglish) }

// In says where what is wrong.
func (e *Error) In(translate func(format string) string) string {
	return fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column) + e.Reason(translate)
}

// Reason says what is wrong, for whoever sees already where.
func (e *Error) Reason(translate func(format string) string) string {
	text := e.Problem.In(translate)
	if e.Field != "" {
		text = e.Field + ": " + text
	}
	if !e.Allowed.empty() {
		text += say("; allowed: %s", e.Allowed).In(translate)
	}
	return text + meant(e.Nearest).In(translate)
}

// meant ends a message with the name that was likely meant, if there is one.
func meant(name string) Message {
	if name == "" {
		return Message{}
	}
	return say("; did you mean %s?", name)
}

// MaxErrors is how many errors of one file are told.
const MaxErrors = 50

// Errors is all that is wrong with a file, in the order of the file; a last
// one says so if there are more than MaxErrors.
type Errors []*Error

func (e Errors) Error() string { return e.In(inEnglish) }

// In says all errors, each on its line.
func (e Errors) In(translate func(format string) string) string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.In(translate)
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
			Problem: say("there are more errors from here on")})
	}
	return e
}

// list is names for a sentence: "a, b or c".
func list(names []string) Message {
	if len(names) < 2 {
		return Message{Format: strings.Join(names, "")}
	}
	last := len(names) - 1
	return say("%s or %s", strings.Join(names[:last], ", "), names[last])
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
