package v113

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// informer is one informer of a scenario. Stopped and started again it is a new
// one of the library, with the same handlers.
type informer struct {
	cfg      InformerConfig
	client   *client
	handlers []*handler

	shared     cache.SharedIndexInformer // nil of a simple informer
	controller cache.Controller          // the simple informer's
	queue      *steppedQueue             // and its
	indexer    cache.Indexer
	started    bool // this one has, if only for a while
	running    bool
	stopped    chan struct{}
	done       chan struct{} // closed when Run has returned
}

// build makes the library's informer and registers the handlers there are.
func (inf *informer) build() error {
	indexers, err := indexersOf(inf.cfg.Indexers)
	if err != nil {
		return err
	}
	inf.started, inf.done = false, make(chan struct{})
	if !*inf.cfg.Shared {
		return inf.buildSimple(indexers)
	}
	inf.shared = cache.NewSharedIndexInformer(inf.client.listerWatcher(), &unstructured.Unstructured{}, inf.cfg.Resync.Duration, indexers)
	inf.indexer = inf.shared.GetIndexer()
	for _, h := range inf.handlers {
		if err := inf.register(h); err != nil {
			return err
		}
	}
	return nil
}

// buildSimple makes a NewIndexerInformer, whose Process calls the one handler.
func (inf *informer) buildSimple(indexers cache.Indexers) error {
	var h cache.ResourceEventHandler = cache.ResourceEventHandlerFuncs{}
	if len(inf.handlers) > 0 {
		var err error
		if h, err = inf.handlers[0].eventHandler(); err != nil {
			return err
		}
	}
	inf.indexer, inf.controller = cache.NewIndexerInformer(inf.client.listerWatcher(), &unstructured.Unstructured{}, inf.cfg.Resync.Duration, h, indexers)
	inf.queue = stepQueue(inf.controller)
	return nil
}

// attach adds a handler, to a running informer as well. One that has stopped
// takes none (S-4); the next one will.
func (inf *informer) attach(h *handler) error {
	inf.handlers = append(inf.handlers, h)
	if inf.shared == nil {
		return fmt.Errorf("informer %s: a simple informer has one handler", inf.cfg.Name)
	}
	if inf.started && !inf.running {
		return nil
	}
	return inf.register(h)
}

// register registers a handler with the library. Of a running informer it will
// hear of what is in the store first.
func (inf *informer) register(h *handler) error {
	eventHandler, err := h.eventHandler()
	if err != nil {
		return err
	}
	if inf.started {
		h.replays = len(inf.indexer.ListKeys())
	}
	if h.cfg.Resync != nil {
		inf.shared.AddEventHandlerWithResyncPeriod(eventHandler, h.cfg.Resync.Duration)
	} else {
		inf.shared.AddEventHandler(eventHandler)
	}
	return nil
}

// start runs the informer, a new one if it had been stopped.
func (inf *informer) start() error {
	if inf.running {
		return nil
	}
	if inf.started {
		if err := inf.build(); err != nil {
			return err
		}
	}
	inf.started, inf.running = true, true
	inf.stopped = make(chan struct{})
	run := inf.run()
	go func(stopped, done chan struct{}) {
		defer close(done)
		run(stopped)
	}(inf.stopped, inf.done)
	return nil
}

func (inf *informer) run() func(<-chan struct{}) {
	if inf.shared != nil {
		return inf.shared.Run
	}
	return inf.controller.Run
}

// stop asks the informer to end; wait waits until it has.
func (inf *informer) stop() {
	if inf.running {
		inf.running = false
		close(inf.stopped)
	}
}

func (inf *informer) wait() {
	if inf.started {
		<-inf.done
	}
}

// hasSynced is what a controller's WaitForCacheSync asks.
func (inf *informer) hasSynced() bool {
	if inf.shared != nil {
		return inf.shared.HasSynced()
	}
	return inf.controller.HasSynced()
}

// report is the cache and the requests.
func (inf *informer) report() InformerReport {
	r := InformerReport{
		Cache: map[string]string{}, Indices: map[string]map[string][]string{}, Requests: inf.client.report(),
	}
	if inf.shared != nil {
		r.Synced, r.LastSyncResourceVersion = inf.shared.HasSynced(), inf.shared.LastSyncResourceVersion()
	} else {
		r.Synced, r.LastSyncResourceVersion = inf.queue.synced(), inf.controller.LastSyncResourceVersion()
	}
	for _, item := range inf.indexer.List() {
		obj := item.(*unstructured.Unstructured)
		r.Cache[keyOf(obj)] = obj.GetResourceVersion()
	}
	for _, name := range inf.cfg.Indexers {
		values := map[string][]string{}
		for _, value := range inf.indexer.ListIndexFuncValues(name) {
			values[value] = []string{}
			objects, _ := inf.indexer.ByIndex(name, value)
			for _, item := range objects {
				values[value] = append(values[value], keyOf(item.(*unstructured.Unstructured)))
			}
			slices.Sort(values[value])
		}
		r.Indices[name] = values
	}
	return r
}

// indexersOf makes the index functions of namespace, label:KEY and
// field:JSONPATH.
func indexersOf(names []string) (cache.Indexers, error) {
	indexers := cache.Indexers{}
	for _, name := range names {
		kind, argument, _ := strings.Cut(name, ":")
		switch kind {
		case cache.NamespaceIndex:
			indexers[name] = cache.MetaNamespaceIndexFunc
		case "label":
			indexers[name] = indexOf(func(obj *unstructured.Unstructured) (string, bool) {
				value, found := obj.GetLabels()[argument]
				return value, found
			})
		case "field":
			indexers[name] = indexOf(func(obj *unstructured.Unstructured) (string, bool) { return fieldAt(obj, argument) })
		default:
			return nil, fmt.Errorf("indexer %q is none of namespace, label:KEY, field:JSONPATH", name)
		}
	}
	return indexers, nil
}

func indexOf(value func(*unstructured.Unstructured) (string, bool)) cache.IndexFunc {
	return func(obj any) ([]string, error) {
		if v, found := value(obj.(*unstructured.Unstructured)); found {
			return []string{v}, nil
		}
		return nil, nil
	}
}

// fieldAt is the text of the field at a dotted path, if the object has it.
func fieldAt(obj *unstructured.Unstructured, path string) (string, bool) {
	value, found, err := unstructured.NestedFieldNoCopy(obj.Object, strings.Split(strings.TrimPrefix(path, "."), ".")...)
	if !found || err != nil {
		return "", false
	}
	return fmt.Sprint(value), true
}
