package v113

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

// workQueue is one of the library's rate limiting queues, and a record of what
// it does not tell: the keys in processing and those that wait.
type workQueue struct {
	workqueue.RateLimitingInterface
	limiter *limiter

	mu         sync.Mutex
	adds       int64
	processing map[string]bool
	waiting    map[string]time.Time
	handed     []handed
}

// handed is a key that a handler gave to the queue.
type handed struct {
	key, class string
	rank       int
	limited    bool
}

func newWorkQueue(cfg WorkqueueConfig) *workQueue {
	q := &workQueue{processing: map[string]bool{}, waiting: map[string]time.Time{}}
	q.limiter = &limiter{queue: q, failures: map[string]bool{}, RateLimiter: workqueue.NewMaxOfRateLimiter(
		workqueue.NewItemExponentialFailureRateLimiter(cfg.RateLimiter.Base.Duration, cfg.RateLimiter.Max.Duration),
		&workqueue.BucketRateLimiter{Limiter: rate.NewLimiter(rate.Limit(*cfg.RateLimiter.QPS), *cfg.RateLimiter.Burst)},
	)}
	making = q
	q.RateLimitingInterface = workqueue.NewNamedRateLimitingQueue(q.limiter, cfg.Name)
	return q
}

// handOver is how long a key lies ready before it is added: all that handlers
// say at one instant is then known, and put into the order in which an eager
// scheduler lets them speak: one handler after the other, and by key where the
// library goes through a map. It is less than the spacing of events.
const handOver = spacing / 10

// hand takes a key from a handler.
func (q *workQueue) hand(h handed) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.handed = append(q.handed, h)
	if len(q.handed) == 1 {
		time.AfterFunc(handOver, q.addHanded)
	}
}

func (q *workQueue) addHanded() {
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
			time.Sleep(tick) // else keys of one delay would be ready in the order of a heap
		case !added[h.key]:
			// A worker that takes the first while the second is on its way
			// would make two rounds of what is one instant.
			added[h.key] = true
			q.Add(h.key)
		}
	}
}

// get is Get.
func (q *workQueue) get() (key string, shutdown bool) {
	item, shutdown := q.Get()
	if shutdown {
		return "", true
	}
	key = item.(string)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.processing[key] = true
	return key, false
}

// done is Done.
func (q *workQueue) done(key string) {
	q.mu.Lock()
	delete(q.processing, key)
	q.mu.Unlock()
	q.Done(key)
}

// shutDown is ShutDown, which this library's delaying queue survives only once.
func (q *workQueue) shutDown() {
	if !q.ShuttingDown() {
		q.ShutDown()
	}
}

// addAfter is AddAfter.
func (q *workQueue) addAfter(key string, after time.Duration) {
	q.wait(key, after)
	q.AddAfter(key, after)
}

// wait notes that a key will wait; the earlier time wins (Y-3).
func (q *workQueue) wait(key string, after time.Duration) {
	if after <= 0 || q.ShuttingDown() {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	if earlier, ok := q.waiting[key]; !ok || !earlier.After(now) || now.Add(after).Before(earlier) {
		q.waiting[key] = now.Add(after)
	}
}

// report is the queue at a moment, which the harness reaches a little late.
func (q *workQueue) report(moment time.Time) WorkqueueReport {
	r := WorkqueueReport{
		Depth: q.Len(), Requeues: map[string]int{}, ShutDown: q.ShuttingDown(), Waiting: []Waiting{},
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	r.Adds = q.adds
	r.Processing = append([]string{}, sortedKeys(q.processing)...)
	for _, key := range sortedKeys(q.limiter.failures) {
		if n := q.NumRequeues(key); n > 0 {
			r.Requeues[key] = n
		}
	}
	for _, key := range sortedKeys(q.waiting) {
		if at := q.waiting[key]; at.After(time.Now()) && !r.ShutDown {
			r.Waiting = append(r.Waiting, Waiting{Key: key, In: rounded(at.Sub(moment))})
		}
	}
	return r
}

// limiter is a rate limiter that tells the queue's record what it decides.
type limiter struct {
	workqueue.RateLimiter
	queue    *workQueue
	failures map[string]bool
}

// When is workqueue.RateLimiter's.
func (l *limiter) When(item any) time.Duration {
	after := l.RateLimiter.When(item)
	l.queue.mu.Lock()
	l.failures[item.(string)] = true
	l.queue.mu.Unlock()
	l.queue.wait(item.(string), after)
	return after
}

// metrics is the process's MetricsProvider, of which only the counters of adds
// are used. A queue that is being made stands in making.
type metrics struct{}

var making *workQueue

// NewAddsMetric is workqueue.MetricsProvider's, as all that follow.
func (metrics) NewAddsMetric(string) workqueue.CounterMetric         { return adds{making} }
func (metrics) NewDepthMetric(string) workqueue.GaugeMetric          { return unused{} }
func (metrics) NewLatencyMetric(string) workqueue.SummaryMetric      { return unused{} }
func (metrics) NewWorkDurationMetric(string) workqueue.SummaryMetric { return unused{} }
func (metrics) NewRetriesMetric(string) workqueue.CounterMetric      { return unused{} }
func (metrics) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return unused{}
}
func (metrics) NewLongestRunningProcessorMicrosecondsMetric(string) workqueue.SettableGaugeMetric {
	return unused{}
}

// adds counts the adds of a queue.
type adds struct{ queue *workQueue }

// Inc counts one.
func (a adds) Inc() {
	a.queue.mu.Lock()
	defer a.queue.mu.Unlock()
	a.queue.adds++
}

// unused is a metric that nobody reads.
type unused struct{}

func (unused) Inc()            {}
func (unused) Dec()            {}
func (unused) Set(float64)     {}
func (unused) Observe(float64) {}
