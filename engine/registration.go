package engine

import (
	"fmt"
	"slices"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// registration is a call of AddEventHandler, or of RemoveEventHandler if there
// is no handler.
type registration struct {
	handler *HandlerConfig
	name    string
	cause   int64
}

// handlerJoins is AddEventHandler being called at a time of its own.
type handlerJoins struct {
	informer string
	handler  HandlerConfig
}

func (a handlerJoins) do(w *World) {
	i, _ := w.informer(a.informer)
	w.addHandler(i, a.handler)
}

func (w *World) addHandler(i *Informer, h HandlerConfig) {
	cause := w.act(trace.ActAddHandler, i.place(trace.Processor), trace.String("informer", i.Config.Name), trace.String("handler", h.Name))
	if !*i.Config.Shared {
		w.refuse(fmt.Errorf("informer %s is not shared: it has the handler that it was made with", i.Config.Name), cause)
		return
	}
	i.registrations = append(i.registrations, registration{&h, h.Name, cause})
	i.register(w)
}

func (w *World) removeHandler(c RemoveHandlerCommand) {
	i, err := w.informer(c.Informer)
	cause := w.act(trace.ActRemoveHandler, trace.Of(trace.Processor, c.Informer), trace.String("informer", c.Informer), trace.String("handler", c.Name))
	switch {
	case err != nil:
	case !*i.Config.Shared:
		err = fmt.Errorf("informer %s is not shared: its handler stays", c.Informer)
	case i.listener(c.Name) == nil:
		err = fmt.Errorf("informer %s has no handler %q; it has %s", c.Informer, c.Name, names(i.Listeners, func(l *Listener) string { return l.Config.Name }))
	}
	if err != nil {
		w.refuse(err, cause)
		return
	}
	i.registrations = append(i.registrations, registration{nil, c.Name, cause})
	i.register(w)
}

// register carries the calls out that wait for blockDeltas (S-9, S-11).
func (i *Informer) register(w *World) {
	if i.Loop.busy() {
		return
	}
	all := i.registrations
	i.registrations = nil
	for _, r := range all {
		if r.handler == nil {
			i.remove(w, r)
		} else if err := i.join(w, r); err != nil {
			w.refuse(err, r.cause)
		}
	}
}

// join registers a handler, and gives it what is in the cache as initial adds
// (S-9, S-10).
func (i *Informer) join(w *World, r registration) error {
	if i.Stopped {
		return errStoppedInformer(i)
	}
	if err := i.addListener(w, *r.handler); err != nil {
		return err
	}
	known := func(h HandlerConfig) bool { return h.Name == r.name }
	if !slices.ContainsFunc(i.Config.Handlers, known) {
		i.Config.Handlers = append(slices.Clip(i.Config.Handlers), *r.handler)
	}
	if i.Started {
		i.replay(w, i.listener(r.name), r.cause)
	}
	return nil
}

// remove is removeListener: without waiting, what waits for the handler is
// dropped (L-6).
func (i *Informer) remove(w *World, r registration) {
	i.Config.Handlers = slices.DeleteFunc(slices.Clone(i.Config.Handlers), func(h HandlerConfig) bool { return h.Name == r.name })
	if i.Started {
		if l := i.listener(r.name); l != nil {
			l.close(r.cause)
		}
		return
	}
	i.Listeners = slices.DeleteFunc(slices.Clone(i.Listeners), func(l *Listener) bool { return l.Config.Name == r.name })
	w.enroll()
}

// replay is the loop over the indexer in AddEventHandlerWithOptions.
//
// Simplified: the adds that are replayed to a late handler are put behind pop at
// once; upstream sends them through addCh one by one, which no script can tell
// apart.
func (i *Informer) replay(w *World, l *Listener, cause int64) {
	from := w.starting()
	var all []Notification
	i.Indexer.Scan(func(key string, o cache.Object) bool {
		all = append(all, Notice{Call: OnAdd, Key: key, Object: o, Initial: true, Delta: cache.Added, Token: from.Token}.sent(from.Cause))
		return true
	})
	w.emit(trace.Event{Actor: actorUser, Kind: trace.ListenerReplay, From: i.place(trace.Indexer), To: l.place(trace.Listener), Cause: cause, Delta: string(cache.Added),
		Upstream: "tools/cache/shared_informer.go: sharedIndexInformer.AddEventHandlerWithOptions"},
		trace.String("handler", l.Config.Name), trace.String("informer", i.Config.Name), trace.Int("n", len(all)), trace.Int64("token", from.Token))
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
