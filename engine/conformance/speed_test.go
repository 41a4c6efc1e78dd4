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

// The script of the comparison: some objects, then so many updates of them a
// millisecond apart, each told to one handler that counts.
const (
	speedUpdates = 20_000
	speedRounds  = 5
	// speedFloor is the least that the engine has to reach of the real speed.
	speedFloor, speedGoal = 0.5, 1.0
)

// speedObjects are the numbers of objects: the first for floor and goal, the
// others to see how both grow.
var speedObjects = []int{1_000, 10_000, 100_000}

var speed = flag.Bool("speed", false, "compare the engine's speed with the real informer's")

// TestSpeed compares notifications per second in the steady state, tracing on,
// with the real informer's in its bubble, the best of five rounds each. `make
// bench` runs it.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("it takes the machine for itself: make bench")
	}
	fmt.Println("Notifications per second, tracing on, the best of five:")
	var first float64
	for n, objects := range speedObjects {
		var real, ours float64
		for range speedRounds {
			real = max(real, realSpeed(t, objects))
			ours = max(ours, engineSpeed(t, objects))
		}
		fmt.Printf("  %7d objects: engine %.0f, real informer %.0f, ratio %.2f\n", objects, ours, real, ours/real)
		if n == 0 {
			first = ours
			judgeSpeed(t, ours/real)
		} else {
			growth := float64(objects) / float64(speedObjects[0])
			require.Greater(t, ours*growth, first, "the time of a notification grows faster than the number of objects")
		}
	}
}

// judgeSpeed holds the ratio to floor and goal.
func judgeSpeed(t *testing.T, ratio float64) {
	verdict := "goal missed"
	if ratio >= speedGoal {
		verdict = "goal met"
	}
	fmt.Printf("  ratio %.2f over %d objects (floor %.1f, goal %.1f: %s)\n", ratio, speedObjects[0], speedFloor, speedGoal, verdict)
	require.GreaterOrEqual(t, ratio, speedFloor, "the engine is too slow")
}

// engineSpeed runs the script on the engine.
func engineSpeed(t testing.TB, objects int) float64 {
	config := engine.Config{Jitter: engine.JitterNone}
	config.Server.Generate = []engine.Generate{{Count: objects, Manifest: speedManifest("web-{i}")}}
	config.Informers = []engine.InformerConfig{{Resource: "pods", Handlers: []engine.HandlerConfig{{Name: "main"}}}}
	w, err := engine.New(config)
	require.NoError(t, err)
	for w.StepUntil(time.Second) != nil {
	}
	start := w.Now()
	told := 0
	until := func(limit time.Duration) {
		for events := w.StepUntil(limit); events != nil; events = w.StepUntil(limit) {
			for _, e := range events {
				if e.Kind == trace.HandlerCall {
					told++
				}
			}
		}
		w.AdvanceTo(limit)
	}
	runtime.GC()
	began := time.Now()
	for n := range speedUpdates {
		until(start + time.Duration(n)*time.Millisecond)
		w.Apply(engine.Command{Update: &engine.UpdateCommand{
			Object: "pods/default/web-" + strconv.Itoa(n%objects),
			Merge:  map[string]any{"spec": map[string]any{"nodeName": "node-" + strconv.Itoa(n)}},
		}})
	}
	until(w.Now() + time.Second)
	took := time.Since(began)
	require.Equal(t, speedUpdates, told)
	return float64(told) / took.Seconds()
}

// realSpeed runs it on a shared informer and the least of a server that can
// take an update: it copies the object, changes it, and sends it.
func realSpeed(t *testing.T, objects int) float64 {
	stored := make([]*unstructured.Unstructured, objects)
	for n := range stored {
		stored[n] = speedObject(n, n+1)
	}
	runtime.GC()
	clock := newStopwatch()
	synctest.Test(t, func(t *testing.T) {
		feed := &feed{objects: objects, events: make(chan watch.Event, 1)}
		featureGates.choose(engine.RealFIFO, true)
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
			o := stored[n%objects].DeepCopy()
			_ = unstructured.SetNestedField(o.Object, "node-"+strconv.Itoa(n), "spec", "nodeName")
			o.SetResourceVersion(strconv.Itoa(objects + n + 1))
			stored[n%objects] = o
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
type feed struct {
	objects int
	events  chan watch.Event
}

// List is cache.Lister's.
func (f *feed) List(metav1.ListOptions) (k8sruntime.Object, error) {
	list := &unstructured.UnstructuredList{}
	list.SetResourceVersion(strconv.Itoa(f.objects))
	for n := range f.objects {
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
