package apiserver

import (
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Clean makes a request of a manifest that was pasted or stands in a world: the
// server's own fields go, status stays, and a namespaced object gets a
// namespace. With KeepVersions the server's fields stay.
func (s *Server) Clean(manifest map[string]any) (*unstructured.Unstructured, error) {
	object, err := adopt(manifest)
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	metadata, err := typed(object)
	if err != nil {
		return nil, err
	}
	if !s.config.KeepVersions {
		delete(metadata, "resourceVersion")
		for _, name := range serverOwned {
			delete(metadata, name)
		}
	}
	r := s.ResourceForKind(text(object, "apiVersion"), text(object, "kind"))
	switch {
	case !r.Namespaced:
		delete(metadata, "namespace")
	case metadata["namespace"] == nil:
		metadata["namespace"] = metav1.NamespaceDefault
	}
	tidy(metadata)
	return &unstructured.Unstructured{Object: object}, nil
}

// request copies a request's body, so that nobody else holds what is stored.
func request(obj *unstructured.Unstructured) (object, metadata map[string]any, err error) {
	object, err = copyMap(obj.Object, &place{name: text(obj.Object, "kind")})
	if err != nil {
		return nil, nil, apierrors.NewBadRequest(err.Error())
	}
	metadata, err = typed(object)
	return object, metadata, err
}

// typed checks that an object says what it is, and returns its metadata.
func typed(object map[string]any) (map[string]any, error) {
	if text(object, "kind") == "" || text(object, "apiVersion") == "" {
		return nil, apierrors.NewBadRequest("the object provided has no apiVersion or no kind")
	}
	metadata := metadataOf(object)
	if metadata == nil {
		metadata = map[string]any{}
		object["metadata"] = metadata
	}
	return metadata, nil
}

// serverOwned are the metadata that only the server sets.
var serverOwned = []string{"uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"}

// timestamp is a simulated time as metadata hold it, in whole seconds.
func timestamp(now time.Duration) string { return Epoch.Add(now).Format(time.RFC3339) }

// tidy leaves out what ObjectMeta would not have when it is empty, and the
// fields that this server does not keep.
func tidy(metadata map[string]any) {
	for name, value := range metadata {
		switch v := value.(type) {
		case nil:
			delete(metadata, name)
		case map[string]any:
			if len(v) == 0 {
				delete(metadata, name)
			}
		case []any:
			if len(v) == 0 {
				delete(metadata, name)
			}
		}
	}
	delete(metadata, "managedFields")
	delete(metadata, "selfLink")
}

func setOrDelete(m map[string]any, name string, value any) {
	if value == nil {
		delete(m, name)
		return
	}
	m[name] = value
}

// equalMetadata compares all but the resourceVersion.
func equalMetadata(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, value := range a {
		other, ok := b[name]
		if !ok || name != "resourceVersion" && !equalJSON(value, other) {
			return false
		}
	}
	return true
}

// specChanged reports whether generation has to go up: something outside
// metadata has changed, and outside status if that has its own path.
func specChanged(r Resource, object, old map[string]any) bool {
	counts := func(name string) bool {
		return name != "metadata" && (name != "status" || !r.StatusSubresource)
	}
	for name, value := range object {
		if other, ok := old[name]; counts(name) && (!ok || !equalJSON(value, other)) {
			return true
		}
	}
	for name := range old {
		if _, ok := object[name]; counts(name) && !ok {
			return true
		}
	}
	return false
}

// releasesLastFinalizer reports whether an update ends a deletion (A-18;
// upstream: registry/generic/registry/store.go, ShouldDeleteDuringUpdate).
func releasesLastFinalizer(metadata, old map[string]any) bool {
	return metadata["deletionTimestamp"] != nil && metadata["finalizers"] == nil && old["finalizers"] != nil
}

// plural names the resource where upstream puts it in the place of a kind.
func plural(r Resource) schema.GroupKind {
	return schema.GroupKind{Group: r.Group, Kind: r.Resource}
}
