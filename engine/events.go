package engine

import (
	"informerscope/engine/cache"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// handles is an event handler that belongs to a controller: it finds the keys
// that the event concerns and adds them to the controller's queue.
func (w *World) handles(name string, i *Informer, n Notification, actor string, from cache.Origin) {
	c, err := w.controller(name)
	if err != nil {
		w.refuse(err, from.Cause)
		return
	}
	q, _ := w.workqueue(c.Config.Queue)
	add := func(key string) { q.addWith(w, key, priorityOf(n), actor, from) }
	switch {
	case c.isQuota():
		c.quotaEvent(w, i, n, func(queue int, key string) { c.queues(w)[queue].add(w, key, actor, from) })
	case c.Config.Reconcile == ReconcileNotify:
		add(n.Key + pointerMark + changes[n.Call])
	case c.Config.Informer == i.Config.Name:
		if n.Call == OnDelete {
			delete(c.expectations, n.Key) // deleteRS
		}
		add(n.Key)
	case c.Config.Reconcile == ReconcileReplicas:
		c.podEvent(w, n, actor, from.Cause, add)
	default:
		if owner := c.ownerOf(w, n.Object); owner != "" {
			add(owner)
		}
	}
}

// changes are what a notifier says of a call; they are part of its keys, so that
// only equal changes fall together.
var changes = map[string]string{OnAdd: "created", OnUpdate: "updated", OnDelete: "deleted"}

// podEvent is addPod, updatePod or deletePod of replica_set.go.
func (c *Controller) podEvent(w *World, n Notification, actor string, cause int64, add func(key string)) {
	owner := c.ownerOf(w, n.Object)
	gone := n.Call == OnDelete || n.Object.GetDeletionTimestamp() != nil
	orphan := metav1.GetControllerOf(n.Object) == nil
	switch {
	case n.Call == OnUpdate && n.oldRV == n.rv:
		return // a resync
	case gone && owner != "":
		c.observe(w, owner, n.Key, 0, actor, cause)
		add(owner)
		return
	case gone:
		return
	case n.Call == OnUpdate:
		if before := c.ownerOf(w, n.Old); before != "" && before != owner {
			add(before)
		}
	case owner != "":
		c.observe(w, owner, "", 1, actor, cause)
	}
	if owner != "" {
		add(owner)
	} else if orphan {
		c.matching(w, n.Object, add)
	}
}

// ownerOf is resolveControllerRef: the key of the controller of an object, if
// the cache has that very one.
func (c *Controller) ownerOf(w *World, o cache.Object) string {
	i, _ := w.informer(c.Config.Informer)
	ref := metav1.GetControllerOf(o)
	if ref == nil || ref.Kind != i.resource.Kind {
		return ""
	}
	key := i.resource.Key(o.GetNamespace(), ref.Name)
	if owner, ok := i.Indexer.Get(key); !ok || owner.GetUID() != ref.UID {
		return ""
	}
	return key
}

// matching calls add for each object whose selector an orphan matches.
func (c *Controller) matching(w *World, pod cache.Object, add func(key string)) {
	i, _ := w.informer(c.Config.Informer)
	i.Indexer.Scan(func(key string, rs cache.Object) bool {
		if rs.GetNamespace() == pod.GetNamespace() && selectorOf(rs).Matches(labels.Set(pod.GetLabels())) {
			add(key)
		}
		return true
	})
}
