package workqueue

import (
	"math"
	"time"

	"github.com/tidwall/btree"
)

// Limiter models DefaultTypedControllerRateLimiter
// (default_rate_limiters.go): the larger of an exponential delay for each key
// and a token bucket for the whole queue. Both advance on every When (B-4).
type Limiter struct {
	Exponential Exponential
	Bucket      Bucket
	// MaxWait caps every wait unless it is 0: WithMaxWaitRateLimiter (B-6).
	MaxWait time.Duration
}

// NewLimiter makes a limiter from base and max of the exponential part and qps
// and burst of the bucket.
func NewLimiter(base, max time.Duration, qps float64, burst int) Limiter {
	return Limiter{
		Exponential: Exponential{Base: base, Max: max},
		Bucket:      Bucket{QPS: qps, Burst: burst, tokens: float64(burst)},
	}
}

// When returns how long key is to wait, and counts a failure.
func (l *Limiter) When(key string, now time.Duration) time.Duration {
	d := max(l.Exponential.When(key), l.Bucket.When(now))
	if l.MaxWait > 0 {
		d = min(d, l.MaxWait)
	}
	return d
}

// Forget clears the failures of key; the bucket knows no keys (B-3).
func (l *Limiter) Forget(key string) { l.Exponential.failures.Delete(key) }

// NumRequeues is the number of failures of key.
func (l *Limiter) NumRequeues(key string) int {
	return l.Exponential.count(key)
}

// Requeues calls f for each key that has failures, by key.
func (l *Limiter) Requeues(f func(key string, n int)) {
	l.Exponential.failures.Scan(func(key string, n *int) bool {
		f(key, *n)
		return true
	})
}

func (l *Limiter) clone() Limiter {
	c := *l
	c.Exponential.failures = *l.Exponential.failures.Copy()
	return c
}

// Exponential models ItemExponentialFailureRateLimiter (B-2) or, with
// FastAttempts, ItemFastSlowRateLimiter (B-5).
type Exponential struct {
	Base, Max time.Duration
	// FastAttempts is for how many failures of a key the wait is Base; after
	// them it is Max.
	FastAttempts int

	failures btree.Map[string, *int]
}

func (e *Exponential) count(key string) int {
	if n, ok := e.failures.Get(key); ok {
		return *n
	}
	return 0
}

// When returns Base·2^failures up to Max, and counts a failure.
func (e *Exponential) When(key string) time.Duration {
	n := e.count(key)
	counted := n + 1
	e.failures.Set(key, &counted)
	switch {
	case n < e.FastAttempts:
		return e.Base
	case e.FastAttempts > 0:
		return e.Max
	}
	backoff := float64(e.Base) * math.Pow(2, float64(n))
	if backoff > math.MaxInt64 || time.Duration(backoff) > e.Max {
		return e.Max
	}
	return time.Duration(backoff)
}

// Bucket models BucketRateLimiter over golang.org/x/time/rate (B-3): QPS tokens
// a second, at most Burst; a reservation may go below zero and then waits.
type Bucket struct {
	QPS   float64
	Burst int

	tokens float64
	last   time.Duration
}

// never is how long a token takes that does not come: a century.
const never = 100 * 365 * 24 * time.Hour

// When reserves a token and returns how long until it is there.
func (b *Bucket) When(now time.Duration) time.Duration {
	if b.Burst < 1 {
		return never
	}
	// The conversion keeps machines that could from fusing the operations: the
	// same bytes everywhere.
	gained := float64((now - b.last).Seconds() * b.QPS)
	b.tokens = min(float64(b.Burst), b.tokens+gained) - 1
	b.last = now
	if b.tokens >= 0 {
		return 0
	}
	return time.Duration(-b.tokens / b.QPS * float64(time.Second))
}
