package scenarios

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"informerscope/engine/trace"
)

// Difference is one place where a report is not what was expected.
type Difference struct {
	// Path is a path of the report, as `when` writes it.
	Path string
	// Expected and Got are JSON; "nothing" where there is no value.
	Expected, Got string
	// Seq is the event that made what is there, or the last one before it is
	// missed; 0 if no event can be named.
	Seq int64
}

// Check compares what the scenario expects with the report: maps may be
// partial, lists are whole and in order. Of a list only the first difference is
// told.
func (r *Run) Check() []Difference {
	var got any
	d := json.NewDecoder(bytes.NewReader(r.Report().JSON()))
	d.UseNumber()
	if err := d.Decode(&got); err != nil {
		panic(err) // JSON has just written it
	}
	c := comparison{fold: &r.fold}
	c.compare(nil, r.Scenario().Expect, got)
	return c.found
}

type comparison struct {
	fold  *fold
	found []Difference
}

func (c *comparison) compare(path []string, expected, got any) {
	switch expected := expected.(type) {
	case map[string]any:
		c.compareMap(path, expected, got)
	case []any:
		c.compareList(path, expected, got)
	default:
		if !same(expected, got) {
			c.differ(path, text(expected), text(got))
		}
	}
}

func (c *comparison) compareMap(path []string, expected map[string]any, got any) {
	m, ok := got.(map[string]any)
	if !ok {
		c.differ(path, text(expected), text(got))
		return
	}
	for _, key := range slices.Sorted(maps.Keys(expected)) {
		name := key
		if len(path) == 1 && path[0] == "handlers" {
			name = fullHandlerName(key, m)
		}
		at := append(slices.Clip(path), name)
		if value, ok := m[name]; ok {
			c.compare(at, expected[key], value)
		} else {
			c.differ(at, text(expected[key]), "nothing; there is "+list(slices.Sorted(maps.Keys(m))).String())
		}
	}
}

func (c *comparison) compareList(path []string, expected []any, got any) {
	l, ok := got.([]any)
	if !ok {
		c.differ(path, text(expected), text(got))
		return
	}
	before := len(c.found)
	for i := 0; i < max(len(expected), len(l)) && len(c.found) == before; i++ {
		at := append(slices.Clip(path), strconv.Itoa(i))
		switch {
		case i >= len(l):
			c.differ(at, text(expected[i]), "nothing: the list ends here")
		case i >= len(expected):
			c.differ(at, "nothing: the list ends here", text(l[i]))
		default:
			c.compare(at, expected[i], l[i])
		}
	}
}

func (c *comparison) differ(path []string, expected, got string) {
	c.found = append(c.found, Difference{Path: pathText(path), Expected: expected, Got: got, Seq: c.fold.origin(path)})
}

// fullHandlerName is INFORMER/HANDLER for a HANDLER that only one informer has.
func fullHandlerName[T any](name string, handlers map[string]T) string {
	full := name
	for other := range handlers {
		if strings.HasSuffix(other, "/"+name) {
			if full != name {
				return name
			}
			full = other
		}
	}
	return full
}

// same compares two scalars as text: a version is a string in the report, and
// whoever writes it without quotes means the same.
func same(expected, got any) bool {
	switch got.(type) {
	case map[string]any, []any, nil:
		return false
	}
	return fmt.Sprint(expected) == fmt.Sprint(got)
}

func text(v any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(out.String())
}

// pathText writes a path as `when` takes it.
func pathText(path []string) string {
	var b strings.Builder
	for i, part := range path {
		_, err := strconv.Atoi(part)
		switch {
		case err == nil && i > 0:
			b.WriteString("[" + part + "]")
		case strings.ContainsAny(part, "./:"):
			b.WriteString("[" + strconv.Quote(part) + "]")
		case i > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}

// origin is the event that wrote the line at path, or the last line of a list
// that ends before path; 0 if path is no line of a journal.
func (f *fold) origin(path []string) int64 {
	if len(path) < 3 {
		return 0
	}
	n, err := strconv.Atoi(path[len(path)-1])
	if err != nil {
		return f.requestAt(path)
	}
	var seqs []int64
	switch path[0] {
	case "handlers":
		seqs = f.handlers[path[1]].seqs
	case "reconciles":
		seqs = f.reconciles[path[1]].seqs
	case "writes":
		seqs = f.writes[path[1]].seqs
	case "informers":
		if path[2] == "popped" {
			seqs = f.popped[path[1]].seqs
		}
	}
	if len(seqs) == 0 {
		return f.requestAt(path)
	}
	return seqs[min(n, len(seqs)-1)]
}

// requestAt is the event of the request in whose entry path ends.
func (f *fold) requestAt(path []string) int64 {
	if len(path) < 4 || path[0] != "informers" || path[2] != "requests" {
		return 0
	}
	n, _ := strconv.Atoi(path[3])
	var seq int64
	for _, r := range f.requests {
		if r.informer == path[1] && n >= 0 {
			seq, n = r.seq, n-1
		}
	}
	return seq
}

// context is how many events of a cause chain, and how many after it, a
// difference shows.
const (
	contextBefore = 12
	contextAfter  = 2
)

// WriteDifferences tells the differences to a person: path, expected, got, and
// for the first the events that led there, each as line writes it.
func WriteDifferences(w io.Writer, found []Difference, events []trace.Event, line func(trace.Event) string) {
	for i, d := range found {
		fmt.Fprintf(w, "%s\n  expected %s\n  got      %s\n", d.Path, d.Expected, d.Got)
		if i > 0 || len(events) == 0 {
			continue
		}
		at := d.Seq
		if at == 0 {
			at = lastAbout(d.Path, events)
		}
		fmt.Fprintf(w, "  the events that led there:\n")
		for _, e := range around(events, at) {
			mark := " "
			if e.Seq == at {
				mark = ">"
			}
			fmt.Fprintf(w, "  %s %s\n", mark, line(e))
		}
	}
}

// around is the cause chain of event seq, oldest first, and what came next.
func around(events []trace.Event, seq int64) []trace.Event {
	var chain []trace.Event
	for s := seq; s > 0 && len(chain) < contextBefore; s = events[s-1].Cause {
		chain = append(chain, events[s-1])
	}
	slices.Reverse(chain)
	after := events[seq:]
	return append(chain, after[:min(len(after), contextAfter)]...)
}

// lastAbout is the last event about a key that the path names, else the last of
// all.
func lastAbout(path string, events []trace.Event) int64 {
	for i := len(events) - 1; i >= 0; i-- {
		if key := events[i].Key; key != "" && strings.Contains(path, strconv.Quote(key)) {
			return events[i].Seq
		}
	}
	return events[len(events)-1].Seq
}
