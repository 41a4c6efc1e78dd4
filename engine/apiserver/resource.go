package apiserver

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// anyField lets every field be selected by.
// Simplified: a field selector may ask for any field; a real server knows a few
// of each built-in kind.
const anyField = "*"

// Resource is what the server knows of one kind of objects.
type Resource struct {
	Group, Version string
	// Resource is the plural in lower case, Kind what manifests say.
	Resource, Kind string
	Namespaced     bool
	// StatusSubresource: status is written through its own path.
	StatusSubresource bool
	// Fields are the fields that may be selected by, with commas between them,
	// besides metadata.name and metadata.namespace; "*" means any.
	Fields string
}

// GroupResource is the name under which the resource is stored.
func (r Resource) GroupResource() schema.GroupResource {
	return schema.GroupResource{Group: r.Group, Resource: r.Resource}
}

// GroupKind is the kind as validation errors name it.
func (r Resource) GroupKind() schema.GroupKind {
	return schema.GroupKind{Group: r.Group, Kind: r.Kind}
}

// APIVersion is what manifests of the resource say.
func (r Resource) APIVersion() string {
	return schema.GroupVersion{Group: r.Group, Version: r.Version}.String()
}

// Key is where an object of the resource is stored.
func (r Resource) Key(namespace, name string) string {
	if r.Namespaced {
		return namespace + "/" + name
	}
	return name
}

// BuiltIn reports whether the resource belongs to every cluster.
func (r Resource) BuiltIn() bool {
	_, ok := builtinByName[r.GroupResource()]
	return ok
}

// Lookup returns a resource that is built in or registered.
func (s *Server) Lookup(name schema.GroupResource) (Resource, bool) {
	for _, r := range s.registered {
		if r.GroupResource() == name {
			return r, true
		}
	}
	r, ok := builtinByName[name]
	return r, ok
}

// ResourceFor understands "pods", "deployments", "deployments.apps" and
// "apps/v1/deployments". A name that nobody knows is taken for a namespaced
// resource whose kind apimachinery's rules would give that plural.
func (s *Server) ResourceFor(name string) (Resource, error) {
	asked, err := parseResource(name)
	if err != nil {
		return Resource{}, err
	}
	if r, ok := s.Lookup(asked.GroupResource()); ok {
		return r, nil
	}
	if asked.Group == "" {
		if r, ok := s.byPlural(asked.Resource); ok {
			return r, nil
		}
	}
	asked.Kind = guessKind(asked.Resource)
	return asked, nil
}

// ResourceForKind is the resource of a manifest. A kind that nobody knows is
// taken for namespaced, with a status subresource, and its plural guessed.
func (s *Server) ResourceForKind(apiVersion, kind string) Resource {
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		gv = schema.GroupVersion{Version: apiVersion}
	}
	for _, r := range s.registered {
		if r.Group == gv.Group && r.Kind == kind {
			return r
		}
	}
	if r, ok := builtinByKind[schema.GroupKind{Group: gv.Group, Kind: kind}]; ok {
		return r
	}
	plural, _ := meta.UnsafeGuessKindToResource(gv.WithKind(kind))
	return Resource{
		Group: gv.Group, Version: gv.Version, Resource: plural.Resource, Kind: kind,
		Namespaced: true, StatusSubresource: true, Fields: anyField,
	}
}

// NameOf is the shortest name by which ResourceFor finds r: the plural, with
// ".GROUP" where another resource has the same plural.
func (s *Server) NameOf(r Resource) string {
	t, ok := s.stores[r.GroupResource()]
	if !ok {
		return s.shortest(r)
	}
	if t.name == "" {
		t.name = s.shortest(r)
	}
	return t.name
}

func (s *Server) shortest(r Resource) string {
	if found, err := s.ResourceFor(r.Resource); err == nil && found.GroupResource() == r.GroupResource() {
		return r.Resource
	}
	return r.GroupResource().String()
}

// byPlural finds a resource whatever its group: a built-in one first, then the
// registered one whose group is first in order.
func (s *Server) byPlural(plural string) (Resource, bool) {
	if r, ok := builtinByPlural[plural]; ok {
		return r, true
	}
	for _, r := range s.registered {
		if r.Resource == plural {
			return r, true
		}
	}
	return Resource{}, false
}

