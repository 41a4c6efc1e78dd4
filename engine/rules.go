package engine

import (
	"fmt"
	"strings"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

// followRules is the reconcile of a controller that is written as rules: those
// that match are followed in their order, and what they ask for is sent one
// request after the other.
func (c *Controller) followRules(w *World, wk *Worker) {
	if wk.stage > 0 {
		return
	}
	wk.stage++
	for i := range c.Config.Rules {
		if r := &c.Config.Rules[i]; r.matches(wk.Object) {
			c.follow(w, wk, r)
		}
	}
}

// matches says whether a rule is about an object, or about its absence.
func (r *RuleConfig) matches(o cache.Object) bool {
	if r.When.Gone || o == nil {
		return r.When.Gone && o == nil
	}
	byLabel, err := labels.Parse(r.When.LabelSelector)
	byField, wrong := fields.ParseSelector(r.When.FieldSelector)
	return err == nil && wrong == nil && byLabel.Matches(labels.Set(o.GetLabels())) && byField.Matches(objectFields{o})
}

// objectFields lets a selector see fields by their path.
type objectFields struct{ object cache.Object }

func (f objectFields) Has(path string) bool {
	_, ok, _ := unstructured.NestedFieldNoCopy(f.object.Object, strings.Split(path, ".")...)
	return ok
}

func (f objectFields) Get(path string) string {
	if v, ok, _ := unstructured.NestedFieldNoCopy(f.object.Object, strings.Split(path, ".")...); ok {
		return fmt.Sprint(v)
	}
	return ""
}

// follow plans what a rule asks for, as far as the caches do not show it yet.
func (c *Controller) follow(w *World, wk *Worker, r *RuleConfig) {
	fill := filler(wk)
	if r.Create != nil {
		o := &unstructured.Unstructured{Object: fillIn(r.Create, fill).(map[string]any)}
		if wk.Object != nil && o.GetNamespace() == wk.Object.GetNamespace() {
			_ = unstructured.SetNestedSlice(o.Object, []any{controllerRef(wk.Object)}, "metadata", "ownerReferences")
		}
		if o.GetName() == "" || !c.sees(w, w.Server.NameOf(w.Server.RefOf(o).Resource), cache.KeyOf(o)) {
			wk.todo = append(wk.todo, request{method: post, object: o})
		}
	}
	if r.Delete != "" {
		ref, err := w.Server.ParseRef(fill.Replace(r.Delete))
		if err == nil && c.sees(w, w.Server.NameOf(ref.Resource), ref.Key()) {
			wk.todo = append(wk.todo, request{method: deletes, ref: ref})
		}
	}
	if wk.Object != nil && r.Patch != nil {
		merge := fillIn(r.Patch, fill).(map[string]any)
		if _, changes := apiserver.Merged(wk.Object, merge); changes {
			wk.todo = append(wk.todo, request{method: patch, ref: w.Server.RefOf(wk.Object), patch: merge})
		}
	}
	if wk.Object != nil && r.Status != nil {
		if o, changes := apiserver.Merged(wk.Object, map[string]any{"status": fillIn(r.Status, fill)}); changes {
			wk.todo = append(wk.todo, request{method: put, subresource: "status", object: o})
		}
	}
	wk.requeue = max(wk.requeue, r.RequeueAfter.Duration)
}

// sees says whether one of the controller's caches has an object.
func (c *Controller) sees(w *World, resource, key string) bool {
	for _, name := range c.Config.informers() {
		i, _ := w.informer(name)
		if w.Server.NameOf(i.resource) != resource {
			continue
		}
		if _, ok := i.Indexer.Get(key); ok {
			return true
		}
	}
	return false
}

// ruleAnswered: what is there already was created, what is gone was deleted.
func (c *Controller) ruleAnswered(wk *Worker) {
	there := wk.request.method == post && apierrors.IsAlreadyExists(wk.err)
	gone := wk.request.method == deletes && apierrors.IsNotFound(wk.err)
	if wk.err != nil && !there && !gone {
		wk.failed, wk.todo = true, nil
	}
}

// filler replaces {name}, {namespace} and {uid} by the object's.
func filler(wk *Worker) *strings.Replacer {
	key := listerKey(wk.Key)
	namespace, name, found := strings.Cut(key, "/")
	if !found {
		namespace, name = "", key
	}
	uid := ""
	if wk.Object != nil {
		uid = string(wk.Object.GetUID())
	}
	return strings.NewReplacer("{name}", name, "{namespace}", namespace, "{uid}", uid)
}

// fillIn is a copy of v with its texts filled in.
func fillIn(v any, fill *strings.Replacer) any {
	switch v := v.(type) {
	case string:
		return fill.Replace(v)
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[fill.Replace(key)] = fillIn(value, fill)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for n, value := range v {
			list[n] = fillIn(value, fill)
		}
		return list
	}
	return v
}
