// Package priority holds the engine's priority queue to controller-runtime's: both
// do the same random scripts, and have to hand out the same keys at the same moments
// with the same priorities.
package priority

import (
	"fmt"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// runReal does a script with the real queue, and returns what came of it, a line
// for each key that is handed out and for each look.
func runReal(t *testing.T, s script) []string {
	var lines []string
	synctest.Test(t, func(*testing.T) {
		r := &realRun{script: s, began: time.Now(), failures: maps.Clone(s.failures)}
		r.queue = priorityqueue.New("main", func(o *priorityqueue.Opts[string]) {
			o.RateLimiter = workqueue.NewTypedItemExponentialFailureRateLimiter[string](s.base, s.max)
		})
		for range s.workers {
			r.workers.Go(r.work)
		}
		for _, c := range s.calls {
			time.Sleep(c.at - time.Since(r.began))
			r.do(c)
			synctest.Wait()
		}
		time.Sleep(s.until - time.Since(r.began))
		r.queue.ShutDown()
		r.workers.Wait()
		lines = r.lines
	})
	return lines
}

// realRun is a script being done with the real queue.
type realRun struct {
	script
	queue    priorityqueue.PriorityQueue[string]
	began    time.Time
	workers  sync.WaitGroup
	mu       sync.Mutex
	failures map[string]int
	lines    []string
}

func (r *realRun) tell(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, fmt.Sprintf("%v ", time.Since(r.began))+fmt.Sprintf(format, args...))
}

// work is what controller-runtime's workers do (internal/controller/controller.go).
func (r *realRun) work() {
	for {
		key, priority, shutdown := r.queue.GetWithPriority()
		if shutdown {
			return
		}
		r.tell("get %s %d", key, priority)
		time.Sleep(r.takes)
		if r.fails(key) {
			r.queue.AddWithOpts(priorityqueue.AddOpts{RateLimited: true, Priority: &priority}, key)
		} else {
			r.queue.Forget(key)
		}
		r.queue.Done(key)
	}
}

func (r *realRun) fails(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures[key]--
	return r.failures[key] >= 0
}

func (r *realRun) do(c call) {
	switch o := (priorityqueue.AddOpts{Priority: &c.priority, After: c.after}); c.do {
	case "addRateLimited":
		o.RateLimited = true
		fallthrough
	case "add", "addAfter":
		r.queue.AddWithOpts(o, c.key)
	case "forget":
		r.queue.Forget(c.key)
	case "look":
		r.tell("len %d, %s requeued %d", r.queue.Len(), c.key, r.queue.NumRequeues(c.key))
	}
}

// runEngine does a script with the engine. The run is ambiguous if two things happen
// at one moment: a key falls due when a worker is done, say. Which comes first then
// is up to Go's scheduler.
func runEngine(s script) (lines []string, ambiguous bool, err error) {
	w, err := engine.New(s.config())
	if err != nil {
		return nil, false, err
	}
	for _, c := range s.calls {
		if c.do != "look" {
			w.Schedule(c.at, engine.Command{Queue: &engine.QueueCommand{Name: "main", Do: c.do, Key: c.key, After: metav1.Duration{Duration: c.after}, Priority: c.priority}})
		}
	}
	last := time.Duration(-1)
	goOn := func(until time.Duration) {
		for events := w.StepUntil(until); events != nil; events = w.StepUntil(until) {
			for _, e := range events {
				switch e.Kind {
				case trace.WorkqueueGet:
					lines = append(lines, fmt.Sprintf("%v get %s %d", e.At, e.Key, e.Data.Int("priority")))
				case trace.ReconcileEnd, trace.WorkqueueReady, trace.ActQueue:
					ambiguous = ambiguous || e.At == last
					last = e.At
				}
			}
		}
	}
	for _, c := range s.calls {
		goOn(c.at)
		if q := w.Workqueues[0]; c.do == "look" {
			lines = append(lines, fmt.Sprintf("%v len %d, %s requeued %d", c.at, q.Len(), c.key, q.Limiter.NumRequeues(c.key)))
		}
	}
	goOn(s.until)
	return lines, ambiguous, nil
}
