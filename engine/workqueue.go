package engine

import (
	"fmt"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/engine/workqueue"

	"github.com/tidwall/btree"
)

// Workqueue is a rate limiting queue with its waitingLoop goroutine
// (util/workqueue/delaying_queue.go), which is the actor.
//
// Simplified: the waitingLoop's ten-second heartbeat is left out; it finds nothing
// that the timer does not.
type Workqueue struct {
	*workqueue.Queue
	Config WorkqueueConfig
	// Feed is waitingForAddCh: what waitingLoop has not taken yet.
	Feed []workqueue.Entry
	// Misused: Done was called by hand. From then on a key may be with two
	// workers.
	Misused bool
	// Draining: ShutDownWithDrain waits until nothing is being processed.
	Draining bool

	actorName string
	at        string
	index     int
	woken     bool
	// origins says where each key that is dirty or processing came from.
	origins btree.Map[string, *cache.Origin]
}

const (
	upstreamQueue    = "util/workqueue/queue.go: Typed."
	upstreamDelaying = "util/workqueue/delaying_queue.go: delayingType."
	upstreamPriority = "controller-runtime/pkg/controller/priorityqueue/priorityqueue.go: priorityqueue."
	upstreamLimiting = "util/workqueue/rate_limiting_queue.go: rateLimitingType."
)

func (w *World) addWorkqueue(c WorkqueueConfig) error {
	if _, err := w.workqueue(c.Name); err == nil {
		return errTaken("workqueue", c.Name)
	}
	q := &Workqueue{Config: c, actorName: c.Name + "/waitingLoop", at: trace.Of(trace.Workqueue, c.Name), index: len(w.Workqueues)}
	q.reset()
	w.Workqueues = append(w.Workqueues, q)
	w.enroll()
	return nil
}

func (q *Workqueue) reset() {
	r := q.Config.RateLimiter
	q.Queue = &workqueue.Queue{Limiter: workqueue.NewLimiter(r.Base.Duration, r.Max.Duration, *r.QPS, *r.Burst)}
	q.Limiter.Exponential.FastAttempts, q.Limiter.MaxWait = r.FastAttempts, r.MaxWait.Duration
	if q.Config.Kind == QueuePriority {
		q.Prioritize()
	}
	q.origins = btree.Map[string, *cache.Origin]{}
	q.Feed, q.woken, q.Misused, q.Draining = nil, false, false, false
}

func (q *Workqueue) clone() *Workqueue {
	c := *q
	c.Queue = q.Queue.Clone()
	c.Feed = q.Feed[:len(q.Feed):len(q.Feed)]
	c.origins = *q.origins.Copy()
	return &c
}

// Token is the token with which a dirty or processing key came; 0 if it came by
// hand.
func (q *Workqueue) Token(key string) int64 { return q.origin(key).Token }

func (q *Workqueue) origin(key string) cache.Origin {
	if from, ok := q.origins.Get(key); ok {
		return *from
	}
	return cache.Origin{}
}

func (w *World) workqueue(name string) (*Workqueue, error) {
	for _, q := range w.Workqueues {
		if q.Config.Name == name {
			return q, nil
		}
	}
	return nil, fmt.Errorf("no workqueue is called %q; there are %s", name, names(w.Workqueues, func(q *Workqueue) string { return q.Config.Name }))
}

// addKinds tells what came of an Add.
var addKinds = map[workqueue.Added]trace.Kind{
	workqueue.Pushed: trace.WorkqueueAdd, workqueue.OnlyDirty: trace.WorkqueueDirty,
	workqueue.AlreadyDirty: trace.WorkqueueSkip, workqueue.Refused: trace.WorkqueueIgnored,
}

// add is Add.
func (q *Workqueue) add(w *World, key, actor string, from cache.Origin) {
	q.addWith(w, key, 0, actor, from)
}

