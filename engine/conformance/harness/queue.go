package harness

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Queue is one of the library's rate limiting queues, and a record of what it
// does not tell: the keys in processing and those that wait.
type Queue struct {
	RateLimitingQueue

	mu         sync.Mutex
	adds       int64
	processing map[string]bool
	waiting    map[string]time.Time
	limited    map[string]bool // the keys that its limiter was asked about
	handed     []handed
	waits      []wait
}

// handed is a key that a handler gave to the queue.
type handed struct {
	key, class string
	rank       int
	limited    bool
}

// wait is a key that was told to wait.
type wait struct {
	key   string
	at    time.Time
	after time.Duration
}

func newQueue(library Library, cfg WorkqueueConfig) *Queue {
	q := &Queue{processing: map[string]bool{}, waiting: map[string]time.Time{}, limited: map[string]bool{}}
	q.RateLimitingQueue = library.NewQueue(cfg, q)
	return q
}

// Counted notes an add, as the queue's metric counts it.
func (q *Queue) Counted() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.adds++
}

// Limited notes what the limiter decided.
func (q *Queue) Limited(key string, after time.Duration) {
	q.mu.Lock()
	q.limited[key] = true
	q.mu.Unlock()
	q.wait(key, after)
}

// Tick is the least time that something takes, so that two things of one actor
// never fall due at one moment.
const Tick = time.Nanosecond

// handOver is how long a key lies ready before it is added: all that handlers
// say at one instant is then known, and put into the order in which an eager
// scheduler lets them speak: one handler after the other, and by key where the
// library goes through a map. It is less than the spacing of events.
const handOver = spacing / 10

// hand takes a key from a handler.
func (q *Queue) hand(h handed) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.handed = append(q.handed, h)
	if len(q.handed) == 1 {
		time.AfterFunc(handOver, q.addHanded)
	}
}

func (q *Queue) addHanded() {
	q.mu.Lock()
	keys := q.handed
	q.handed = nil
	q.mu.Unlock()
	slices.SortStableFunc(keys, func(a, b handed) int { return cmp.Compare(a.rank, b.rank) })
	for from := 0; from < len(keys); {
		to := from + 1
		for ; to < len(keys) && keys[to].class == keys[from].class && keys[to].rank == keys[from].rank; to++ {
		}
		if keys[from].class != "" {
			slices.SortStableFunc(keys[from:to], func(a, b handed) int { return strings.Compare(a.key, b.key) })
		}
		from = to
	}
	added := map[string]bool{}
	for _, h := range keys {
		switch {
		case h.limited:
			q.AddRateLimited(h.key)
			time.Sleep(Tick) // else keys of one delay would be ready in the order of a heap
		case !added[h.key]:
			// A worker that takes the first while the second is on its way
			// would make two rounds of what is one instant.
			added[h.key] = true
			q.Add(h.key)
		}
	}
}

// Get is workqueue's.
func (q *Queue) Get() (key string, shutdown bool) {
	key, shutdown = q.RateLimitingQueue.Get()
	q.mu.Lock()
	defer q.mu.Unlock()
	if !shutdown {
		q.processing[key] = true
	}
	return key, shutdown
}

// Done is workqueue's.
func (q *Queue) Done(key string) {
	q.mu.Lock()
	delete(q.processing, key)
	q.mu.Unlock()
	q.RateLimitingQueue.Done(key)
}

// finish calls Done for all that is being processed.
func (q *Queue) finish() {
	q.mu.Lock()
	keys := sortedKeys(q.processing)
	q.mu.Unlock()
	for _, key := range keys {
		q.Done(key)
	}
}

// AddAfter is workqueue's.
func (q *Queue) AddAfter(key string, after time.Duration) {
	q.wait(key, after)
	q.RateLimitingQueue.AddAfter(key, after)
}

// wait notes that a key will wait; the earlier time wins (Y-3).
func (q *Queue) wait(key string, after time.Duration) {
	if after <= 0 || q.ShuttingDown() {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	q.waits = append(q.waits, wait{key, now, after})
	if earlier, ok := q.waiting[key]; !ok || !earlier.After(now) || now.Add(after).Before(earlier) {
		q.waiting[key] = now.Add(after)
	}
}

// report is the queue at a moment, which the harness reaches a little late.
func (q *Queue) report(moment time.Time) WorkqueueReport {
	r := WorkqueueReport{
		Depth: q.Len(), Requeues: map[string]int{}, ShutDown: q.ShuttingDown(),
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	r.Adds = q.adds
	r.Processing = append([]string{}, sortedKeys(q.processing)...)
	for _, key := range sortedKeys(q.limited) {
		if n := q.NumRequeues(key); n > 0 {
			r.Requeues[key] = n
		}
	}
	r.Waiting = q.stillWaiting(moment)
	return r
}

// stillWaiting are the keys that wait, in the order in which they will be ready;
// those of one moment by key, for the library leaves open their order (Y-3).
func (q *Queue) stillWaiting(moment time.Time) []Waiting {
	list := []Waiting{}
	if q.ShuttingDown() {
		return list
	}
	in := func(key string) time.Duration { return q.waiting[key].Sub(moment).Round(shown) }
	keys := slices.DeleteFunc(sortedKeys(q.waiting), func(key string) bool { return !q.waiting[key].After(time.Now()) })
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(in(a), in(b)) })
	for _, key := range keys {
		list = append(list, Waiting{Key: key, In: rounded(in(key))})
	}
	return list
}
