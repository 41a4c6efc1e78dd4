package scenarios

import (
	"sort"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
)

// Session is everything that was done with one scenario: a tree of runs. The
// first branch is the scenario as it is written; whoever acts in the past, or
// in the middle of a script, begins another branch, so that nothing that was
// seen is lost.
type Session struct {
	Scenario *Scenario
	Branches []*Branch
}

// Branch is one run of the tree. Its exported fields are all that it is: the
// rest is computed from them when it is needed, and kept.
type Branch struct {
	// ID is the place in Session.Branches; Parent that of the branch it left
	// after the event Fork, -1 for the first.
	ID     int `json:"id"`
	Parent int `json:"parent"`
	Fork   int `json:"fork"`
	// Acts are what was done on this branch itself.
	Acts []Act `json:"acts,omitempty"`
	// Until is the simulated time to which the clock was let run on purpose.
	Until time.Duration `json:"until,omitempty"`
	// Seen is the last event that was shown.
	Seen int `json:"seen,omitempty"`

	parent *Branch
	script *script
	// head has happened as far as was computed, and made events, which begin
	// behind Fork.
	head   *Run
	events []trace.Event
	story  *Story
	// checkpoints are copies of head at growing distances, in order.
	checkpoints []*Run
	distance    int
	// last is what At returned last, for event lastAt.
	last   *Run
	lastAt int
}

// Act is a command and the moment at which it was given.
type Act struct {
	// After is the event after which it happens, At the simulated time.
	After   int            `json:"after"`
	At      time.Duration  `json:"at"`
	Command engine.Command `json:"command"`
}

// NewSession begins one, with the scenario as its only branch.
func NewSession(s *Scenario) (*Session, error) {
	l := LoadWorld(s)
	for l.Next() {
	}
	return l.Session()
}

// Loading is a session whose world is being made, object by object, as
// engine.Loading.
type Loading struct {
	*engine.Loading
	scenario *Scenario
}

// LoadWorld begins to make the world of a session.
func LoadWorld(s *Scenario) *Loading { return &Loading{engine.Begin(s.config()), s} }

// Session is the session once its world is made.
func (l *Loading) Session() (*Session, error) {
	w, err := l.World()
	if err != nil {
		return nil, err
	}
	s := l.scenario
	run, err := runIn(w, s)
	if err != nil {
		return nil, err
	}
	b := &Branch{Parent: -1, script: run.script}
	b.begin(run)
	return &Session{Scenario: s, Branches: []*Branch{b}}, nil
}

const (
	// firstDistance is how many events lie between two checkpoints at first;
	// whenever there are maxCheckpoints, every second one goes and the distance
	// doubles.
	firstDistance  = 32
	maxCheckpoints = 256
)

// begin makes run, which stands at Fork, the head.
func (b *Branch) begin(run *Run) {
	run.follow(b.script)
	b.head, b.distance, b.checkpoints = run, firstDistance, []*Run{run.Clone()}
	b.retell()
}

// retell makes the story anew.
func (b *Branch) retell() {
	b.story = NewStory(b.head.Scenario())
	for n := range b.Len() {
		b.tell(n)
		b.story.Add(*b.Event(n + 1))
	}
}

// tell adds the captions that stand after event n to the story.
func (b *Branch) tell(n int) {
	captions := b.head.Captions
	first := sort.Search(len(captions), func(i int) bool { return captions[i].Event >= n })
	for _, c := range captions[first:] {
		if c.Event > n {
			break
		}
		b.story.Caption(c.Say)
	}
}

// Len is how many events have been computed.
func (b *Branch) Len() int { return b.Fork + len(b.events) }

// Ended says whether those are all.
func (b *Branch) Ended() bool { return b.head.Ended() }

// Err is, once the run has ended, what is wrong with it.
func (b *Branch) Err() error { return b.head.Err() }

// Find is the event of a number, nil if there is none.
func (b *Branch) Find(seq int64) *trace.Event {
	if seq < 1 || seq > int64(b.Len()) {
		return nil
	}
	return b.Event(int(seq))
}

// Event is event n, from 1 to Len.
func (b *Branch) Event(n int) *trace.Event {
	if n <= b.Fork {
		return b.parent.Event(n)
	}
	return &b.events[n-b.Fork-1]
}

// Story is the story of all computed events.
func (b *Branch) Story() *Story { return b.story }

// Captions are what the reader is told, as far as the run was computed.
func (b *Branch) Captions() []Caption { return b.head.Captions }

// Ensure computes until event n is there, the run has ended, or enough says
// that this is enough for now; it says whether the first two hold.
func (b *Branch) Ensure(n int, enough func() bool) bool {
	for b.Len() < n && !b.head.Ended() {
		if enough() {
			return false
		}
		b.step()
	}
	return true
}

// All computes the branch to its end.
func (b *Branch) All() {
	for !b.head.Ended() {
		b.step()
	}
}

func (b *Branch) step() {
	last := b.checkpoints[len(b.checkpoints)-1]
	if b.head.Events() >= last.Events()+b.distance {
		b.checkpoints = append(b.checkpoints, b.head.Clone())
		b.thin()
	}
	before := b.Len()
	events := b.head.Step()
	if b.lastAt == before {
		b.last = nil // it was the live edge
	}
	for i, e := range events {
		b.tell(before + i)
		b.events = append(b.events, e)
		b.story.Add(e)
	}
	if b.Ended() {
		b.tell(b.Len()) // what is said last has to be read, too
	}
}

