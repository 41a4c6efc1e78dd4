package apiserver

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// CreateOptions belong to Create.
type CreateOptions struct {
	// AllFields keeps the status too, which a request to the object's path
	// would lose.
	AllFields bool
}

// UpdateOptions belong to Update and Patch.
type UpdateOptions struct {
	// Subresource is "status", or empty for the object's own path.
	Subresource string
	// AllFields writes the status along with the rest.
	AllFields bool
}

// Create writes a new object at simulated time now. It takes
// obj as a request's body: what belongs to the server is overwritten.
func (s *Server) Create(now time.Duration, obj *unstructured.Unstructured, o CreateOptions) (*unstructured.Unstructured, error) {
	object, metadata, err := request(obj)
	if err != nil {
		return nil, err
	}
	return s.create(now, object, metadata, o)
}

// create is Create of an object that nobody else holds.
func (s *Server) create(now time.Duration, object, metadata map[string]any, o CreateOptions) (*unstructured.Unstructured, error) {
	r := s.ResourceForKind(text(object, "apiVersion"), text(object, "kind"))
	if err := r.checkTypes(metadata); err != nil {
		return nil, err
	}
	if r.Namespaced && metadata["namespace"] == nil {
		metadata["namespace"] = metav1.NamespaceDefault
	}
	s.nameIt(r, metadata)
	s.fillSystemFields(now, metadata)
	tidy(metadata)
	if r.StatusSubresource && !o.AllFields {
		delete(object, "status")
	}
	fresh := &unstructured.Unstructured{Object: object}
	if err := r.validateCreate(fresh); err != nil {
		return nil, err
	}
	return s.insert(r, fresh)
}

// insert is the storage's part of Create.
func (s *Server) insert(r Resource, obj *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	metadata := metadataOf(obj.Object)
	name := text(metadata, "name")
	t, key := s.store(r), r.Key(text(metadata, "namespace"), name)
	if there, ok := t.objects.Get(key); ok {
		err := apierrors.NewAlreadyExists(r.GroupResource(), name)
		if metadataOf(there.Object)["deletionTimestamp"] != nil {
			err.ErrStatus.Message = "object is being deleted: " + err.ErrStatus.Message
		}
		return nil, err
	}
	if text(metadata, "resourceVersion") != "" && !s.config.KeepVersions {
		return nil, internal("resourceVersion should not be set on objects to be created")
	}
	if _, known := s.Lookup(r.GroupResource()); !known {
		s.Register(r)
	}
	return s.commit(t, key, nil, obj), nil
}

// Update replaces an object, or its status, if obj carries the resourceVersion
// that is stored: a PUT. Where nothing changes, it
// answers the stored object and is no write.
func (s *Server) Update(_ time.Duration, obj *unstructured.Unstructured, o UpdateOptions) (*unstructured.Unstructured, error) {
	object, _, err := request(obj)
	if err != nil {
		return nil, err
	}
	t, key, old, err := s.stored(s.RefOf(obj))
	if err != nil {
		return nil, err
	}
	share(object, old.Object)
	return s.update(t, key, old, object, o)
}

