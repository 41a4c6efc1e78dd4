package apiserver

import (
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// DeleteOptions belong to Delete.
type DeleteOptions struct {
	// UID and ResourceVersion are preconditions, if not empty.
	UID, ResourceVersion string
	// Propagation is what happens to dependents, of which only the finalizer
	// shows: nobody collects garbage here.
	Propagation metav1.DeletionPropagation
}

// DeleteResult is what a delete has led to.
type DeleteResult struct {
	// Object is the object as it stands, or as it stood last.
	Object *unstructured.Unstructured
	// Gone is false while finalizers hold the object.
	Gone bool
}

// Delete removes an object or, if it has finalizers, marks it for deletion
// (A-14, A-16; upstream: registry/generic/registry/store.go, Delete).
// Simplified: a pod that is deleted goes at once, without a grace period.
func (s *Server) Delete(now time.Duration, ref Ref, o DeleteOptions) (*DeleteResult, error) {
	if err := validateDelete(o); err != nil {
		return nil, err
	}
	t, key, old, err := s.stored(ref)
	if err != nil {
		return nil, err
	}
	if err := checkPreconditions(t, old, o); err != nil {
		return nil, err
	}
	finalizers := finalizersAfterDelete(old.GetFinalizers(), o.Propagation)
	if len(finalizers) == 0 {
		s.commit(t, key, old, nil)
		return &DeleteResult{Object: old, Gone: true}, nil
	}
	next := &unstructured.Unstructured{Object: shallow(old.Object)}
	metadata := metadataOf(next.Object)
	next.SetFinalizers(finalizers)
	if metadata["deletionTimestamp"] == nil {
		metadata["deletionTimestamp"] = timestamp(now)
		metadata["deletionGracePeriodSeconds"] = int64(0)
		metadata["generation"] = old.GetGeneration() + 1
	}
	if equalMetadata(metadata, metadataOf(old.Object)) {
		return &DeleteResult{Object: old}, nil
	}
	return &DeleteResult{Object: s.commit(t, key, old, next)}, nil
}

func validateDelete(o DeleteOptions) error {
	switch o.Propagation {
	case "", metav1.DeletePropagationBackground, metav1.DeletePropagationForeground, metav1.DeletePropagationOrphan:
		return nil
	}
	return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "DeleteOptions"}, "", field.ErrorList{
		field.NotSupported(field.NewPath("propagationPolicy"), o.Propagation, []string{
			string(metav1.DeletePropagationForeground), string(metav1.DeletePropagationBackground),
			string(metav1.DeletePropagationOrphan), "nil"}),
	})
}

// checkPreconditions names the kind where other conflicts name the resource
// (A-22; upstream: rest.BeforeDelete).
func checkPreconditions(t *store, old *unstructured.Unstructured, o DeleteOptions) error {
	kind := schema.GroupResource{Group: t.resource.Group, Resource: t.resource.Kind}
	if o.UID != "" && o.UID != string(old.GetUID()) {
		return apierrors.NewConflict(kind, old.GetName(), fmt.Errorf(
			"the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated",
			o.UID, old.GetUID()))
	}
	if o.ResourceVersion != "" && o.ResourceVersion != old.GetResourceVersion() {
		return apierrors.NewConflict(kind, old.GetName(), fmt.Errorf(
			"the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified",
			o.ResourceVersion, old.GetResourceVersion()))
	}
	return nil
}

// finalizersAfterDelete are the finalizers that hold the object, with those of
// the garbage collector as the policy wants them (upstream: store.go,
// deletionFinalizersForGarbageCollection).
func finalizersAfterDelete(finalizers []string, policy metav1.DeletionPropagation) []string {
	if policy == "" {
		return finalizers
	}
	finalizers = slices.DeleteFunc(slices.Clone(finalizers), func(f string) bool {
		return f == metav1.FinalizerOrphanDependents || f == metav1.FinalizerDeleteDependents
	})
	switch policy {
	case metav1.DeletePropagationForeground:
		return append(finalizers, metav1.FinalizerDeleteDependents)
	case metav1.DeletePropagationOrphan:
		return append(finalizers, metav1.FinalizerOrphanDependents)
	}
	return finalizers
}
