package scenarios

import (
	"sort"
	"time"
)

// TimedStep is a step whose time is known: `after` is resolved, `repeat`
// expanded and {i} filled in.
type TimedStep struct {
	// Step has neither After nor Repeat any more.
	Step
	// At is when the step happens. If it has a When or counts from a step that
	// has one, this is the earliest moment.
	At time.Duration
	// Index is the step's place in Scenario.Steps, Iteration its {i}.
	Index, Iteration int
	// Waits is the place in the timeline of the last step before it with a When
	// that this one's time counts from: it happens Delay after that one has
	// happened. -1 if At is certain.
	Waits int
	Delay time.Duration
}

// Timeline returns the steps in order of time, in file order within an instant.
func (s *Scenario) Timeline() []TimedStep {
	var out []TimedStep
	var now, delay time.Duration // of the step before
	waits := -1                  // in file order, until the sort
	for index, step := range s.Steps {
		for i := range max(step.Repeat, 1) {
			switch {
			case step.At != nil:
				now, delay, waits = step.At.Duration, 0, -1
			case step.After != nil:
				now, delay = now+step.After.Duration, delay+step.After.Duration
			}
			out = append(out, TimedStep{Step: step.iteration(i), At: now, Index: index, Iteration: i, Waits: waits, Delay: delay})
			if step.When != "" {
				waits, delay = len(out)-1, 0
			}
		}
	}
	return sortTimeline(out)
}

// sortTimeline sorts by time and points Waits at the new places.
func sortTimeline(steps []TimedStep) []TimedStep {
	order := make([]int, len(steps))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return steps[order[i]].At < steps[order[j]].At })
	place := make([]int, len(steps))
	for to, from := range order {
		place[from] = to
	}
	out := make([]TimedStep, len(steps))
	for to, from := range order {
		out[to] = steps[from]
		if w := out[to].Waits; w >= 0 {
			out[to].Waits = place[w]
		}
	}
	return out
}
