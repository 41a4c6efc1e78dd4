package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/explain"
)

// player plays one scenario.
type player struct {
	options
	// name is the file's, for messages.
	name           string
	stdout, stderr io.Writer
	terminal       bool

	run    *scenarios.Run
	out    *bufio.Writer
	events past
	// told is how many captions have been written.
	told int
}

// play runs the scenario, prints what was asked for and returns the exit
// status.
func (p *player) play(s *scenarios.Scenario) int {
	p.apply(s)
	var err error
	if p.run, err = scenarios.NewRun(s); err != nil {
		fmt.Fprintf(p.stderr, "%s: %s\n", p.name, explain.Error(p.lang, err))
		return exitBadInput
	}
	p.out = bufio.NewWriter(p.stdout)
	defer p.out.Flush()
	if p.output == "text" {
		fmt.Fprintf(p.out, "%s: %s\n", s.Name, s.Title.In(p.lang))
	}
	p.steps()
	if p.output == "report" {
		p.out.Write(p.run.Report().JSON())
	}
	if err := p.run.Err(); err != nil && p.until == 0 {
		fmt.Fprintf(p.stderr, "%s:%s\n", p.name, explain.Error(p.lang, err))
		return exitBadInput
	}
	if p.check {
		return p.compare()
	}
	return exitOK
}

// steps runs to the end.
func (p *player) steps() {
	meter := progress{out: p.stderr, shown: p.terminal && p.output != "text" && p.output != "trace", began: time.Now()}
	for {
		events := p.run.Step()
		p.captions()
		if events == nil {
			break
		}
		for _, e := range events {
			p.event(e)
		}
		meter.show(p.run)
	}
	meter.clear()
}

func (p *player) event(e trace.Event) {
	if p.output != "trace" || p.check {
		p.events = append(p.events, e)
	}
	if e.Kind == trace.ActRefused && p.output != "text" && p.output != "trace" {
		p.refused(e)
	}
	switch p.output {
	case "text":
		fmt.Fprintln(p.out, p.line(e))
	case "trace":
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // an event holds nothing that JSON cannot
		}
		p.out.Write(append(text, '\n'))
	}
}

// captions tells what the reader is told before the events that follow.
func (p *player) captions() {
	all := p.run.Captions
	for ; p.told < len(all) && p.output == "text"; p.told++ {
		c := all[p.told]
		if text := c.Say.In(p.lang); text != "" {
			fmt.Fprintf(p.out, "\n%16s  %s\n\n", clock(c.At), text)
		}
		if q := c.Ask; q != nil {
			fmt.Fprintf(p.out, "\n%16s  %s\n%16s  → %s. %s\n\n", clock(c.At), q.Question.In(p.lang), "", q.Choices[q.Answer].In(p.lang), q.Because.In(p.lang))
		}
	}
}

// compare tells whether the report is what was expected.
func (p *player) compare() int {
	found := p.run.Check()
	if len(found) == 0 {
		if p.output == "" {
			fmt.Fprintf(p.out, "ok    %s  %d events, %s\n", p.run.Scenario().Name, p.run.Events(), p.run.Report().EndedAt)
		}
		return exitOK
	}
	fmt.Fprintf(p.stderr, "%s: the report is not what is expected\n\n", p.name)
	scenarios.WriteDifferences(p.stderr, found, p.events, p.line)
	return exitUnexpected
}

// progress is a line that says how far a long run has come.
type progress struct {
	out   io.Writer
	shown bool
	began time.Time
	steps int
	wrote bool
}

// The line appears after progressAfter; the clock is looked at every
// progressSteps.
const (
	progressAfter = time.Second
	progressSteps = 2000
)

func (m *progress) show(run *scenarios.Run) {
	m.steps++
	if !m.shown || m.steps%progressSteps != 0 || time.Since(m.began) < progressAfter {
		return
	}
	fmt.Fprintf(m.out, "\r%d events, %s simulated", run.Events(), run.World.Now().Round(time.Millisecond))
	m.wrote = true
}

func (m *progress) clear() {
	if m.wrote {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}