// addWith is Add or, of a priority queue, AddWithOpts.
func (q *Workqueue) addWith(w *World, key string, priority int, actor string, from cache.Origin) {
	if q.Priority == nil {
		q.added(w, key, q.Queue.Add(key), false, actor, from, upstreamQueue+"Add")
		return
	}
	added, raised := q.AddWithPriority(key, priority)
	q.added(w, key, added, raised, actor, from, upstreamPriority+"AddWithOpts")
}

// added tells what an add came to.
func (q *Workqueue) added(w *World, key string, added workqueue.Added, raised bool, actor string, from cache.Origin, upstream string) {
	kind := addKinds[added]
	data := q.data(from.Token)
	if q.Priority != nil {
		data = append(data, trace.Int("priority", q.PriorityOf(key)), trace.Bool("raised", raised))
	}
	seq := w.emit(trace.Event{Actor: actor, Kind: kind, Key: key, To: q.place(), Cause: from.Cause, Upstream: upstream}, data...)
	if kind == trace.WorkqueueAdd || kind == trace.WorkqueueDirty {
		q.origins.Set(key, &cache.Origin{Token: from.Token, Cause: seq})
	}
}

// addAfter is AddAfter (Y-1) or, of a priority queue, AddWithOpts.
func (q *Workqueue) addAfter(w *World, key string, d time.Duration, priority int, actor string, from cache.Origin, upstream string) {
	cause, token := from.Cause, from.Token
	if q.ShuttingDown {
		w.emit(trace.Event{Actor: actor, Kind: trace.WorkqueueIgnored, Key: key, To: q.place(), Cause: cause, Upstream: upstream}, q.data(token)...)
		return
	}
	if d <= 0 {
		q.addWith(w, key, priority, actor, from)
		return
	}
	seq := w.emit(trace.Event{Actor: actor, Kind: trace.WorkqueueWait, Key: key, To: q.place(), Cause: cause, Upstream: upstream},
		append(q.data(token), trace.Duration("for", d), trace.Int("requeues", q.Limiter.NumRequeues(key)))...)
	q.Feed = append(q.Feed, workqueue.Entry{Key: key, ReadyAt: w.now + d, Cause: seq, Token: token, Priority: priority})
}

// addRateLimited is AddRateLimited (B-1).
func (q *Workqueue) addRateLimited(w *World, key string, priority int, actor string, from cache.Origin) {
	q.addAfter(w, key, q.Limiter.When(key, w.now), priority, actor, from, upstreamLimiting+"AddRateLimited")
}

// forget is Forget (B-1).
func (q *Workqueue) forget(w *World, key, actor string, cause int64) int64 {
	n := q.Limiter.NumRequeues(key)
	q.Limiter.Forget(key)
	return w.emit(trace.Event{Actor: actor, Kind: trace.WorkqueueForget, Key: key, Cause: cause, Upstream: upstreamLimiting + "Forget"},
		trace.String("queue", q.Config.Name), trace.Int("requeues", n))
}

// done is Done.
func (q *Workqueue) done(w *World, key, actor string, cause int64) int64 {
	kind := trace.WorkqueueDone
	data := q.data(q.Token(key))
	if q.Done(key) {
		kind = trace.WorkqueueRequeue
	} else if !q.Misused { // else it may be queued once more
		q.origins.Delete(key)
	}
	seq := w.emit(trace.Event{Actor: actor, Kind: kind, Key: key, From: q.place(), Cause: cause, Upstream: upstreamQueue + "Done"}, data...)
	q.drained(w, seq)
	return seq
}

// shutDown is ShutDown (Q-7, Y-5), or ShutDownWithDrain, which a later
// ShutDown releases.
//
// Simplified: after ShutDownWithDrain the waitingLoop ends at its next wake, up to
// ten seconds later (Y-6); what it holds is of no use to anybody, so it goes at once.
func (q *Workqueue) shutDown(w *World, drain bool, cause int64) {
	upstream := upstreamDelaying + "ShutDown"
	if drain {
		upstream = upstreamQueue + "ShutDownWithDrain"
	}
	discarded := q.ShutDown() + len(q.Feed)
	q.Feed = nil
	seq := w.emit(trace.Event{Actor: actorUser, Kind: trace.WorkqueueShutDown, To: q.place(), Cause: cause, Upstream: upstream},
		trace.String("queue", q.Config.Name), trace.Int("discarded", discarded), trace.Int("left", q.Len()))
	released := q.Draining && !drain
	q.Draining = drain || q.Draining
	if released {
		q.returnFromDrain(w, seq)
	}
	q.drained(w, seq)
}

