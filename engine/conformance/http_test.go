package conformance

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/apiserver/httpapi"
	"informerscope/engine/conformance/harness"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// A real informer with a real REST client runs against the simulated server:
// through the streamed list, the watch, its end, a server that is away, and a
// history that is gone.
func TestARealInformerRunsAgainstTheSimulatedServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		featureGates.choose(engine.RealFIFO, true)
		site := newSite(t)
		site.create("a")
		site.create("b")

		told := site.informer(t)
		assert.ElementsMatch(t, []string{"add default/a 2 initial", "add default/b 3 initial"}, told(), "a streamed list (R-30)")

		site.label("a")
		assert.Equal(t, []string{"update default/a 2->4"}, told(), "the stream goes on behind the list (R-34)")

		time.Sleep(time.Second)
		site.handler.HangUp()
		site.create("c")
		assert.Equal(t, []string{"add default/c 5"}, told(), "after a clean end: watch again at once (R-21)")

		time.Sleep(time.Second)
		site.away.Store(true)
		site.handler.HangUp()
		synctest.Wait()
		site.away.Store(false)
		site.remove("b")
		site.handler.Do(func(s *apiserver.Server) { s.Compact(0) })
		assert.Empty(t, told(), "connection refused: a pause (R-20)")

		time.Sleep(5 * time.Second)
		relist := told()
		assert.Equal(t, "delete default/b 3 tombstone", relist[0], "too old: a relist, which finds the delete (A-51, R-23, C-14)")
		assert.ElementsMatch(t, []string{"update default/a 4->4", "update default/c 5->5"}, relist[1:])
	})
}

// site is a simulated server with a client, on connections in memory.
type site struct {
	handler *httpapi.Handler
	pods    dynamic.ResourceInterface
	// away refuses new connections.
	away atomic.Bool
}

func newSite(t *testing.T) *site {
	began := time.Now()
	s := &site{handler: httpapi.New(apiserver.New(apiserver.Config{History: 1000, WatchCache: true}),
		func() time.Duration { return time.Since(began) })}
	pipes := make(pipeListener)
	server := &http.Server{Handler: s.handler}
	go func() { _ = server.Serve(pipes) }() // until Close
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	client, err := dynamic.NewForConfig(&rest.Config{Host: "http://server", QPS: -1, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			if s.away.Load() {
				return nil, syscall.ECONNREFUSED
			}
			near, far := net.Pipe()
			pipes <- far
			return near, nil
		},
	}})
	require.NoError(t, err)
	s.pods = client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "pods"}).Namespace(metav1.NamespaceDefault)
	return s
}

func (s *site) create(name string) {
	pod := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name},
	}}
	s.must(s.pods.Create(context.Background(), pod, metav1.CreateOptions{}))
}

func (s *site) label(name string) {
	s.must(s.pods.Patch(context.Background(), name, types.MergePatchType, []byte(`{"metadata":{"labels":{"app":"web"}}}`), metav1.PatchOptions{}))
}

func (s *site) remove(name string) {
	s.must(nil, s.pods.Delete(context.Background(), name, metav1.DeleteOptions{}))
}

func (s *site) must(_ any, err error) {
	if err != nil {
		panic(err)
	}
}

// informer runs an informer; told waits until all is quiet and returns what its
// handler has been told since the last time.
func (s *site) informer(t *testing.T) (told func() []string) {
	informer := cache.NewSharedIndexInformer(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return s.pods.List(ctx, o) },
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			return s.pods.Watch(ctx, o)
		},
	}, &unstructured.Unstructured{}, 0, nil)
	h := harness.NewHandler(harness.HandlerConfig{Name: "main"}, nil, nil, 0)
	_, err := informer.AddEventHandler(handler{h})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		informer.RunWithContext(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	before := 0
	return func() []string {
		synctest.Wait()
		lines, _, _ := h.Report()
		news := lines[before:]
		before = len(lines)
		return news
	}
}

// pipeListener is a net.Listener of connections in memory.
type pipeListener chan net.Conn

var errClosed = errors.New("the listener is closed")

func (l pipeListener) Accept() (net.Conn, error) {
	if c, ok := <-l; ok {
		return c, nil
	}
	return nil, errClosed
}

func (l pipeListener) Close() error {
	close(l)
	return nil
}

func (l pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
