// Package election holds the engine's leader electors to client-go's: both do the
// same random scripts against the same simulated API server, and have to ask it for
// the same things at the same moments, to acquire the Lease and to lose it.
package election

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/trace"

	"github.com/go-logr/logr"
	coordinationv1 "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	typed "k8s.io/client-go/kubernetes/typed/coordination/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/klog/v2"

	_ "unsafe" // for go:linkname
)

//go:linkname jitterRand k8s.io/apimachinery/pkg/util/wait.jitterRand
var jitterRand func() float64

func init() {
	klog.SetLogger(logr.Discard())
	jitterRand = func() float64 { return 0 }
}

const lease = "kube-system/kube-controller-manager"

// runReal does a script with the real electors, and returns what came of it.
func runReal(t *testing.T, s script) []string {
	var lines []string
	synctest.Test(t, func(*testing.T) {
		r := &realRun{script: s, began: time.Now(), server: apiserver.New(apiserver.Config{Seed: 1, History: 1000, WatchCache: true}), stops: map[string]context.CancelFunc{}}
		if err := r.server.Load(); err != nil {
			panic(err)
		}
		for _, c := range s.calls {
			time.Sleep(c.at - time.Since(r.began))
			r.do(c)
			synctest.Wait()
		}
		time.Sleep(s.until - time.Since(r.began))
		synctest.Wait()
		r.mu.Lock()
		lines = r.lines
		r.over = true
		r.mu.Unlock()
		for _, stop := range r.stops {
			stop()
		}
		time.Sleep(4 * oneWay) // what is on the way arrives
		synctest.Wait()
	})
	return inOrder(lines)
}

// realRun is a script being done with the real electors.
type realRun struct {
	script
	began time.Time
	stops map[string]context.CancelFunc

	mu     sync.Mutex
	server *apiserver.Server
	away   time.Duration
	lines  []string
	over   bool
}

func (r *realRun) tell(format string, args ...any) {
	if !r.over {
		r.lines = append(r.lines, line(time.Since(r.began), format, args...))
	}
}

func (r *realRun) do(c call) {
	switch c.do {
	case "start":
		r.start(c.name)
	case "stop":
		if stop := r.stops[c.name]; stop != nil {
			stop()
			delete(r.stops, c.name)
		}
	case "outage":
		r.mu.Lock()
		r.away = max(r.away, time.Since(r.began)+c.lasts)
		r.mu.Unlock()
	}
}

func (r *realRun) start(name string) {
	if r.stops[name] != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.stops[name] = cancel
	lost := func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if ctx.Err() == nil { // else it was told to end
			r.tell("%s lost", name)
			delete(r.stops, name)
			cancel()
		}
	}
	led := func(context.Context) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.tell("%s acquired", name)
	}
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{LeaseMeta: metav1.ObjectMeta{Namespace: "kube-system", Name: "kube-controller-manager"},
			Client: leases{run: r, name: name}, LockConfig: resourcelock.ResourceLockConfig{Identity: name}},
		LeaseDuration: r.leaseDuration, RenewDeadline: r.renewDeadline, RetryPeriod: r.retryPeriod,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: led, OnStoppedLeading: lost},
	})
	if err != nil {
		panic(err)
	}
	go elector.Run(ctx)
}

// leases is the client of one process.
type leases struct {
	typed.LeaseInterface
	run  *realRun
	name string
}

// Leases makes leases a LeasesGetter.
func (l leases) Leases(string) typed.LeaseInterface { return l }

// Get is LeaseInterface's.
func (l leases) Get(ctx context.Context, _ string, _ metav1.GetOptions) (*coordinationv1.Lease, error) {
	return l.call(ctx, "GET", func(s *apiserver.Server, _ time.Duration) (*unstructured.Unstructured, error) {
		return s.Get(ref(s), "")
	})
}

// Create is LeaseInterface's.
func (l leases) Create(ctx context.Context, lease *coordinationv1.Lease, _ metav1.CreateOptions) (*coordinationv1.Lease, error) {
	o := untyped(lease)
	return l.call(ctx, "POST", func(s *apiserver.Server, now time.Duration) (*unstructured.Unstructured, error) {
		return s.Create(now, o, apiserver.CreateOptions{})
	})
}

