package conformance

import (
	"context"

	"informerscope/engine/conformance/harness"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// listerWatcher is a harness.Client as today's reflector knows it.
type listerWatcher struct {
	*harness.Client
	watchList bool
}

// IsWatchListSemanticsUnSupported keeps a reflector from asking for a streaming
// list, without touching the gate.
func (l listerWatcher) IsWatchListSemanticsUnSupported() bool { return !l.watchList }

// List is cache.Lister's.
func (l listerWatcher) List(opts metav1.ListOptions) (runtime.Object, error) {
	return l.ListWithContext(context.Background(), opts)
}

// Watch is cache.Watcher's.
func (l listerWatcher) Watch(opts metav1.ListOptions) (watch.Interface, error) {
	return l.WatchWithContext(context.Background(), opts)
}

// ListWithContext is cache.ListerWithContext's.
func (l listerWatcher) ListWithContext(ctx context.Context, opts metav1.ListOptions) (runtime.Object, error) {
	return l.Client.List(ctx, optionsOf(opts))
}

// WatchWithContext is cache.WatcherWithContext's.
func (l listerWatcher) WatchWithContext(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return l.Client.Watch(ctx, optionsOf(opts))
}

func optionsOf(o metav1.ListOptions) harness.Options {
	return harness.Options{
		ResourceVersion: o.ResourceVersion, ResourceVersionMatch: string(o.ResourceVersionMatch),
		Continue: o.Continue, Limit: o.Limit, AllowWatchBookmarks: o.AllowWatchBookmarks,
		SendInitialEvents: o.SendInitialEvents != nil && *o.SendInitialEvents,
	}
}
