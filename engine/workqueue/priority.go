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
// moves it to the end of its new level (K-3). One that waits is ready from now
// on, with the higher of the two priorities.
func (q *Queue) AddWithPriority(key string, priority int) (added Added, raised bool) {
	p := q.Priority
	known, queued := p.items[key]
	switch {
	case q.ShuttingDown:
		return Refused, false
	case q.Dirty.Contains(key) && priority <= known.priority:
		return AlreadyDirty, false
	case q.Dirty.Contains(key):
		p.rank(key, priority)
		if at := slices.Index(q.Queue, key); at >= 0 { // else a worker has it
			q.Queue = slices.Delete(slices.Clone(q.Queue), at, at+1)
			q.insert(key)
		}
		return AlreadyDirty, true
	case queued:
		priority = max(priority, known.priority)
		q.Waiting.Remove(key)
	}
	q.Adds++
	q.Dirty.Insert(key)
	p.rank(key, priority)
	if q.Processing.Contains(key) {
		return OnlyDirty, false // it keeps its place, but is skipped until Done (K-6)
	}
	q.insert(key)
	return Pushed, false
}

// Wait lets a key wait, unless it is ready; the earlier time and the higher
// priority count (K-3). It says whether the time is new.
func (q *Queue) Wait(e Entry, priority int) bool {
	q.Keep(e.Key, priority)
	return !q.Dirty.Contains(e.Key) && q.Waiting.Insert(e)
}

// Keep raises the priority of a key that will come again.
func (q *Queue) Keep(key string, priority int) {
	if known, ok := q.Priority.items[key]; !ok || priority > known.priority {
		q.Priority.rank(key, priority)
	}
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
