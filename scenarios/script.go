package scenarios

import (
	"slices"
	"sort"
	"time"
)

// script is what a run follows. It never changes: an act makes a new one, of
// which the old is a beginning.
type script struct {
	scenario *Scenario
	// steps are the timeline and, behind it, the acts of a session; the first
	// written ones are the scenario's own.
	steps   []TimedStep
	written int
	// acts are the steps that happen after a certain event, in that order.
	acts   []int
	whens  map[int]Predicate
	ending ending
}

// ending says when a run is over. Whatever is due at floor or before it still
// happens; if quiet is set the run then goes on until only periodic timers are
// left, up to cap.
type ending struct {
	floor, cap time.Duration
	quiet      bool
}

func newScript(s *Scenario) (*script, error) {
	c := &script{scenario: s, steps: s.Timeline(), whens: map[int]Predicate{}, ending: endingOf(s)}
	c.written = len(c.steps)
	for i, step := range c.steps {
		if step.AfterEvent > 0 {
			c.acts = append(c.acts, i)
		}
		if step.When == "" {
			continue
		}
		p, err := ParsePredicate(step.When)
		if err != nil {
			return nil, &StepError{step, say("%v", err)}
		}
		c.whens[i] = p
	}
	sort.SliceStable(c.acts, func(i, j int) bool { return c.steps[c.acts[i]].AfterEvent < c.steps[c.acts[j]].AfterEvent })
	return c, nil
}

// endingOf is the ending of a scenario in which nobody acts.
func endingOf(s *Scenario) ending {
	if s.Until != nil {
		return ending{floor: s.Until.Duration}
	}
	return ending{cap: DefaultUntil, quiet: true}
}

// with is the script with one more act. The run then goes on until it is quiet
// again, however short the scenario was meant to be.
func (c *script) with(act TimedStep) *script {
	d := *c
	d.steps = append(slices.Clip(c.steps), act)
	n := sort.Search(len(c.acts), func(i int) bool { return c.steps[c.acts[i]].AfterEvent > act.AfterEvent })
	d.acts = slices.Insert(slices.Clone(c.acts), n, len(c.steps))
	d.ending.quiet, d.ending.cap = true, max(c.ending.cap, act.At+DefaultUntil)
	return &d
}

// before is the script without what a session did after event n or later.
func (c *script) before(n int) *script {
	d := *c
	d.ending = endingOf(c.scenario)
	d.acts = slices.DeleteFunc(slices.Clone(c.acts), func(i int) bool {
		return i >= c.written && c.steps[i].AfterEvent >= int64(n)
	})
	return &d
}

// until is the script that lasts at least until t.
func (c *script) until(t time.Duration) *script {
	d := *c
	d.ending.floor = max(d.ending.floor, t)
	return &d
}
