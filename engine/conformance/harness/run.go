// Package harness runs scripts on the real client-go inside a testing/synctest
// bubble, against an API server of its own, and makes the same report as the
// engine does. Which release of client-go is what a Library says: package
// conformance has that of 1.37, package v113 that of 1.13.
//
// What falls into one instant, the harness orders as the engine does: with
// nanoseconds, which a report does not show. A script's step comes a little before
// its instant, each event on a watch a little after the one before, and what
// handlers enqueue last. Whatever a report shows in the order of a map is sorted by
// key.
package harness

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Run runs a script on a library. What the script does has to be possible for
// the library.
func Run(t *testing.T, library Library, s Script) (Result, error) {
	var result Result
	var err error
	synctest.Test(t, func(t *testing.T) {
		r := newRun(library, s)
		defer r.end()
		if err = r.play(); err == nil {
			result = r.result()
		}
	})
	return result, err
}

// run is one scenario under way.
type run struct {
	script  Script
	library Library
	began   time.Time
	server  *server

	queues      map[string]*Queue
	informers   map[string]*informer
	controllers map[string]*controller
	handlers    map[string]*Handler // by INFORMER/HANDLER
	agenda      []item
}

// item is something that the script does at a time. The steps of an instant
// come before all else, so they come early by a nanosecond for each instant
// that has steps.
type item struct {
	at    time.Duration
	early time.Duration
	do    func() error
}

func newRun(library Library, s Script) *run {
	return &run{
		script: s, library: library, began: time.Now(), server: newServer(s.World.Server, s.World.Network),
		queues:      map[string]*Queue{},
		informers:   map[string]*informer{},
		controllers: map[string]*controller{},
		handlers:    map[string]*Handler{},
	}
}

// play builds the world and lets the time up to `until` pass.
func (r *run) play() error {
	r.scheduleSteps()
	if err := r.build(); err != nil {
		return err
	}
	for len(r.agenda) > 0 && r.agenda[0].at <= r.script.Until {
		next := r.agenda[0]
		r.agenda = r.agenda[1:]
		r.sleepUntil(next.at - next.early)
		if err := next.do(); err != nil {
			return fmt.Errorf("at %s: %w", next.at, err)
		}
	}
	// What is due exactly at the end still happens.
	r.sleepUntil(r.script.Until + lateness)
	synctest.Wait()
	return nil
}

// lateness is more than all the nanoseconds that the harness adds to a time,
// and less than a report shows.
const lateness = 4 * time.Microsecond

func (r *run) sleepUntil(at time.Duration) { time.Sleep(time.Until(r.began.Add(at))) }

// scheduleSteps puts the script on the agenda.
func (r *run) scheduleSteps() {
	early, before := time.Duration(0), time.Duration(0)
	for _, step := range r.script.Steps {
		if step.At > before {
			before = step.At
			early += time.Nanosecond
		}
		r.agenda = append(r.agenda, item{at: step.At, early: early, do: func() error { return r.do(step.Command) }})
	}
}

// schedule puts something on the agenda, behind what is due at the same time.
func (r *run) schedule(at time.Duration, do func() error) {
	at = max(at, time.Since(r.began))
	i, _ := slices.BinarySearchFunc(r.agenda, at, func(other item, at time.Duration) int {
		if other.at <= at {
			return -1
		}
		return 1
	})
	r.agenda = slices.Insert(r.agenda, i, item{at: at, do: do})
}

// build makes what the world has from the beginning.
func (r *run) build() error {
	for _, cfg := range r.script.World.Workqueues {
		r.addWorkqueue(cfg)
	}
	for _, cfg := range r.script.World.Informers {
		if err := r.addInformer(cfg); err != nil {
			return err
		}
	}
	for _, cfg := range r.script.World.Controllers {
		if err := r.addController(cfg); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) addWorkqueue(cfg WorkqueueConfig) { r.queues[cfg.Name] = newQueue(r.library, cfg) }

func (r *run) addInformer(cfg InformerConfig) error {
	c, err := newClient(r.server, cfg, r.began)
	if err != nil {
		return err
	}
	inf := &informer{cfg: cfg, library: r.library, client: c}
	r.informers[cfg.Name] = inf
	var late []*Handler
	for _, h := range cfg.Handlers {
		handler, err := r.newHandler(inf, h)
		if err != nil {
			return err
		}
		if h.AddAt.Duration > time.Since(r.began) {
			late = append(late, handler)
		} else {
			inf.handlers = append(inf.handlers, handler)
		}
	}
	if err := inf.build(); err != nil {
		return err
	}
	r.schedule(cfg.StartAt.Duration, func() error { return r.start(inf) })
	for _, h := range late {
		r.schedule(h.Config.AddAt.Duration, func() error { return inf.attach(h) })
	}
	return nil
}

// start starts an informer and waits until it has read the feature gates.
func (r *run) start(inf *informer) error {
	err := inf.start()
	synctest.Wait()
	return err
}

func (r *run) newHandler(inf *informer, cfg HandlerConfig) (*Handler, error) {
	queue := r.queues[cfg.Enqueue]
	if cfg.Enqueue != "" && queue == nil {
		return nil, fmt.Errorf("there is no workqueue %q", cfg.Enqueue)
	}
	for _, mistake := range cfg.Mistakes {
		if mistake == mistakePointerKeys { // its keys have numbers of the engine's
			return nil, fmt.Errorf("handler %s: the harness does not make the mistake %s", cfg.Name, mistake)
		}
	}
	h := NewHandler(cfg, inf.client, queue, len(r.handlers))
	r.handlers[inf.cfg.Name+"/"+cfg.Name] = h
	return h, nil
}

func (r *run) addController(cfg ControllerConfig) error {
	inf, queue := r.informers[cfg.Informer], r.queues[cfg.Queue]
	if inf == nil || queue == nil {
		return fmt.Errorf("controller %s: there is no informer %q or no workqueue %q", cfg.Name, cfg.Informer, cfg.Queue)
	}
	if cfg.Reconcile != reconcileObserve && cfg.Reconcile != reconcileSetStatus {
		return fmt.Errorf("controller %s: the harness only observes and sets the status", cfg.Name)
	}
	c := newController(cfg, inf, queue, r.server)
	r.controllers[cfg.Name] = c
	r.schedule(0, func() error {
		c.start()
		return nil
	})
	return nil
}

// end stops everything and waits for it, as a bubble demands.
func (r *run) end() {
	for _, inf := range r.informers {
		inf.stop()
	}
	for _, c := range r.controllers {
		_ = c.stop(false) // only a drain can fail
	}
	for _, q := range r.queues {
		q.ShutDown()
	}
	for _, inf := range r.informers {
		inf.wait()
	}
	for _, c := range r.controllers {
		c.wait()
	}
	time.Sleep(time.Hour) // until requests have ended for which nobody waits
}