// Update is LeaseInterface's.
func (l leases) Update(ctx context.Context, lease *coordinationv1.Lease, _ metav1.UpdateOptions) (*coordinationv1.Lease, error) {
	o := untyped(lease)
	return l.call(ctx, "PUT", func(s *apiserver.Server, now time.Duration) (*unstructured.Unstructured, error) {
		return s.Update(now, o, apiserver.UpdateOptions{})
	})
}

// call is a request on its way there and back. Who gives up waiting does not call it
// back: it arrives all the same.
func (l leases) call(ctx context.Context, method string, serve func(*apiserver.Server, time.Duration) (*unstructured.Unstructured, error)) (*coordinationv1.Lease, error) {
	type answer struct {
		lease *coordinationv1.Lease
		err   error
	}
	if ctx.Err() != nil {
		return nil, ctx.Err() // as net/http does
	}
	answered := make(chan answer, 1)
	go func() {
		time.Sleep(oneWay)
		l.run.mu.Lock()
		now := time.Since(l.run.began)
		var a answer
		if a.err = errors.New("connection refused"); now >= l.run.away {
			var o *unstructured.Unstructured
			if o, a.err = serve(l.run.server, now); a.err == nil {
				a.lease = typedOf(o)
			}
		}
		l.run.tell("%s %s %d %s", l.name, method, statusOf(method, a.err), holder(l.run.server))
		l.run.mu.Unlock()
		time.Sleep(oneWay)
		answered <- a
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-answered:
		return a.lease, a.err
	}
}

// oneWay is how long a request takes to the server, and its answer back.
const oneWay = 5 * time.Millisecond

func statusOf(method string, err error) int {
	var status apierrors.APIStatus
	switch {
	case errors.As(err, &status):
		return int(status.Status().Code)
	case err != nil:
		return 0
	case method == "POST":
		return 201
	}
	return 200
}

func ref(s *apiserver.Server) apiserver.Ref {
	return apiserver.Ref{Resource: s.ResourceForKind("coordination.k8s.io/v1", "Lease"), Namespace: "kube-system", Name: "kube-controller-manager"}
}

// holder says whose the Lease is, after how many changes, and for how long.
func holder(s *apiserver.Server) string {
	o, err := s.Get(ref(s), "")
	if err != nil {
		return "no Lease"
	}
	spec := typedOf(o).Spec
	return fmt.Sprintf("of %s transitions=%d held=%v", *spec.HolderIdentity, *spec.LeaseTransitions, spec.RenewTime.Sub(spec.AcquireTime.Time))
}

func untyped(lease *coordinationv1.Lease) *unstructured.Unstructured {
	m, err := runtime.DefaultUnstructuredConverter.ToUnstructured(lease)
	if err != nil {
		panic(err)
	}
	o := &unstructured.Unstructured{Object: m}
	o.SetAPIVersion("coordination.k8s.io/v1")
	o.SetKind("Lease")
	return o
}

func typedOf(o *unstructured.Unstructured) *coordinationv1.Lease {
	lease := &coordinationv1.Lease{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, lease); err != nil {
		panic(err)
	}
	return lease
}

// runEngine does a script with the engine.
func runEngine(s script) ([]string, error) {
	w, err := engine.New(s.config())
	if err != nil {
		return nil, err
	}
	for _, c := range s.calls {
		w.Schedule(c.at, c.command())
	}
	var lines []string
	for events := w.StepUntil(s.until); events != nil; events = w.StepUntil(s.until) {
		for _, e := range events {
			name := e.Data.String("manager")
			switch e.Kind {
			case trace.LeaderAcquired:
				lines = append(lines, line(e.At, "%s acquired", name))
			case trace.LeaderLost:
				lines = append(lines, line(e.At, "%s lost", name))
			case trace.WriteAnswer:
				lines = append(lines, line(e.At, "%s %s %d %s", e.Data.String("controller"), e.Data.String("method"), e.Data.Int("status"), holder(w.Server)))
			}
		}
	}
	return inOrder(lines), nil
}

func line(at time.Duration, format string, args ...any) string {
	return fmt.Sprintf("%016d ", at) + fmt.Sprintf(format, args...)
}

// inOrder sorts what happens at one moment: that has no order of its own.
func inOrder(lines []string) []string {
	sort.Strings(lines)
	return lines
}
