package scenarios

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
)

// Run is a scenario being executed: the world, what is still to happen to it,
// and the report so far. Everything in it follows from the scenario and the
// acts, so a Clone goes on exactly as the original would.
type Run struct {
	World *engine.World
	// Captions are what the reader has been told and shown so far.
	Captions []Caption

	script *script
	fold   fold
	// coming are the steps whose time is known, in order of it.
	coming []coming
	// ripe are the steps whose time has come and whose predicate does not hold
	// yet, in that order.
	ripe []int
	// recent is what the last step of the world did, for those.
	recent []trace.Kind
	// acts counts the steps with AfterEvent that have been done.
	acts int
	// acting: a command has been given to the world and not carried out; telling
	// is what its step says, which appears with what it does.
	acting  bool
	telling *Caption
	ended   bool
}

// Caption is a step that tells or shows the reader something.
type Caption struct {
	// Event is the position in the trace at which it appears, and At the
	// simulated time.
	Event int
	At    time.Duration
	Say   Text
	Focus string
	Ask   *Question
}

// coming is a step of the script that will be looked at, at a known time.
type coming struct {
	at   time.Duration
	step int
}

func byTime(a, b coming) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.step, b.step))
}

// NewRun begins a scenario: its world at time 0, before anything has happened.
func NewRun(s *Scenario) (*Run, error) {
	w, err := engine.New(s.config())
	if err != nil {
		return nil, err
	}
	return runIn(w, s)
}

// config is that of the world.
func (s *Scenario) config() engine.Config {
	config := s.World
	config.Seed = s.Seed
	return config
}

// runIn begins a scenario in its world.
func runIn(w *engine.World, s *Scenario) (*Run, error) {
	c, err := newScript(s)
	if err != nil {
		return nil, err
	}
	r := &Run{World: w, script: c}
	for i, step := range c.steps {
		if step.AfterEvent == 0 && step.Waits < 0 {
			r.coming = append(r.coming, coming{step.At, i})
		}
	}
	return r, nil
}

// Step does the smallest thing that can be told apart and returns its events,
// nearly always one; nil when the run is over. The slice is valid until the
// next Step.
func (r *Run) Step() []trace.Event {
	for !r.ended {
		if !r.acting && (r.act() || r.fire() || r.come(r.World.Now())) {
			continue
		}
		limit := r.limit()
		before := limit
		if len(r.coming) > 0 {
			before = min(before, r.coming[0].at-1)
		}
		events := r.World.StepUntil(before)
		r.recent = nil
		for _, e := range events {
			r.fold.add(e)
			if len(r.ripe) > 0 {
				r.recent = append(r.recent, e.Kind)
			}
			if r.acting && e.Kind.IsAct() {
				r.carriedOut()
			}
		}
		if len(events) > 0 {
			return events
		}
		if events != nil {
			continue
		}
		r.carriedOut()
		if !r.come(limit) {
			r.World.AdvanceTo(limit)
			r.ended = true
		}
	}
	return nil
}

// limit is the time until which things happen, as far as it can be said now.
func (r *Run) limit() time.Duration {
	e := r.script.ending
	switch {
	case !e.quiet:
		return e.floor
	case len(r.coming) == 0 && len(r.ripe) == 0 && r.World.Quiet():
		return max(e.floor, r.World.Now())
	}
	return max(e.floor, e.cap)
}

// act does the next step that is to happen after a certain event, if that is
// the last one that happened.
func (r *Run) act() bool {
	if r.acts == len(r.script.acts) {
		return false
	}
	i := r.script.acts[r.acts]
	step := r.script.steps[i]
	if step.AfterEvent > r.fold.events {
		return false
	}
	r.acts++
	if step.Step.At != nil {
		r.World.AdvanceTo(step.At)
	}
	r.arrive(i)
	return true
}

// come takes up the next step whose time is not later than limit.
func (r *Run) come(limit time.Duration) bool {
	if len(r.coming) == 0 || r.coming[0].at > limit {
		return false
	}
	next := r.coming[0]
	r.coming = r.coming[1:]
	r.World.AdvanceTo(next.at)
	r.arrive(next.step)
	return true
}

