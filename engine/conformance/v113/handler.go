package v113

import (
	"informerscope/engine/conformance/harness"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// eventHandler is what the informer is given: the classifier, the filter if it
// has a selector, the handler.
func eventHandler(h *harness.Handler) (cache.ResourceEventHandler, error) {
	filter, err := h.Filter()
	if err != nil || filter == nil {
		return classifier{h, handler{h}}, err
	}
	return classifier{h, cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			object, _ := unwrapped(obj)
			return filter(object)
		},
		Handler: handler{h},
	}}, nil
}

// classifier stands in front of a handler and its filter.
type classifier struct {
	handler *harness.Handler
	next    cache.ResourceEventHandler
}

func (c classifier) OnAdd(obj any) {
	c.handler.Adding(obj.(*unstructured.Unstructured))
	c.next.OnAdd(obj)
}

func (c classifier) OnUpdate(oldObj, newObj any) {
	c.handler.Updating(oldObj.(*unstructured.Unstructured), newObj.(*unstructured.Unstructured))
	c.next.OnUpdate(oldObj, newObj)
}

func (c classifier) OnDelete(obj any) {
	_, tombstone := unwrapped(obj)
	c.handler.Deleting(tombstone)
	c.next.OnDelete(obj)
}

// handler is the callback itself, which is not told of the initial list (T-6).
type handler struct{ *harness.Handler }

func (h handler) OnAdd(obj any) { h.Added(obj.(*unstructured.Unstructured), false) }

func (h handler) OnUpdate(oldObj, newObj any) {
	h.Updated(oldObj.(*unstructured.Unstructured), newObj.(*unstructured.Unstructured))
}

func (h handler) OnDelete(obj any) { h.Deleted(unwrapped(obj)) }

// unwrapped is the object in a tombstone, or the object itself.
func unwrapped(obj any) (object *unstructured.Unstructured, tombstone bool) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return t.Obj.(*unstructured.Unstructured), true
	}
	return obj.(*unstructured.Unstructured), false
}
