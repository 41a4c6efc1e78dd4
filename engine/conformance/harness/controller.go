package harness

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// controller is a scenario's workers: what the usual sample controller does
// (B-7), and the mistakes that can be made with it.
type controller struct {
	cfg      ControllerConfig
	informer *informer
	queue    *Queue
	server   *server

	mu      sync.Mutex
	takes   time.Duration
	fails   map[string]int
	results []result
	next    int // of the reconciles that begin next so many are to fail

	running  int
	stopped  chan struct{}
	stopOnce sync.Once
	workers  sync.WaitGroup
	drains   sync.WaitGroup // those who wait for the queue to drain
}

// result is a reconcile that has ended.
type result struct {
	line       string
	began, end time.Time
}

func newController(cfg ControllerConfig, inf *informer, queue *Queue, s *server) *controller {
	c := &controller{cfg: cfg, informer: inf, queue: queue, server: s, takes: cfg.Takes.Duration, fails: map[string]int{}, stopped: make(chan struct{})}
	for _, f := range cfg.Fail {
		c.fails[f.Key] = *f.Times
	}
	return c
}

// start waits for the cache, if it shall, and starts the workers.
func (c *controller) start() {
	c.workers.Go(func() {
		// Restarted, the informer is another one of the library.
		synced := func() bool { return c.informer.HasSynced() }
		if *c.cfg.WaitForSync && !c.informer.library.WaitForCacheSync(c.stopped, synced) {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.addWorkers()
	})
}

// addWorkers starts as many workers as there shall be.
func (c *controller) addWorkers() {
	for ; c.running < *c.cfg.Workers; c.running++ {
		c.workers.Go(c.work)
	}
}

// setWorkers starts more workers. The library has no way to take one away that
// waits in Get.
func (c *controller) setWorkers(n int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n < *c.cfg.Workers {
		return fmt.Errorf("controller %s: the harness cannot take workers away", c.cfg.Name)
	}
	c.cfg.Workers = &n
	if c.running > 0 {
		c.addWorkers()
	}
	return nil
}

// setTakes changes the time of the reconciles that begin from now on.
func (c *controller) setTakes(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.takes = d
}

// setFails makes so many of the reconciles that begin from now on fail.
func (c *controller) setFails(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = n
}

// stop shuts the queue down: what is queued is still processed.
// With drain, whoever stops it waits while something is being processed.
func (c *controller) stop(drain bool) error {
	c.stopOnce.Do(func() { close(c.stopped) })
	if !drain {
		c.queue.ShutDown()
		return nil
	}
	drainer, ok := c.queue.RateLimitingQueue.(Drainer)
	if !ok {
		return fmt.Errorf("controller %s: the queue of this release cannot be drained", c.cfg.Name)
	}
	c.drains.Go(drainer.ShutDownWithDrain)
	return nil
}

// wait waits until all workers have ended. Whoever waits for a queue to drain
// waits for ever if they have never called Done, so it is called now.
func (c *controller) wait() {
	c.workers.Wait()
	c.queue.finish()
	c.drains.Wait()
}

func (c *controller) work() {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		c.reconcile(key)
	}
}

// reconcile reads the Lister, passes the time, is written down, and says what
// becomes of the key.
func (c *controller) reconcile(key string) {
	began, seen := time.Now(), "none"
	item, exists, _ := c.informer.Indexer().GetByKey(key)
	if exists {
		seen = item.(*unstructured.Unstructured).GetResourceVersion()
	}
	c.mu.Lock()
	takes, failed := c.takes, c.fails[key] > 0
	if failed {
		c.fails[key]--
	}
	if c.next > 0 {
		c.next--
		failed = true
	}
	c.mu.Unlock()
	time.Sleep(takes + Tick)
	if !failed && exists && c.cfg.Reconcile == reconcileSetStatus {
		failed = !c.server.writeStatus(c.informer.cfg.Name, c.informer.client.selection.resource, item.(*unstructured.Unstructured))
	}
	outcome := "ok"
	if failed {
		outcome = "error"
	}
	c.mu.Lock()
	c.results = append(c.results, result{fmt.Sprintf("%s cache=%s %s", key, seen, outcome), began, time.Now()})
	c.mu.Unlock()
	c.settle(key, failed)
}

// settle puts a failed key back, forgets a finished one, and calls Done.
func (c *controller) settle(key string, failed bool) {
	again := failed && (c.cfg.MaxRetries == 0 || c.queue.NumRequeues(key) < c.cfg.MaxRetries)
	switch {
	case failed && c.makes(mistakeDoneOnly):
	case again:
		c.queue.AddRateLimited(key)
	case !c.makes(mistakeNoForget):
		c.queue.Forget(key)
	}
	if !c.makes(mistakeNoDone) {
		c.queue.Done(key)
	}
}

func (c *controller) makes(mistake string) bool { return slices.Contains(c.cfg.Mistakes, mistake) }

func (c *controller) report() []result {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.results)
}
