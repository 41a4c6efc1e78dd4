package conformance

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

// workQueue is one of the library's rate limiting queues, and a record of what
// it does not tell: the keys in processing and those that wait.
type workQueue struct {
	workqueue.TypedRateLimitingInterface[string]
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

func newWorkQueue(cfg engine.WorkqueueConfig) *workQueue {
	q := &workQueue{processing: map[string]bool{}, waiting: map[string]time.Time{}}
	q.limiter = &limiter{queue: q, failures: map[string]bool{}, TypedRateLimiter: workqueue.NewTypedMaxOfRateLimiter(
		workqueue.NewTypedItemExponentialFailureRateLimiter[string](cfg.RateLimiter.Base.Duration, cfg.RateLimiter.Max.Duration),
		&workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(rate.Limit(*cfg.RateLimiter.QPS), *cfg.RateLimiter.Burst)},
	)}
	q.TypedRateLimitingInterface = workqueue.NewTypedRateLimitingQueueWithConfig[string](q.limiter,
		workqueue.TypedRateLimitingQueueConfig[string]{Name: cfg.Name, MetricsProvider: metrics{queue: q}})
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

// Get is workqueue's.
func (q *workQueue) Get() (key string, shutdown bool) {
	key, shutdown = q.TypedRateLimitingInterface.Get()
	q.mu.Lock()
	defer q.mu.Unlock()
	if !shutdown {
		q.processing[key] = true
	}
	return key, shutdown
}

// Done is workqueue's.
func (q *workQueue) Done(key string) {
	q.mu.Lock()
	delete(q.processing, key)
	q.mu.Unlock()
	q.TypedRateLimitingInterface.Done(key)
}

// finish calls Done for all that is being processed.
func (q *workQueue) finish() {
	q.mu.Lock()
	keys := sortedKeys(q.processing)
	q.mu.Unlock()
	for _, key := range keys {
		q.Done(key)
	}
}

// AddAfter is workqueue's.
func (q *workQueue) AddAfter(key string, after time.Duration) {
	q.wait(key, after)
	q.TypedRateLimitingInterface.AddAfter(key, after)
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
func (q *workQueue) report(moment time.Time) scenarios.WorkqueueReport {
	r := scenarios.WorkqueueReport{
		Depth: q.Len(), Requeues: map[string]int{}, ShutDown: q.ShuttingDown(), Waiting: []scenarios.Waiting{},
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
			r.Waiting = append(r.Waiting, scenarios.Waiting{Key: key, In: rounded(at.Sub(moment))})
		}
	}
	return r
}

// limiter is a rate limiter that tells the queue's record what it decides.
type limiter struct {
	workqueue.TypedRateLimiter[string]
	queue    *workQueue
	failures map[string]bool
}

// When is workqueue's.
func (l *limiter) When(key string) time.Duration {
	after := l.TypedRateLimiter.When(key)
	l.queue.mu.Lock()
	l.failures[key] = true
	l.queue.mu.Unlock()
	l.queue.wait(key, after)
	return after
}

// metrics is a MetricsProvider of which only the counter of adds is used.
type metrics struct {
	workqueue.MetricsProvider
	queue *workQueue
}

// Inc counts an add.
func (m metrics) Inc() {
	m.queue.mu.Lock()
	defer m.queue.mu.Unlock()
	m.queue.adds++
}

func (m metrics) NewAddsMetric(string) workqueue.CounterMetric           { return m }
func (m metrics) NewDepthMetric(string) workqueue.GaugeMetric            { return unused{} }
func (m metrics) NewLatencyMetric(string) workqueue.HistogramMetric      { return unused{} }
func (m metrics) NewWorkDurationMetric(string) workqueue.HistogramMetric { return unused{} }
func (m metrics) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return unused{}
}
func (m metrics) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return unused{}
}
func (m metrics) NewRetriesMetric(string) workqueue.CounterMetric { return unused{} }

// unused is a metric that nobody reads.
type unused struct{}

func (unused) Inc()            {}
func (unused) Dec()            {}
func (unused) Set(float64)     {}
func (unused) Observe(float64) {}