// Patch merges patch (RFC 7386) into an object. A resourceVersion in it
// is a lock.
func (s *Server) Patch(_ time.Duration, ref Ref, patch map[string]any, o UpdateOptions) (*unstructured.Unstructured, error) {
	t, key, old, err := s.stored(ref)
	if err != nil {
		return nil, err
	}
	object, err := mergeJSON(old.Object, patch, &place{name: "patch"})
	if err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	metadata := metadataOf(object)
	if name := text(metadata, "name"); name != ref.Name {
		return nil, apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", name, ref.Name))
	}
	if text(metadata, "namespace") != text(metadataOf(old.Object), "namespace") {
		return nil, apierrors.NewBadRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	return s.update(t, key, old, object, o)
}

// update writes object over old. Its top level is its own, and its metadata too
// unless they are those of old: then nothing has to be asked about them.
func (s *Server) update(t *store, key string, old *unstructured.Unstructured, object map[string]any, o UpdateOptions) (*unstructured.Unstructured, error) {
	before := metadataOf(old.Object)
	imported := s.config.KeepVersions && o.AllFields
	if metadata := metadataOf(object); !sameMap(metadata, before) {
		if err := t.checkMetadata(key, metadata, before, imported); err != nil {
			return nil, err
		}
	}
	object, err := t.prepareUpdate(object, old.Object, o, imported)
	if err != nil {
		return nil, err
	}
	metadata := metadataOf(object)
	next := &unstructured.Unstructured{Object: object}
	sameMetadata := sameMap(metadata, before) || equalMetadata(metadata, before) && s.carried(next) <= s.revision
	if !sameMetadata && !imported {
		if err := t.resource.validateUpdate(next, old); err != nil {
			return nil, err
		}
	}
	changed := specChanged(t.resource, object, old.Object)
	if !changed && sameMetadata && equalJSON(object["status"], old.Object["status"]) {
		return old, nil
	}
	if sameMap(metadata, before) {
		metadata = maps.Clone(before)
		object["metadata"] = metadata
	}
	if changed {
		generation, _ := before["generation"].(int64)
		metadata["generation"] = generation + 1
	}
	if releasesLastFinalizer(metadata, before) {
		s.commit(t, key, old, nil)
		return next, nil
	}
	return s.commit(t, key, old, next), nil
}

// checkMetadata is what an update's metadata have to be like.
func (t *store) checkMetadata(key string, metadata, old map[string]any, imported bool) error {
	if err := t.resource.checkTypes(metadata); err != nil {
		return err
	}
	if err := checkUID(t, key, metadata, old); err != nil {
		return err
	}
	if err := checkVersion(t, metadata, old); err != nil && !imported {
		return err
	}
	return nil
}

// checkUID refuses an update that means another object of the same name.
func checkUID(t *store, key string, metadata, old map[string]any) error {
	uid := text(metadata, "uid")
	if uid == "" || uid == text(old, "uid") {
		return nil
	}
	return apierrors.NewConflict(t.resource.GroupResource(), text(old, "name"), fmt.Errorf(
		"StorageError: invalid object, Code: 4, Key: /registry/%s/%s/%s, ResourceVersion: 0, "+
			"AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s",
		t.resource.Group, t.resource.Resource, key, uid, text(old, "uid")))
}

// checkVersion refuses an update that was made from another version, or from
// none.
// Simplified: every update must name a resourceVersion; a real server lets some
// built-in kinds be updated without.
func checkVersion(t *store, metadata, old map[string]any) error {
	name, version := text(old, "name"), text(metadata, "resourceVersion")
	n, err := strconv.ParseUint(version, 10, 64)
	switch {
	case version != "" && err != nil:
		return internal(err.Error())
	case n == 0:
		return apierrors.NewInvalid(plural(t.resource), name, field.ErrorList{
			field.Invalid(field.NewPath("metadata", "resourceVersion"), n, "must be specified for an update"),
		})
	case version != text(old, "resourceVersion"):
		return modifiedSince(t, name)
	}
	return nil
}

// prepareUpdate takes from object what a request to this path may change, and
// the rest from old.
func (t *store) prepareUpdate(object, old map[string]any, o UpdateOptions, imported bool) (map[string]any, error) {
	switch {
	case o.Subresource == "status" && t.resource.StatusSubresource:
		status := object["status"]
		object = shallow(old)
		setOrDelete(object, "status", status)
		return object, nil
	case o.Subresource != "":
		return nil, apierrors.NewGenericServerResponse(http.StatusNotFound, "put", t.resource.GroupResource(), text(metadataOf(old), "name"), "", 0, true)
	case t.resource.StatusSubresource && !o.AllFields:
		setOrDelete(object, "status", old["status"])
	}
	object["apiVersion"], object["kind"] = old["apiVersion"], old["kind"]
	metadata, before := metadataOf(object), metadataOf(old)
	if sameMap(metadata, before) {
		return object, nil
	}
	for _, name := range serverOwned {
		deletion := name == "deletionTimestamp" || name == "deletionGracePeriodSeconds"
		if metadata[name] == nil || !deletion && !imported {
			setOrDelete(metadata, name, before[name])
		}
	}
	tidy(metadata)
	return object, nil
}

// stored finds the object that a request is about.
func (s *Server) stored(ref Ref) (*store, string, *unstructured.Unstructured, error) {
	t, key := s.store(ref.Resource), ref.Key()
	old, ok := t.objects.Get(key)
	if !ok {
		return nil, "", nil, apierrors.NewNotFound(t.resource.GroupResource(), ref.Name)
	}
	return t, key, old, nil
}

// nameIt makes a name out of generateName (upstream: apiserver,
// storage/names/generate.go), another one while the name is taken.
func (s *Server) nameIt(r Resource, metadata map[string]any) {
	prefix := text(metadata, "generateName")
	if prefix == "" || text(metadata, "name") != "" {
		return
	}
	const letters, tries = "bcdfghjklmnpqrstvwxz2456789", 8
	prefix = prefix[:min(len(prefix), 58)]
	random := rand.New(&s.random)
	for range tries {
		suffix := make([]byte, 5)
		for i := range suffix {
			suffix[i] = letters[random.IntN(len(letters))]
		}
		metadata["name"] = prefix + string(suffix)
		if _, taken := s.store(r).objects.Get(r.Key(text(metadata, "namespace"), text(metadata, "name"))); !taken {
			return
		}
	}
}

// fillSystemFields sets what the server owns (upstream:
// rest.FillObjectMetaSystemFields).
func (s *Server) fillSystemFields(now time.Duration, metadata map[string]any) {
	fresh := map[string]any{
		"uid":               s.newUID(),
		"creationTimestamp": timestamp(now),
		"generation":        int64(1),
	}
	for _, name := range serverOwned {
		if s.config.KeepVersions && metadata[name] != nil {
			continue
		}
		setOrDelete(metadata, name, fresh[name])
	}
}

// newUID makes a version 4 UUID of the seed.
func (s *Server) newUID() string {
	a, b := s.random.Uint64(), s.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}

// carried is the version that an imported object brings along, or 0.
func (s *Server) carried(obj *unstructured.Unstructured) int64 {
	if !s.config.KeepVersions || obj == nil {
		return 0
	}
	n, _ := parseVersion(text(metadataOf(obj.Object), "resourceVersion"))
	return n
}
