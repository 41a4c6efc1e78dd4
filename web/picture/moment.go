// Package picture makes pictures and texts of a run for other places than the
// page: stills, an animation in one file, a storyboard, a sequence diagram. They
// are pure functions of a branch, so that the page and the command line make the
// same.
package picture

import (
	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/explain"
)

// Width is that of the pictures, in CSS pixels.
const Width = 1400

// Options say how a run is pictured.
type Options struct {
	// Lang is en or zh.
	Lang string
	// Theme is light, dark or contrast; empty follows whoever looks.
	Theme string
	// From and To are the first and the last moment, by event.
	From, To int
}

// Events is a branch as explain wants it.
type Events struct{ Branch *scenarios.Branch }

// Event is an event by its number.
func (e Events) Event(seq int64) (trace.Event, bool) {
	if found := e.Branch.Find(seq); found != nil {
		return *found, true
	}
	return trace.Event{}, false
}

// Stage draws the stage after event n.
func Stage(b *scenarios.Branch, n int, lang string) draw.Node {
	o := draw.Options{
		Width: Width, Lang: lang, Still: true, Rooms: b.At(n).Scenario().Stage,
		Event: b.Find,
	}
	if n > 0 {
		o.Changed = b.Event(n)
	}
	for _, c := range b.Captions() {
		if c.Event <= n && c.Focus != "" {
			o.Focus = c.Focus
		}
	}
	return draw.Stage(b.At(n).World, o)
}

// told is what the reader is told at a moment.
type told struct {
	// Say is the scenario's word or question, Sentence that of the event.
	Say, Sentence string
	// Ask is the question, if it is one.
	Ask *scenarios.Question
}

func tell(b *scenarios.Branch, n int, lang string) told {
	var t told
	for _, c := range b.Captions() {
		if c.Event > n {
			break
		}
		switch {
		case c.Ask != nil:
			t.Say, t.Ask = c.Ask.Question.In(lang), c.Ask
		case len(c.Say) > 0:
			t.Say, t.Ask = c.Say.In(lang), nil
		}
	}
	if n > 0 {
		t.Sentence = explain.Sentence(*b.Event(n), Events{b}, lang)
	}
	return t
}

// Still is the picture of one moment, with what is told there.
func Still(b *scenarios.Branch, n int, lang string) draw.Node {
	t := tell(b, n, lang)
	says, sentences := draw.CaptionRoom(t.Say, t.Sentence, Width)
	return draw.Captioned(Stage(b, n, lang), t.Say, t.Sentence, Width, says, sentences)
}
