package apiserver

import (
	"github.com/tidwall/btree"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"

	"informerscope/engine/ordered"
)

const (
	added    = watch.Added
	modified = watch.Modified
	deleted  = watch.Deleted
)

// Event is one change of one object.
type Event struct {
	Revision int64
	Type     watch.EventType
	Key      string
	// Object is the state after the change; of a deleted object it is the last
	// state, under the number of the delete.
	Object *unstructured.Unstructured
	// Prev is the state before the change, nil for an added object.
	Prev *unstructured.Unstructured
}

// objects are the objects of one resource by key, "namespace/name" or "name",
// which is the order of etcd and of every list.
type objects = btree.Map[string, *unstructured.Unstructured]

// store is what is kept of one resource. It stands for the resource's part of
// etcd and for apiserver's storage/cacher/watch_cache.go.
//
// Simplified: old states can be read as far back as the events go, whereas etcd
// keeps them until it is compacted.
type store struct {
	resource Resource
	objects  objects
	// events is the history by ordered.Number of the revision, the newest Config.History of them.
	events btree.Map[string, *Event]
	// pins are the states that continue tokens read, by ordered.Number of the
	// revision.
	pins btree.Map[string, *objects]
	// dropped is the revision of the last event that is no longer in events,
	// floor the lowest revision from which a watch may begin.
	dropped, floor int64
	// written is the revision of the last change.
	written int64
}

func (t *store) clone() *store {
	c := *t
	c.objects = *t.objects.Copy()
	c.events = *t.events.Copy()
	c.pins = *t.pins.Copy()
	return &c
}

func (t *store) apply(e Event) {
	if e.Type == deleted {
		t.objects.Delete(e.Key)
	} else {
		t.objects.Set(e.Key, e.Object)
	}
	t.events.Set(ordered.Number(e.Revision), &e)
	t.written = e.Revision
}

// keep drops all but the last n events. From then on the oldest that is left
// says where a watch may begin (watch_cache.go, getAllEventsSinceLocked).
func (t *store) keep(n int, revision int64) {
	if t.events.Len() <= n {
		return
	}
	for t.events.Len() > n {
		_, e, _ := t.events.PopMin()
		t.dropped = e.Revision
	}
	t.floor = revision
	if _, oldest, ok := t.events.Min(); ok {
		t.floor = oldest.Revision - 1
	}
}

// at returns the objects as they were at a revision, if history goes back so
// far. They must not be changed.
func (t *store) at(revision, floor int64) (*objects, bool) {
	if revision < max(floor, t.floor) {
		return nil, false
	}
	state := t.objects.Copy()
	t.events.Reverse(func(_ string, e *Event) bool {
		if e.Revision <= revision {
			return false
		}
		if e.Prev == nil {
			state.Delete(e.Key)
		} else {
			state.Set(e.Key, e.Prev)
		}
		return true
	})
	return state, true
}

// rank counts the keys below key.
func rank(o *objects, key string) int {
	low, high := 0, o.Len()
	for low < high {
		middle := (low + high) / 2
		if k, _, _ := o.GetAt(middle); k < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
