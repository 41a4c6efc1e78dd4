package conformance

import (
	"time"

	"informerscope/engine/conformance/harness"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

// NewQueue makes a rate limiting queue with the default limiters.
func (library) NewQueue(cfg harness.WorkqueueConfig, record *harness.Queue) harness.RateLimitingQueue {
	l := limiter{record: record, TypedRateLimiter: workqueue.NewTypedMaxOfRateLimiter(
		workqueue.NewTypedItemExponentialFailureRateLimiter[string](cfg.RateLimiter.Base.Duration, cfg.RateLimiter.Max.Duration),
		&workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(rate.Limit(*cfg.RateLimiter.QPS), *cfg.RateLimiter.Burst)},
	)}
	return workqueue.NewTypedRateLimitingQueueWithConfig[string](l,
		workqueue.TypedRateLimitingQueueConfig[string]{Name: cfg.Name, MetricsProvider: metrics{record: record}})
}

// limiter is a rate limiter that tells the queue's record what it decides.
type limiter struct {
	workqueue.TypedRateLimiter[string]
	record *harness.Queue
}

// When is workqueue's.
func (l limiter) When(key string) time.Duration {
	after := l.TypedRateLimiter.When(key)
	l.record.Limited(key, after)
	return after
}

// metrics is a MetricsProvider of which only the counter of adds is used.
type metrics struct {
	workqueue.MetricsProvider
	record *harness.Queue
}

// Inc counts an add.
func (m metrics) Inc() { m.record.Counted() }

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
