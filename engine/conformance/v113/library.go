// Package v113 runs scripts on client-go v10, the library of Kubernetes 1.13, by
// package harness, as package conformance does on today's. It cannot be linked
// with that package, nor with the engine, whose apimachinery is another one; so
// it is asked for reports through its test binary (serve_test.go).
package v113

import (
	"flag"
	"io"
	"testing"
	"time"

	"informerscope/engine/conformance/harness"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog"

	_ "unsafe" // for go:linkname
)

//go:linkname neverExitWatch k8s.io/client-go/tools/cache.neverExitWatch
var neverExitWatch <-chan time.Time

// init takes away what would disturb a bubble: the error handler that sleeps
// until a time of the real clock, the log, and the end of the process after a
// handler's panic.
func init() {
	utilruntime.ErrorHandlers = nil
	utilruntime.PanicHandlers = nil
	utilruntime.ReallyCrash = false
	klog.SetOutput(io.Discard)
	flags := flag.NewFlagSet("klog", flag.PanicOnError)
	klog.InitFlags(flags)
	if err := flags.Parse([]string{"-logtostderr=false", "-alsologtostderr=false", "-stderrthreshold=FATAL"}); err != nil {
		panic(err)
	}
	workqueue.SetProvider(metrics{})
}

// Run runs a script on the library.
func Run(t *testing.T, s harness.Script) (harness.Result, error) {
	return harness.Run(t, &library{}, s)
}

// library is client-go v10, for one run.
type library struct{ prepared bool }

// WaitForCacheSync is cache.WaitForCacheSync.
func (*library) WaitForCacheSync(stop <-chan struct{}, synced func() bool) bool {
	return cache.WaitForCacheSync(stop, synced)
}

// NewInformer makes a shared informer or, if it is not to be shared, a simple one.
func (l *library) NewInformer(cfg harness.InformerConfig, c *harness.Client, handler *harness.Handler) (harness.Informer, error) {
	if !l.prepared {
		// An informer without resync waits for this channel, made when the
		// package was: outside of any bubble, where time does not stand still.
		l.prepared, neverExitWatch = true, make(chan time.Time)
	}
	indexers := cache.Indexers{}
	for _, name := range cfg.Indexers {
		f, err := harness.IndexFunc(name, cache.MetaNamespaceIndexFunc)
		if err != nil {
			return nil, err
		}
		indexers[name] = f
	}
	if !*cfg.Shared {
		return newSimple(cfg, c, indexers, handler)
	}
	return sharedInformer{cache.NewSharedIndexInformer(listerWatcher(c), &unstructured.Unstructured{}, cfg.Resync.Duration, indexers)}, nil
}
