package engine

import (
	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// handlerJoins is AddEventHandler being called at a time of its own.
type handlerJoins struct {
	informer int
	handler  HandlerConfig
	cause    int64
}

func (a handlerJoins) do(w *World) {
	i := w.Informers[a.informer]
	if a.cause == 0 {
		a.cause = w.emit(trace.Event{Actor: actorUser, Kind: trace.ActAddHandler, To: i.place(trace.Processor),
			Data: trace.Data{{Name: "informer", Value: i.Config.Name}, {Name: "handler", Value: a.handler.Name}}})
	}
	i.late = append(i.late, a.handler)
	i.registerLate(w)
}

// registerLate registers the handlers that wait for blockDeltas, and gives each
// what is in the cache as initial adds (S-9, S-10).
//
// Simplified: the replayed adds are put behind pop at once; upstream sends them
// through addCh one by one, which no script can tell apart.
func (i *Informer) registerLate(w *World) {
	if i.Loop.busy() {
		return
	}
	late, removals := i.late, i.removals
	i.late, i.removals = nil, nil
	cause := w.seq
	for _, h := range late {
		if i.Stopped {
			w.refuse(errStoppedInformer(i), cause)
			continue
		}
		if err := i.addListener(w, h); err != nil {
			w.refuse(err, cause)
			continue
		}
		if i.Started {
			i.replay(w, i.listener(h.Name), cause)
		}
	}
	for _, name := range removals {
		if l := i.listener(name); l != nil {
			l.close(cause)
		}
	}
}

// replay is the loop over the indexer in AddEventHandlerWithOptions.
func (i *Informer) replay(w *World, l *Listener, cause int64) {
	from := w.starting()
	var all []Notification
	i.Indexer.Scan(func(key string, o cache.Object) bool {
		all = append(all, Notification{Call: OnAdd, Key: key, Object: o, Initial: true, Delta: cache.Added, Origin: from})
		return true
	})
	w.emit(trace.Event{Actor: actorUser, Kind: trace.ListenerReplay, From: i.place(trace.Indexer), To: l.place(trace.Listener, i), Cause: cause, Delta: string(cache.Added),
		Upstream: "tools/cache/shared_informer.go: sharedIndexInformer.AddEventHandlerWithOptions",
		Data:     trace.Data{{Name: "handler", Value: l.Config.Name}, {Name: "informer", Value: i.Config.Name}, {Name: "n", Value: len(all)}, {Name: "token", Value: from.Token}}})
	l.Initial = len(all)
	if len(all) > 0 {
		l.Pop.NextCh, l.Pop.PendingNotifications = &all[0], all[1:]
	}
	if i.Synced {
		l.noteSynced(w, i, from.Cause)
	}
}

// noteStopped forgets listeners that have ended, and ends Run when the last has
// (S-3).
func (i *Informer) noteStopped(w *World, cause int64) {
	var left []*Listener
	for _, l := range i.Listeners {
		if !l.Pop.ended || !l.Run.Ended {
			left = append(left, l)
		}
	}
	if i.Stopped && len(left) == 0 && !i.ended {
		i.ended = true
		w.emit(trace.Event{Actor: i.Config.Name, Kind: trace.InformerStop, Cause: cause,
			Upstream: "tools/cache/shared_informer.go: sharedIndexInformer.RunWithContext"})
	}
	if len(left) == len(i.Listeners) || i.Stopped {
		return
	}
	i.Listeners = left
	w.enroll()
}
