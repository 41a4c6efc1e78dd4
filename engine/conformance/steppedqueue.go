package conformance

import (
	"reflect"
	"unsafe"

	"informerscope/engine/conformance/harness"

	"k8s.io/client-go/tools/cache"
)

// steppedQueue is a FIFO behind a harness.Gate.
type steppedQueue struct {
	cache.Queue
	gate *harness.Gate
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
	stepped := &steppedQueue{Queue: fifo, gate: harness.NewGate()}
	var front cache.Queue = stepped
	if batches, ok := fifo.(cache.QueueWithBatch); ok {
		front = &steppedBatchQueue{stepped, batches}
	}
	field.Set(reflect.ValueOf(front))
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

// Transformer is cache.TransformingStore's.
func (q *steppedQueue) Transformer() cache.TransformFunc {
	return q.Queue.(cache.TransformingStore).Transformer()
}

func (q *steppedQueue) HasSynced() (synced bool) {
	q.gate.Locked(func() { synced = q.Queue.HasSynced() })
	return synced
}

func (q *steppedQueue) Pop(process cache.PopProcessFunc) (popped any, err error) {
	err = q.gate.Pop(func() (err error) {
		popped, err = q.Queue.Pop(process)
		return err
	}, cache.ErrFIFOClosed)
	return popped, err
}

func (q *steppedBatchQueue) PopBatch(batch cache.ProcessBatchFunc, single cache.PopProcessFunc) error {
	return q.gate.Pop(func() error { return q.batches.PopBatch(batch, single) }, cache.ErrFIFOClosed)
}

func (q *steppedQueue) Close() { q.gate.Close() }
