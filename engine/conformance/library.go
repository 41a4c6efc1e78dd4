// Package conformance holds the engine to the real client-go: it runs a scenario
// on client-go v0.37.2, by package harness, and compares the report with the
// engine's. Scenarios of client 1.13 go to the sister module v113, which does the
// same with v10.
package conformance

import (
	"informerscope/engine/conformance/harness"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	_ "unsafe" // for go:linkname
)

//go:linkname jitterRand k8s.io/apimachinery/pkg/util/wait.jitterRand
var jitterRand func() float64

// init takes away what would disturb a bubble: the error handler that sleeps
// until a time of the real clock, the log, the random part of a pause, and the
// end of the process after a handler's panic.
func init() {
	utilruntime.ErrorHandlers = nil
	utilruntime.PanicHandlers = nil
	utilruntime.ReallyCrash = false
	klog.SetLogger(logr.Discard())
	jitterRand = func() float64 { return 0 }
}

// library is client-go v0.37.2.
type library struct{}

// WaitForCacheSync is cache.WaitForCacheSync.
func (library) WaitForCacheSync(stop <-chan struct{}, synced func() bool) bool {
	return cache.WaitForCacheSync(stop, synced)
}

// NewInformer makes a shared informer or, if it is not to be shared, a simple one.
func (library) NewInformer(cfg harness.InformerConfig, c *harness.Client, handler *harness.Handler) (harness.Informer, error) {
	indexers, err := indexersOf(cfg.Indexers)
	if err != nil {
		return nil, err
	}
	featureGates.choose(cfg.Queue, *cfg.Atomic)
	if !*cfg.Shared {
		return newSimple(cfg, c, indexers, handler)
	}
	inf := &sharedInformer{cfg: cfg, registrations: map[*harness.Handler]cache.ResourceEventHandlerRegistration{}}
	inf.SharedIndexInformer = cache.NewSharedIndexInformerWithOptions(listerWatcher{c, *cfg.WatchList}, anObject,
		cache.SharedIndexInformerOptions{ResyncPeriod: cfg.Resync.Duration, Indexers: indexers})
	if cfg.Transform == harness.TransformDropManagedFields {
		return inf, inf.SetTransform(dropManagedFields)
	}
	return inf, nil
}

func indexersOf(names []string) (cache.Indexers, error) {
	indexers := cache.Indexers{}
	for _, name := range names {
		f, err := harness.IndexFunc(name, cache.MetaNamespaceIndexFunc)
		if err != nil {
			return nil, err
		}
		indexers[name] = f
	}
	return indexers, nil
}
