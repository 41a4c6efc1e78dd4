package v113

import (
	"reflect"
	"unsafe"

	"informerscope/engine/conformance/harness"

	"k8s.io/client-go/tools/cache"
)

// steppedQueue is a DeltaFIFO behind a harness.Gate.
type steppedQueue struct {
	cache.Queue
	gate *harness.Gate
}

// stepQueue puts a steppedQueue in front of a controller's FIFO.
func stepQueue(controller cache.Controller) *steppedQueue {
	field := reflect.ValueOf(controller).Elem().FieldByName("config").FieldByName("Queue")
	field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
	fifo := field.Interface().(cache.Queue)
	fifo.Close()
	stepped := &steppedQueue{Queue: fifo, gate: harness.NewGate()}
	field.Set(reflect.ValueOf(stepped))
	return stepped
}

func (q *steppedQueue) Add(obj any) error {
	return q.gate.Fill(func() error { return q.Queue.Add(obj) })
}

func (q *steppedQueue) Update(obj any) error {
	return q.gate.Fill(func() error { return q.Queue.Update(obj) })
}

func (q *steppedQueue) Delete(obj any) error {
	return q.gate.Fill(func() error { return q.Queue.Delete(obj) })
}

func (q *steppedQueue) Replace(list []any, resourceVersion string) error {
	return q.gate.Fill(func() error { return q.Queue.Replace(list, resourceVersion) })
}

func (q *steppedQueue) Resync() error { return q.gate.Fill(q.Queue.Resync) }

// synced is HasSynced, but for the lock: a report cannot wait until a handler
// has returned.
func (q *steppedQueue) synced() bool {
	fifo := reflect.ValueOf(q.Queue).Elem()
	return fifo.FieldByName("populated").Bool() && fifo.FieldByName("initialPopulationCount").Int() == 0
}

func (q *steppedQueue) Pop(process cache.PopProcessFunc) (popped any, err error) {
	err = q.gate.Pop(func() (err error) {
		popped, err = q.Queue.Pop(process)
		return err
	}, cache.FIFOClosedError)
	return popped, err
}

func (q *steppedQueue) Close() { q.gate.Close() }
