package apiserver

import (
	"fmt"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

// selection is what a list or a watch is about: a namespace and two selectors.
type selection struct {
	// prefix begins every key of the namespace; it is empty for all namespaces.
	prefix string
	// labels and fields are nil if they select everything.
	labels labels.Selector
	fields fields.Selector
}

// selectionOf reads a request's selectors. Checks come in upstream's order:
// what does not parse, then validate, then fields that may not be selected by.
func selectionOf(r Resource, namespace string, o metav1.ListOptions, validate func(metav1.ListOptions) error) (selection, error) {
	var sel selection
	if r.Namespaced && namespace != "" {
		sel.prefix = namespace + "/"
	}
	byLabels, err := labels.Parse(o.LabelSelector)
	if err != nil {
		return sel, apierrors.NewBadRequest(err.Error())
	}
	if !byLabels.Empty() {
		sel.labels = byLabels
	}
	byFields, err := fields.ParseSelector(o.FieldSelector)
	if err != nil {
		return sel, apierrors.NewBadRequest(err.Error())
	}
	if !byFields.Empty() {
		sel.fields = byFields
	}
	if err := validate(o); err != nil {
		return sel, err
	}
	for _, requirement := range byFields.Requirements() {
		if !r.selectable(requirement.Field) {
			return sel, apierrors.NewBadRequest(fmt.Sprintf("field label not supported: %s", requirement.Field))
		}
	}
	return sel, nil
}

func (r Resource) selectable(name string) bool {
	return name == "metadata.name" || name == "metadata.namespace" || r.Fields == anyField ||
		slices.Contains(strings.Split(r.Fields, ","), name)
}

// everything: nothing in the namespace is left out.
func (sel selection) everything() bool { return sel.labels == nil && sel.fields == nil }

// single is the key of the only object that can match, if the selection names
// one (upstream: SelectionPredicate.MatchesSingle).
func (sel selection) single(r Resource) (key string, ok bool) {
	if sel.fields == nil || r.Namespaced && sel.prefix == "" {
		return "", false
	}
	name, ok := sel.fields.RequiresExactMatch("metadata.name")
	return sel.prefix + name, ok
}

// matches reports whether obj, stored under key, is selected.
func (sel selection) matches(key string, obj *unstructured.Unstructured) bool {
	if obj == nil || !strings.HasPrefix(key, sel.prefix) {
		return false
	}
	if sel.labels != nil {
		own, _ := metadataOf(obj.Object)["labels"].(map[string]any)
		if !sel.labels.Matches(labelsOf(own)) {
			return false
		}
	}
	return sel.fields == nil || sel.fields.Matches(fieldsOf(obj.Object))
}

// labelsOf reads labels where they lie; it implements labels.Labels.
type labelsOf map[string]any

func (l labelsOf) Has(label string) bool   { _, ok := l[label]; return ok }
func (l labelsOf) Get(label string) string { return text(l, label) }
func (l labelsOf) Lookup(label string) (string, bool) {
	v, ok := l[label].(string)
	return v, ok
}

// fieldsOf reads fields where they lie; it implements fields.Fields.
type fieldsOf map[string]any

func (f fieldsOf) Has(path string) bool { return f.value(path) != nil }

func (f fieldsOf) Get(path string) string {
	switch v := f.value(path).(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

func (f fieldsOf) value(path string) any {
	at := map[string]any(f)
	for {
		name, rest, more := strings.Cut(path, ".")
		if !more {
			return at[name]
		}
		at, _ = at[name].(map[string]any)
		path = rest
	}
}
