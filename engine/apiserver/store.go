package apiserver

import (
	"sort"

	"github.com/tidwall/btree"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
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
// Simplified: old states can be read as far back as the event log goes, whereas
// etcd keeps them until it is compacted.
type store struct {
	resource Resource
	// name is what NameOf found, until another resource is registered.
	name    string
	objects objects
	// events is the history, the newest Config.History of them. Copies share it,
	// so only the end is written.
	events []*Event
	// pins are the states that continue tokens read, by ordered.Number of the
	// revision.
	pins btree.Map[string, *objects]
	// dropped is the revision of the last event that is no longer in events,
	// floor the lowest revision from which a watch may begin.
	dropped, floor int64
	// ring is how many of events the watch cache holds: those from before a
	// restart are storage's alone.
	ring int
	// written is the revision of the last change.
	written int64
}

func (t *store) clone() *store {
	c := *t
	c.objects = *t.objects.Copy()
	c.events = t.events[:len(t.events):len(t.events)]
	c.pins = *t.pins.Copy()
	return &c
}

func (t *store) apply(e Event) {
	if e.Type == deleted {
		t.objects.Delete(e.Key)
	} else {
		t.objects.Set(e.Key, e.Object)
	}
	t.events = append(t.events, &e)
	t.ring++
	t.written = e.Revision
}

// keep drops all but the last n events. From then on the oldest that is left
// says where a watch may begin (watch_cache.go, getAllEventsSinceLocked).
func (t *store) keep(n int, revision int64) {
	if t.ring <= n {
		return
	}
	t.ring = n
	if gone := len(t.events) - n; gone > 0 {
		t.dropped = t.events[gone-1].Revision
		t.events = t.events[gone:]
	}
	t.floor = revision
	if len(t.events) > 0 {
		t.floor = t.events[0].Revision - 1
	}
}

// after are the kept events after a revision.
func (t *store) after(revision int64) []*Event {
	n := len(t.events)
	if n > 0 && t.events[n-1].Revision > revision { // else there is nothing new, as nearly always
		n = sort.Search(n, func(i int) bool { return t.events[i].Revision > revision })
	}
	return t.events[n:]
}

// at returns the objects as they were at a revision, if history goes back so
// far. They must not be changed.
func (t *store) at(revision, floor int64) (*objects, bool) {
	if revision < max(floor, t.floor) {
		return nil, false
	}
	state := t.objects.Copy()
	later := t.after(revision)
	for i := len(later) - 1; i >= 0; i-- {
		if e := later[i]; e.Prev == nil {
			state.Delete(e.Key)
		} else {
			state.Set(e.Key, e.Prev)
		}
	}
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
