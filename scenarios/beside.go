package scenarios

import (
	"sort"
	"time"

	"informerscope/engine/trace"
)

// Two runs of one script side by side: the same acts at the same moments, under
// another client, queue or way of listing.

// Again does in this session what was done on a branch of another one. As long as
// both runs are the same, an act happens behind the same event; from then on at the
// same simulated time.
func (s *Session) Again(of *Branch) *Branch {
	b := s.Branches[0]
	for _, act := range of.Path() {
		b = s.Act(b, b.reach(of, act.After, act.At), act.At, act.Command)
	}
	b.Extend(of.Until)
	return b
}

// AllAgain does in this session, a new one, what was done in another: each branch
// leaves its parent at the moment at which it left it there, and has its place.
func (s *Session) AllAgain(of *Session) {
	for i, from := range of.Branches {
		b := s.Branches[0]
		if i > 0 {
			parent, was := s.Branches[from.Parent], of.Branches[from.Parent]
			at := time.Duration(0)
			if from.Fork > 0 {
				at = was.Event(from.Fork).At
			}
			n := max(parent.reach(was, from.Fork, at), parent.Fork)
			b = s.fork(parent, parent.At(n).Events())
		}
		for _, act := range from.Acts {
			n := max(b.reach(from, act.After, act.At), b.Fork, b.Seen)
			b = s.Act(b, n, act.At, act.Command)
		}
		b.Extend(from.Until)
		b.See(b.Len())
	}
}

// reach computes until b is where another run is behind an event, at the simulated
// time at, and returns that position.
func (b *Branch) reach(of *Branch, event int, at time.Duration) int {
	b.Ensure(event+1, func() bool { return false })
	for !b.Ended() && (b.Len() == 0 || b.Event(b.Len()).At <= at) {
		b.step()
	}
	return Beside(of, b, event, FirstDifference(of, b, 0))
}

// FirstDifference is the first event in which two runs differ, or 0 if they do not
// as far as they were computed. The first known events are known to be the same.
func FirstDifference(a, b *Branch, known int) int {
	both := min(a.Len(), b.Len())
	for n := known + 1; n <= both; n++ {
		if !alike(a.Event(n), b.Event(n)) {
			return n
		}
	}
	if a.Len() != b.Len() && a.Ended() && b.Ended() {
		return both + 1
	}
	return 0
}

// alike says whether two events tell the same, whatever caused them.
func alike(a, b *trace.Event) bool {
	return a.At == b.At && a.Actor == b.Actor && a.Kind == b.Kind && a.Key == b.Key &&
		a.RV == b.RV && a.OldRV == b.OldRV && a.Delta == b.Delta && a.To == b.To
}

// Beside is the position in b at which b is when a is behind an event. Where both
// are the same it is that one; behind the first difference it follows the simulated
// clock, and inside an instant it counts events.
func Beside(a, b *Branch, event, difference int) int {
	if difference == 0 || event < difference {
		return min(event, b.Len())
	}
	at := a.Event(event).At
	before := func(x *Branch) int { return sort.Search(x.Len(), func(i int) bool { return x.Event(i+1).At >= at }) }
	within := func(x *Branch) int { return sort.Search(x.Len(), func(i int) bool { return x.Event(i+1).At > at }) }
	if event == within(a) {
		return within(b)
	}
	return min(before(b)+event-before(a), within(b))
}