// arrive is a step's time: it happens, unless it waits for a predicate.
func (r *Run) arrive(step int) {
	if r.holds(step) {
		r.do(step)
	} else {
		r.ripe = append(slices.Clip(r.ripe), step)
	}
}

// fire does the first waiting step whose predicate has come true.
func (r *Run) fire() bool {
	for n, step := range r.ripe {
		if r.script.whens[step].concerns(r.recent) && r.holds(step) {
			r.ripe = slices.Delete(slices.Clone(r.ripe), n, n+1)
			r.do(step)
			return true
		}
	}
	return false
}

func (r *Run) holds(step int) bool {
	p, waits := r.script.whens[step]
	return !waits || p.Eval(r.fold.report(r.script.scenario, r.World, p.terms))
}

// release gives a time to the steps that counted from one that has now happened.
func (r *Run) release(step int) {
	for i, s := range r.script.steps {
		if s.Waits == step {
			c := coming{max(s.At, r.World.Now()+s.Delay), i}
			n, _ := slices.BinarySearchFunc(r.coming, c, byTime)
			r.coming = slices.Insert(slices.Clone(r.coming), n, c)
		}
	}
}

// do is a step happening.
func (r *Run) do(i int) {
	step := r.script.steps[i]
	acts := !reflect.ValueOf(step.Command).IsZero()
	if len(step.Say) > 0 || step.Focus != "" || step.Ask != nil {
		r.telling = &Caption{Say: step.Say, Focus: step.Focus, Ask: step.Ask}
	}
	if !acts || step.Ask != nil { // a question comes before its answer
		r.tell()
	}
	if acts {
		r.World.Apply(step.Command)
		r.acting = true
	}
	if step.When != "" {
		r.release(i)
	}
}

// carriedOut is told that the command has been carried out: only now is it true
// what its step says.
func (r *Run) carriedOut() {
	r.acting = false
	r.tell()
}

// tell lets what is to be told appear.
func (r *Run) tell() {
	if c := r.telling; c != nil {
		r.Captions = append(slices.Clip(r.Captions), Caption{int(r.fold.events), r.World.Now(), c.Say, c.Focus, c.Ask})
		r.telling = nil
	}
}

// Finish runs to the end and returns what Err says then.
func (r *Run) Finish() error {
	for r.Step() != nil {
	}
	return r.Err()
}

// Events is how many events have happened.
func (r *Run) Events() int { return int(r.fold.events) }

// Ended says whether the run is over.
func (r *Run) Ended() bool { return r.ended }

// Scenario is what is being run.
func (r *Run) Scenario() *Scenario { return r.script.scenario }

// Report is the report of this moment.
func (r *Run) Report() Report { return r.fold.report(r.script.scenario, r.World, nil) }

// Err is, once the run is over, the first step that never happened.
func (r *Run) Err() error {
	if !r.ended {
		return nil
	}
	waiting := slices.Clone(r.ripe)
	for _, c := range r.coming {
		waiting = append(waiting, c.step)
	}
	for _, i := range waiting {
		if step := r.script.steps[i]; step.When != "" {
			return &StepError{step, say("when %q never became true", step.When)}
		}
	}
	if r.acts < len(r.script.acts) {
		step := r.script.steps[r.script.acts[r.acts]]
		return &StepError{step, say("afterEvent is %d, but the run ends after event %d", step.AfterEvent, r.fold.events)}
	}
	return nil
}

// follow goes on by another script, of which the present one is a beginning.
func (r *Run) follow(s *script) { r.script, r.ended = s, false }

// Clone copies the run; the copy and the original go their own ways.
func (r *Run) Clone() *Run {
	c := *r
	c.World = r.World.Clone()
	c.fold = r.fold.clone()
	return &c
}

// StepError is a step that cannot happen or never did.
type StepError struct {
	Step    TimedStep
	Message Message
}

func (e *StepError) Error() string { return e.In(inEnglish) }

// In names the step by its place in the list, and by its line if it has one.
func (e *StepError) In(translate func(format string) string) string {
	where := fmt.Sprintf("steps[%d]", e.Step.Index)
	if e.Step.Line > 0 {
		where = fmt.Sprintf("%d: %s", e.Step.Line, where)
	}
	return where + ": " + e.Message.In(translate)
}
