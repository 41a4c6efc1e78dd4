package apiserver

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// copyJSON returns a deep copy of a JSON value in which numbers are int64 or
// float64, as the unstructured package wants them; at names v in errors.
func copyJSON(v any, at *place) (any, error) {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return v, nil
	case map[string]any:
		return copyMap(v, at)
	case []any:
		out := make([]any, len(v))
		for i, element := range v {
			c, err := copyJSON(element, &place{in: at, index: i})
			if err != nil {
				return nil, err
			}
			out[i] = c
		}
		return out, nil
	case []string:
		out := make([]any, len(v))
		for i, element := range v {
			out[i] = element
		}
		return out, nil
	case map[string]string:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = value
		}
		return out, nil
	}
	return copyNumber(v, at)
}

func copyMap(m map[string]any, at *place) (map[string]any, error) {
	out := make(map[string]any, len(m))
	wrong, first := error(nil), ""
	for name, value := range m {
		c, err := copyJSON(value, &place{in: at, name: name})
		if err != nil && (wrong == nil || name < first) {
			wrong, first = err, name
		}
		out[name] = c
	}
	return out, wrong
}

// adopt copies a manifest and its metadata. The rest is shared where it is JSON
// already: a manifest does not change, and neither does what is stored, and a dump
// has many MiB of them.
func adopt(manifest map[string]any) (map[string]any, error) {
	out, rest := make(map[string]any, len(manifest)), map[string]any{}
	for name, value := range manifest {
		if name != "metadata" && isJSON(value) {
			out[name] = value
		} else {
			rest[name] = value
		}
	}
	copied, err := copyMap(rest, &place{name: text(manifest, "kind")})
	for name, value := range copied {
		out[name] = value
	}
	return out, err
}

// isJSON says whether copyJSON would make an equal value.
func isJSON(v any) bool {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case map[string]any:
		for _, value := range v {
			if !isJSON(value) {
				return false
			}
		}
		return true
	case []any:
		for _, element := range v {
			if !isJSON(element) {
				return false
			}
		}
		return true
	}
	return false
}

func copyNumber(v any, at *place) (any, error) {
	switch n := reflect.ValueOf(v); {
	case n.CanInt():
		return n.Int(), nil
	case n.CanUint() && n.Uint() <= math.MaxInt64:
		return int64(n.Uint()), nil
	case n.CanUint():
		return float64(n.Uint()), nil
	case n.CanFloat() && !math.IsNaN(n.Float()) && !math.IsInf(n.Float(), 0):
		return n.Float(), nil
	case n.CanFloat():
		return nil, fmt.Errorf("%s: %v is no JSON value", at, v)
	}
	return nil, fmt.Errorf("%s: a %T is no JSON value", at, v)
}

// place is where in an object a value stands. It becomes text only when
// something is wrong with the value.
type place struct {
	in *place
	// name is that of a field; an element of a list has an index instead.
	name  string
	index int
}

// String is the path as errors give it: Pod.spec.containers[0].
func (p *place) String() string {
	switch {
	case p.in == nil:
		return p.name
	case p.name == "":
		return p.in.String() + "[" + strconv.Itoa(p.index) + "]"
	}
	return p.in.String() + "." + p.name
}

// equalJSON compares two JSON values. Versions of an object share what did not
// change, so that most comparisons end at a pointer.
func equalJSON(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if sameMap(a, b) {
			return true
		}
		for name, value := range a {
			other, ok := b[name]
			if !ok || !equalJSON(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if len(a) == 0 || &a[0] == &b[0] {
			return true
		}
		for i := range a {
			if !equalJSON(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// sameMap says whether a and b are one.
func sameMap(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// share replaces what is equal in two versions of an object by the older one's,
// part by part.
func share(object, old map[string]any) {
	for name, value := range object {
		other, ok := old[name]
		if !ok {
			continue
		}
		if name == "metadata" {
			share(metadataOf(object), metadataOf(old))
		} else if equalJSON(value, other) {
			object[name] = other
		}
	}
}

// mergeJSON applies a merge patch (RFC 7386), of which it keeps nothing. What the
// patch does not name is shared with target.
func mergeJSON(target, patch map[string]any, at *place) (map[string]any, error) {
	out := maps.Clone(target)
	if out == nil {
		out = make(map[string]any, len(patch))
	}
	wrong, first := error(nil), ""
	for name, value := range patch {
		here, err := &place{in: at, name: name}, error(nil)
		if texts, ok := value.(map[string]string); ok {
			value, err = copyJSON(texts, here)
		}
		switch value := value.(type) {
		case nil:
			delete(out, name)
		case map[string]any:
			inner, _ := out[name].(map[string]any)
			out[name], err = mergeJSON(inner, value, here)
		default:
			out[name], err = copyJSON(value, here)
		}
		if err != nil && (wrong == nil || name < first) {
			wrong, first = err, name
		}
	}
	return out, wrong
}

// metadataOf is the object's metadata as it lies there; nil if it has none.
func metadataOf(object map[string]any) map[string]any {
	m, _ := object["metadata"].(map[string]any)
	return m
}

// text is a string among m's values, or "".
func text(m map[string]any, name string) string {
	s, _ := m[name].(string)
	return s
}

func setVersion(obj *unstructured.Unstructured, revision int64) {
	metadataOf(obj.Object)["resourceVersion"] = strconv.FormatInt(revision, 10)
}

// withVersion returns obj under another resourceVersion; the rest is shared.
func withVersion(obj *unstructured.Unstructured, revision int64) *unstructured.Unstructured {
	c := &unstructured.Unstructured{Object: shallow(obj.Object)}
	setVersion(c, revision)
	return c
}

// shallow copies an object and its metadata, and shares the rest.
func shallow(object map[string]any) map[string]any {
	c := make(map[string]any, len(object))
	for name, value := range object {
		c[name] = value
	}
	m := metadataOf(object)
	metadata := make(map[string]any, len(m)+6)
	for name, value := range m {
		metadata[name] = value
	}
	c["metadata"] = metadata
	return c
}

// Merged is o with a merge patch (RFC 7386) applied, and whether that differs.
func Merged(o *unstructured.Unstructured, patch map[string]any) (*unstructured.Unstructured, bool) {
	merged, err := mergeJSON(o.Object, patch, nil)
	if err != nil || equalJSON(merged, o.Object) {
		return o, false
	}
	return &unstructured.Unstructured{Object: merged}, true
}
