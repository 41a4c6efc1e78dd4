package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"informerscope/engine/trace"
)

// Controller is a set of workers on one queue or several, written the usual way
// (B-7): wait for the caches, then Get, read the Lister, reconcile, Forget or
// AddRateLimited, Done.
type Controller struct {
	Config ControllerConfig
	// Workers work on the queues by turns: with two queues the first, third,
	// fifth … on the first, the others on the second.
	Workers []*Worker
	// CacheSynced: WaitForCacheSync has returned, and the workers run.
	CacheSynced bool
	// WaitingSince is when WaitForCacheSync was called.
	WaitingSince time.Duration
	// Fails is how many of the reconciles that begin next are to fail.
	Fails int

	index int
	// failures counts how often each key has still to fail.
	failures map[string]int
	// polling: the look at which WaitForCacheSync will return is on the agenda;
	// starts tells it from that of an earlier start.
	polling bool
	starts  int
	// stopped: the queues were shut down.
	stopped bool
	// monitorsOf is a quota controller's QuotaMonitor; nil of others.
	monitorsOf *Monitors
	// expectations are those of a replicas controller, by key.
	expectations map[string]Expectation
}

// upstreamSample is the usual controller: k8s.io/sample-controller.
const upstreamSample = "sample-controller/controller.go: "

// syncPoll is WaitForCacheSync's period.
const syncPoll = 100 * time.Millisecond

func (w *World) addController(c ControllerConfig, cause int64) error {
	if _, err := w.controller(c.Name); err == nil {
		return errTaken("controller", c.Name)
	}
	for _, q := range c.queues() {
		if _, err := w.workqueue(q); err != nil {
			return fmt.Errorf("controller %s: %w", c.Name, err)
		}
	}
	for _, i := range c.informers() {
		if _, err := w.informer(i); err != nil {
			return fmt.Errorf("controller %s: %w", c.Name, err)
		}
	}
	ctl := &Controller{Config: c, index: len(w.Controllers), failures: map[string]int{}, expectations: map[string]Expectation{}}
	for _, f := range c.Fail {
		ctl.failures[f.Key] = *f.Times
	}
	if ctl.isQuota() {
		ctl.monitorsOf = &Monitors{controller: ctl.index, actorName: c.Name + "/monitors"}
	}
	w.Controllers = append(w.Controllers, ctl)
	w.enroll()
	if c.Manager == "" {
		ctl.start(w, cause)
		return nil
	}
	ctl.stopped = true // until its manager starts it
	return nil
}

// start calls WaitForCacheSync, or starts the workers on whatever there is.
func (c *Controller) start(w *World, cause int64) {
	c.WaitingSince, c.CacheSynced, c.Workers = w.now, false, nil
	c.starts++
	c.polling, c.stopped = false, false
	if c.monitorsOf != nil {
		c.monitorsOf.start(c.Config.Manager != "", cause)
	}
	switch {
	case !*c.Config.WaitForSync:
		w.after(0, workersStart{c.started(cause)})
	case c.allSynced(w):
		c.poll(w, cause)
	}
}

// allSynced: every informer that the controller waits for has synced.
func (c *Controller) allSynced(w *World) bool {
	for _, name := range c.Config.informers() {
		if i, _ := w.informer(name); !i.Synced {
			return false
		}
	}
	return true
}

// stop shuts the queues down: workers end when they are empty, those of other
// controllers on them too, and WaitForCacheSync gives up.
func (c *Controller) stop(w *World, drain bool, cause int64) {
	for _, other := range w.sharing(c) {
		other.stopped = true
		if other.monitorsOf != nil {
			other.monitorsOf.stop()
		}
	}
	for _, q := range c.queues(w) {
		q.shutDown(w, drain, cause)
	}
}

// restart starts the controller again, on a new queue if the old one was shut
// down.
func (c *Controller) restart(w *World, cause int64) error {
	if c.running() {
		return fmt.Errorf("controller %s is running", c.Config.Name)
	}
	for _, q := range c.queues(w) {
		if !q.ShuttingDown {
			continue
		}
		if other := slices.IndexFunc(w.sharing(c), (*Controller).running); other >= 0 {
			return fmt.Errorf("controller %s still works on what is left in workqueue %s", w.sharing(c)[other].Config.Name, q.Config.Name)
		}
		q.reset()
	}
	c.start(w, cause)
	w.enroll()
	return nil
}

// queues are the controller's workqueues.
func (c *Controller) queues(w *World) []*Workqueue {
	var all []*Workqueue
	for _, name := range c.Config.queues() {
		q, _ := w.workqueue(name)
		all = append(all, q)
	}
	return all
}

// sharing are the controllers that have a queue in common with c, c included.
func (w *World) sharing(c *Controller) []*Controller {
	var all []*Controller
	for _, o := range w.Controllers {
		for _, q := range o.Config.queues() {
			if slices.Contains(c.Config.queues(), q) {
				all = append(all, o)
				break
			}
		}
	}
	return all
}

