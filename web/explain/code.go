package explain

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"informerscope/engine/trace"
)

// Line is one line of a program.
type Line struct {
	// ID names the line within its program, whatever the setup.
	ID     string
	Indent int
	Text   string
}

// Setup is what decides between the variants of a program: the informer's
// configuration and the release of client-go.
type Setup struct {
	// Queue is DeltaFIFO or RealFIFO; Atomic that of a RealFIFO.
	Queue     string
	Atomic    bool
	WatchList bool
	Shared    bool
	// Client is the release, "1.37" or "1.13".
	Client string
}

// has says whether a line with that mark belongs to the setup.
func (s Setup) has(mark string) bool {
	switch mark {
	case "+delta":
		return s.Queue == "DeltaFIFO"
	case "+real":
		return s.Queue != "DeltaFIFO"
	case "+atomic":
		return s.Atomic
	case "+plain":
		return !s.Atomic
	case "+stream":
		return s.WatchList
	case "+shared":
		return s.Shared
	case "+simple":
		return !s.Shared
	}
	return mark == "+"+s.Client
}

// codeLine is a line of the file: what lights it, its marks and its texts.
type codeLine struct {
	id   string
	lit  []string
	when []string
	text text
}

// code is every program's lines.
var code = sync.OnceValue(func() map[string][]codeLine {
	all := map[string][]codeLine{}
	for section := range strings.SplitSeq(files["code.txt"], "\n== ") {
		name, lines, _ := strings.Cut(section, "\n")
		for b := range blocks(lines) {
			all[name] = append(all[name], newCodeLine(len(all[name]), b))
		}
	}
	return all
})

func newCodeLine(n int, b [3]string) codeLine {
	c := codeLine{id: strconv.Itoa(n + 1), text: text{b[1], b[2]}}
	for _, word := range strings.Fields(b[0]) {
		if strings.HasPrefix(word, "+") {
			c.when = append(c.when, word)
		} else {
			c.lit = append(c.lit, word)
		}
	}
	return c
}

// PseudoCode is what a modelled goroutine does, in our own words: the program of
// that name as CurrentLine gives it, for one setup. There is none for a name
// that does not exist.
func PseudoCode(program string, s Setup, lang string) []Line {
	var lines []Line
	for _, c := range code()[program] {
		if slices.ContainsFunc(c.when, func(mark string) bool { return !s.has(mark) }) {
			continue
		}
		t := c.text.in(lang)
		bare := strings.TrimLeft(t, " ")
		lines = append(lines, Line{ID: c.id, Indent: (len(t) - len(bare)) / 4, Text: bare})
	}
	return lines
}

// Program is the name of the program that an actor runs, "" if it runs none.
func Program(actor string) string {
	_, role := splitActor(actor)
	if strings.HasPrefix(role, "worker-") {
		return "worker"
	}
	if _, ok := code()[role]; ok {
		return role
	}
	return ""
}

// CurrentLine is the program that the goroutine behind e runs, and its line that
// e lights in that setup.
func CurrentLine(e trace.Event, s Setup) (program, line string) {
	program = Program(e.Actor)
	if program == "" {
		program = "informer"
		if e.Kind == trace.CacheSynced {
			program = "controller"
		}
	}
	return program, lineOf(code()[program], e, s)
}

// lineOf finds the line for e: that of its facet, else that of its kind.
func lineOf(lines []codeLine, e trace.Event, s Setup) string {
	for _, id := range []string{string(e.Kind) + "." + facetOf(e, nil), string(e.Kind)} {
		for _, c := range lines {
			fits := !slices.ContainsFunc(c.when, func(mark string) bool { return !s.has(mark) })
			if fits && slices.Contains(c.lit, id) {
				return c.id
			}
		}
	}
	return ""
}
