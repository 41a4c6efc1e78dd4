package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/api/resource"
)

// A quota controller keeps the usage in the status of ResourceQuotas: kubernetes
// pkg/controller/resourcequota. Its queues are the primary one, missingUsageQueue
// for what has no usage yet, and the QuotaMonitor's resourceChanges, which has one
// worker. Its informers besides that of the quotas are the monitors.
//
// Simplified: quotas have no admission plugin, which counts what is created: here
// the next full resync does. The informer of a monitor ends with it; upstream's is
// the factory's, and goes on asking for a resource that is gone.
const (
	upstreamQuota   = "kubernetes pkg/controller/resourcequota/resource_quota_controller.go: Controller."
	upstreamMonitor = "kubernetes pkg/controller/resourcequota/resource_quota_monitor.go: QuotaMonitor."

	// discoveryPeriod is how often Sync looks for new resources.
	discoveryPeriod = 30 * time.Second
)

// The places of a quota controller's queues among its queues.
const (
	queuePrimary = iota
	queueMissingUsage
	queueResourceChanges
)

func (c *Controller) isQuota() bool {
	return c.Config.Reconcile == ReconcileQuota && len(c.Config.Queues) == queueResourceChanges
}

// monitors: the worker is the QuotaMonitor's, runProcessResourceChanges.
func (c *Controller) monitors(wk *Worker) bool {
	return c.isQuota() && wk.queueName == c.Config.Queues[queueResourceChanges-1]
}

// quotaEvent is addQuota, the UpdateFunc of quotas, or a monitor's handler.
func (c *Controller) quotaEvent(w *World, i *Informer, n Notification, add func(queue int, key string)) {
	if i.Config.Name != c.Config.Informer {
		if n.Call == OnDelete || n.Call == OnUpdate && replenishes(i.resource.Resource, n.Old, n.Object) {
			add(queueResourceChanges, n.Key+pointerMark+i.resource.GroupResource().String())
		}
		return
	}
	switch {
	case n.Call == OnDelete:
		add(queuePrimary, n.Key)
	case n.Call == OnUpdate && sameHard(n.Old, n.Object, "spec", "spec"): // a status write would loop
	case missesUsage(n.Object):
		add(queueMissingUsage, n.Key)
	default:
		add(queuePrimary, n.Key)
	}
}

// replenishes is DefaultUpdateFilter: a Pod that has ended, a Service of another
// type.
func replenishes(resource string, old, object cache.Object) bool {
	switch resource {
	case "pods":
		return isActive(old) && !isActive(object)
	case "services":
		return serviceType(old) != serviceType(object)
	}
	return false
}

// missesUsage: what spec wants is not in status yet, or has no usage there.
func missesUsage(quota cache.Object) bool {
	if !sameHard(quota, quota, "spec", "status") {
		return true
	}
	used := mapAt(quota, "status", "used")
	for name := range mapAt(quota, "status", "hard") {
		if _, ok := used[name]; !ok {
			return true
		}
	}
	return false
}

func sameHard(a, b cache.Object, in, of string) bool {
	return sameQuantities(mapAt(a, in, "hard"), mapAt(b, of, "hard"))
}

func sameQuantities(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		x, there := quantityAt(a, name)
		y, here := quantityAt(b, name)
		if !there || !here || x.Cmp(y) != 0 {
			return false
		}
	}
	return true
}

// quotas is syncResourceQuota or, of a resourceChanges worker, the replenishment
// of a namespace.
func (c *Controller) quotas(w *World, wk *Worker) {
	if wk.stage > 0 {
		return
	}
	wk.stage++
	if c.monitors(wk) {
		c.replenish(w, wk)
		return
	}
	if wk.Object == nil {
		return
	}
	hard, used := mapAt(wk.Object, "spec", "hard"), map[string]any{}
	for _, constraint := range slices.Sorted(maps.Keys(hard)) {
		if sum, ok := c.usageOf(w, wk.Object.GetNamespace(), constraint); ok {
			used[constraint] = sum.String()
		}
	}
	if sameHard(wk.Object, wk.Object, "spec", "status") && sameQuantities(used, mapAt(wk.Object, "status", "used")) {
		return
	}
	o, _ := apiserver.Merged(wk.Object, map[string]any{"status": map[string]any{"hard": hard, "used": used}})
	wk.todo = []request{{method: put, subresource: "status", object: o}}
}

// usageOf is CalculateUsage for one constraint, from the monitors' caches.
func (c *Controller) usageOf(w *World, namespace, constraint string) (sum resource.Quantity, ok bool) {
	for _, name := range c.Config.Informers {
		i, _ := w.informer(name)
		of := i.resource.GroupResource().String()
		if !evaluates(of, constraint) {
			continue
		}
		ok = true
		i.Indexer.Scan(func(_ string, o cache.Object) bool {
			if o.GetNamespace() == namespace {
				usage(o, of, constraint, &sum)
			}
			return true
		})
	}
	return sum, ok
}

// replenish is replenishQuota: it enqueues the quotas of the namespace in which
// something was set free, if they limit such things.
func (c *Controller) replenish(w *World, wk *Worker) {
	key, of, _ := strings.Cut(wk.Key, pointerMark)
	namespace, _, _ := strings.Cut(key, "/")
	i, _ := w.informer(c.Config.Informer)
	q, _ := w.workqueue(c.Config.Queue)
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.QuotaReplenish, Key: key, Cause: wk.cause, Upstream: upstreamMonitor + "processResourceChanges"},
		trace.String("controller", c.Config.Name), trace.String("resource", of), trace.String("namespace", namespace))
	i.Indexer.Scan(func(quota string, o cache.Object) bool {
		limited := false
		for name := range mapAt(o, "spec", "hard") {
			limited = limited || evaluates(of, name)
		}
		if o.GetNamespace() == namespace && limited {
			q.add(w, quota, wk.actorName, cache.Origin{Token: wk.token, Cause: wk.cause})
		}
		return true
	})
}

// quotaStarts is what Run begins besides the workers: the full resync, which
// enqueues all quotas at once and then again and again, and the look for new
// resources.
func (c *Controller) quotaStarts(w *World, cause int64) {
	quotaResync{c.started(cause)}.do(w)
	quotaDiscovery{c.started(cause)}.do(w)
}

type quotaResync struct{ controllerStart }

func (a quotaResync) do(w *World) {
	c, lasts := a.of(w)
	if !lasts {
		return
	}
	i, _ := w.informer(c.Config.Informer)
	q, _ := w.workqueue(c.Config.Queue)
	i.Indexer.Scan(func(key string, _ cache.Object) bool {
		q.add(w, key, c.Config.Name+"/enqueueAll", cache.Origin{Cause: a.cause})
		return true
	})
	w.periodically(c.Config.FullResync.Duration, a)
}

func mapAt(o cache.Object, path ...string) map[string]any {
	var v any = o.Object
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	m, _ := v.(map[string]any)
	return m
}

func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return fmt.Sprint(v)
}
