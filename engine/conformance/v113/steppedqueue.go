package v113

import (
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	"informerscope/engine/conformance/harness"

	"k8s.io/client-go/tools/cache"
)

// steppedQueue is a DeltaFIFO whose lock can be waited for inside a bubble, as
// package conformance's steppedQueue, which explains it.
type steppedQueue struct {
	cache.Queue
	lock   chan struct{}
	more   chan struct{}
	closed atomic.Bool
}

// stepQueue puts a steppedQueue in front of a controller's FIFO.
func stepQueue(controller cache.Controller) *steppedQueue {
	field := reflect.ValueOf(controller).Elem().FieldByName("config").FieldByName("Queue")
	field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	fifo := field.Interface().(cache.Queue)
	fifo.Close()
	stepped := &steppedQueue{Queue: fifo, lock: make(chan struct{}, 1), more: make(chan struct{}, 1)}
	field.Set(reflect.ValueOf(stepped))
	return stepped
}

func (q *steppedQueue) Add(obj any) error {
	return q.fill(func() error { return q.Queue.Add(obj) })
}

func (q *steppedQueue) Update(obj any) error {
	return q.fill(func() error { return q.Queue.Update(obj) })
}

func (q *steppedQueue) Delete(obj any) error {
	return q.fill(func() error { return q.Queue.Delete(obj) })
}

func (q *steppedQueue) Replace(list []any, resourceVersion string) error {
	return q.fill(func() error { return q.Queue.Replace(list, resourceVersion) })
}

func (q *steppedQueue) Resync() error { return q.fill(q.Queue.Resync) }

// synced is HasSynced, but for the lock: a report cannot wait until a handler
// has returned.
func (q *steppedQueue) synced() bool {
	fifo := reflect.ValueOf(q.Queue).Elem()
	return fifo.FieldByName("populated").Bool() && fifo.FieldByName("initialPopulationCount").Int() == 0
}

// Pop waits until there is something to pop.
func (q *steppedQueue) Pop(process cache.PopProcessFunc) (popped any, err error) {
	for {
		q.locked(func() { popped, err = q.Queue.Pop(process) })
		if err != cache.FIFOClosedError || q.closed.Load() {
			return popped, err
		}
		<-q.more
	}
}

func (q *steppedQueue) Close() {
	q.closed.Store(true)
	q.wake()
}

// fill lets whoever else can run do so first, then waits for the lock.
func (q *steppedQueue) fill(fill func() error) (err error) {
	time.Sleep(harness.Tick)
	q.locked(func() { err = fill() })
	q.wake()
	return err
}

func (q *steppedQueue) locked(f func()) {
	q.lock <- struct{}{}
	defer func() { <-q.lock }()
	f()
}

func (q *steppedQueue) wake() {
	select {
	case q.more <- struct{}{}:
	default:
	}
}
