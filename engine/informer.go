package engine

import (
	"fmt"
	"slices"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// Informer models shared_informer.go, or with Config.Shared false the simple
// informer of controller.go: a Reflector that fills a queue, a process loop that
// empties it into the Indexer, and the listeners that are told.
type Informer struct {
	Config    InformerConfig
	Reflector *Reflector
	Resync    *Resync
	Queue     cache.Queue
	Loop      *ProcessLoop
	Indexer   *cache.Indexer
	Listeners []*Listener

	Started, Stopped bool
	// Synced is HasSynced (S-13).
	Synced bool
	// Lost: a panic in the process loop lost what had been popped (C-4), and
	// nothing has been listed since.
	Lost bool
	// ResyncCheckPeriod is how often the resync timer fires (S-6).
	ResyncCheckPeriod time.Duration

	index    int
	resource apiserver.Resource
	profile  Profile
	places   places
	ended    bool
	// replaced: a new one runs under its name.
	replaced bool
	// registrations wait for blockDeltas.
	registrations []registration
}

func (w *World) addInformer(c InformerConfig) error {
	if _, err := w.informer(c.Name); err == nil {
		return errTaken("informer", c.Name)
	}
	resource, err := w.Server.ResourceFor(c.Resource)
	if err != nil {
		return err
	}
	i := &Informer{Config: c, index: len(w.all), resource: resource, profile: w.profile, places: placesOf(c.Name,
		trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer, trace.Processor)}
	if err := i.build(w); err != nil {
		return err
	}
	w.Informers, w.all = append(w.Informers, i), append(w.all, i)
	w.enroll()
	if c.Manager == "" {
		w.agenda.put(max(c.StartAt.Duration, w.now), false, informerStarts{i.index, 0})
	} else if err := w.checkFactory(c); err != nil {
		return err
	}
	for _, h := range c.Handlers {
		if h.AddAt.Duration > w.now {
			w.agenda.put(h.AddAt.Duration, false, handlerJoins{i.Config.Name, h})
		}
	}
	return nil
}

// build makes what NewSharedInformer and RunWithContext make: queue, store,
// reflector, and the handlers that are there from the beginning. After a stop
// they are the same handlers as before.
func (i *Informer) build(w *World) error {
	name := i.Config.Name
	atomic := i.Config.Queue == RealFIFO && *i.Config.Atomic
	i.Indexer = cache.NewIndexer(atomic, w.profile.KeepsEmptyIndexValues)
	for _, x := range i.Config.Indexers {
		f, err := cache.ParseIndexer(x)
		if err != nil {
			return fmt.Errorf("informer %s: %w", name, err)
		}
		i.Indexer.AddIndexers(x, f)
	}
	i.Queue = i.newQueue(w)
	i.Reflector = &Reflector{Phase: PhaseIdle, informer: i.index, actorName: name + "/reflector"}
	i.Resync = &Resync{informer: i.index, actorName: name + "/resync"}
	i.Loop = &ProcessLoop{informer: i.index, actorName: name + "/processLoop"}
	before := i.Listeners
	i.Listeners, i.Started, i.Stopped, i.Synced, i.Lost, i.ended = nil, false, false, false, false, false
	i.ResyncCheckPeriod = i.Config.Resync.Duration
	for _, h := range i.Config.Handlers {
		for _, l := range before {
			if l.Config.Name == h.Name {
				h = l.Config
			}
		}
		if h.AddAt.Duration <= w.now {
			if err := i.addListener(w, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// again makes the informer that is started after this one was stopped: with the
// same handlers, and at once, whatever this one has still to finish.
func (i *Informer) again(w *World) (*Informer, error) {
	fresh := &Informer{Config: i.Config, Listeners: i.Listeners, index: len(w.all), resource: i.resource, profile: i.profile, places: i.places}
	if err := fresh.build(w); err != nil {
		return nil, err
	}
	fresh.registrations, i.registrations = i.registrations, nil
	i.replaced = true
	w.all = append(w.all, fresh)
	w.Informers[slices.Index(w.Informers, i)] = fresh
	w.enroll()
	return fresh, nil
}

// newQueue is newQueueFIFO (controller.go).
func (i *Informer) newQueue(w *World) cache.Queue {
	if i.Config.Queue == RealFIFO {
		return cache.NewRealFIFO(cache.RealFIFOOptions{Atomic: *i.Config.Atomic, Transform: i.transform()})
	}
	return cache.NewDeltaFIFO(cache.DeltaFIFOOptions{
		EmitDeltaTypeReplaced: w.profile.EmitReplaced,
		QueuedTombstones:      w.profile.QueuedTombstones,
		SyncAfterDelete:       w.profile.SyncAfterDelete,
		CountsDistinctKeys:    w.profile.CountsDistinctKeys,
		Transform:             i.transform(),
	})
}

func (i *Informer) transform() func(cache.Object) cache.Object {
	if i.Config.Transform == TransformDropManagedFields {
		return dropManagedFields
	}
	return nil
}

// dropManagedFields is a transform that people really use.
func dropManagedFields(o cache.Object) cache.Object {
	if len(o.GetManagedFields()) == 0 {
		return o
	}
	o = o.DeepCopy()
	o.SetManagedFields(nil)
	return o
}

// informerStarts is RunWithContext being called.
type informerStarts struct {
	informer int
	cause    int64
}

func (a informerStarts) do(w *World) {
	i := w.all[a.informer]
	if i.Started {
		return
	}
	i.Started = true
	cause := w.emit(trace.Event{Actor: i.Config.Name, Kind: trace.InformerStart, Cause: a.cause,
		Upstream: "tools/cache/shared_informer.go: sharedIndexInformer.RunWithContext"}, trace.String("resource", i.Config.Resource), trace.String("queue", i.Config.Queue))
	i.Reflector.Phase, i.Reflector.cause = PhaseStart, cause
	i.Reflector.Backoff = Backoff{Next: backoffInit, LastReset: w.now}
}

// stop is the end of the context: queue closed, reflector and loop end, then the
// listeners (S-3).
func (i *Informer) stop(cause int64) {
	i.Reflector.stopping, i.Loop.stopping = true, true
	i.Reflector.cause, i.Loop.cause = cause, cause
	if i.profile.RequestsIgnoreStop {
		i.Resync.cancel() // a goroutine of its own, which sees the stop at once
	}
	if i.Reflector.Phase == PhaseIdle {
		i.Reflector.Phase = PhaseStart
	}
}

// finishStop ends Run when reflector and loop have ended: the processor stops
// strictly after the controller.
func (i *Informer) finishStop(w *World, cause int64) {
	i.Stopped = true
	for _, l := range i.Listeners {
		if *i.Config.Shared {
			l.close(cause)
		} else {
			l.Pop.ended, l.Run.Ended = true, true
		}
	}
	i.noteStopped(w, cause)
}

// queueLocked: the process loop is processing under the queue's lock, so the
// reflector cannot put anything in (F-10, D-10).
func (i *Informer) queueLocked() bool { return i.Loop.busy() && i.Queue.HoldsLock() }

// takesBookmarks: the queue keeps bookmarks; one that does not returns from
// Bookmark before it asks for its lock.
func (i *Informer) takesBookmarks() bool {
	return i.Config.Queue == RealFIFO && *i.Config.Atomic
}

// noteSynced turns HasSynced true once the queue has synced, and tells the
// listeners (T-2).
func (i *Informer) noteSynced(w *World, cause int64) {
	if i.Synced || !i.Queue.HasSynced() || i.syncsByChannel(w) && i.Reflector.stopping {
		return
	}
	i.Synced = true
	seq := w.emit(trace.Event{Actor: i.Config.Name, Kind: trace.InformerSynced, Cause: cause,
		Upstream: "tools/cache/shared_informer.go: sharedIndexInformer.HasSynced"}, trace.Int("objects", i.Indexer.Len()))
	for _, l := range i.Listeners {
		l.noteSynced(w, i, seq)
	}
	for _, c := range w.Controllers {
		c.cacheSynced(w, i, seq)
	}
}

// syncsByChannel: HasSynced is a channel that a goroutine closes unless the
// informer is stopped first (S-13), not a look at the queue under its lock.
func (i *Informer) syncsByChannel(w *World) bool { return *i.Config.Shared && w.profile.SyncsByChannel }

// replaceDelta is the delta type that Replace makes.
func (i *Informer) replaceDelta() cache.DeltaType {
	switch {
	case i.Config.Queue == RealFIFO && *i.Config.Atomic:
		return cache.ReplacedAll
	case i.Config.Queue == DeltaFIFO && !i.profile.EmitReplaced:
		return cache.Sync
	}
	return cache.Replaced
}

// queueUpstream names a method of the queue.
func (i *Informer) queueUpstream(method string) string {
	if i.Config.Queue == RealFIFO {
		return realFIFOMethods[method]
	}
	return deltaFIFOMethods[method]
}

var (
	realFIFOMethods  = methodsOf("tools/cache/the_real_fifo.go: RealFIFO.")
	deltaFIFOMethods = methodsOf("tools/cache/delta_fifo.go: DeltaFIFO.")
)

func methodsOf(queue string) map[string]string {
	all := map[string]string{}
	for _, method := range []string{"Add", "Update", "Delete", "Replace", "Resync", "Bookmark", "Pop", "PopBatch"} {
		all[method] = queue + method
	}
	return all
}

// place names one of this informer's rooms.
func (i *Informer) place(kind string) string { return i.places.of(kind) }

// places are the names of rooms, made once: every event tells of some. They are
// few, so that to look at each is quicker than a map.
type places []place

type place struct{ kind, name string }

func placesOf(name string, kinds ...string) places {
	all := places{}
	for _, kind := range kinds {
		all = append(all, place{kind, trace.Of(kind, name)})
	}
	return all
}

func (all places) of(kind string) string {
	for n := range all {
		if all[n].kind == kind {
			return all[n].name
		}
	}
	return ""
}

// Resource is what the informer watches, as the report names it.
func (i *Informer) Resource() apiserver.Resource { return i.resource }

func (i *Informer) clone() *Informer {
	c := *i
	c.Reflector = i.Reflector.clone()
	c.Resync = i.Resync.clone()
	c.Queue = i.Queue.Clone()
	c.Loop = i.Loop.clone()
	c.Indexer = i.Indexer.Clone()
	c.Listeners = each(i.Listeners, (*Listener).clone)
	c.registrations = slices.Clone(i.registrations)
	return &c
}

// errTaken refuses a second one of a name.
func errTaken(kind, name string) error { return fmt.Errorf("there is %s %q already", kind, name) }

// informer finds an informer by name.
func (w *World) informer(name string) (*Informer, error) {
	for _, i := range w.Informers {
		if i.Config.Name == name {
			return i, nil
		}
	}
	return nil, fmt.Errorf("no informer is called %q; there are %s", name, names(w.Informers, func(i *Informer) string { return i.Config.Name }))
}
