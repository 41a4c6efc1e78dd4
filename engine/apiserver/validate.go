package apiserver

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// validateCreate is upstream's rest.BeforeCreate, as far as metadata goes.
func (r Resource) validateCreate(obj *unstructured.Unstructured) error {
	errs := validation.ValidateObjectMetaAccessor(obj, r.Namespaced, r.nameRule(), field.NewPath("metadata"))
	return r.invalid(obj.GetName(), errs)
}

// validateUpdate is upstream's rest.BeforeUpdate, as far as metadata goes. The
// strategy of custom resources asks the same once more, so every cause stands
// there twice.
func (r Resource) validateUpdate(obj, old *unstructured.Unstructured) error {
	errs := validation.ValidateObjectMetaAccessorUpdate(obj, old, field.NewPath("metadata"))
	return r.invalid(obj.GetName(), append(errs, errs...))
}

func (r Resource) invalid(name string, errs field.ErrorList) error {
	if len(errs) == 0 {
		return nil
	}
	sortWithinFields(errs)
	return apierrors.NewInvalid(r.GroupKind(), name, errs)
}

// sortWithinFields orders what upstream finds in the order of a map: several
// labels, or several annotations.
func sortWithinFields(errs field.ErrorList) {
	for from := 0; from < len(errs); {
		to := from + 1
		for to < len(errs) && errs[to].Field == errs[from].Field {
			to++
		}
		slices.SortStableFunc(errs[from:to], func(a, b *field.Error) int {
			return cmp.Compare(fmt.Sprint(a.BadValue), fmt.Sprint(b.BadValue))
		})
		from = to
	}
}

// nameRule says what may be a name.
// Simplified: a name is a DNS subdomain, or a path segment for RBAC; a few other
// built-in kinds are stricter.
func (r Resource) nameRule() validation.ValidateNameFunc {
	if r.Group == rbacGroup {
		return path.ValidatePathSegmentName
	}
	return validation.NameIsDNSSubdomain
}

// checkTypes refuses metadata that does not decode as ObjectMeta.
func (r Resource) checkTypes(metadata map[string]any) error {
	wrong := func(name, want string, got any) error {
		return apierrors.NewBadRequest(fmt.Sprintf(
			"%s in version %q cannot be handled as a %s: metadata.%s: want %s, got %v", r.Kind, r.Version, r.Kind, name, want, got))
	}
	for _, name := range []string{"name", "generateName", "namespace", "uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"} {
		if v := metadata[name]; v != nil {
			if _, ok := v.(string); !ok {
				return wrong(name, "a string", v)
			}
		}
	}
	for _, name := range []string{"creationTimestamp", "deletionTimestamp"} {
		if v := text(metadata, name); v != "" {
			if _, err := time.Parse(time.RFC3339, v); err != nil {
				return wrong(name, "a time", v)
			}
		}
	}
	for _, name := range []string{"labels", "annotations"} {
		m, ok := metadata[name].(map[string]any)
		if !ok && metadata[name] != nil {
			return wrong(name, "an object", metadata[name])
		}
		if key, ok := firstThatIsNoText(m); ok {
			return wrong(name+"."+key, "a string", m[key])
		}
	}
	if !isListOf[string](metadata["finalizers"]) {
		return wrong("finalizers", "a list of strings", metadata["finalizers"])
	}
	if !isListOf[map[string]any](metadata["ownerReferences"]) {
		return wrong("ownerReferences", "a list of objects", metadata["ownerReferences"])
	}
	return nil
}

// firstThatIsNoText finds the first key, in order, whose value is no string.
func firstThatIsNoText(m map[string]any) (key string, found bool) {
	for name, value := range m {
		if _, ok := value.(string); !ok && (!found || name < key) {
			key, found = name, true
		}
	}
	return key, found
}

// isListOf reports whether v is absent or a list of T.
func isListOf[T any](v any) bool {
	list, ok := v.([]any)
	for _, element := range list {
		if _, isT := element.(T); !isT {
			return false
		}
	}
	return ok || v == nil
}

// validateList refuses combinations that no list may have (upstream:
// apimachinery, apis/meta/internalversion/validation, ValidateListOptions).
func validateList(o metav1.ListOptions) error {
	var errs field.ErrorList
	match := field.NewPath("resourceVersionMatch")
	if o.ResourceVersionMatch != "" {
		if o.ResourceVersion == "" {
			errs = append(errs, field.Forbidden(match, "resourceVersionMatch is forbidden unless resourceVersion is provided"))
		}
		if o.Continue != "" {
			errs = append(errs, field.Forbidden(match, "resourceVersionMatch is forbidden when continue is provided"))
		}
		if o.ResourceVersionMatch != metav1.ResourceVersionMatchExact && o.ResourceVersionMatch != metav1.ResourceVersionMatchNotOlderThan {
			errs = append(errs, field.NotSupported(match, o.ResourceVersionMatch,
				[]string{string(metav1.ResourceVersionMatchExact), string(metav1.ResourceVersionMatchNotOlderThan), ""}))
		}
		if o.ResourceVersionMatch == metav1.ResourceVersionMatchExact && o.ResourceVersion == "0" {
			errs = append(errs, field.Forbidden(match, `resourceVersionMatch "exact" is forbidden for resourceVersion "0"`))
		}
	}
	if o.SendInitialEvents != nil {
		errs = append(errs, field.Forbidden(field.NewPath("sendInitialEvents"), "sendInitialEvents is forbidden for list"))
	}
	return invalidOptions(errs)
}

// validateWatch refuses combinations that no watch may have (upstream:
// validateWatchOptions in the same file).
func validateWatch(o metav1.ListOptions) error {
	var errs field.ErrorList
	match := field.NewPath("resourceVersionMatch")
	notOlderThan := o.ResourceVersionMatch == metav1.ResourceVersionMatchNotOlderThan
	if o.SendInitialEvents != nil && !notOlderThan {
		errs = append(errs, field.Forbidden(match, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"))
	}
	if o.ResourceVersionMatch != "" {
		if o.SendInitialEvents == nil {
			errs = append(errs, field.Forbidden(match, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"))
		}
		if !notOlderThan {
			errs = append(errs, field.NotSupported(match, o.ResourceVersionMatch, []string{string(metav1.ResourceVersionMatchNotOlderThan)}))
		}
		if o.Continue != "" {
			errs = append(errs, field.Forbidden(match, "resourceVersionMatch is forbidden when continue is provided"))
		}
	}
	return invalidOptions(errs)
}

func invalidOptions(errs field.ErrorList) error {
	if len(errs) == 0 {
		return nil
	}
	return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "ListOptions"}, "", errs)
}
