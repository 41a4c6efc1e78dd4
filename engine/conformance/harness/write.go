package harness

import (
	"net/http"
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// writeStatus sends what setStatus makes of an object that the Lister gave, and
// says whether the server took it.
func (s *server) writeStatus(informer, resource string, seen *unstructured.Unstructured) bool {
	time.Sleep(s.way())
	taken := s.takeStatus(informer, resource, seen)
	time.Sleep(s.way())
	return taken
}

// way is how long a write, or its answer, travels.
func (s *server) way() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.network.Write.Duration
}

// takeStatus writes the status, unless the object is gone or has another version
// by now. What changes nothing is no write.
func (s *server) takeStatus(informer, resource string, seen *unstructured.Unstructured) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.objects[resource][keyOf(seen)]
	if status, _ := s.refusal(informer, verbWrite); status != http.StatusOK || before == nil || before.GetResourceVersion() != seen.GetResourceVersion() {
		return false
	}
	after := before.DeepCopy()
	if err := unstructured.SetNestedField(after.Object, "Running", "status", "phase"); err != nil {
		return false
	}
	if !reflect.DeepEqual(before.Object, after.Object) {
		s.write(resource, before, after)
	}
	return true
}
