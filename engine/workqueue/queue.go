// Package workqueue holds client-go's util/workqueue as plain data: the queue
// with its dirty and processing sets, the keys that wait, and the rate limiter.
// Nothing here blocks or knows what time it is; callers say so.
package workqueue

import "github.com/tidwall/btree"

// Queue models the rate limiting queue: queue.go, delaying_queue.go and
// rate_limiting_queue.go.
type Queue struct {
	// Queue is the order in which keys will be handed out.
	Queue []string
	// Dirty holds the keys that need work, Processing those a worker has.
	Dirty, Processing btree.Set[string]
	// Waiting are the keys of AddAfter and AddRateLimited, in the order in which
	// they fall due.
	Waiting Waiting
	Limiter Limiter
	// ShuttingDown: nothing can be added any more.
	ShuttingDown bool
	// Adds is the metric of that name: how often a key became dirty.
	Adds int64
	// Priority is nil but for a priority queue.
	Priority *Priority
}

// Added says what an Add came to.
type Added string

// What an Add came to.
const (
	Pushed       Added = "pushed"       // to the tail of the queue
	OnlyDirty    Added = "dirty"        // a worker has the key: it waits for Done
	AlreadyDirty Added = "already"      // it was dirty before: nothing happens
	Refused      Added = "shuttingDown" // the queue is shutting down
)

// Add is Typed.Add.
func (q *Queue) Add(key string) Added {
	switch {
	case q.ShuttingDown:
		return Refused
	case q.Dirty.Contains(key):
		return AlreadyDirty
	}
	q.Adds++
	q.Dirty.Insert(key)
	if q.Processing.Contains(key) {
		return OnlyDirty
	}
	q.Queue = append(q.Queue, key)
	return Pushed
}

// Get takes the head; false if there is none.
func (q *Queue) Get() (string, bool) {
	if len(q.Queue) == 0 {
		return "", false
	}
	key := q.Queue[0]
	q.Queue = q.Queue[1:]
	q.Processing.Insert(key)
	q.Dirty.Delete(key)
	if q.Priority != nil {
		delete(q.Priority.items, key)
	}
	return key, true
}

// Done ends the processing of key, and says whether it went to the tail because
// it had become dirty meanwhile. A Done without a Get pushes a dirty key
// once more, as upstream does.
func (q *Queue) Done(key string) (requeued bool) {
	q.Processing.Delete(key)
	if !q.Dirty.Contains(key) {
		return false
	}
	if q.Priority != nil {
		q.insert(key)
		return true
	}
	q.Queue = append(q.Queue, key)
	return true
}

// ShutDown refuses every later Add and discards what waits (Q-7, Y-5).
func (q *Queue) ShutDown() (discarded int) {
	q.ShuttingDown = true
	discarded = q.Waiting.Len()
	q.Waiting = Waiting{}
	if q.Priority != nil {
		discarded += len(q.Queue)
		q.shutDownNow()
	}
	return discarded
}

// Len counts queued keys only; a priority queue's counts those that are ready,
// a worker having them or not (K-6).
func (q *Queue) Len() int {
	if q.Priority != nil {
		return q.Dirty.Len()
	}
	return len(q.Queue)
}

// Clone copies q.
func (q *Queue) Clone() *Queue {
	c := *q
	c.Queue = q.Queue[:len(q.Queue):len(q.Queue)]
	c.Dirty = *q.Dirty.Copy()
	c.Processing = *q.Processing.Copy()
	c.Waiting = q.Waiting.clone()
	c.Limiter = q.Limiter.clone()
	c.Priority = q.Priority.clone()
	return &c
}
