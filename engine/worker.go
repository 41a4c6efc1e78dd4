package engine

import (
	"slices"
	"strings"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Worker is one worker goroutine.
type Worker struct {
	// Key is what it works on, "" if nothing; Object what the Lister gave it.
	Key    string
	Object cache.Object
	State  WorkerState
	// WakeAt is when its reconcile ends.
	WakeAt time.Duration

	controller int
	queueName  string
	actorName  string
	at         string
	number     int
	cause      int64
	token      int64
	failed     bool
	retire     bool
	priority   int
	requeue    time.Duration
	exchange
	// stage is how far a reconcile that writes has come, todo what it has still
	// to send at this stage, seen what it has read or written on the way.
	stage int
	todo  []request
	seen  []cache.Object
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

func (wk *Worker) name() string { return wk.actorName }

func (wk *Worker) ready(w *World) bool {
	switch wk.State {
	case WorkerStopped:
		return false
	case WorkerGetting:
		q := wk.queue(w)
		return len(q.Queue.Queue) > 0 || q.ShuttingDown || wk.retire
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
		wk.woken = false
		c.answered(w, wk)
		wk.goOn(w, c)
	case WorkerEnding:
		wk.end(w, c)
	case WorkerForgetting:
		wk.forget(w, c, q)
	case WorkerDone:
		wk.done(w, c, q)
	}
}

func (wk *Worker) queue(w *World) *Workqueue {
	q, _ := w.workqueue(wk.queueName)
	return q
}

// get is queue.Get, or its shutdown.
func (wk *Worker) get(w *World, c *Controller, q *Workqueue) {
	if wk.retire || len(q.Queue.Queue) == 0 {
		wk.State = WorkerStopped
		w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WorkerStop, Cause: wk.cause, Upstream: upstreamQueue + "Get"}, trace.String("queue", q.Config.Name))
		return
	}
	priority := q.PriorityOf(q.Queue.Queue[0])
	key, _ := q.Get()
	wk.priority = priority
	wk.Key, wk.token = key, q.Token(key)
	data, upstream := q.data(wk.token), upstreamQueue+"Get"
	if q.Priority != nil {
		data, upstream = append(data, trace.Int("priority", priority)), upstreamPriority+"GetWithPriority"
	}
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WorkqueueGet, Key: key, From: q.place(), To: wk.place(), Cause: q.origin(key).Cause,
		Upstream: upstream}, data...)
	wk.State, wk.Object, wk.failed = WorkerReading, nil, false
	wk.exchange, wk.stage, wk.todo, wk.seen, wk.requeue = exchange{}, 0, nil, nil, 0
	if c.monitors(wk) {
		wk.State, wk.woken = WorkerReconciling, true // there is no object to read
	}
}

// reconcile is what comes of a reconcile whose time is over.
func (wk *Worker) reconcile(w *World, c *Controller) {
	key := listerKey(wk.Key)
	if c.failures[key] > 0 {
		c.failures[key]--
		wk.failed = true
	}
	if wk.failed {
		wk.State = WorkerEnding
		return
	}
	wk.goOn(w, c)
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
	if c.Fails > 0 {
		c.Fails--
		wk.failed = true
	}
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
		q.addRateLimited(w, wk.Key, wk.priority, wk.actorName, cache.Origin{Token: wk.token, Cause: wk.cause})
	case slices.Contains(c.Config.Mistakes, MistakeNoForget):
	default:
		wk.cause = q.forget(w, wk.Key, wk.actorName, wk.cause)
		if wk.requeue > 0 && !wk.failed { // K-9
			q.addAfter(w, wk.Key, wk.requeue, wk.priority, wk.actorName, cache.Origin{Token: wk.token, Cause: wk.cause}, upstreamDelaying+"AddAfter")
		}
	}
}

func (wk *Worker) done(w *World, c *Controller, q *Workqueue) {
	if !slices.Contains(c.Config.Mistakes, MistakeNoDone) {
		wk.cause = q.done(w, wk.Key, wk.actorName, wk.cause)
	}
	wk.Key, wk.Object, wk.State = "", nil, WorkerGetting
}

func (wk *Worker) place() string { return wk.at }

// goOn sends the next request of a reconcile, or ends it.
func (wk *Worker) goOn(w *World, c *Controller) {
	if len(wk.todo) == 0 {
		c.plan(w, wk)
	}
	if len(wk.todo) == 0 {
		wk.State = WorkerEnding
		if c.monitors(wk) {
			wk.State = WorkerDone
		}
		return
	}
	r := wk.todo[0]
	wk.todo = wk.todo[1:]
	wk.State = WorkerWriting
	w.send(asker{controller: wk.controller, number: wk.number}, r, wk.cause)
	if r.key() == wk.Key { // what is done to another object leads to nothing here
		wk.cause = wk.sent
	}
}

// plan says what a reconcile sends next; nothing, if it is over.
func (c *Controller) plan(w *World, wk *Worker) {
	switch c.Config.Reconcile {
	case ReconcileSetStatus:
		c.setStatus(wk)
	case ReconcileReplicas:
		c.replicas(w, wk)
	case ReconcileNotify:
		c.notify(w, wk)
	case ReconcileQuota:
		c.quotas(w, wk)
	case ReconcileRules:
		c.followRules(w, wk)
	}
}

// answered looks at the answer to what was sent last.
func (c *Controller) answered(w *World, wk *Worker) {
	switch c.Config.Reconcile {
	case ReconcileReplicas:
		c.replicasAnswered(w, wk)
	case ReconcileRules:
		c.ruleAnswered(wk)
	default:
		wk.failed = wk.failed || wk.err != nil
	}
}

// setStatus writes what it makes of the object that the Lister gave.
func (c *Controller) setStatus(wk *Worker) {
	if wk.Object == nil || wk.stage > 0 {
		return
	}
	wk.stage++
	o := wk.Object.DeepCopy()
	_ = unstructured.SetNestedField(o.Object, o.GetGeneration(), "status", "observedGeneration")
	_ = unstructured.SetNestedField(o.Object, "Running", "status", "phase")
	wk.todo = []request{{method: put, subresource: "status", object: o}}
}
