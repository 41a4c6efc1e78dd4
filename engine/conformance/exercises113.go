package conformance

import (
	"slices"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// exercises113 says of the numbers at which 1.13 differs how to see in a script
// of its that they have been exercised. Not here are I-8, M-8 and Y-5, which are
// about calls that no script makes, D-16, which needs a list with a key twice,
// D-17, which informers do not use, and D-18, a race.
var exercises113 = map[string]func(*sight) bool{
	"R-1":  all(data(trace.BackoffStart, "for", time.Second), data(trace.BackoffStart, "then", "ListAndWatch")),
	"R-11": func(s *sight) bool { return count(s, listsAtZero) > 1 },
	"R-13": func(s *sight) bool { return s.kinds[trace.WatchError] > 0 && count(s, listsAtZero) > 1 },
	"R-20": all(data(trace.BackoffStart, "for", time.Second), data(trace.BackoffStart, "then", "watch: request")),
	"R-22": next(is(trace.WatchClosed), is(trace.BackoffStart)),
	"G-1":  asked(func(r scenarios.Request) bool { return r.Continue && r.ResourceVersion == "0" && r.Status == 200 }),
	"G-3":  asked(func(r scenarios.Request) bool { return r.Verb == "list" && r.Limit == 0 && r.ResourceVersion == "0" }),
	"W-6":  asked(func(r scenarios.Request) bool { return r.Verb == "watch" && !r.AllowWatchBookmarks }),
	"D-3":  severalDeltas,
	"D-6":  all(many(trace.QueueReplace, 2), popped("tombstone"), popped("Sync@")),
	"D-14": outrun(cache.Added, trace.ObjectDeleted),
	"D-15": outrun(cache.Deleted, trace.ObjectAdded),
	"C-3":  followed(is(trace.ActStop), is(trace.QueuePop)),
	"C-16": data(trace.Distribute, "sync", true),
	"I-3":  emptyIndexValue,
	"L-11": all(happened(trace.HandlerPanic), data(trace.BackoffStart, "for", time.Minute)),
	"P-7":  event(isLostInPart),
	"S-3":  all(happened(trace.InformerStop), func(s *sight) bool { return count(s, unheard) > 0 }),
	"S-13": happened(trace.InformerSynced),
	"T-6":  all(happened(trace.HandlerCall), func(s *sight) bool { return !slices.ContainsFunc(s.events, isInitialCall) }),
}

func listsAtZero(r scenarios.Request) bool { return isList(r) && r.ResourceVersion == "0" }

// unheard is a request whose answer came when its informer had been stopped.
func unheard(r scenarios.Request) bool {
	return r.End == "stopped" || r.Verb == "list" && r.Status == 200
}

func count(s *sight, is func(scenarios.Request) bool) int {
	n := 0
	for _, r := range s.requests {
		if is(r) {
			n++
		}
	}
	return n
}

// outrun: a delta of an object was still queued when a relist came which knew
// that the opposite had happened since, and nothing came of that.
func outrun(delta cache.DeltaType, since trace.Kind) func(*sight) bool {
	return func(s *sight) bool {
		now, queued, outrun := map[string]trace.Kind{}, map[string]string{}, map[string]bool{}
		for _, e := range s.events {
			switch e.Kind {
			case trace.ObjectAdded, trace.ObjectDeleted:
				now[e.Key] = e.Kind
			case trace.QueueAdd:
				queued[e.Key] = e.Delta
			case trace.QueueReplace:
				for key, last := range queued {
					outrun[key] = last == string(delta) && now[key] == since
				}
			case trace.QueuePop:
				lines, _ := e.Data.Get("popped").([]string)
				words := strings.Fields(lines[0])
				if outrun[e.Key] && strings.HasPrefix(words[len(words)-1], string(delta)+"@") {
					return true
				}
				delete(queued, e.Key)
				delete(outrun, e.Key)
			}
		}
		return false
	}
}

// isLostInPart is what a relist brought being told to some handlers only.
func isLostInPart(e trace.Event) bool {
	return e.Kind == trace.Distribute && e.Delta == string(cache.Sync) && e.OldRV != e.RV && e.Data.Bool("sync")
}

// emptyIndexValue: the report lists a value that no object has.
func emptyIndexValue(s *sight) bool {
	for _, values := range s.report.Informers["pods"].Indices {
		for _, keys := range values {
			if len(keys) == 0 {
				return true
			}
		}
	}
	return false
}

// isOld says whether a scenario is for 1.13.
func isOld(s *scenarios.Scenario) bool { return s.World.Client == engine.Client113 }
