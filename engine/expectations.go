package engine

import (
	"slices"
	"sort"
	"time"

	"informerscope/engine/trace"
)

// Expectation is what a replicas controller has written for a key and not yet
// seen in its cache: UIDTrackingControllerExpectations (kubernetes
// pkg/controller/controller_utils.go). Until it is fulfilled, or has expired, the
// cache is known to be stale.
type Expectation struct {
	Add int
	// Deletes are the pods whose deletion is awaited, by key.
	Deletes []string
	Since   time.Duration
}

const (
	upstreamExpectations = "kubernetes pkg/controller/controller_utils.go: ControllerExpectations."
	// expectationsTimeout is ExpectationsTimeout.
	expectationsTimeout = 5 * time.Minute
)

func (e Expectation) fulfilled() bool { return e.Add <= 0 && len(e.Deletes) == 0 }

// satisfied is SatisfiedExpectations: no expectations count as satisfied too.
func (c *Controller) satisfied(w *World, key string) bool {
	e, ok := c.expectations[key]
	return !*c.Config.Expectations || !ok || e.fulfilled() || w.now-e.Since > expectationsTimeout
}

// Expectations are what is awaited for a key, and whether anything is.
func (c *Controller) Expectations(key string) (Expectation, bool) {
	e, ok := c.expectations[key]
	return e, ok && !e.fulfilled()
}

// Expected are the keys for which something is awaited, in order.
func (c *Controller) Expected() []string {
	var keys []string
	for key, e := range c.expectations {
		if !e.fulfilled() {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return keys
}

// expect is ExpectCreations or ExpectDeletions.
func (c *Controller) expect(w *World, wk *Worker, add int, deletes []string) {
	if !*c.Config.Expectations {
		return
	}
	c.expectations[wk.Key] = Expectation{Add: add, Deletes: deletes, Since: w.now}
	method := "ExpectCreations"
	if add == 0 {
		method = "ExpectDeletions"
	}
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.ExpectationsSet, Key: wk.Key, Cause: wk.cause, Upstream: upstreamExpectations + method},
		trace.String("controller", c.Config.Name), trace.Int("add", add), trace.Int("del", len(deletes)))
}

// observe is CreationObserved, or DeletionObserved of a pod: something that was
// awaited has been seen, or will not come.
func (c *Controller) observe(w *World, key, deleted string, add int, actor string, cause int64) {
	e, ok := c.expectations[key]
	if !ok || e.fulfilled() {
		return
	}
	method := "CreationObserved"
	if deleted != "" {
		method = "DeletionObserved"
		at := slices.Index(e.Deletes, deleted)
		if at < 0 {
			return
		}
		e.Deletes = slices.Delete(slices.Clone(e.Deletes), at, at+1)
	}
	e.Add -= add
	c.expectations[key] = e
	w.emit(trace.Event{Actor: actor, Kind: trace.ExpectationsObserved, Key: key, Cause: cause, Upstream: upstreamExpectations + method},
		trace.String("controller", c.Config.Name), trace.Int("add", max(e.Add, 0)), trace.Int("del", len(e.Deletes)))
}
