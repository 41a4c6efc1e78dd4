// Package conformance holds the engine to the real client-go. It runs a
// scenario on client-go v0.37.2 inside a testing/synctest bubble, against an API
// server of its own, and makes the same report as the engine does. Scenarios of
// client 1.13 go to the sister module v113, which does the same with v10.
//
// What the harness leaves to itself to order, it orders as the engine does
// (contracts, "Inside one instant"): with nanoseconds, which a report does not
// show. A script's step comes a little before its instant, each event on a watch
// a little after the one before, and what handlers enqueue last. Whatever a
// report shows in the order of a map is sorted by key.
package conformance

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"

	_ "unsafe" // for go:linkname
)

//go:linkname jitterRand k8s.io/apimachinery/pkg/util/wait.jitterRand
var jitterRand func() float64

// init takes away what would disturb a bubble: the error handler that sleeps
// until a time of the real clock, the log, the random part of a pause, and the
// end of the process after a handler's panic.
func init() {
	utilruntime.ErrorHandlers = nil
	utilruntime.PanicHandlers = nil
	utilruntime.ReallyCrash = false
	klog.SetLogger(logr.Discard())
	jitterRand = func() float64 { return 0 }
}

// RunReal runs a scenario on the real library. The scenario must have an `until`
// and no jitter, and nothing in it that only a simulation can do.
func RunReal(t *testing.T, s *scenarios.Scenario) (Result, error) {
	if err := possible(s); err != nil {
		return Result{}, fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	if s.World.Complete().Client == engine.Client113 {
		return runReal113(s)
	}
	var result Result
	var err error
	synctest.Test(t, func(t *testing.T) {
		r := newRun(s)
		defer r.end()
		if err = r.play(); err == nil {
			result = r.result()
		}
	})
	return result, err
}

// possible says what of a scenario the real library cannot do.
func possible(s *scenarios.Scenario) error {
	world := s.World.Complete()
	switch {
	case s.Until == nil:
		return errors.New("needs an until: the library does not say what is left to happen")
	case world.Jitter != engine.JitterNone:
		return errors.New("needs jitter: none")
	}
	if len(world.Managers) > 0 {
		return errors.New("the harness has no processes")
	}
	for _, q := range world.Workqueues {
		if q.Kind != engine.QueueRateLimiting {
			return errors.New("the priority queue is controller-runtime's")
		}
	}
	for _, step := range s.Steps {
		if world.Client == engine.Client113 && (step.RemoveHandler != nil || step.AddInformer != nil || step.AddWorkqueue != nil || step.AddController != nil || step.Stop != nil && step.Stop.Drain) {
			return errors.New("the harness of 1.13 builds nothing later on, and its library neither removes a handler nor drains a queue")
		}
		if step.When != "" || step.AfterEvent != 0 || step.Hold != "" || step.Release != "" {
			return errors.New("the library can neither be held nor wait for a part of the report")
		}
	}
	return nil
}

// run is one scenario under way.
type run struct {
	scenario *scenarios.Scenario
	world    engine.Config
	began    time.Time
	server   *server

	queues      map[string]*workQueue
	informers   map[string]*informer
	controllers map[string]*controller
	handlers    map[string]*handler // by INFORMER/HANDLER
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

func newRun(s *scenarios.Scenario) *run {
	world := s.World.Complete()
	return &run{
		scenario: s, world: world, began: time.Now(), server: newServer(world.Server, world.Network),
		queues:      map[string]*workQueue{},
		informers:   map[string]*informer{},
		controllers: map[string]*controller{},
		handlers:    map[string]*handler{},
	}
}

// play builds the world and lets the time up to `until` pass.
func (r *run) play() error {
	r.scheduleSteps()
	if err := r.build(); err != nil {
		return err
	}
	for len(r.agenda) > 0 && r.agenda[0].at <= r.scenario.Until.Duration {
		next := r.agenda[0]
		r.agenda = r.agenda[1:]
		r.sleepUntil(next.at - next.early)
		if err := next.do(); err != nil {
			return fmt.Errorf("at %s: %w", next.at, err)
		}
	}
	// What is due exactly at the end still happens.
	r.sleepUntil(r.scenario.Until.Duration + lateness)
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
	for _, step := range r.scenario.Timeline() {
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
	for _, cfg := range r.world.Workqueues {
		r.addWorkqueue(cfg)
	}
	for _, cfg := range r.world.Informers {
		if err := r.addInformer(cfg); err != nil {
			return err
		}
	}
	for _, cfg := range r.world.Controllers {
		if err := r.addController(cfg); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) addWorkqueue(cfg engine.WorkqueueConfig) { r.queues[cfg.Name] = newWorkQueue(cfg) }

func (r *run) addInformer(cfg engine.InformerConfig) error {
	c, err := newClient(r.server, cfg, r.began)
	if err != nil {
		return err
	}
	inf := &informer{cfg: cfg, client: c}
	r.informers[cfg.Name] = inf
	var late []*handler
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
		r.schedule(h.cfg.AddAt.Duration, func() error { return inf.attach(h) })
	}
	return nil
}

// start starts an informer and waits until it has read the feature gates.
func (r *run) start(inf *informer) error {
	err := inf.start()
	synctest.Wait()
	return err
}

func (r *run) newHandler(inf *informer, cfg engine.HandlerConfig) (*handler, error) {
	queue := r.queues[cfg.Enqueue]
	if cfg.Enqueue != "" && queue == nil {
		return nil, fmt.Errorf("there is no workqueue %q", cfg.Enqueue)
	}
	for _, mistake := range cfg.Mistakes {
		if mistake == engine.MistakePointerKeys { // its keys have numbers of the engine's
			return nil, fmt.Errorf("handler %s: the harness does not make the mistake %s", cfg.Name, mistake)
		}
	}
	h := newHandler(cfg, inf.client, queue, len(r.handlers))
	r.handlers[inf.cfg.Name+"/"+cfg.Name] = h
	return h, nil
}

func (r *run) addController(cfg engine.ControllerConfig) error {
	inf, queue := r.informers[cfg.Informer], r.queues[cfg.Queue]
	if inf == nil || queue == nil {
		return fmt.Errorf("controller %s: there is no informer %q or no workqueue %q", cfg.Name, cfg.Informer, cfg.Queue)
	}
	if cfg.Reconcile != engine.ReconcileObserve && cfg.Reconcile != engine.ReconcileSetStatus {
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
		c.stop(false)
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

// result collects what the run came to.
func (r *run) result() Result {
	report := scenarios.Report{
		EndedAt: r.scenario.Until.Duration.String(), Scenario: r.scenario.Name, Seed: r.scenario.Seed, Server: r.server.report(),
		Handlers: map[string][]string{}, Informers: map[string]scenarios.InformerReport{},
		Reconciles: map[string][]string{}, Workqueues: map[string]scenarios.WorkqueueReport{},
	}
	unordered := map[string][]Block{}
	for name, h := range r.handlers {
		lines, blocks := h.report()
		report.Handlers[name] = lines
		if len(blocks) > 0 {
			unordered[handlersPath+name] = blocks
		}
	}
	for name, inf := range r.informers {
		report.Informers[name] = inf.report()
	}
	for name, c := range r.controllers {
		report.Reconciles[name] = c.report()
	}
	for name, q := range r.queues {
		report.Workqueues[name] = q.report(r.began.Add(r.scenario.Until.Duration))
	}
	return Result{Report: report, Unordered: unordered}
}
