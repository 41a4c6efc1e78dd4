package apiserver

import (
	"iter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Objects are the stored objects of a resource by key, in the order of keys.
func (s *Server) Objects(r Resource) iter.Seq2[string, *unstructured.Unstructured] {
	return func(yield func(string, *unstructured.Unstructured) bool) {
		if t, ok := s.stores[r.GroupResource()]; ok {
			t.objects.Scan(yield)
		}
	}
}

// Count is how many objects of a resource are stored.
func (s *Server) Count(r Resource) int {
	if t, ok := s.stores[r.GroupResource()]; ok {
		return t.objects.Len()
	}
	return 0
}

// Events are the kept changes of a resource after a revision, oldest first.
func (s *Server) Events(r Resource, after int64) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		if t, ok := s.stores[r.GroupResource()]; ok {
			for _, e := range t.after(after) {
				if !yield(*e) {
					return
				}
			}
		}
	}
}

// LastEvent is the newest change of a resource; nil if none is kept.
func (s *Server) LastEvent(r Resource) *Event {
	if t, ok := s.stores[r.GroupResource()]; ok && len(t.events) > 0 {
		return t.events[len(t.events)-1]
	}
	return nil
}

// LatestEvents are the kept changes of a resource, newest first.
func (s *Server) LatestEvents(r Resource) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		if t, ok := s.stores[r.GroupResource()]; ok {
			for i := len(t.events) - 1; i >= 0; i-- {
				if !yield(*t.events[i]) {
					return
				}
			}
		}
	}
}

// Floor is the lowest revision from which a watch of a resource may begin.
func (s *Server) Floor(r Resource) int64 {
	if t, ok := s.stores[r.GroupResource()]; ok {
		return s.floor(t)
	}
	return s.floor(&store{})
}
