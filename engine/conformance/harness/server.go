package harness

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"
)

// server is the API server that the real library talks to: a second
// implementation of what engine/apiserver does, as far as an informer can tell.
// Each method is one critical section, so that a reflector never sees half of
// what a step does.
type server struct {
	mu       sync.Mutex
	cfg      ServerConfig
	network  NetworkConfig
	revision int64
	// objects, by plural and key, every change ever made to them, and how many of
	// those the watch cache has forgotten, and how many etcd has dropped too.
	objects   map[string]map[string]*unstructured.Unstructured
	changes   map[string][]change
	forgotten map[string]int
	dropped   map[string]int
	// floor is the lowest revision at which a watch may begin, for a resource
	// and for all.
	floor    map[string]int64
	floorAll int64
	// compactions counts; a continue token of before one has expired. compacted
	// is the revision of the last one that kept nothing.
	compactions int
	compacted   int64
	// away counts the outages and restarts going on: all is refused.
	away int
	// moved is closed, and replaced, when the revision moves on.
	moved    chan struct{}
	failures []*failure
	streams  []*stream
}

// change is one write: before is nil of a create, after of a delete.
type change struct {
	revision      int64
	before, after *unstructured.Unstructured
}

func newServer(cfg ServerConfig, network NetworkConfig) *server {
	s := &server{
		cfg: cfg, network: network,
		objects:   map[string]map[string]*unstructured.Unstructured{},
		changes:   map[string][]change{},
		forgotten: map[string]int{}, dropped: map[string]int{},
		floor: map[string]int64{}, moved: make(chan struct{}),
	}
	for _, manifest := range cfg.Objects {
		s.create(manifest)
	}
	s.revision = max(s.revision, 1)
	return s
}

// clusterScoped are the known kinds without a namespace.
var clusterScoped = sets.NewString("Node", "Namespace", "PersistentVolume", "StorageClass", "ClusterRole",
	"ClusterRoleBinding", "CustomResourceDefinition", "PriorityClass", "IngressClass", "RuntimeClass")

// create writes a new object; one that is there already stays as it is.
func (s *server) create(manifest map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	obj := (&unstructured.Unstructured{Object: manifest}).DeepCopy()
	if obj.GetNamespace() == "" && !clusterScoped.Has(obj.GetKind()) {
		obj.SetNamespace(metav1.NamespaceDefault)
	}
	for _, field := range []string{"resourceVersion", "uid", "creationTimestamp", "generation", "managedFields", "deletionTimestamp"} {
		unstructured.RemoveNestedField(obj.Object, "metadata", field)
	}
	resource := pluralOf(obj)
	if s.objects[resource][keyOf(obj)] == nil {
		s.write(resource, nil, obj)
	}
}

// update merges into an object. What changes nothing is no write, and taking
// the last finalizer off an object that is being deleted deletes it.
func (s *server) update(reference string, merge map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	resource, key, _ := strings.Cut(reference, "/")
	before := s.objects[resource][key]
	if before == nil {
		return
	}
	after := &unstructured.Unstructured{Object: merged(before.DeepCopy().Object, merge).(map[string]any)}
	switch {
	case reflect.DeepEqual(before.Object, after.Object):
	case after.GetDeletionTimestamp() != nil && len(after.GetFinalizers()) == 0:
		s.write(resource, before, nil)
	default:
		s.write(resource, before, after)
	}
}

// remove deletes an object; finalizers hold it back.
func (s *server) remove(reference string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	resource, key, _ := strings.Cut(reference, "/")
	before := s.objects[resource][key]
	switch {
	case before == nil || before.GetDeletionTimestamp() != nil:
	case len(before.GetFinalizers()) > 0:
		after := before.DeepCopy()
		after.SetDeletionTimestamp(&metav1.Time{Time: time.Now()})
		s.write(resource, before, after)
	default:
		s.write(resource, before, nil)
	}
}

