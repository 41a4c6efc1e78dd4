package harness

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
)

// Handler is a scenario's ResourceEventHandler. It outlives the informer: a
// restarted informer gets the same one.
type Handler struct {
	Config HandlerConfig
	client *Client
	queue  *Queue // nil: it only records
	rank   int    // by registration, over all informers

	mu       sync.Mutex
	takes    time.Duration
	calls    []call
	panics   []string
	panicked bool
	// class is that of the notification in hand, and replays how many adds of a
	// late registration are still to come.
	class   string
	replays int
}

// call is one callback. Neighbours of one class came in the order of a map.
type call struct {
	line, key, class string
	at               time.Time
	takes            time.Duration
}

// NewHandler makes a handler of objects that come from a client.
func NewHandler(cfg HandlerConfig, c *Client, queue *Queue, rank int) *Handler {
	return &Handler{Config: cfg, client: c, queue: queue, rank: rank, takes: cfg.Takes.Duration, panics: slices.Clone(cfg.PanicOn)}
}

// Filter is the function of its FilteringResourceEventHandler, nil if it has no
// selector. The objects in tombstones are unwrapped already.
func (h *Handler) Filter() (func(*unstructured.Unstructured) bool, error) {
	if h.Config.LabelSelector == "" {
		return nil, nil
	}
	selector, err := labels.Parse(h.Config.LabelSelector)
	return func(obj *unstructured.Unstructured) bool { return selector.Matches(labels.Set(obj.GetLabels())) }, err
}

// Added is OnAdd.
func (h *Handler) Added(object *unstructured.Unstructured, isInInitialList bool) {
	line := fmt.Sprintf("add %s %s", keyOf(object), object.GetResourceVersion())
	if isInInitialList {
		line += " initial"
	}
	h.mutate(object)
	h.called(line, keyOf(object))
}

// Updated is OnUpdate.
func (h *Handler) Updated(oldObj, newObj *unstructured.Unstructured) {
	before, after := oldObj.GetResourceVersion(), newObj.GetResourceVersion()
	if h.Config.SkipUnchanged && before == after {
		return
	}
	h.mutate(newObj)
	h.called(fmt.Sprintf("update %s %s->%s", keyOf(newObj), before, after), keyOf(newObj))
}

// Deleted is OnDelete.
func (h *Handler) Deleted(object *unstructured.Unstructured, tombstone bool) {
	line := fmt.Sprintf("delete %s %s", keyOf(object), object.GetResourceVersion())
	if tombstone {
		line += " tombstone"
	}
	h.called(line, keyOf(object))
}

// mutate is the mistake of that name: what it edits is the cached object. Its content
// is replaced as a whole: other handlers read it at the same time, and Go ends the
// process where one writes to a map that another reads.
func (h *Handler) mutate(object *unstructured.Unstructured) {
	if slices.Contains(h.Config.Mistakes, mistakeMutates) {
		edited := object.DeepCopy()
		edited.SetLabels(labels.Merge(edited.GetLabels(), labels.Set{"mutated-by": h.Config.Name}))
		object.Object = edited.Object
	}
}

// called is the callback: it writes the line, may panic, passes the time and
// enqueues the key.
func (h *Handler) called(line, key string) {
	h.mu.Lock()
	takes, class := h.takes, h.class
	h.calls = append(h.calls, call{line: line, key: key, class: class, at: time.Now(), takes: takes})
	i := slices.Index(h.panics, key)
	if i >= 0 {
		h.panics, h.panicked = slices.Delete(h.panics, i, i+1), true
	}
	h.mu.Unlock()
	if i >= 0 {
		panic("as the scenario says: " + key)
	}
	time.Sleep(takes)
	if h.queue != nil {
		h.queue.hand(handed{key: key, class: class, rank: h.rank, limited: slices.Contains(h.Config.Mistakes, mistakeRateLimited)})
	}
}

// setTakes changes the time of the calls that begin from now on.
func (h *Handler) setTakes(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.takes = d
}
