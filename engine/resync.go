package engine

import (
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// Resync models startResync (reflector.go): one timer for each ListAndWatch,
// begun anew by every relist.
type Resync struct {
	// FiresAt is when the timer fires; 0 if there is none.
	FiresAt time.Duration

	informer  int
	actorName string
	running   bool
	fired     bool
	due       bool
	timer     int64
	cause     int64
}

func (r *Resync) name() string { return r.actorName }

func (r *Resync) clone() *Resync {
	c := *r
	return &c
}

// start begins a new timer after a list.
func (r *Resync) start(w *World, i *Informer, cause int64) {
	r.cancel()
	r.running = true
	if i.ResyncCheckPeriod > 0 {
		r.cause = cause
		r.arm(w, i)
	}
}

func (r *Resync) arm(w *World, i *Informer) {
	r.timer = w.agenda.added + 1
	r.FiresAt = w.now + i.ResyncCheckPeriod
	w.periodically(i.ResyncCheckPeriod, resyncFires{r.informer, r.timer})
}

func (r *Resync) cancel() {
	r.timer, r.running = 0, false
	r.FiresAt, r.fired, r.due = 0, false, false
}

// resyncFires is the timer's end.
type resyncFires struct {
	informer int
	timer    int64
}

func (a resyncFires) do(w *World) {
	if r := w.all[a.informer].Resync; r.timer == a.timer {
		r.fired = true
	}
}

func (r *Resync) ready(w *World) bool {
	i := w.all[r.informer]
	if !r.due {
		return r.fired && len(i.Loop.To) == 0 // distribute holds listenersLock
	}
	return r.fired && !i.queueLocked()
}

// step asks ShouldResync, then calls store.Resync if it says so.
func (r *Resync) step(w *World) {
	i := w.all[r.informer]
	if !r.due {
		r.due = i.shouldResync(w)
		r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.Resync, Cause: r.cause, Upstream: upstreamReflector + "Reflector.startResync"},
			trace.Bool("due", r.due), trace.Duration("period", i.ResyncCheckPeriod))
		if !r.due {
			r.rearm(w, i)
		}
		return
	}
	from := w.starting()
	n := i.Queue.Resync(i.Indexer, from)
	delta := cache.Sync
	if i.replaceDelta() == cache.ReplacedAll {
		delta = cache.SyncAll
	}
	w.emit(trace.Event{Actor: r.actorName, Kind: trace.QueueResync, Delta: string(delta), From: i.place(trace.Reflector), To: i.place(trace.Queue),
		Cause: r.cause, Upstream: i.queueUpstream("Resync")}, trace.Int("n", n), trace.Int64("token", from.Token))
	r.rearm(w, i)
}

func (r *Resync) rearm(w *World, i *Informer) {
	r.fired, r.due = false, false
	r.arm(w, i)
}

// shouldResync is sharedProcessor.shouldResync: it marks the listeners that are
// due and unmarks the others (P-5). A simple informer always resyncs.
func (i *Informer) shouldResync(w *World) bool {
	if !*i.Config.Shared {
		return true
	}
	any := false
	for _, l := range i.Listeners {
		if l.Pop.closed {
			continue
		}
		l.Syncing = l.ResyncPeriod != 0 && w.now >= l.NextResync
		if l.Syncing {
			any = true
			l.NextResync = w.now + l.ResyncPeriod
		}
	}
	return any
}