// write takes the next revision, keeps the change and tells the watches.
func (s *server) write(resource string, before, after *unstructured.Unstructured) {
	s.moveOn(1)
	if s.objects[resource] == nil {
		s.objects[resource] = map[string]*unstructured.Unstructured{}
	}
	if after != nil {
		after.SetResourceVersion(formatRevision(s.revision))
		s.objects[resource][keyOf(after)] = after
	} else {
		delete(s.objects[resource], keyOf(before))
	}
	c := change{revision: s.revision, before: before, after: after}
	s.changes[resource] = append(s.changes[resource], c)
	s.keep(resource, *s.cfg.History)
	for _, st := range s.streams {
		st.tell(resource, c)
	}
}

// keep makes the watch cache forget all but a resource's last n changes: a watch
// can then begin right before the oldest of these.
func (s *server) keep(resource string, n int) {
	all := s.changes[resource]
	if len(all)-s.forgotten[resource] <= n {
		return
	}
	s.forgotten[resource], s.dropped[resource] = len(all)-n, len(all)-n
	s.floor[resource] = s.revision
	if n > 0 {
		s.floor[resource] = all[len(all)-n].revision - 1
	}
}

// setNetwork changes how long one way takes from now on.
func (s *server) setNetwork(verb string, d metav1.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch verb {
	case verbList:
		s.network.List = &d
	case verbWatch:
		s.network.Watch = &d
	case verbWrite:
		s.network.Write = &d
	}
}

// compact forgets all but the last n changes of each resource, and expires
// continue tokens.
func (s *server) compact(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compactions++
	if n == 0 {
		s.compacted = s.revision
		s.forget()
		maps.Copy(s.dropped, s.forgotten)
	}
	for resource, all := range s.changes {
		s.keep(resource, n)
		if n > 0 && len(all)-s.dropped[resource] > n { // a restart forgets what etcd still has
			s.dropped[resource] = len(all) - n
			s.floor[resource] = max(s.floor[resource], all[len(all)-n].revision-1)
		}
	}
}

// forget empties the watch cache.
func (s *server) forget() {
	s.floorAll = s.revision
	for resource, all := range s.changes {
		s.forgotten[resource] = len(all)
	}
}

// bump is n writes of resources that nobody looks at.
func (s *server) bump(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moveOn(n)
}

// moveOn counts writes.
func (s *server) moveOn(n int64) {
	s.revision += n
	close(s.moved)
	s.moved = make(chan struct{})
}

// oldest is the lowest revision at which a watch of the resource may begin.
func (s *server) oldest(resource string) int64 { return max(s.floor[resource], s.floorAll) }

// at returns a resource's objects as they were at a revision, by key.
func (s *server) at(resource string, revision int64) map[string]*unstructured.Unstructured {
	if revision >= s.revision {
		return s.objects[resource]
	}
	objects := map[string]*unstructured.Unstructured{}
	for _, c := range s.changes[resource] {
		switch {
		case c.revision > revision:
			return objects
		case c.after != nil:
			objects[keyOf(c.after)] = c.after
		default:
			delete(objects, keyOf(c.before))
		}
	}
	return objects
}

// report is what the server holds.
func (s *server) report() ServerReport {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := ServerReport{Objects: map[string]map[string]string{}, ResourceVersion: formatRevision(s.revision)}
	for resource, objects := range s.objects {
		r.Objects[resource] = map[string]string{}
		for key, obj := range objects {
			r.Objects[resource][key] = obj.GetResourceVersion()
		}
	}
	return r
}

// pluralOf is the resource of an object, as apimachinery guesses it.
func pluralOf(obj *unstructured.Unstructured) string {
	plural, _ := meta.UnsafeGuessKindToResource(obj.GroupVersionKind())
	return plural.Resource
}

// keyOf is namespace/name, or the name alone.
func keyOf(obj *unstructured.Unstructured) string {
	if obj.GetNamespace() == "" {
		return obj.GetName()
	}
	return obj.GetNamespace() + "/" + obj.GetName()
}

func formatRevision(revision int64) string { return strconv.FormatInt(revision, 10) }

// merged applies a JSON merge patch (RFC 7386) to a value it may change.
func merged(target, patch any) any {
	fields, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, ok := target.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	for name, value := range fields {
		if value == nil {
			delete(object, name)
		} else {
			object[name] = merged(object[name], value)
		}
	}
	return object
}

// sortedKeys are a map's keys in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
