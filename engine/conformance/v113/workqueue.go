package v113

import (
	"time"

	"informerscope/engine/conformance/harness"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

// queue is a rate limiting queue of this release, whose items have any type.
type queue struct {
	workqueue.RateLimitingInterface
}

// NewQueue makes a rate limiting queue with the default limiters.
func (*library) NewQueue(cfg harness.WorkqueueConfig, record *harness.Queue) harness.RateLimitingQueue {
	l := limiter{record: record, RateLimiter: workqueue.NewMaxOfRateLimiter(
		workqueue.NewItemExponentialFailureRateLimiter(cfg.RateLimiter.Base.Duration, cfg.RateLimiter.Max.Duration),
		&workqueue.BucketRateLimiter{Limiter: rate.NewLimiter(rate.Limit(*cfg.RateLimiter.QPS), *cfg.RateLimiter.Burst)},
	)}
	making = record
	return queue{workqueue.NewNamedRateLimitingQueue(l, cfg.Name)}
}

func (q queue) Add(key string) { q.RateLimitingInterface.Add(key) }
func (q queue) AddAfter(key string, after time.Duration) {
	q.RateLimitingInterface.AddAfter(key, after)
}
func (q queue) AddRateLimited(key string)  { q.RateLimitingInterface.AddRateLimited(key) }
func (q queue) Forget(key string)          { q.RateLimitingInterface.Forget(key) }
func (q queue) NumRequeues(key string) int { return q.RateLimitingInterface.NumRequeues(key) }
func (q queue) Done(key string)            { q.RateLimitingInterface.Done(key) }

func (q queue) Get() (key string, shutdown bool) {
	item, shutdown := q.RateLimitingInterface.Get()
	if shutdown {
		return "", true
	}
	return item.(string), false
}

// ShutDown is survived by this release's delaying queue only once.
func (q queue) ShutDown() {
	if !q.ShuttingDown() {
		q.RateLimitingInterface.ShutDown()
	}
}

// limiter is a rate limiter that tells the queue's record what it decides.
type limiter struct {
	workqueue.RateLimiter
	record *harness.Queue
}

// When is workqueue.RateLimiter's.
func (l limiter) When(item any) time.Duration {
	after := l.RateLimiter.When(item)
	l.record.Limited(item.(string), after)
	return after
}

// metrics is the process's MetricsProvider, of which only the counters of adds
// are used. The record of a queue that is being made stands in making.
type metrics struct{}

var making *harness.Queue

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
type adds struct{ record *harness.Queue }

// Inc counts one.
func (a adds) Inc() { a.record.Counted() }

// unused is a metric that nobody reads.
type unused struct{}

func (unused) Inc()            {}
func (unused) Dec()            {}
func (unused) Set(float64)     {}
func (unused) Observe(float64) {}
