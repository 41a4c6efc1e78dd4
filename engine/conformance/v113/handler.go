package v113

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

// handler is a scenario's ResourceEventHandler. It outlives the informer: a
// restarted informer gets the same one.
type handler struct {
	cfg   HandlerConfig
	queue *workQueue // nil: it only records
	rank  int        // by registration, over all informers

	mu     sync.Mutex
	takes  time.Duration
	calls  []call
	panics []string
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

func newHandler(cfg HandlerConfig, queue *workQueue, rank int) *handler {
	return &handler{cfg: cfg, queue: queue, rank: rank, takes: cfg.Takes.Duration, panics: slices.Clone(cfg.PanicOn)}
}

// eventHandler is what the informer is given: the classifier, the filter if it
// has a selector, the handler.
func (h *handler) eventHandler() (cache.ResourceEventHandler, error) {
	if h.cfg.LabelSelector == "" {
		return &classifier{h, h}, nil
	}
	selector, err := labels.Parse(h.cfg.LabelSelector)
	if err != nil {
		return nil, err
	}
	return &classifier{h, cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			object, _ := unwrapped(obj)
			return selector.Matches(labels.Set(object.GetLabels()))
		},
		Handler: h,
	}}, nil
}

// OnAdd is cache.ResourceEventHandler's.
func (h *handler) OnAdd(obj any) {
	object := obj.(*unstructured.Unstructured)
	h.called(fmt.Sprintf("add %s %s", keyOf(object), object.GetResourceVersion()), keyOf(object))
}

// OnUpdate is cache.ResourceEventHandler's.
func (h *handler) OnUpdate(oldObj, newObj any) {
	before, after := oldObj.(*unstructured.Unstructured).GetResourceVersion(), newObj.(*unstructured.Unstructured).GetResourceVersion()
	if h.cfg.SkipUnchanged && before == after {
		return
	}
	key := keyOf(newObj.(*unstructured.Unstructured))
	h.called(fmt.Sprintf("update %s %s->%s", key, before, after), key)
}

// OnDelete is cache.ResourceEventHandler's.
func (h *handler) OnDelete(obj any) {
	object, tombstone := unwrapped(obj)
	line := fmt.Sprintf("delete %s %s", keyOf(object), object.GetResourceVersion())
	if tombstone {
		line += " tombstone"
	}
	h.called(line, keyOf(object))
}

// unwrapped is the object in a tombstone, or the object itself.
func unwrapped(obj any) (object *unstructured.Unstructured, tombstone bool) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return t.Obj.(*unstructured.Unstructured), true
	}
	return obj.(*unstructured.Unstructured), false
}

// called is the callback: it writes the line, may panic, passes the time and
// enqueues the key.
func (h *handler) called(line, key string) {
	h.mu.Lock()
	takes, class := h.takes, h.class
	h.calls = append(h.calls, call{line: line, key: key, class: class, at: time.Now(), takes: takes})
	i := slices.Index(h.panics, key)
	if i >= 0 {
		h.panics = slices.Delete(h.panics, i, i+1)
	}
	h.mu.Unlock()
	if i >= 0 {
		panic("as the scenario says: " + key)
	}
	time.Sleep(takes)
	if h.queue != nil {
		h.queue.hand(handed{key: key, class: class, rank: h.rank, limited: slices.Contains(h.cfg.Mistakes, MistakeRateLimited)})
	}
}

// setTakes changes the time of the calls that begin from now on.
func (h *handler) setTakes(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.takes = d
}

// report is the lines, those whose order is open sorted by key, and where they
// are.
func (h *handler) report() (lines []string, unordered []Block) {
	h.mu.Lock()
	defer h.mu.Unlock()
	calls := slices.Clone(h.calls)
	for from := 0; from < len(calls); {
		to := blockEnd(calls, from)
		if to-from > 1 {
			slices.SortStableFunc(calls[from:to], func(a, b call) int { return strings.Compare(a.key, b.key) })
			unordered = append(unordered, Block{from, to})
		}
		from = to
	}
	lines = make([]string, len(calls))
	for i, c := range calls {
		lines[i] = c.line
	}
	return lines, unordered
}

// blockEnd is where the calls end that one walk over a map has brought about:
// each key once, and at one instant if the callback takes no time.
func blockEnd(calls []call, from int) int {
	first, to := calls[from], from+1
	if first.class == "" {
		return to
	}
	seen := map[string]bool{first.key: true}
	for ; to < len(calls); to++ {
		c := calls[to]
		if c.class != first.class || seen[c.key] || first.takes == 0 && !c.at.Equal(first.at) {
			break
		}
		seen[c.key] = true
	}
	return to
}
