// Package explain puts the engine's events into words, in English and Chinese:
// one sentence for each event, the chain of its causes, the journey of an
// object, and what the goroutine behind it does. It also holds every other text
// of the page. It draws nothing and knows nothing of a browser.
package explain

import (
	"fmt"
	"strings"
	"sync"
)

// The languages of the page.
const (
	English = "en"
	Chinese = "zh"
)

// files holds the texts, by the name of the file below texts. Each text stands in
// both languages, so that a translator sees both and neither can be forgotten.
//
// A native program carries them; the page fetches them, so that the program that
// every reader waits for stays small: see Use.
var files map[string]string

// Use hands over the texts, by the names of their files. It comes before all else.
func Use(texts map[string]string) { files = texts }

// text is one text in both languages.
type text struct{ en, zh string }

// in is the text in a language: Chinese if lang says so, else English.
func (t text) in(lang string) string {
	if isChinese(lang) {
		return t.zh
	}
	return t.en
}

func isChinese(lang string) bool { return strings.HasPrefix(lang, Chinese) }

var (
	sentences = sync.OnceValue(func() map[string]text { return parse(files["sentences.txt"]) })
	links     = sync.OnceValue(func() map[string]text { return parse(files["links.txt"]) })
	words     = sync.OnceValue(func() map[string]text { return parse(files["words.txt"] + "\n\n" + files["page.txt"]) })
)

// parse reads a file of texts: blocks of an id, the English and the Chinese,
// with blank lines between them; lines that begin with # are comments.
func parse(file string) map[string]text {
	all := map[string]text{}
	for b := range blocks(file) {
		all[b[0]] = text{en: b[1], zh: b[2]}
	}
	return all
}

// blocks yields the blocks of a file, each as its three lines.
func blocks(file string) func(yield func([3]string) bool) {
	return func(yield func([3]string) bool) {
		var b [3]string
		n := 0
		for line := range strings.Lines(file) {
			line = strings.TrimRight(line, "\r\n")
			switch {
			case line == "":
				n = 0
			case n == 0 && strings.HasPrefix(line, "#"):
			case n < len(b):
				b[n] = line
				n++
				if n == len(b) && !yield(b) {
					return
				}
			}
		}
	}
}

// T is a text of the page in a language. The arguments are the values of its
// placeholders: name, value, name, value … An id that does not exist comes back
// as it is.
func T(lang, id string, args ...any) string {
	t, ok := words()[id]
	if !ok {
		return id
	}
	return expand(t.in(lang), lang, func(name string) value {
		for i := 0; i+1 < len(args); i += 2 {
			if args[i] == name {
				return spell(args[i+1], lang)
			}
		}
		return value{}
	})
}

// has says whether the page has a text of that id.
func has(id string) bool {
	_, ok := words()[id]
	return ok
}

// pick finds the text of a kind of event: that of its facet if there is one,
// else of the facet without its last part, at last of the kind alone.
func pick(from map[string]text, kind, facet string) (text, error) {
	for id := kind + "." + facet; ; {
		if t, ok := from[strings.TrimSuffix(id, ".")]; ok {
			return t, nil
		}
		cut := strings.LastIndexByte(id, '.')
		if cut < len(kind) {
			return text{}, fmt.Errorf("no text for %s", kind)
		}
		id = id[:cut]
	}
}
