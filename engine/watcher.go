package engine

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// Watcher checks what only the course of events can show: that every event has
// its place and its cause, and that each handler sees each object's versions in
// order.
type Watcher struct {
	seq    int64
	at     time.Duration
	broken []Finding
	told   map[string]*told
	// running counts the informers of a name that have not ended.
	running map[string]int
	// tellsAll: the release tells every handler everything (P-7).
	tellsAll bool
	calls    int
}

// What a Watcher checks, in words.
const (
	eventsInOrder  = "events are numbered in the order of time, and each has its cause before it"
	versionsRise   = "a handler is never told of an older version after a newer one"
	callsFit       = "OnAdd, OnUpdate and OnDelete fit what the handler knows already"
	toldWhatCached = "once quiet and nothing is wrong, every handler knows what the cache holds"
)

// told is what one handler has been told, by key: the version it knows of what
// is there, and the highest version it ever heard of.
type told struct {
	known, highest map[string]string
	// lost: notifications were lost on the way, as upstream loses them too.
	lost bool
}

// NewWatcher makes a Watcher of a world that has not taken a step yet.
func NewWatcher(w *World) *Watcher {
	return &Watcher{told: map[string]*told{}, running: map[string]int{}, tellsAll: w.profile.SyncByResourceVersion}
}

// Event takes the next event.
func (x *Watcher) Event(e trace.Event) {
	x.order(e)
	switch e.Kind {
	case trace.InformerStop:
		x.running[e.Actor]--
	case trace.InformerStart:
		x.running[e.Actor]++
		for name := range x.told {
			if strings.HasPrefix(name, e.Actor+"/") {
				delete(x.told, name)
			}
		}
	case trace.ListenerReplay:
		delete(x.told, handlerOf(e))
	case trace.HandlerPanic:
		if strings.HasSuffix(e.Actor, "/processLoop") {
			x.of(e).lost = true // the rest of what it was processing (C-4)
		}
	case trace.HandlerCall:
		x.call(e)
	}
}

// Findings are what has become of what a Watcher checks.
func (x *Watcher) Findings(w *World) []Finding {
	all := []Finding{{Name: eventsInOrder, Of: int(x.seq)}, {Name: versionsRise, Of: x.calls}, {Name: callsFit, Of: x.calls}, {Name: toldWhatCached}}
	if !x.tellsAll {
		all[2].Of = 0
	}
	all[3].Of, all[3].Wrong = x.compareAll(w)
	for _, b := range x.broken {
		for n := range all {
			if f := &all[n]; f.Name == b.Name && f.Wrong == nil {
				f.Wrong = b.Wrong
			}
		}
	}
	return all
}

// Violations are what was broken so far and, where an informer of w has settled,
// the handlers that were not told of exactly what its cache holds.
func (x *Watcher) Violations(w *World) []string {
	var all []string
	for _, b := range x.broken {
		all = append(all, b.Wrong.Error())
	}
	if _, wrong := x.compareAll(w); wrong != nil {
		all = append(all, wrong.Error())
	}
	return all
}

func (x *Watcher) breaks(e trace.Event, name, format string, args ...any) {
	x.broken = append(x.broken, Finding{Name: name, Wrong: fmt.Errorf("event %d (%s %s): "+format, append([]any{e.Seq, e.Kind, e.Key}, args...)...)})
}

// order checks the event's place, cause and upstream.
func (x *Watcher) order(e trace.Event) {
	if e.Seq != x.seq+1 {
		x.breaks(e, eventsInOrder, "the number after %d is %d", x.seq, e.Seq)
	}
	if e.At < x.at {
		x.breaks(e, eventsInOrder, "time went back from %s to %s", x.at, e.At)
	}
	x.seq, x.at = e.Seq, e.At
	if e.Cause >= e.Seq {
		x.breaks(e, eventsInOrder, "its cause is %d", e.Cause)
	}
	if e.Cause == 0 && !isRoot(e) {
		x.breaks(e, eventsInOrder, "it has no cause")
	}
	if token := e.Data.Int("token"); token > e.Seq {
		x.breaks(e, eventsInOrder, "its token is %d", token)
	}
	ours := e.Actor == actorUser || e.Actor == actorServer || e.Actor == actorScheduler
	if e.Upstream == "" && !ours {
		x.breaks(e, eventsInOrder, "it names no upstream function")
	}
}

// isRoot: a person's act, a timer, or what begins by itself.
func isRoot(e trace.Event) bool {
	switch e.Kind {
	case trace.WatchEvent, trace.WatchEnd, trace.InformerStart, trace.ManagerStart, trace.CacheSynced, trace.Choice:
		return true
	}
	return e.Kind.IsAct()
}

func handlerOf(e trace.Event) string {
	return e.Data.String("informer") + "/" + e.Data.String("handler")
}

func (x *Watcher) of(e trace.Event) *told {
	name := handlerOf(e)
	if x.told[name] == nil {
		x.told[name] = &told{known: map[string]string{}, highest: map[string]string{}}
	}
	return x.told[name]
}

// call checks that versions never go back, and that adds and updates fit what
// the handler knows.
func (x *Watcher) call(e trace.Event) {
	x.calls++
	t := x.of(e)
	if x.running[e.Data.String("informer")] > 1 {
		t.lost = true // an informer that was stopped, and the one after it, tell it at once
		return
	}
	stale := e.Data.Bool("tombstone") && !x.tellsAll // C-14: 1.13 takes it from the store, whatever is queued
	if number(e.RV) < number(t.highest[e.Key]) && !stale {
		x.breaks(e, versionsRise, "%s was told %s after %s", handlerOf(e), e.RV, t.highest[e.Key])
	}
	if !stale {
		t.highest[e.Key] = e.RV
	}
	known, knows := t.known[e.Key]
	call := e.Data.String("call")
	switch {
	case !x.tellsAll || t.lost:
	case call == OnAdd && knows:
		x.breaks(e, callsFit, "%s knows %s, and was told of an add", handlerOf(e), known)
	case call == OnUpdate && e.OldRV != known:
		x.breaks(e, callsFit, "%s knows %q, and was told of an update from %s", handlerOf(e), known, e.OldRV)
	}
	if call == OnDelete {
		delete(t.known, e.Key)
		return
	}
	t.known[e.Key] = e.RV
}

// compareAll compares the handlers of all informers that have settled.
func (x *Watcher) compareAll(w *World) (of int, _ error) {
	for _, i := range w.Informers {
		if !x.tellsAll || !w.Settled(i) {
			continue
		}
		for _, l := range i.Listeners {
			t := x.told[i.Config.Name+"/"+l.Config.Name]
			if t == nil {
				t = &told{}
			}
			if t.lost || l.Pop.closed {
				continue
			}
			of++
			if err := t.compare(w, i, l); err != nil {
				return of, err
			}
		}
	}
	return of, nil
}

// compare holds what a handler knows against the cache.
func (t *told) compare(w *World, i *Informer, l *Listener) error {
	want := map[string]string{}
	i.Indexer.Scan(func(key string, o cache.Object) bool {
		if l.Config.LabelSelector == "" || l.passes(w, i, o) {
			want[key] = o.GetResourceVersion()
		}
		return true
	})
	if maps.Equal(want, t.known) {
		return nil
	}
	return fmt.Errorf("%s/%s was told of %v, its informer's cache holds %v", i.Config.Name, l.Config.Name, t.known, want)
}
