package priority

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"informerscope/engine"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// script is a priority queue with its workers and what is done to it.
type script struct {
	workers   int
	takes     time.Duration
	base, max time.Duration
	// failures is how often each key fails before it succeeds.
	failures map[string]int
	calls    []call
	until    time.Duration
}

// call is one call of the queue, by hand. Do is as a scenario has it, or look, which
// asks for the length.
type call struct {
	at       time.Duration
	do, key  string
	after    time.Duration
	priority int
}

var keys = []string{"ns/a", "ns/b", "ns/c", "ns/d", "ns/e"}

// generate makes a script of a seed.
func generate(seed uint64) script {
	r := rand.New(rand.NewPCG(seed, 17))
	upTo := func(d time.Duration) time.Duration { return 1 + time.Duration(r.Int64N(int64(d))) }
	s := script{workers: 1 + r.IntN(3), takes: upTo(80 * time.Millisecond), base: upTo(20 * time.Millisecond), max: upTo(400 * time.Millisecond), failures: map[string]int{}}
	for _, key := range keys {
		if r.IntN(2) == 0 {
			s.failures[key] = 1 + r.IntN(4)
		}
	}
	for range 5 + r.IntN(40) {
		c := call{at: upTo(time.Second), key: keys[r.IntN(len(keys))], priority: []int{-100, 0, 0, 7}[r.IntN(4)]}
		switch c.do = []string{"add", "add", "addAfter", "addAfter", "addRateLimited", "forget", "look", "look"}[r.IntN(8)]; c.do {
		case "addAfter":
			c.after = upTo(300 * time.Millisecond)
		case "forget", "look":
			c.priority = 0
		}
		s.calls = append(s.calls, c)
	}
	slices.SortFunc(s.calls, func(a, b call) int { return int(a.at - b.at) })
	s.until = 20 * time.Second
	return s
}

// String is the script as a person reads it.
func (s script) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "workers=%d takes=%v base=%v max=%v failures=%v\n", s.workers, s.takes, s.base, s.max, s.failures)
	for _, c := range s.calls {
		fmt.Fprintf(&out, "%v %s %s after=%v priority=%d\n", c.at, c.do, c.key, c.after, c.priority)
	}
	return out.String()
}

// config is the world of a script: an informer that sees nothing, so that all that
// happens is the queue's doing.
func (s script) config() engine.Config {
	length := func(d time.Duration) *metav1.Duration { return &metav1.Duration{Duration: d} }
	c := engine.ControllerConfig{Name: "main", Queue: "main", Informer: "pods", Workers: ptr.To(s.workers), Takes: *length(s.takes), WaitForSync: ptr.To(false)}
	for _, key := range keys {
		if n := s.failures[key]; n > 0 {
			c.Fail = append(c.Fail, engine.FailConfig{Key: key, Times: ptr.To(n)})
		}
	}
	return engine.Config{
		Jitter:      engine.JitterNone,
		Informers:   []engine.InformerConfig{{Name: "pods", Resource: "pods"}},
		Workqueues:  []engine.WorkqueueConfig{{Name: "main", Kind: engine.QueuePriority, RateLimiter: engine.RateLimiterConfig{Base: length(s.base), Max: length(s.max)}}},
		Controllers: []engine.ControllerConfig{c},
	}
}
