package main

import (
	"fmt"
	"time"

	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// past are the events so far, among which sentences look for causes.
type past []trace.Event

// Event is the event of that number, and whether there is one.
func (p past) Event(seq int64) (trace.Event, bool) {
	if seq < 1 || seq > int64(len(p)) {
		return trace.Event{}, false
	}
	return p[seq-1], true
}

// line tells one event: its number, when it happened, who did it, and what.
func (p *player) line(e trace.Event) string {
	return fmt.Sprintf("%5d %10s  %-18s %s", e.Seq, clock(e.At), e.Actor, explain.Sentence(e, p.events, p.lang))
}

// refused tells that a step could not be done. That may be what the scenario
// shows, or a mistake of whoever wrote it.
func (p *player) refused(e trace.Event) {
	step := ""
	if act, ok := p.events.Event(e.Cause); ok {
		step = explain.Sentence(act, p.events, p.lang) + " "
	}
	fmt.Fprintf(p.stderr, "%s: %s  %s%s\n", p.name, clock(e.At), step, explain.Sentence(e, p.events, p.lang))
}

// clock is a time as the text shows it; hops inside the process do not show.
func clock(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }
