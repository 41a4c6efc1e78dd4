package engine

import (
	"fmt"
	"slices"
	"strings"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
)

// A replicas controller keeps as many Pods as spec.replicas says: kubernetes
// pkg/controller/replicaset/replica_set.go. Its informer's objects have
// spec.replicas, spec.selector.matchLabels and spec.template; its second informer
// has the Pods.
//
// Simplified: the replicas controller writes pods one after the other, not in
// batches that grow; there are no matchExpressions, no minReadySeconds, and all
// replicas of one rank are as good to delete. An object that is deleted in the
// foreground has its pods deleted by this controller: nobody collects garbage.
const upstreamReplicas = "kubernetes pkg/controller/replicaset/replica_set.go: ReplicaSetController."

// foreground is the finalizer of an object whose dependents go first.
const foreground = metav1.FinalizerDeleteDependents

// The stages of syncReplicaSet.
const (
	stageClaim = iota
	stageManage
	stageStatus
	stageStatusSent
	stageStatusFresh
	stageOver
)

// replicas is syncReplicaSet, as far as the next requests.
func (c *Controller) replicas(w *World, wk *Worker) {
	for len(wk.todo) == 0 && wk.stage < stageOver {
		stage := wk.stage
		wk.stage++
		switch stage {
		case stageClaim:
			c.claimPods(w, wk)
		case stageManage:
			c.manageReplicas(w, wk)
		case stageStatus:
			wk.writeReplicas(wk.Object, false)
		case stageStatusSent:
			if !apierrors.IsConflict(wk.err) {
				wk.stage = stageOver
			} else { // once more, from the newest (updateReplicaSetStatus)
				wk.todo = []request{{method: get, ref: w.Server.RefOf(wk.Object)}}
			}
		case stageStatusFresh:
			if wk.err == nil {
				wk.writeReplicas(wk.answer, true)
			}
		}
	}
}

// claimPods finds the Pods of the object, and adopts those that match its
// selector and have no controller, after a look at whether it is still there;
// it releases those that match no more.
func (c *Controller) claimPods(w *World, wk *Worker) {
	if wk.Object == nil {
		delete(c.expectations, wk.Key)
		wk.stage = stageOver
		return
	}
	selector, adopt := selectorOf(wk.Object), []request(nil)
	for _, pod := range c.pods(w, wk.Object.GetNamespace()) {
		owner, matches := metav1.GetControllerOf(pod), selector.Matches(labels.Set(pod.GetLabels()))
		ref := w.Server.RefOf(pod)
		switch {
		case owner != nil && owner.UID == wk.Object.GetUID() && matches:
			wk.seen = append(wk.seen, pod)
		case owner != nil && owner.UID == wk.Object.GetUID():
			adopt = append(adopt, request{method: patch, ref: ref, patch: owners(pod, nil)})
		case owner == nil && matches && wk.Object.GetDeletionTimestamp() == nil:
			wk.seen = append(wk.seen, pod)
			adopt = append(adopt, request{method: patch, ref: ref, patch: owners(pod, controllerRef(wk.Object))})
		}
	}
	if len(adopt) > 0 {
		wk.todo = append([]request{{method: get, ref: w.Server.RefOf(wk.Object)}}, adopt...)
	}
}

// pods are the active Pods of a namespace that the cache has.
func (c *Controller) pods(w *World, namespace string) []cache.Object {
	var all []cache.Object
	for _, name := range c.Config.Informers {
		i, _ := w.informer(name)
		if i.resource.Resource != "pods" {
			continue
		}
		i.Indexer.Scan(func(_ string, o cache.Object) bool {
			if o.GetNamespace() == namespace && isActive(o) {
				all = append(all, o)
			}
			return true
		})
	}
	return all
}

func isActive(pod cache.Object) bool {
	phase := textAt(pod, "status", "phase")
	return phase != "Succeeded" && phase != "Failed" && pod.GetDeletionTimestamp() == nil
}

// manageReplicas creates or deletes the difference, unless the cache is known to
// be stale.
func (c *Controller) manageReplicas(w *World, wk *Worker) {
	rs := wk.Object
	if wk.failed { // of adoption
		wk.stage = stageOver
		return
	}
	if !c.satisfied(w, wk.Key) {
		e := c.expectations[wk.Key]
		wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.ExpectationsPending, Key: wk.Key, Cause: wk.cause, Upstream: upstreamExpectations + "SatisfiedExpectations"},
			trace.String("controller", c.Config.Name), trace.Int("add", max(e.Add, 0)), trace.Int("del", len(e.Deletes)))
		return
	}
	if rs.GetDeletionTimestamp() != nil {
		c.finalize(w, wk)
		return
	}
	switch diff := len(wk.seen) - numberAt(rs, "spec", "replicas"); {
	case diff < 0:
		c.expect(w, wk, -diff, nil)
		for range -diff {
			wk.todo = append(wk.todo, request{method: post, object: podOf(rs)})
		}
	case diff > 0:
		c.deletePods(w, wk, podsToDelete(wk.seen)[:diff])
	}
}

func (c *Controller) deletePods(w *World, wk *Worker, pods []cache.Object) {
	var keys []string
	for _, pod := range pods {
		keys = append(keys, cache.KeyOf(pod))
		wk.todo = append(wk.todo, request{method: deletes, ref: w.Server.RefOf(pod)})
	}
	c.expect(w, wk, 0, keys)
}

// finalize deletes the Pods of an object that is deleted in the foreground; when
// they are gone, it takes the finalizer off.
func (c *Controller) finalize(w *World, wk *Worker) {
	wk.stage = stageOver
	finalizers := wk.Object.GetFinalizers()
	switch at := slices.Index(finalizers, foreground); {
	case at < 0:
	case len(wk.seen) > 0:
		c.deletePods(w, wk, wk.seen)
	default:
		o := wk.Object.DeepCopy()
		o.SetFinalizers(slices.Delete(slices.Clone(finalizers), at, at+1))
		wk.todo = []request{{method: put, object: o}}
	}
}

// replicasAnswered lowers the expectations of what was not written: it will not
// be seen. After a create that failed the others are not tried.
func (c *Controller) replicasAnswered(w *World, wk *Worker) {
	if wk.err == nil {
		if gone := wk.request.method == get && wk.stage == stageManage && wk.answer.GetUID() != wk.Object.GetUID(); gone || wk.stage == stageManage && wk.answer.GetDeletionTimestamp() != nil {
			wk.failed, wk.todo = true, nil
			wk.err = fmt.Errorf("%s has just been deleted", wk.Key) // RecheckDeletionTimestamp
		}
		return
	}
	switch wk.request.method {
	case get:
		wk.todo = nil
	case put:
		again := wk.stage == stageStatusSent && apierrors.IsConflict(wk.err)
		if gone := apierrors.IsNotFound(wk.err) && wk.Object.GetDeletionTimestamp() != nil; gone || again {
			return
		}
	case post:
		c.observe(w, wk.Key, "", 1+len(wk.todo), wk.actorName, wk.cause)
		wk.todo = nil
	case deletes:
		c.observe(w, wk.Key, wk.request.ref.Key(), 0, wk.actorName, wk.cause)
		if apierrors.IsNotFound(wk.err) {
			return
		}
	}
	wk.failed = true
}

// writeReplicas writes status if it would change, and after a conflict in any
// case: it comes round again as an update.
func (wk *Worker) writeReplicas(rs cache.Object, again bool) {
	ready := 0
	for _, pod := range wk.seen {
		if isReady(pod) {
			ready++
		}
	}
	o := rs.DeepCopy()
	set := func(name string, n int) { _ = unstructured.SetNestedField(o.Object, int64(n), "status", name) }
	same := numberAt(rs, "status", "replicas") == len(wk.seen) && numberAt(rs, "status", "readyReplicas") == ready &&
		numberAt(rs, "status", "observedGeneration") == int(rs.GetGeneration())
	if same && !again {
		wk.stage = stageOver
		return
	}
	set("replicas", len(wk.seen))
	set("readyReplicas", ready)
	set("observedGeneration", int(rs.GetGeneration()))
	wk.todo = []request{{method: put, subresource: "status", object: o}}
}

// podsToDelete orders Pods by how little is lost with them (ActivePods.Less):
// unassigned, then pending, then not ready, then the youngest.
func podsToDelete(pods []cache.Object) []cache.Object {
	all := slices.Clone(pods)
	slices.SortStableFunc(all, func(a, b cache.Object) int { return strings.Compare(worth(a), worth(b)) })
	return all
}

func worth(pod cache.Object) string {
	rank := []byte("000")
	for i, good := range []bool{textAt(pod, "spec", "nodeName") != "", textAt(pod, "status", "phase") == "Running", isReady(pod)} {
		if good {
			rank[i] = '1'
		}
	}
	age := apiserver.Epoch.AddDate(100, 0, 0).Sub(pod.GetCreationTimestamp().Time)
	return fmt.Sprintf("%s %020d", rank, age)
}

func isReady(pod cache.Object) bool {
	conditions, _, _ := unstructured.NestedSlice(pod.Object, "status", "conditions")
	for _, c := range conditions {
		if m, ok := c.(map[string]any); ok && m["type"] == "Ready" {
			return m["status"] == "True"
		}
	}
	return false
}

// podOf is GetPodFromTemplate.
func podOf(rs cache.Object) cache.Object {
	template, _, _ := unstructured.NestedMap(rs.Object, "spec", "template")
	pod := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod"}}
	if spec, ok := template["spec"]; ok {
		pod.Object["spec"] = spec
	}
	of := unstructured.Unstructured{Object: template}
	pod.SetLabels(of.GetLabels())
	pod.SetNamespace(rs.GetNamespace())
	pod.SetGenerateName(rs.GetName() + "-")
	_ = unstructured.SetNestedSlice(pod.Object, []any{controllerRef(rs)}, "metadata", "ownerReferences")
	return pod
}

// controllerRef is metav1.NewControllerRef, as JSON holds it.
func controllerRef(o cache.Object) map[string]any {
	return map[string]any{"apiVersion": o.GetAPIVersion(), "kind": o.GetKind(), "name": o.GetName(), "uid": string(o.GetUID()),
		"controller": true, "blockOwnerDeletion": true}
}

// owners is the patch that adopts a Pod, or releases it.
func owners(pod cache.Object, ref map[string]any) map[string]any {
	refs := []any{}
	if ref != nil {
		refs = append(refs, ref)
	}
	return map[string]any{"metadata": map[string]any{"ownerReferences": refs, "uid": string(pod.GetUID())}}
}

func selectorOf(rs cache.Object) labels.Selector {
	match, _, _ := unstructured.NestedStringMap(rs.Object, "spec", "selector", "matchLabels")
	if len(match) == 0 {
		return labels.Nothing()
	}
	return labels.SelectorFromSet(match)
}

func textAt(o cache.Object, path ...string) string {
	s, _, _ := unstructured.NestedString(o.Object, path...)
	return s
}

func numberAt(o cache.Object, path ...string) int {
	v, _, _ := unstructured.NestedFieldNoCopy(o.Object, path...)
	switch n := v.(type) {
	case int64:
		return int(n)
	case float64:
		return int(n)
	}
	return 0
}
