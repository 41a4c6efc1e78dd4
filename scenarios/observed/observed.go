// Package observed tells what can be observed of a run: the same text, whether
// the engine or the real client-go ran it. The traces of the real library in
// engine/testdata/golden are such texts.
package observed

import (
	"slices"
	"strings"
	"time"

	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// Run is what was observed of a run: what it came to, and when.
type Run struct {
	Report scenarios.Report
	Times  Times
}

// Times are when the things happened that a report lists, by the path of the
// list: of each line of the handlers, but for those that have panicked, where it
// is open; from when to when of the reconciles; and of each wait in a workqueue
// also the key and for how long.
type Times map[string][]string

// OfEngine runs a scenario on the engine; see, if not nil, is told of every event.
func OfEngine(s *scenarios.Scenario, see func(trace.Event)) (Run, error) {
	run, err := scenarios.NewRun(s)
	if err != nil {
		return Run{}, err
	}
	o := observer{times: Times{}, began: map[string]time.Duration{}, panicked: map[string]bool{}}
	for events := run.Step(); events != nil; events = run.Step() {
		for _, e := range events {
			o.see(e)
			if see != nil {
				see(e)
			}
		}
	}
	report := run.Report()
	for _, q := range report.Workqueues {
		byKeyAtOneMoment(q.Waiting)
	}
	return Run{report, o.times}, run.Err()
}

// byKeyAtOneMoment sorts the keys that will be ready at one moment by name, for
// the library does not tell which of them will be first (Y-3).
func byKeyAtOneMoment(waiting []scenarios.Waiting) {
	for from := 0; from < len(waiting); {
		to := from + 1
		for to < len(waiting) && waiting[to].In == waiting[from].In {
			to++
		}
		slices.SortFunc(waiting[from:to], func(a, b scenarios.Waiting) int { return strings.Compare(a.Key, b.Key) })
		from = to
	}
}

// observer makes Times of the engine's events.
type observer struct {
	times Times
	// began are the reconciles under way, by worker.
	began map[string]time.Duration
	// panicked are the handlers of which no times are told.
	panicked map[string]bool
}

func (o *observer) see(e trace.Event) {
	switch e.Kind {
	case trace.HandlerCall:
		if path := handlerPath(e); !o.panicked[path] {
			o.tell(path, rounded(e.At))
		}
	case trace.HandlerPanic:
		o.panicked[handlerPath(e)] = true
		delete(o.times, handlerPath(e))
	case trace.ReconcileStart:
		o.began[e.Actor] = e.At
	case trace.ReconcileEnd:
		o.tell("reconciles."+e.Data.String("controller"), rounded(o.began[e.Actor])+" to "+rounded(e.At))
	case trace.WorkqueueWait:
		o.tell("workqueues."+e.Data.String("queue"), rounded(e.At)+" "+e.Key+" "+rounded(e.Data.Duration("for")))
	}
}

func handlerPath(e trace.Event) string {
	return "handlers." + e.Data.String("informer") + "/" + e.Data.String("handler")
}

func (o *observer) tell(path, line string) { o.times[path] = append(o.times[path], line) }

// rounded is a time as reports show it.
func rounded(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }
