package scenarios

import (
	"slices"
	"strings"

	"informerscope/engine/trace"
)

// A waiting predicate is looked at after every event, so no more of the report
// is made than it reads, and only after events that may have changed that.

// reading is what is read of a report: the paths of a predicate, or nil for the
// whole.
type reading []term

// reads says whether a part of the report is read.
func (r reading) reads(path ...string) bool {
	keys, all := r.below(path...)
	return all || len(keys) > 0
}

// below is which parts are read of the part at path, or that all are.
func (r reading) below(path ...string) (keys []string, all bool) {
	for _, t := range r {
		n := min(len(t.path), len(path))
		switch {
		case !slices.Equal(t.path[:n], path[:n]):
		case n == len(t.path):
			return nil, true
		default:
			keys = append(keys, t.path[n])
		}
	}
	return keys, r == nil
}

// changedBy are the kinds, by their first words, that change a part of the
// report; acts change every part, and what is not listed changes any time.
var changedBy = map[string]string{
	"handlers": "handler.", "reconciles": "reconcile.", "writes": "write.", "workqueues": "workqueue.", "server": "object.",
	"informers.cache": "indexer.", "informers.indices": "indexer.", "informers.popped": "queue.",
}

// concerns says whether events of these kinds may have made a predicate true.
func (p Predicate) concerns(kinds []trace.Kind) bool {
	return slices.ContainsFunc(p.terms, func(t term) bool {
		part := t.path[0]
		if part == "informers" && len(t.path) > 2 {
			part += "." + t.path[2]
		}
		first, listed := changedBy[part]
		return !listed || slices.ContainsFunc(kinds, func(k trace.Kind) bool {
			return k.IsAct() || strings.HasPrefix(string(k), first)
		})
	})
}
