package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Controller is a set of workers on one queue, written the usual way (B-7): wait
// for the cache, then Get, read the Lister, reconcile, Forget or
// AddRateLimited, Done.
type Controller struct {
	Config  ControllerConfig
	Workers []*Worker
	// CacheSynced: WaitForCacheSync has returned, and the workers run.
	CacheSynced bool
	// WaitingSince is when WaitForCacheSync was called.
	WaitingSince time.Duration

	index int
	// failures counts how often each key has still to fail.
	failures map[string]int
	// polling: the look at which WaitForCacheSync will return is on the agenda;
	// starts tells it from that of an earlier start.
	polling bool
	starts  int
	// stopped: the queue was shut down.
	stopped bool
}

// Worker is one worker goroutine.
type Worker struct {
	// Key is what it works on, "" if nothing; Object what the Lister gave it.
	Key    string
	Object cache.Object
	State  WorkerState
	// WakeAt is when its reconcile ends.
	WakeAt time.Duration

	controller int
	actorName  string
	at         string
	number     int
	woken      bool
	cause      int64
	token      int64
	failed     bool
	err        error
	retire     bool
}

// WorkerState is where a worker stands.
type WorkerState string

// The states of a worker.
const (
	WorkerGetting     WorkerState = "Get"
	WorkerReading     WorkerState = "Lister.Get"
	WorkerReconciling WorkerState = "reconcile"
	WorkerWriting     WorkerState = "write"
	WorkerEnding      WorkerState = "reconcile returned"
	WorkerForgetting  WorkerState = "Forget or AddRateLimited"
	WorkerDone        WorkerState = "Done"
	WorkerStopped     WorkerState = "stopped"
)

// upstreamSample is the usual controller: k8s.io/sample-controller.
const upstreamSample = "sample-controller/controller.go: "

// syncPoll is WaitForCacheSync's period.
const syncPoll = 100 * time.Millisecond

func (w *World) addController(c ControllerConfig, cause int64) error {
	if _, err := w.controller(c.Name); err == nil {
		return errTaken("controller", c.Name)
	}
	if _, err := w.workqueue(c.Queue); err != nil {
		return fmt.Errorf("controller %s: %w", c.Name, err)
	}
	if _, err := w.informer(c.Informer); err != nil {
		return fmt.Errorf("controller %s: %w", c.Name, err)
	}
	ctl := &Controller{Config: c, index: len(w.Controllers), failures: map[string]int{}}
	for _, f := range c.Fail {
		ctl.failures[f.Key] = *f.Times
	}
	w.Controllers = append(w.Controllers, ctl)
	ctl.start(w, cause)
	return nil
}

// start calls WaitForCacheSync, or starts the workers on whatever there is.
func (c *Controller) start(w *World, cause int64) {
	c.WaitingSince, c.CacheSynced, c.Workers = w.now, false, nil
	c.starts++
	c.polling, c.stopped = false, false
	i, _ := w.informer(c.Config.Informer)
	switch {
	case !*c.Config.WaitForSync:
		w.after(0, workersStart{c.index, c.starts, cause})
	case i.Synced:
		c.cacheSynced(w, i, cause)
	}
}

// stop shuts the queue down: workers end when it is empty, those of other
// controllers on it too, and WaitForCacheSync gives up.
func (c *Controller) stop(w *World, drain bool, cause int64) {
	for _, other := range w.sharing(c) {
		other.stopped = true
	}
	q, _ := w.workqueue(c.Config.Queue)
	q.shutDown(w, drain, cause)
}

// restart starts the controller again, on a new queue if the old one was shut
// down.
func (c *Controller) restart(w *World, cause int64) error {
	if c.running() {
		return fmt.Errorf("controller %s is running", c.Config.Name)
	}
	if q, _ := w.workqueue(c.Config.Queue); q.ShuttingDown {
		if other := slices.IndexFunc(w.sharing(c), (*Controller).running); other >= 0 {
			return fmt.Errorf("controller %s still works on what is left in workqueue %s", w.sharing(c)[other].Config.Name, q.Config.Name)
		}
		q.reset()
	}
	c.start(w, cause)
	w.enroll()
	return nil
}

// sharing are the controllers on the queue of c, c included.
func (w *World) sharing(c *Controller) []*Controller {
	return slices.DeleteFunc(slices.Clone(w.Controllers), func(o *Controller) bool { return o.Config.Queue != c.Config.Queue })
}

// running: a worker has not ended yet, or one may still begin.
func (c *Controller) running() bool {
	working := func(wk *Worker) bool { return wk.State != WorkerStopped }
	return !c.stopped || slices.ContainsFunc(c.Workers, working)
}

