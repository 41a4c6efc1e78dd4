package conformance

import (
	"context"

	"informerscope/engine/conformance/harness"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// anObject says of what type the objects are.
var anObject = &unstructured.Unstructured{}

// sharedInformer is harness.Informer and harness.Remover.
type sharedInformer struct {
	cache.SharedIndexInformer
	cfg           harness.InformerConfig
	registrations map[*harness.Handler]cache.ResourceEventHandlerRegistration
}

func (inf *sharedInformer) Run(ctx context.Context) {
	featureGates.choose(inf.cfg.Queue, *inf.cfg.Atomic)
	inf.RunWithContext(ctx)
}

func (inf *sharedInformer) Synced() bool             { return inf.HasSynced() }
func (inf *sharedInformer) Indexer() harness.Indexer { return inf.GetIndexer() }

func (inf *sharedInformer) Register(h *harness.Handler) error {
	handler, err := eventHandler(h)
	if err != nil {
		return err
	}
	var options cache.HandlerOptions
	if h.Config.Resync != nil {
		options.ResyncPeriod = &h.Config.Resync.Duration
	}
	inf.registrations[h], err = inf.AddEventHandlerWithOptions(handler, options)
	return err
}

func (inf *sharedInformer) Remove(h *harness.Handler) error {
	return inf.RemoveEventHandler(inf.registrations[h])
}

// simpleInformer is a NewIndexerInformer, whose Process calls the one handler.
type simpleInformer struct {
	cache.Controller
	cfg   harness.InformerConfig
	store cache.Indexer
}

func newSimple(cfg harness.InformerConfig, c *harness.Client, indexers cache.Indexers, h *harness.Handler) (*simpleInformer, error) {
	options := cache.InformerOptions{
		ListerWatcher: listerWatcher{c, *cfg.WatchList}, ObjectType: anObject,
		ResyncPeriod: cfg.Resync.Duration, Indexers: indexers,
		Handler: cache.ResourceEventHandlerFuncs{},
	}
	if h != nil {
		var err error
		if options.Handler, err = eventHandler(h); err != nil {
			return nil, err
		}
	}
	if cfg.Transform == harness.TransformDropManagedFields {
		options.Transform = dropManagedFields
	}
	store, controller := cache.NewInformerWithOptions(options)
	if !*cfg.Atomic {
		stepQueue(controller)
	}
	return &simpleInformer{controller, cfg, store.(cache.Indexer)}, nil
}

func (inf *simpleInformer) Run(ctx context.Context) {
	featureGates.choose(inf.cfg.Queue, *inf.cfg.Atomic)
	inf.RunWithContext(ctx)
}

// Synced asks the checker: HasSynced may have to wait for the FIFO's lock.
func (inf *simpleInformer) Synced() bool             { return cache.IsDone(inf.HasSyncedChecker()) }
func (inf *simpleInformer) Indexer() harness.Indexer { return inf.store }
func (inf *simpleInformer) Register(*harness.Handler) error {
	panic("a simple informer has one handler")
}

// dropManagedFields is the transform of that name.
func dropManagedFields(obj any) (any, error) {
	obj.(*unstructured.Unstructured).SetManagedFields(nil)
	return obj, nil
}