// parseResource splits a name into group, version and plural.
func parseResource(name string) (Resource, error) {
	r := Resource{Version: "v1", Namespaced: true, StatusSubresource: true, Fields: anyField}
	first, rest, two := strings.Cut(name, "/")
	second, third, three := strings.Cut(rest, "/")
	switch {
	case !two:
		r.Resource, r.Group, _ = strings.Cut(name, ".")
	case !three:
		r.Version, r.Resource = first, second
	case !strings.Contains(third, "/"):
		r.Group, r.Version, r.Resource = first, second, third
	}
	if r.Resource == "" || r.Version == "" || strings.HasPrefix(name, "/") || strings.HasSuffix(name, ".") {
		return Resource{}, fmt.Errorf("resource %q: want a plural such as pods, deployments.apps or apps/v1/deployments", name)
	}
	return r, nil
}

// guessKind turns a plural that nobody knows into a kind: gadgets, Gadget.
func guessKind(plural string) string {
	singular := strings.TrimSuffix(plural, "s")
	if stem, ok := strings.CutSuffix(plural, "ies"); ok {
		singular = stem + "y"
	}
	return strings.ToUpper(singular[:min(1, len(singular))]) + singular[min(1, len(singular)):]
}

// resourceOfCRD is the resource that a CustomResourceDefinition declares.
func resourceOfCRD(manifest map[string]any) (Resource, bool) {
	if text(manifest, "kind") != "CustomResourceDefinition" || !strings.HasPrefix(text(manifest, "apiVersion"), crdGroup+"/") {
		return Resource{}, false
	}
	spec, _ := manifest["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	r := Resource{
		Group: text(spec, "group"), Version: text(spec, "version"),
		Resource: text(names, "plural"), Kind: text(names, "kind"),
		Namespaced: text(spec, "scope") != "Cluster",
	}
	r.StatusSubresource = hasStatus(spec)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		v, _ := v.(map[string]any)
		if v["storage"] == true || len(versions) == 1 {
			r.Version = text(v, "name")
			r.StatusSubresource = r.StatusSubresource || hasStatus(v)
			r.Fields = selectable(v)
		}
	}
	return r, r.Resource != "" && r.Kind != ""
}

func hasStatus(version map[string]any) bool {
	_, ok, _ := unstructured.NestedFieldNoCopy(version, "subresources", "status")
	return ok
}

func selectable(version map[string]any) string {
	declared, _ := version["selectableFields"].([]any)
	var paths []string
	for _, f := range declared {
		f, _ := f.(map[string]any)
		paths = append(paths, strings.TrimPrefix(text(f, "jsonPath"), "."))
	}
	return strings.Join(paths, ",")
}

// Ref names one object.
type Ref struct {
	Resource        Resource
	Namespace, Name string

	key string // unless it has still to be made
}

// Key is where the object is stored.
func (r Ref) Key() string {
	if r.key != "" {
		return r.key
	}
	return r.Resource.Key(r.Namespace, r.Name)
}

// ParseRef understands "pods/default/web-1", "deployments.apps/shop/web" and,
// for cluster-scoped resources, "nodes/n1".
func (s *Server) ParseRef(ref string) (Ref, error) {
	name, rest, _ := strings.Cut(ref, "/")
	resource, err := s.ResourceFor(name)
	if err != nil {
		return Ref{}, fmt.Errorf("object %q: %w", ref, err)
	}
	out, form := Ref{Resource: resource, Name: rest, key: rest}, "NAME"
	if resource.Namespaced {
		out.Namespace, out.Name, _ = strings.Cut(rest, "/")
		form = "NAMESPACE/NAME"
	}
	if out.Name == "" || strings.Contains(out.Name, "/") || resource.Namespaced && out.Namespace == "" {
		return Ref{}, fmt.Errorf("object %q: want %s/%s", ref, name, form)
	}
	return out, nil
}

// RefOf names an object.
func (s *Server) RefOf(obj *unstructured.Unstructured) Ref {
	metadata := metadataOf(obj.Object)
	return Ref{
		Resource:  s.ResourceForKind(text(obj.Object, "apiVersion"), text(obj.Object, "kind")),
		Namespace: text(metadata, "namespace"), Name: text(metadata, "name"),
	}
}

// FormatRef writes a Ref so that ParseRef reads it.
func (s *Server) FormatRef(r Ref) string { return s.NameOf(r.Resource) + "/" + r.Key() }

// Known are all resources that are built in or registered.
func (s *Server) Known() []Resource { return slices.Concat(builtin, s.registered) }

// Resources are all that were ever written, in the order of their names.
func (s *Server) Resources() []Resource {
	var out []Resource
	for _, t := range s.stores {
		if t.written > 0 {
			out = append(out, t.resource)
		}
	}
	sortByName(out)
	return out
}

func sortByName(all []Resource) {
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].Resource, all[j].Resource), cmp.Compare(all[i].Group, all[j].Group)) < 0
	})
}
