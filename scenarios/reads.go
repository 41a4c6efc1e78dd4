package scenarios

import (
	"slices"
	"strings"

	"informerscope/engine/trace"
)

// A waiting predicate is looked at after every event, so no more of the report
// is made than it reads, and only after events that may have changed that.

// everything is for a report that is read as a whole.
func everything(...string) bool { return true }

// reads says whether a predicate looks at a part of the report.
func (p Predicate) reads(path ...string) bool {
	return slices.ContainsFunc(p.terms, func(t term) bool {
		n := min(len(t.path), len(path))
		return slices.Equal(t.path[:n], path[:n])
	})
}

// changedBy are the kinds, by their first words, that change a part of the
// report; acts change every part, and what is not listed changes any time.
var changedBy = map[string]string{
	"handlers": "handler.", "reconciles": "reconcile.", "writes": "write.", "workqueues": "workqueue.", "server": "object.",
}

// concerns says whether events of these kinds may have made a predicate true.
func (p Predicate) concerns(kinds []trace.Kind) bool {
	return slices.ContainsFunc(p.terms, func(t term) bool {
		first, listed := changedBy[t.path[0]]
		return !listed || slices.ContainsFunc(kinds, func(k trace.Kind) bool {
			return k.IsAct() || strings.HasPrefix(string(k), first)
		})
	})
}