// cacheSynced is an informer turning synced while WaitForCacheSync polls: it
// will be seen at the next look.
func (c *Controller) cacheSynced(w *World, i *Informer, cause int64) {
	if c.Config.Informer != i.Config.Name || i.replaced || c.CacheSynced || c.polling || c.stopped || !*c.Config.WaitForSync {
		return
	}
	c.polling = true
	waited := w.now - c.WaitingSince
	looks := (waited + syncPoll - 1) / syncPoll
	if looks == 0 && !w.profile.SyncPollFirst {
		looks = 1
	}
	w.after(looks*syncPoll-waited, workersStart{c.index, c.starts, cause})
}

// workersStart is WaitForCacheSync returning.
type workersStart struct {
	controller, start int
	cause             int64
}

func (a workersStart) do(w *World) {
	c := w.Controllers[a.controller]
	if c.stopped || c.starts != a.start {
		return
	}
	c.CacheSynced, c.polling = true, false
	cause := w.emit(trace.Event{Actor: c.Config.Name, Kind: trace.CacheSynced, Cause: a.cause, Upstream: "tools/cache/shared_informer.go: WaitForCacheSync"},
		trace.String("informer", c.Config.Informer), trace.Bool("waited", *c.Config.WaitForSync), trace.Int("workers", *c.Config.Workers))
	for len(c.Workers) < *c.Config.Workers {
		c.addWorker(w, cause)
	}
}

func (c *Controller) addWorker(w *World, cause int64) {
	n := len(c.Workers) + 1
	name := fmt.Sprintf("%s/worker-%d", c.Config.Name, n)
	wk := &Worker{State: WorkerGetting, controller: c.index, number: n, actorName: name, at: trace.Of(trace.Worker, name), cause: cause}
	c.Workers = append(c.Workers, wk)
	w.enroll()
}

// setWorkers starts or retires workers; one that is busy ends its key first.
func (c *Controller) setWorkers(w *World, n int, cause int64) {
	c.Config.Workers = &n
	for number, wk := range c.Workers {
		wk.retire = number >= n
		if !wk.retire && wk.State == WorkerStopped && !c.stopped {
			wk.State = WorkerGetting
		}
	}
	for c.CacheSynced && !c.stopped && len(c.Workers) < n {
		c.addWorker(w, cause)
	}
}

func (c *Controller) clone() *Controller {
	d := *c
	d.Workers = each(c.Workers, func(wk *Worker) *Worker {
		x := *wk
		return &x
	})
	d.failures = make(map[string]int, len(c.failures))
	for k, v := range c.failures {
		d.failures[k] = v
	}
	return &d
}

func (wk *Worker) name() string { return wk.actorName }

func (wk *Worker) ready(w *World) bool {
	switch wk.State {
	case WorkerStopped:
		return false
	case WorkerGetting:
		q := wk.queue(w)
		return q.Len() > 0 || q.ShuttingDown || wk.retire
	case WorkerReconciling, WorkerWriting:
		return wk.woken
	}
	return true
}

func (wk *Worker) step(w *World) {
	c, q := w.Controllers[wk.controller], wk.queue(w)
	switch wk.State {
	case WorkerGetting:
		wk.get(w, c, q)
	case WorkerReading:
		wk.read(w, c)
	case WorkerReconciling:
		wk.woken, wk.WakeAt = false, 0
		wk.reconcile(w, c)
	case WorkerWriting:
		wk.woken, wk.State = false, WorkerEnding
	case WorkerEnding:
		wk.end(w, c)
	case WorkerForgetting:
		wk.forget(w, c, q)
	case WorkerDone:
		wk.done(w, c, q)
	}
}

func (wk *Worker) queue(w *World) *Workqueue {
	q, _ := w.workqueue(w.Controllers[wk.controller].Config.Queue)
	return q
}

// get is queue.Get, or its shutdown.
func (wk *Worker) get(w *World, c *Controller, q *Workqueue) {
	if wk.retire || q.Len() == 0 {
		wk.State = WorkerStopped
		w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WorkerStop, Cause: wk.cause, Upstream: upstreamQueue + "Get"}, trace.String("queue", q.Config.Name))
		return
	}
	key, _ := q.Get()
	wk.Key, wk.token = key, q.Token(key)
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WorkqueueGet, Key: key, From: q.place(), To: wk.place(), Cause: q.origin(key).Cause,
		Upstream: upstreamQueue + "Get"}, q.data(wk.token)...)
	wk.State, wk.Object, wk.err, wk.failed = WorkerReading, nil, nil, false
}

