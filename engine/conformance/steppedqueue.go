package conformance

import (
	"errors"
	"reflect"
	"sync/atomic"
	"time"
	"unsafe"

	"informerscope/engine/conformance/harness"

	"k8s.io/client-go/tools/cache"
)

// steppedQueue is a FIFO whose lock can be waited for inside a synctest bubble.
//
// A simple informer calls its handler with the FIFO's lock held (unless the
// FIFO unlocks while processing). If the handler sleeps, a reflector with an
// event waits for that mutex; but waiting for a mutex is no durable block, so
// the bubble's clock would stand still for ever. Here both queue up for a
// channel first. It hands over in order: a waiting reflector gets one event in
// between two Pops. The FIFO itself stays the real one; it is closed from the
// beginning, so that Pop says "empty" instead of waiting under its own lock.
type steppedQueue struct {
	cache.Queue
	lock   chan struct{}
	more   chan struct{}
	closed atomic.Bool
}

// steppedBatchQueue is a steppedQueue of a FIFO that knows batches.
type steppedBatchQueue struct {
	*steppedQueue
	batches cache.QueueWithBatch
}

// stepQueue puts a steppedQueue in front of a controller's FIFO.
func stepQueue(controller cache.Controller) {
	field := reflect.ValueOf(controller).Elem().FieldByName("config").FieldByName("Queue")
	field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	fifo := field.Interface().(cache.Queue)
	fifo.Close()
	stepped := &steppedQueue{Queue: fifo, lock: make(chan struct{}, 1), more: make(chan struct{}, 1)}
	var front cache.Queue = stepped
	if batches, ok := fifo.(cache.QueueWithBatch); ok {
		front = &steppedBatchQueue{stepped, batches}
	}
	field.Set(reflect.ValueOf(front))
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

// Transformer is cache.TransformingStore's.
func (q *steppedQueue) Transformer() cache.TransformFunc {
	return q.Queue.(cache.TransformingStore).Transformer()
}

func (q *steppedQueue) HasSynced() (synced bool) {
	q.locked(func() { synced = q.Queue.HasSynced() })
	return synced
}

func (q *steppedQueue) Pop(process cache.PopProcessFunc) (popped any, err error) {
	err = q.pop(func() (err error) {
		popped, err = q.Queue.Pop(process)
		return err
	})
	return popped, err
}

func (q *steppedBatchQueue) PopBatch(batch cache.ProcessBatchFunc, single cache.PopProcessFunc) error {
	return q.pop(func() error { return q.batches.PopBatch(batch, single) })
}

func (q *steppedQueue) Close() {
	q.closed.Store(true)
	q.wake()
}

// pop waits until there is something to pop.
func (q *steppedQueue) pop(pop func() error) (err error) {
	for {
		q.locked(func() { err = pop() })
		if !errors.Is(err, cache.ErrFIFOClosed) || q.closed.Load() {
			return err
		}
		<-q.more
	}
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
