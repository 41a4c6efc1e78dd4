package v113

import (
	"context"

	"informerscope/engine/conformance/harness"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// sharedInformer is harness.Informer.
type sharedInformer struct{ cache.SharedIndexInformer }

func (inf sharedInformer) Run(ctx context.Context)  { inf.SharedIndexInformer.Run(ctx.Done()) }
func (inf sharedInformer) Synced() bool             { return inf.HasSynced() }
func (inf sharedInformer) Indexer() harness.Indexer { return inf.GetIndexer() }

func (inf sharedInformer) Register(h *harness.Handler) error {
	handler, err := eventHandler(h)
	switch {
	case err != nil:
	case h.Config.Resync != nil:
		inf.AddEventHandlerWithResyncPeriod(handler, h.Config.Resync.Duration)
	default:
		inf.AddEventHandler(handler)
	}
	return err
}

// simpleInformer is a NewIndexerInformer, whose Process calls the one handler.
type simpleInformer struct {
	cache.Controller
	queue *steppedQueue
	store cache.Indexer
}

func newSimple(cfg harness.InformerConfig, c *harness.Client, indexers cache.Indexers, h *harness.Handler) (*simpleInformer, error) {
	var handler cache.ResourceEventHandler = cache.ResourceEventHandlerFuncs{}
	if h != nil {
		var err error
		if handler, err = eventHandler(h); err != nil {
			return nil, err
		}
	}
	inf := &simpleInformer{}
	inf.store, inf.Controller = cache.NewIndexerInformer(listerWatcher(c), &unstructured.Unstructured{}, cfg.Resync.Duration, handler, indexers)
	inf.queue = stepQueue(inf.Controller)
	return inf, nil
}

func (inf *simpleInformer) Run(ctx context.Context)  { inf.Controller.Run(ctx.Done()) }
func (inf *simpleInformer) Synced() bool             { return inf.queue.synced() }
func (inf *simpleInformer) Indexer() harness.Indexer { return inf.store }
func (inf *simpleInformer) Register(*harness.Handler) error {
	panic("a simple informer has one handler")
}

// listerWatcher is the library's ListWatch, which has the pager of this release.
// Nobody can tell its requests to end.
func listerWatcher(c *harness.Client) cache.ListerWatcher {
	options := func(o metav1.ListOptions) harness.Options {
		return harness.Options{ResourceVersion: o.ResourceVersion, Continue: o.Continue, Limit: o.Limit}
	}
	return &cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) {
			list, err := c.List(context.Background(), options(o))
			if err != nil {
				return nil, err
			}
			return list, nil
		},
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return c.Watch(context.Background(), options(o))
		},
	}
}
