package conformance

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// The script of the comparison: so many objects, then so many updates of them
// a millisecond apart, each told to one handler that counts.
const (
	speedObjects = 1000
	speedUpdates = 20_000
	speedRounds  = 5
	// speedFloor is the least that the engine has to reach of the real speed.
	speedFloor, speedGoal = 0.5, 1.0
)

var speed = flag.Bool("speed", false, "compare the engine's speed with the real informer's")

// TestSpeed compares notifications per second in the steady state, tracing on,
// with the real informer's in its bubble, the best of five rounds each. `make
// bench` runs it.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("it takes the machine for itself: make bench")
	}
	var real, ours float64
	for range speedRounds {
		real = max(real, realSpeed(t))
		ours = max(ours, engineSpeed(t))
	}
	ratio := ours / real
	verdict := "goal missed"
	if ratio >= speedGoal {
		verdict = "goal met"
	}
	fmt.Printf("notifications per second, tracing on: engine %.0f, real informer %.0f, ratio %.2f (floor %.1f, goal %.1f: %s)\n",
		ours, real, ratio, speedFloor, speedGoal, verdict)
	require.GreaterOrEqual(t, ratio, speedFloor, "the engine is too slow")
}

// engineSpeed runs the script on the engine.
func engineSpeed(t *testing.T) float64 {
	config := engine.Config{Jitter: engine.JitterNone}
	config.Server.Generate = []engine.Generate{{Count: speedObjects, Manifest: speedManifest("web-{i}")}}
	config.Informers = []engine.InformerConfig{{Resource: "pods", Handlers: []engine.HandlerConfig{{Name: "main"}}}}
	w, err := engine.New(config)
	require.NoError(t, err)
	for w.StepUntil(time.Second) != nil {
	}
	start := w.Now()
	for n := range speedUpdates {
		w.Schedule(start+time.Duration(n)*time.Millisecond, engine.Command{Update: &engine.UpdateCommand{
			Object: "pods/default/web-" + strconv.Itoa(n%speedObjects),
			Merge:  map[string]any{"spec": map[string]any{"nodeName": "node-" + strconv.Itoa(n)}},
		}})
	}
	runtime.GC()
	told, began := 0, time.Now()
	for events := w.StepUntil(start + time.Minute); events != nil; events = w.StepUntil(start + time.Minute) {
		for _, e := range events {
			if e.Kind == trace.HandlerCall {
				told++
			}
		}
	}
	took := time.Since(began)
	require.Equal(t, speedUpdates, told)
	return float64(told) / took.Seconds()
}

// realSpeed runs it on a shared informer and the least of a server that can
// take an update: it copies the object, changes it, and sends it.
func realSpeed(t *testing.T) float64 {
	stored := make([]*unstructured.Unstructured, speedObjects)
	for n := range stored {
		stored[n] = speedObject(n, n+1)
	}
	runtime.GC()
	clock := newStopwatch()
	synctest.Test(t, func(t *testing.T) {
		feed := &feed{events: make(chan watch.Event, 1)}
		featureGates.choose(engine.Config{Informers: []engine.InformerConfig{{Resource: "pods"}}}.Complete().Informers[0])
		informer := cache.NewSharedIndexInformer(feed, &unstructured.Unstructured{}, 0, cache.Indexers{})
		var told atomic.Int64
		_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(any, any) { told.Add(1) }})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			informer.RunWithContext(ctx)
		}()
		synctest.Wait()
		clock.press()
		for n := range speedUpdates {
			o := stored[n%speedObjects].DeepCopy()
			_ = unstructured.SetNestedField(o.Object, "node-"+strconv.Itoa(n), "spec", "nodeName")
			o.SetResourceVersion(strconv.Itoa(speedObjects + n + 1))
			stored[n%speedObjects] = o
			feed.events <- watch.Event{Type: watch.Modified, Object: o}
			time.Sleep(time.Millisecond)
		}
		synctest.Wait()
		clock.press()
		require.EqualValues(t, speedUpdates, told.Load())
		cancel()
		<-done
	})
	return speedUpdates / (<-clock.took).Seconds()
}

// stopwatch measures real time for those in a bubble, where time is simulated.
type stopwatch struct {
	pressed chan struct{}
	took    chan time.Duration
}

func newStopwatch() stopwatch {
	s := stopwatch{pressed: make(chan struct{}), took: make(chan time.Duration, 1)}
	go func() {
		<-s.pressed
		began := time.Now()
		<-s.pressed
		s.took <- time.Since(began)
	}()
	return s
}

func (s stopwatch) press() { s.pressed <- struct{}{} }

// feed is a ListerWatcher that lists the objects as they were and then watches
// what is put into its channel.
type feed struct{ events chan watch.Event }

// List is cache.Lister's.
func (f *feed) List(metav1.ListOptions) (k8sruntime.Object, error) {
	list := &unstructured.UnstructuredList{}
	list.SetResourceVersion(strconv.Itoa(speedObjects))
	for n := range speedObjects {
		list.Items = append(list.Items, *speedObject(n, n+1))
	}
	return list, nil
}

// Watch is cache.Watcher's.
func (f *feed) Watch(metav1.ListOptions) (watch.Interface, error) {
	return watch.NewProxyWatcher(f.events), nil
}

// IsWatchListSemanticsUnSupported asks for the classic list.
func (f *feed) IsWatchListSemanticsUnSupported() bool { return true }

func speedObject(n, version int) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: speedManifest("web-" + strconv.Itoa(n))}
	o.SetResourceVersion(strconv.Itoa(version))
	o.SetUID(types.UID(strconv.Itoa(n)))
	return o
}

func speedManifest(name string) map[string]any {
	return map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": "default"}}
}