// drained lets ShutDownWithDrain return once nothing is being processed, whatever
// is still queued.
func (q *Workqueue) drained(w *World, cause int64) {
	if q.Draining && q.Processing.Len() == 0 {
		q.returnFromDrain(w, cause)
	}
}

func (q *Workqueue) returnFromDrain(w *World, cause int64) {
	q.Draining = false
	w.emit(trace.Event{Actor: actorUser, Kind: trace.WorkqueueDrained, From: q.place(), Cause: cause, Upstream: upstreamQueue + "ShutDownWithDrain"},
		trace.String("queue", q.Config.Name), trace.Int("left", q.Len()), trace.Int("processing", q.Processing.Len()))
}

func (q *Workqueue) name() string { return q.actorName }

func (q *Workqueue) ready(*World) bool { return !q.ShuttingDown && (len(q.Feed) > 0 || q.woken) }

// step is one turn of waitingLoop: first what is due, then what was fed (Y-2).
func (q *Workqueue) step(w *World) {
	if e, ok := q.Waiting.Next(); ok && e.ReadyAt <= w.now {
		q.Waiting.Pop()
		q.fallsDue(w, e)
		return
	}
	q.woken = false
	if len(q.Feed) == 0 {
		return
	}
	e := q.Feed[0]
	q.Feed = q.Feed[1:]
	if e.ReadyAt <= w.now && q.Priority == nil {
		q.fallsDue(w, e)
		return
	}
	before, waits := q.Waiting.Get(e.Key)
	fresh := false
	switch {
	case q.Priority == nil:
		fresh = q.Waiting.Insert(e)
	case q.Dirty.Contains(e.Key): // a ready key stays ready (K-3)
		q.addWith(w, e.Key, e.Priority, q.actorName, cache.Origin{Token: e.Token, Cause: e.Cause})
		return
	default:
		fresh = q.Wait(e, e.Priority)
	}
	if fresh {
		w.after(e.ReadyAt-w.now, queueWakes{q.index})
	}
	if waits {
		w.emit(trace.Event{Actor: q.actorName, Kind: trace.WorkqueueEarlier, Key: e.Key, To: q.place(), Cause: e.Cause, Upstream: "util/workqueue/delaying_queue.go: insert"},
			append(q.data(e.Token), trace.Duration("in", min(before.ReadyAt, e.ReadyAt)-w.now))...)
	}
}

// fallsDue adds a key whose time has come.
func (q *Workqueue) fallsDue(w *World, e workqueue.Entry) {
	seq := w.emit(trace.Event{Actor: q.actorName, Kind: trace.WorkqueueReady, Key: e.Key, To: q.place(), Cause: e.Cause,
		Upstream: upstreamDelaying + "waitingLoop"}, q.data(e.Token)...)
	from := cache.Origin{Token: e.Token, Cause: seq}
	if q.Priority == nil {
		q.add(w, e.Key, q.actorName, from)
		return
	}
	q.added(w, e.Key, q.FallDue(e.Key), false, q.actorName, from, upstreamPriority+"handleWaitingItems")
}

// queueWakes is the timer of the waiting heap's head.
type queueWakes struct{ queue int }

func (a queueWakes) do(w *World) {
	q := w.Workqueues[a.queue]
	if e, ok := q.Waiting.Next(); ok && e.ReadyAt <= w.now {
		q.woken = true
	}
}

func (q *Workqueue) place() string { return q.at }

func (q *Workqueue) data(token int64) trace.Data {
	d := trace.Data{trace.String("queue", q.Config.Name), trace.Int("depth", q.Len())}
	if token != 0 {
		d = append(d, trace.Int64("token", token))
	}
	return d
}
