// Package factory holds the engine's SharedInformerFactory to client-go's: whoever
// asks for a type gets the one informer of it, and each Start runs those that were
// asked for and do not run yet, once (M-8).
package factory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/engine/conformance/controllers/random"
	"informerscope/engine/trace"

	"github.com/go-logr/logr"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

func init() { klog.SetLogger(logr.Discard()) }

var resources = []string{"pods", "services", "configmaps", "secrets"}

// script says when each type is asked for, more than once perhaps, and when Start is
// called.
type script struct {
	asks   map[string][]time.Duration
	starts []time.Duration
}

func generate(seed uint64) script {
	r := rand.New(rand.NewPCG(seed, 8))
	s := script{asks: map[string][]time.Duration{}}
	at := func() time.Duration { return time.Duration(r.Int64N(int64(10 * time.Second))) }
	for _, resource := range resources {
		for range r.IntN(4) {
			s.asks[resource] = append(s.asks[resource], at())
		}
		sort.Slice(s.asks[resource], func(i, j int) bool { return s.asks[resource][i] < s.asks[resource][j] })
	}
	for range 1 + r.IntN(4) {
		s.starts = append(s.starts, at())
	}
	sort.Slice(s.starts, func(i, j int) bool { return s.starts[i] < s.starts[j] })
	return s
}

// The same informers run at the same moments.
func TestTheFactoryAgrees(t *testing.T) {
	seeds, ran := random.Seeds(t, 200), 0
	for _, n := range seeds {
		s := generate(n)
		real := runReal(t, s)
		require.Equal(t, strings.Join(real, "\n"), strings.Join(runEngine(t, s), "\n"), "seed %d: the engine disagrees with the real factory on %+v", n, s)
		ran += len(real)
	}
	require.Greater(t, ran, len(seeds), "informers run")
}

// runReal does a script with the real factory: a line for each informer's first
// request, and one for what WaitForCacheSync says after each Start.
func runReal(t *testing.T, s script) []string {
	c := &client{}
	synctest.Test(t, func(t *testing.T) {
		c.began = time.Now()
		factory := dynamicinformer.NewDynamicSharedInformerFactory(c, 0)
		ctx, stop := context.WithCancel(context.Background())
		for resource, times := range s.asks {
			first := map[string]cache.SharedIndexInformer{}
			for _, at := range times {
				time.AfterFunc(at, func() {
					informer := factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: resource}).Informer()
					if first[resource] == nil {
						first[resource] = informer
					}
					require.Same(t, first[resource], informer)
				})
			}
		}
		for _, at := range s.starts {
			time.AfterFunc(at, func() {
				factory.Start(ctx.Done())
				c.tell("synced %d", len(factory.WaitForCacheSync(ctx.Done())))
			})
		}
		time.Sleep(20 * time.Second)
		stop()
		factory.Shutdown() // returns once all of them have ended
		synctest.Wait()
	})
	return inOrder(c.lines)
}

// client is an API server without objects.
type client struct {
	mu    sync.Mutex
	began time.Time
	lines []string
}

func (c *client) tell(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := time.Since(c.began)
	if strings.HasPrefix(format, "synced") {
		at = 0 // when it returns depends on when it looks
	}
	c.lines = append(c.lines, fmt.Sprintf("%012d ", at)+fmt.Sprintf(format, args...))
}

// Resource is dynamic.Interface's.
func (c *client) Resource(r schema.GroupVersionResource) dynamic.NamespaceableResourceInterface {
	return requests{client: c, resource: r.Resource}
}

type requests struct {
	dynamic.NamespaceableResourceInterface
	client   *client
	resource string
}

// Namespace is NamespaceableResourceInterface's.
func (r requests) Namespace(string) dynamic.ResourceInterface { return r }

// List is ResourceInterface's.
func (r requests) List(context.Context, metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	list := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "v1", "kind": "List"}}
	list.SetResourceVersion("1")
	return list, nil
}

// Watch is ResourceInterface's.
func (r requests) Watch(_ context.Context, o metav1.ListOptions) (watch.Interface, error) {
	r.client.tell("run %s", r.resource)
	w := watch.NewFakeWithChanSize(1, false)
	if o.SendInitialEvents != nil {
		end := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Object"}}
		end.SetResourceVersion("1")
		end.SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
		w.Action(watch.Bookmark, end)
	}
	return w, nil
}

// runEngine does a script with the engine.
func runEngine(t *testing.T, s script) []string {
	at := func(d time.Duration) metav1.Duration { return metav1.Duration{Duration: d} }
	config := engine.Config{Jitter: engine.JitterNone, Managers: []engine.ManagerConfig{{Name: "main", StartAt: at(s.starts[0])}}}
	for _, resource := range resources {
		if times := s.asks[resource]; len(times) > 0 {
			config.Informers = append(config.Informers, engine.InformerConfig{Name: resource, Resource: resource, Manager: "main", StartAt: at(times[0])})
		}
	}
	w, err := engine.New(config)
	require.NoError(t, err)
	for _, start := range s.starts[1:] {
		w.Schedule(start, engine.Command{Start: &engine.TargetCommand{Manager: "main"}})
	}
	var lines []string
	running := 0
	for events := w.StepUntil(20 * time.Second); events != nil; events = w.StepUntil(20 * time.Second) {
		for _, e := range events {
			switch e.Kind {
			case trace.FactoryStart:
				started, _ := e.Data.Get("informers").([]string)
				running += len(started)
				lines = append(lines, fmt.Sprintf("%012d synced %d", 0, running))
			case trace.InformerStart:
				lines = append(lines, fmt.Sprintf("%012d run %s", e.At, e.Actor))
			}
		}
	}
	return inOrder(lines)
}

func inOrder(lines []string) []string {
	sort.Strings(lines)
	return lines
}