// reconcile is what comes of a reconcile whose time is over.
func (wk *Worker) reconcile(w *World, c *Controller) {
	key := listerKey(wk.Key)
	if c.failures[key] > 0 {
		c.failures[key]--
		wk.failed = true
	}
	if !wk.failed && c.Config.Reconcile == ReconcileSetStatus && wk.Object != nil {
		wk.writeStatus(w, c)
		return
	}
	wk.State = WorkerEnding
}

// read is the beginning of a reconcile: the Lister is asked.
func (wk *Worker) read(w *World, c *Controller) {
	i, _ := w.informer(c.Config.Informer)
	version := "none"
	if o, ok := i.Indexer.Get(listerKey(wk.Key)); ok {
		wk.Object = w.seen(i, o)
		version = cache.VersionOf(o)
	}
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.ReconcileStart, Key: wk.Key, From: i.place(trace.Indexer), To: wk.place(), Cause: wk.cause,
		Upstream: "tools/cache/listers.go: ListAll"}, trace.String("cache", version), trace.String("controller", c.Config.Name), trace.Duration("takes", c.Config.Takes.Duration))
	wk.State = WorkerReconciling
	d := c.Config.Takes.Duration
	if d == 0 {
		wk.woken = true
		return
	}
	wk.WakeAt = w.now + d
	w.after(d, workerWakes{wk.controller, wk.number, wk.cause})
}

// listerKey is the key a Lister is asked for, of what may stand for a pointer.
func listerKey(key string) string {
	key, _, _ = strings.Cut(key, pointerMark)
	return key
}

// workerWakes is the end of a reconcile's time, or of a write.
type workerWakes struct {
	controller, number int
	cause              int64
}

func (a workerWakes) do(w *World) {
	if wk := w.Controllers[a.controller].worker(a.number); wk != nil && wk.cause == a.cause {
		wk.woken = true
	}
}

func (c *Controller) worker(number int) *Worker {
	if number > len(c.Workers) {
		return nil
	}
	return c.Workers[number-1]
}

// end writes the reconcile down.
func (wk *Worker) end(w *World, c *Controller) {
	result := "ok"
	data := trace.Data{}
	if wk.failed {
		result = "error"
	}
	if wk.err != nil {
		data = trace.Data{trace.String("error", wk.err.Error())}
	}
	version := "none"
	if wk.Object != nil {
		version = cache.VersionOf(wk.Object)
	}
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.ReconcileEnd, Key: wk.Key, Cause: wk.cause, Upstream: upstreamSample + "Controller.syncHandler"},
		append(trace.Data{trace.String("result", result), trace.String("cache", version), trace.String("controller", c.Config.Name)}, data...)...)
	wk.State = WorkerForgetting
}

// forget is what a usual worker does with the result (B-7), or what its mistakes
// make of it.
func (wk *Worker) forget(w *World, c *Controller, q *Workqueue) {
	wk.State = WorkerDone
	switch {
	case wk.failed && slices.Contains(c.Config.Mistakes, MistakeDoneOnly):
	case wk.failed && (c.Config.MaxRetries == 0 || q.Limiter.NumRequeues(wk.Key) < c.Config.MaxRetries):
		q.addRateLimited(w, wk.Key, wk.actorName, cache.Origin{Token: wk.token, Cause: wk.cause})
	case slices.Contains(c.Config.Mistakes, MistakeNoForget):
	default:
		wk.cause = q.forget(w, wk.Key, wk.actorName, wk.cause)
	}
}

func (wk *Worker) done(w *World, c *Controller, q *Workqueue) {
	if !slices.Contains(c.Config.Mistakes, MistakeNoDone) {
		wk.cause = q.done(w, wk.Key, wk.actorName, wk.cause)
	}
	wk.Key, wk.Object, wk.State = "", nil, WorkerGetting
}

func (wk *Worker) place() string { return wk.at }

// writeStatus sends what setStatus makes of the object the Lister gave.
func (wk *Worker) writeStatus(w *World, c *Controller) {
	o := wk.Object.DeepCopy()
	_ = unstructured.SetNestedField(o.Object, o.GetGeneration(), "status", "observedGeneration")
	_ = unstructured.SetNestedField(o.Object, "Running", "status", "phase")
	wk.State = WorkerWriting
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WriteRequest, Key: wk.Key, RV: cache.VersionOf(o), From: wk.place(), To: trace.APIServer, Cause: wk.cause,
		Upstream: "rest/request.go: Request.Do"}, trace.String("method", "PUT"), trace.String("subresource", "status"), trace.String("controller", c.Config.Name))
	w.after(w.Network.Write, writeArrives{wk.controller, wk.number, wk.cause, o})
}
