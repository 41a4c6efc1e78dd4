package picture

import (
	"strconv"
	"strings"

	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/explain"
)

// Mermaid is the sequence diagram of the events after From up to To, as Mermaid
// draws it: who handed what to whom, with the scenario's words as notes.
func Mermaid(b *scenarios.Branch, o Options) string {
	b.Ensure(o.To, func() bool { return false })
	var body strings.Builder
	var places []string
	alias := func(place string) string {
		for i, p := range places {
			if p == place {
				return "p" + strconv.Itoa(i)
			}
		}
		places = append(places, place)
		return "p" + strconv.Itoa(len(places)-1)
	}
	note := func(text string) {
		body.WriteString("  Note over " + alias(trace.APIServer) + ": " + mermaidText(text) + "\n")
	}
	captions := b.Captions()
	tellUpTo := func(n int) {
		for ; len(captions) > 0 && captions[0].Event <= n; captions = captions[1:] {
			c := captions[0]
			say := c.Say.In(o.Lang)
			if c.Ask != nil {
				say = c.Ask.Question.In(o.Lang)
			}
			if say != "" && c.Event >= o.From {
				note(say)
			}
		}
	}
	for n := o.From + 1; n <= min(o.To, b.Len()); n++ {
		tellUpTo(n - 1)
		e := b.Event(n)
		switch sentence := explain.Sentence(*e, Events{b}, o.Lang); {
		case e.From != "" && e.To != "" && e.From != e.To:
			body.WriteString("  " + alias(e.From) + "->>" + alias(e.To) + ": " + mermaidText(sentence) + "\n")
		case e.Kind.IsAct():
			note(sentence)
		}
	}
	tellUpTo(o.To)
	var out strings.Builder
	out.WriteString("sequenceDiagram\n")
	for _, place := range places {
		out.WriteString("  participant " + alias(place) + " as " + mermaidText(explain.Room(place, o.Lang).Title) + "\n")
	}
	return out.String() + body.String()
}

// mermaidText is a text with what Mermaid takes for its own written as it wants
// it; a line is broken where it gets long.
func mermaidText(text string) string {
	const longest = 60
	text = strings.NewReplacer("#", "#35;", ";", "#59;", "<", "#lt;", ">", "#gt;", "\n", " ", "%%", "#37;#37;").Replace(text)
	var out strings.Builder
	width := 0
	for _, word := range strings.SplitAfter(text, " ") {
		if width > 0 && width+len(word) > longest {
			out.WriteString("<br/>")
			width = 0
		}
		out.WriteString(word)
		width += len(word)
	}
	return strings.TrimSpace(out.String())
}