// running: a worker has not ended yet, or one may still begin.
func (c *Controller) running() bool {
	working := func(wk *Worker) bool { return wk.State != WorkerStopped }
	return !c.stopped || slices.ContainsFunc(c.Workers, working)
}

// cacheSynced is an informer turning synced while WaitForCacheSync polls: once it
// is the last, that will be seen at the next look.
func (c *Controller) cacheSynced(w *World, i *Informer, cause int64) {
	if i.replaced || !slices.Contains(c.Config.informers(), i.Config.Name) || c.CacheSynced || c.polling || c.stopped || !*c.Config.WaitForSync {
		return
	}
	if c.allSynced(w) {
		c.poll(w, cause)
	}
}

// poll is the look at which WaitForCacheSync finds that all have synced.
func (c *Controller) poll(w *World, cause int64) {
	c.polling = true
	waited := w.now - c.WaitingSince
	looks := (waited + syncPoll - 1) / syncPoll
	if looks == 0 && !w.profile.SyncPollFirst {
		looks = 1
	}
	w.after(looks*syncPoll-waited, workersStart{c.started(cause)})
}

// controllerStart is one start of a controller: what it has put off is not done
// once the controller has stopped, nor for a later start.
type controllerStart struct {
	controller, start int
	cause             int64
}

// started is the present start, which cause brought about.
func (c *Controller) started(cause int64) controllerStart {
	return controllerStart{c.index, c.starts, cause}
}

// of is the controller, and whether it still runs since that start.
func (s controllerStart) of(w *World) (c *Controller, lasts bool) {
	c = w.Controllers[s.controller]
	return c, !c.stopped && c.starts == s.start
}

// workersStart is WaitForCacheSync returning.
type workersStart struct{ controllerStart }

func (a workersStart) do(w *World) {
	c, lasts := a.of(w)
	if !lasts {
		return
	}
	c.CacheSynced, c.polling = true, false
	cause := w.emit(trace.Event{Actor: c.Config.Name, Kind: trace.CacheSynced, Cause: a.cause, Upstream: "tools/cache/shared_informer.go: WaitForCacheSync"},
		trace.String("informer", strings.Join(c.Config.informers(), ", ")), trace.Bool("waited", *c.Config.WaitForSync), trace.Int("workers", *c.Config.Workers))
	for len(c.Workers) < c.allWorkers() {
		c.addWorker(w, cause)
		if n := len(c.Workers) - 1; c.monitorsOf.waits(n) {
			c.Workers[n].State = WorkerStopped
		}
	}
	if c.isQuota() {
		c.quotaStarts(w, cause)
	}
}

func (c *Controller) addWorker(w *World, cause int64) {
	n := len(c.Workers) + 1
	name := fmt.Sprintf("%s/worker-%d", c.Config.Name, n)
	wk := &Worker{State: WorkerGetting, controller: c.index, number: n, actorName: name, at: trace.Of(trace.Worker, name), cause: cause,
		queueName: c.queueOf(n)}
	c.Workers = append(c.Workers, wk)
	w.enroll()
}

// allWorkers is the number of workers on all queues together; a quota
// controller's resourceChanges has one.
func (c *Controller) allWorkers() int {
	if c.isQuota() {
		return *c.Config.Workers*queueResourceChanges + 1
	}
	return *c.Config.Workers * len(c.Config.queues())
}

// queueOf is the queue of a worker, by its number.
func (c *Controller) queueOf(n int) string {
	all := c.Config.queues()
	switch {
	case c.isQuota() && n == 1: // so that it stays, whatever the number of the others
		return all[queueResourceChanges]
	case c.isQuota():
		return all[n%queueResourceChanges]
	}
	return all[(n-1)%len(all)]
}

// setWorkers starts or retires workers; one that is busy ends its key first.
func (c *Controller) setWorkers(w *World, n int, cause int64) {
	c.Config.Workers = &n
	for number, wk := range c.Workers {
		wk.retire = number >= c.allWorkers()
		if !wk.retire && wk.State == WorkerStopped && !c.stopped && !c.monitorsOf.waits(number) {
			wk.State = WorkerGetting
		}
	}
	for c.CacheSynced && !c.stopped && len(c.Workers) < c.allWorkers() {
		c.addWorker(w, cause)
	}
}

func (c *Controller) clone() *Controller {
	d := *c
	d.Workers = each(c.Workers, func(wk *Worker) *Worker {
		x := *wk
		x.todo = slices.Clone(wk.todo)
		return &x
	})
	if c.monitorsOf != nil {
		m := *c.monitorsOf
		d.monitorsOf = &m
	}
	d.failures = maps.Clone(c.failures)
	d.expectations = maps.Clone(c.expectations)
	return &d
}

func (c *Controller) worker(number int) *Worker {
	if number > len(c.Workers) {
		return nil
	}
	return c.Workers[number-1]
}
