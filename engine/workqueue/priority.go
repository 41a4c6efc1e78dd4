package workqueue

import "slices"

// LowPriority is that of a key whose object has not changed: an add of the
// initial list, an update with an equal resourceVersion (K-7).
const LowPriority = -100

// Priority makes a Queue controller-runtime's (pkg/controller/priorityqueue): of
// the ready keys the one of the highest priority comes first, of equal ones the
// one that has been ready longest (K-2).
//
// Simplified: an add to controller-runtime's priority queue takes effect at once,
// not when a buffer is flushed; After and RateLimited are not given together (K-4).
type Priority struct {
	items   map[string]item
	counter int64
}

// item is the rank of a key that is ready or waits.
type item struct {
	priority int
	counter  int64
}

// Prioritize makes q a priority queue.
func (q *Queue) Prioritize() { q.Priority = &Priority{items: map[string]item{}} }

// PriorityOf is the priority of a key that is ready or waits.
func (q *Queue) PriorityOf(key string) int {
	if q.Priority == nil {
		return 0
	}
	return q.Priority.items[key].priority
}

// AddWithPriority is AddWithOpts. A key that is ready stays so; a higher priority
// moves it to the end of its new level (K-3). One that waits is ready from now on,
// with the higher of the two priorities and, unless that is the new one, the place
// that it got when it began to wait.
func (q *Queue) AddWithPriority(key string, priority int) (added Added, raised bool) {
	if q.ShuttingDown {
		return Refused, false
	}
	raised = q.raise(key, priority)
	switch {
	case q.Dirty.Contains(key):
		if at := slices.Index(q.Queue, key); raised && at >= 0 { // else a worker has it
			q.Queue = slices.Delete(slices.Clone(q.Queue), at, at+1)
			q.insert(key)
		}
		return AlreadyDirty, raised
	case raised:
		raised = false // it is queued only now
	}
	q.Waiting.Remove(key)
	return q.makeReady(key), raised
}

// Wait lets a key wait, unless it is ready; the earlier time and the higher
// priority count (K-3). It says whether the time is new.
func (q *Queue) Wait(e Entry, priority int) (fresh bool) {
	q.raise(e.Key, priority)
	return q.Waiting.Insert(e)
}

// FallDue makes a key ready whose time has come: its place is that of now, not of
// when it was added (K-5).
func (q *Queue) FallDue(key string) Added {
	q.Priority.rank(key, q.Priority.items[key].priority)
	return q.makeReady(key)
}

// raise gives a key a priority that is higher than the one it has, if it has one.
func (q *Queue) raise(key string, priority int) bool {
	known, ok := q.Priority.items[key]
	if ok && priority <= known.priority {
		return false
	}
	q.Priority.rank(key, priority)
	return ok
}

func (q *Queue) makeReady(key string) Added {
	q.Adds++
	q.Dirty.Insert(key)
	if q.Processing.Contains(key) {
		return OnlyDirty // it keeps its place, but is skipped until Done (K-6)
	}
	q.insert(key)
	return Pushed
}

func (p *Priority) rank(key string, priority int) {
	p.counter++
	p.items[key] = item{priority, p.counter}
}

// insert puts a ready key where it belongs.
func (q *Queue) insert(key string) {
	mine := q.Priority.items[key]
	at := 0
	for at < len(q.Queue) {
		other := q.Priority.items[q.Queue[at]]
		if other.priority < mine.priority || other.priority == mine.priority && other.counter > mine.counter {
			break
		}
		at++
	}
	q.Queue = slices.Insert(slices.Clone(q.Queue), at, key)
}

// shutDownNow hands nothing out any more (K-8).
func (q *Queue) shutDownNow() {
	q.Dirty.Clear()
	q.Queue = nil
	q.Priority.items = map[string]item{}
}

func (p *Priority) clone() *Priority {
	if p == nil {
		return nil
	}
	c := &Priority{items: make(map[string]item, len(p.items)), counter: p.counter}
	for key, it := range p.items {
		c.items[key] = it
	}
	return c
}
