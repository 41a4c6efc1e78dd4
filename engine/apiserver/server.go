// Package apiserver is the API server of the simulated world: one revision
// counter, the objects, and for each resource a bounded history of changes from
// which watches are served. It stands for kube-apiserver with its watch cache
// and the etcd behind it, as plain data: nothing here knows a clock, a
// goroutine or a network. Tests cite what a real server was recorded to do, A-1
// to A-62, as catalogued in testdata/apiserver/README.md.
//
// Simplified: the API server has no schemas, defaults or pruning; no admission,
// authorization or priority and fairness; no garbage collector, namespace
// lifecycle or graceful deletion of pods; no managedFields, server-side apply or
// dry run; no deletion of collections, nor of what a
// CustomResourceDefinition has declared; one version of each resource, and
// one representation. The watch cache is never behind the store.
package apiserver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Epoch is the wall clock at simulated time 0.
var Epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Config is what does not change while the server lives.
type Config struct {
	// Seed is where uids and generated names come from.
	Seed uint64
	// History is how many events are kept for each resource, at least 1.
	// Simplified: the watch cache's ring has one size; a real one grows and
	// shrinks.
	History int
	// WatchCache false serves everything from storage.
	WatchCache bool
	// KeepVersions takes over the resourceVersion, where it rises, and the uid,
	// timestamps and generation that objects carry, for imports.
	KeepVersions bool
}

// Server is the whole server as plain data. It is not safe for concurrent use.
//
// Stored objects are never changed in place, so they are handed out without
// being copied: whoever receives one must not change it either.
type Server struct {
	config   Config
	revision int64
	random   rand.PCG
	stores   map[schema.GroupResource]*store
	// registered are the resources that are not built in, by plural and group.
	// The slice is replaced, not changed, so clones may share it.
	registered []Resource
	// compacted and restarted are the revisions at which history was last cut
	// for all resources (Compact), and for watches alone (Restart).
	compacted, restarted int64
	// expired is the revision of the last Compact, which ended all tokens.
	expired int64
}

// New returns an empty server, which stands at revision 1.
func New(config Config) *Server {
	config.History = max(config.History, 1)
	return &Server{
		config:   config,
		revision: 1,
		random:   *rand.NewPCG(config.Seed, 0),
		stores:   map[schema.GroupResource]*store{},
	}
}

// Clone returns an independent copy. It costs a few words for each resource:
// objects and history are shared until one of the two writes.
func (s *Server) Clone() *Server {
	c := *s
	c.stores = make(map[schema.GroupResource]*store, len(s.stores))
	for name, t := range s.stores {
		c.stores[name] = t.clone()
	}
	return &c
}

// Load writes the objects of a new world, at revisions 1, 2, 3 …
func (s *Server) Load(manifests ...map[string]any) error {
	s.Prepare(manifests...)
	for i, m := range manifests {
		if err := s.Write(m); err != nil {
			return fmt.Errorf("objects[%d]: %w", i, err)
		}
	}
	return nil
}

// Prepare makes a new server ready for the objects of a world, so that the first
// gets revision 1. CustomResourceDefinitions count for all of them, wherever they
// stand.
func (s *Server) Prepare(manifests ...map[string]any) {
	for _, m := range manifests {
		if r, ok := resourceOfCRD(m); ok {
			s.Register(r)
		}
	}
	if len(manifests) > 0 {
		s.revision = 0
	}
}

// Write writes one of those objects, as Clean leaves it.
func (s *Server) Write(manifest map[string]any) error {
	obj, err := s.Clean(manifest)
	if err == nil {
		_, err = s.create(0, obj.Object, metadataOf(obj.Object), CreateOptions{AllFields: true})
	}
	return err
}

// Revision is the number of the last write.
func (s *Server) Revision() int64 { return s.revision }

// Bump moves the revision on by n, as n writes of resources that nobody looks
// at would.
func (s *Server) Bump(n int64) { s.revision += min(max(n, 0), max(maxVersion-s.revision, 0)) }

// Restart begins the watch cache anew at the present revision: no watch from
// before it is possible, though lists of old versions still are.
// Simplified: the watch cache is filled at once after a restart. Without one
// a real server would have lost nothing, for etcd keeps the history; here it begins
// anew all the same.
func (s *Server) Restart() {
	s.restarted = s.revision
	for _, t := range s.stores {
		t.ring = 0
	}
}

// Compact throws away all but the last keep events of every resource and ends
// all continue tokens. Without any kept, everything before the present revision
// is too old.
// Simplified: a compaction cuts the watch cache too; a real one leaves a running
// watch cache alone.
func (s *Server) Compact(keep int) {
	for _, t := range s.stores {
		ring := t.ring
		t.ring = len(t.events) // etcd's history is cut too, but the ring gets no fuller by it
		t.keep(max(keep, 0), s.revision)
		t.ring = min(ring, t.ring)
		t.pins.Clear()
	}
	if keep <= 0 {
		s.compacted = s.revision
	}
	s.expired = s.revision
}

// Register makes a resource known that is not built in.
func (s *Server) Register(r Resource) {
	others := slices.DeleteFunc(slices.Clone(s.registered), func(known Resource) bool {
		return known.GroupResource() == r.GroupResource()
	})
	s.registered = append(others, r)
	sortByName(s.registered)
	for name, t := range s.stores {
		t.name = ""
		if name == r.GroupResource() {
			t.resource = r
		}
	}
}

// Registered are the resources that are not built in, whether or not their
// CustomResourceDefinition is still there.
func (s *Server) Registered() []Resource { return s.registered }

// Declared are the resources that are not built in, and whose
// CustomResourceDefinition is there.
//
// Simplified: a resource whose definition has gone is served all the same, with its objects;
// a real server deletes them, ends the watches and answers 404.
func (s *Server) Declared() []Resource {
	definitions := s.ResourceForKind(crdGroup+"/v1", "CustomResourceDefinition")
	var all []Resource
	for _, r := range s.registered {
		if _, err := s.Get(Ref{Resource: definitions, Name: r.GroupResource().String()}, ""); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// store returns what is kept of a resource, which begins empty.
func (s *Server) store(r Resource) *store {
	name := r.GroupResource()
	t, ok := s.stores[name]
	if !ok {
		if known, ok := s.Lookup(name); ok {
			r = known
		}
		t = &store{resource: r}
		s.stores[name] = t
	}
	return t
}

// commit makes one change: the next revision, the object and its event. obj is
// nil for a delete; its metadata must belong to this write alone.
func (s *Server) commit(t *store, key string, prev, obj *unstructured.Unstructured) *unstructured.Unstructured {
	s.revision = max(s.revision+1, s.carried(obj))
	e := Event{Revision: s.revision, Key: key, Prev: prev}
	switch {
	case obj == nil:
		e.Type, e.Object = deleted, withVersion(prev, s.revision)
	case prev == nil:
		e.Type, e.Object = added, obj
		setVersion(obj, s.revision)
	default:
		e.Type, e.Object = modified, obj
		setVersion(obj, s.revision)
	}
	t.apply(e)
	t.keep(s.config.History, s.revision)
	if r, ok := resourceOfCRD(e.Object.Object); ok && obj != nil {
		s.Register(r)
	}
	return e.Object
}
