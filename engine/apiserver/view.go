package apiserver

import (
	"iter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerscope/engine/ordered"
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
			t.events.Ascend(ordered.Number(after+1), func(_ string, e *Event) bool { return yield(*e) })
		}
	}
}

// LatestEvents are the kept changes of a resource, newest first.
func (s *Server) LatestEvents(r Resource) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		if t, ok := s.stores[r.GroupResource()]; ok {
			t.events.Reverse(func(_ string, e *Event) bool { return yield(*e) })
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