// thin drops every second checkpoint if there are too many.
func (b *Branch) thin() {
	if len(b.checkpoints) < maxCheckpoints {
		return
	}
	kept := b.checkpoints[:0]
	for i, c := range b.checkpoints {
		if i%2 == 0 {
			kept = append(kept, c)
		}
	}
	clear(b.checkpoints[len(kept):])
	b.checkpoints, b.distance = kept, b.distance*2
}

// At is the run after event n, or after the last one if there are fewer; of
// events that one step made, after the last of them. The caller may read it and
// must not step it. It costs one step from the moment before, and from anywhere
// else at most the distance of two checkpoints.
func (b *Branch) At(n int) *Run {
	n = min(n, b.Len())
	switch {
	case n < b.Fork:
		return b.parent.At(n)
	case b.last != nil && b.lastAt == n:
		return b.last
	case n == b.Len():
		b.last = b.head.Clone() // the clock may have run on behind the last event
	default:
		b.last = b.replay(n)
	}
	b.lastAt = n
	return b.last
}

// replay goes on from the nearest moment before event n that is known.
func (b *Branch) replay(n int) *Run {
	next := sort.Search(len(b.checkpoints), func(i int) bool { return b.checkpoints[i].Events() > n })
	from := b.checkpoints[next-1]
	if l := b.last; l != nil && l.Events() <= n && l.Events() > from.Events() {
		from = l
	}
	run := from.Clone()
	run.follow(b.script)
	for run.Events() < n && run.Step() != nil {
	}
	return run
}

// See says that event n has been shown.
func (b *Branch) See(n int) { b.Seen = max(b.Seen, n) }

// Common is how many events two branches of a session have in common.
func Common(a, b *Branch) int {
	common := min(a.Len(), b.Len())
	for a != b {
		if a.ID < b.ID {
			a, b = b, a
		}
		common = min(common, a.Fork)
		a = a.parent
	}
	return common
}

// Extend lets the clock run on to t at least, where nothing but periodic timers
// is left: the live edge of free play.
func (b *Branch) Extend(t time.Duration) {
	if t > b.Until {
		b.Until = t
		b.follow(b.script.until(t))
	}
}

// follow goes on by another script, of which the present one is a beginning.
func (b *Branch) follow(s *script) {
	b.script = s
	b.head.follow(s)
	b.last = nil
}

// Act does something on a branch at the moment after event n, at the simulated
// time t. Where nothing later has been seen the branch goes on from there, and
// what was only computed is forgotten; else, and wherever a script would be
// left, a new branch begins. It returns the branch on which the act is.
func (s *Session) Act(b *Branch, n int, t time.Duration, c engine.Command) *Branch {
	n = b.At(n).Events()
	act := Act{After: n, At: t, Command: withoutSecrets(c)}
	scripted := b.Parent < 0 && len(s.Scenario.Steps) > 0
	if b.Seen > n || scripted || n < b.Fork {
		b = s.fork(b, n)
	}
	b.rewind(n)
	b.Acts = append(b.Acts, act)
	b.follow(b.script.with(act.step()))
	b.See(n)
	return b
}

// fork begins a branch at the moment after event n of b, or of the ancestor to
// which that event belongs.
func (s *Session) fork(b *Branch, n int) *Branch {
	for n < b.Fork {
		b = b.parent
	}
	c := &Branch{ID: len(s.Branches), Parent: b.ID, Fork: n, parent: b}
	c.script = b.script.before(n)
	c.begin(b.At(n).Clone())
	s.Branches = append(s.Branches, c)
	return c
}

// rewind forgets what was computed behind event n.
func (b *Branch) rewind(n int) {
	if n == b.Len() {
		return
	}
	b.head = b.At(n).Clone()
	b.events = b.events[:n-b.Fork]
	b.retell()
	b.last = nil
	for len(b.checkpoints) > 1 && b.checkpoints[len(b.checkpoints)-1].Events() > n {
		b.checkpoints = b.checkpoints[:len(b.checkpoints)-1]
	}
}

func (a Act) step() TimedStep {
	return TimedStep{Step: a.asStep(), At: a.At, Waits: -1}
}

// Path are the acts that lead to the end of a branch, its ancestors' first.
func (b *Branch) Path() []Act {
	var acts []Act
	if b.parent != nil {
		for _, a := range b.parent.Path() {
			if a.After < b.Fork {
				acts = append(acts, a)
			}
		}
	}
	return append(acts, b.Acts...)
}

// Restore makes the session whose branches were saved: of each only the
// exported fields count. It computes as far as the forks need.
func Restore(s *Scenario, saved []Branch) (*Session, error) {
	out, err := NewSession(s)
	if err != nil {
		return nil, err
	}
	for i, from := range saved {
		b := out.Branches[0]
		if i > 0 {
			if from.Parent < 0 || from.Parent >= i {
				return nil, say("branches[%d]: parent %d is not a branch before it", i, from.Parent)
			}
			parent := out.Branches[from.Parent]
			parent.Ensure(from.Fork, func() bool { return false })
			if parent.Len() < from.Fork {
				return nil, say("branches[%d]: it forks after event %d, but branch %d ends after event %d", i, from.Fork, from.Parent, parent.Len())
			}
			b = out.fork(parent, from.Fork)
		}
		for _, a := range from.Acts {
			b.Acts = append(b.Acts, a)
			b.follow(b.script.with(a.step()))
		}
		b.Extend(from.Until)
		b.Seen = from.Seen
	}
	return out, nil
}
