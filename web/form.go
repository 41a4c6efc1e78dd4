package web

import (
	"errors"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/scenarios"
	"informerscope/web/explain"
)

// Names of the fields of forms.
const (
	fieldName     = "name"
	fieldManifest = "manifest"
	fieldScenario = "scenario"
)

// FormError is what is wrong with what stands in a field.
type FormError struct {
	Field string
	// Line counts from 1; 0 if the field has only one.
	Line   int
	Reason string
}

// readCreateForm makes objects of what was typed: a name, or any manifest. It
// asks a copy of the server whether it would take them, so that nothing changes
// unless all is well.
func (m *Model) readCreateForm(form map[string]string) ([]engine.Manifest, []FormError) {
	text := form[fieldManifest]
	if strings.TrimSpace(text) == "" {
		return m.readName(strings.TrimSpace(form[fieldName]))
	}
	docs, err := scenarios.ReadManifests("", []byte(text))
	if err != nil {
		return nil, m.formErrors(fieldManifest, err)
	}
	server := m.world().Server.Clone()
	var wrong []FormError
	manifests := make([]engine.Manifest, len(docs))
	for i, d := range docs {
		manifests[i] = d.Manifest
		if err := m.tryCreate(server, d.Manifest); err != nil {
			wrong = append(wrong, FormError{fieldManifest, d.Line, m.reason(err)})
		}
	}
	return manifests, wrong
}

// readName makes an object of a name, of the kind that the informer watches.
func (m *Model) readName(name string) ([]engine.Manifest, []FormError) {
	if name == "" {
		return nil, []FormError{{fieldName, 0, m.t("error.nothing-typed")}}
	}
	apiVersion, kind := "v1", "Pod"
	if i := m.informer(); i != nil {
		apiVersion, kind = i.Resource().APIVersion(), i.Resource().Kind
	}
	namespace, short, ok := strings.Cut(name, "/")
	if !ok {
		namespace, short = "", name
	}
	o := manifestOf(apiVersion, kind, short, namespace)
	if err := m.tryCreate(m.world().Server.Clone(), o); err != nil {
		return nil, []FormError{{fieldName, 0, m.reason(err)}}
	}
	return []engine.Manifest{o}, nil
}

func (m *Model) tryCreate(server *apiserver.Server, o engine.Manifest) error {
	clean, err := server.Clean(o)
	if err != nil {
		return err
	}
	_, err = server.Create(m.Time, clean, apiserver.CreateOptions{AllFields: true})
	return err
}

// reason is why the server refuses something: its own message, but for what it
// says of names, which is long, and for the expressions with which it checks.
func (m *Model) reason(err error) string {
	message, _, _ := strings.Cut(err.Error(), " (e.g. ")
	if strings.Contains(message, "metadata.name: Invalid value") {
		return m.t("error.name")
	}
	return message
}

// formErrors puts what the reader of files found beside a field.
func (m *Model) formErrors(field string, err error) []FormError {
	var all scenarios.Errors
	if !errors.As(err, &all) {
		return []FormError{{field, 0, explain.Error(m.Lang, err)}}
	}
	out := make([]FormError, len(all))
	for i, e := range all {
		out[i] = FormError{field, e.Line, explain.Say(m.Lang, e.Reason)}
	}
	return out
}

// readEditForm makes a patch of an edited manifest, if the server would take it.
func (m *Model) readEditForm(ref, text string) (engine.Manifest, []FormError) {
	docs, err := scenarios.ReadManifests("", []byte(text))
	if err != nil {
		return nil, m.formErrors(fieldManifest, err)
	}
	old, err := m.object(ref)
	if err != nil {
		return nil, []FormError{{fieldManifest, 1, err.Error()}}
	}
	edited := unstructured.Unstructured{Object: docs[0].Manifest}
	same := len(docs) == 1 && edited.GetKind() == old.GetKind() && edited.GetName() == old.GetName() && namespaceOr(&edited) == namespaceOr(old)
	if !same {
		return nil, []FormError{{fieldManifest, docs[0].Line, m.t("error.other-object")}}
	}
	patch := mergePatch(editable(old), editable(&edited))
	if len(patch) == 0 {
		return nil, []FormError{{fieldManifest, 1, m.t("error.no-change")}}
	}
	server := m.world().Server.Clone()
	if _, err := server.Patch(m.Time, server.RefOf(old), patch, apiserver.UpdateOptions{AllFields: true}); err != nil {
		return nil, []FormError{{fieldManifest, docs[0].Line, m.reason(err)}}
	}
	return patch, nil
}

func namespaceOr(o *unstructured.Unstructured) string {
	if ns := o.GetNamespace(); ns != "" {
		return ns
	}
	return metav1.NamespaceDefault
}

// editable is an object without what only the server sets.
func editable(o *unstructured.Unstructured) engine.Manifest {
	c := o.DeepCopy()
	for _, name := range []string{"resourceVersion", "uid", "creationTimestamp", "generation", "managedFields"} {
		unstructured.RemoveNestedField(c.Object, "metadata", name)
	}
	return c.Object
}

// yamlOf is an object as people read it.
func yamlOf(o engine.Manifest) string {
	text, err := scenarios.WriteManifest(o)
	if err != nil {
		return err.Error()
	}
	return text
}
