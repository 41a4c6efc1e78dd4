package apiserver

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestResourceFor(t *testing.T) {
	s := newTestServer(Config{})
	s.Register(Resource{Group: "serving.knative.dev", Version: "v1", Resource: "services", Kind: "Service", Namespaced: true})
	tests := []struct{ name, group, version, kind, shown string }{
		{"pods", "", "v1", "Pod", "pods"},
		{"v1/pods", "", "v1", "Pod", "pods"},
		{"deployments", "apps", "v1", "Deployment", "deployments"},
		{"deployments.apps", "apps", "v1", "Deployment", "deployments"},
		{"apps/v1/deployments", "apps", "v1", "Deployment", "deployments"},
		{"events", "", "v1", "Event", "events"},
		{"events.events.k8s.io", "events.k8s.io", "v1", "Event", "events.events.k8s.io"},
		{"widgets", "shop.example.com", "v1", "Widget", "widgets"},
		{"services", "", "v1", "Service", "services"},
		{"services.serving.knative.dev", "serving.knative.dev", "v1", "Service", "services.serving.knative.dev"},
		{"gadgets", "", "v1", "Gadget", "gadgets"},
		{"policies.example.org", "example.org", "v1", "Policy", "policies.example.org"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := s.ResourceFor(test.name)
			require.NoError(t, err)
			assert.Equal(t, []string{test.group, test.version, test.kind}, []string{r.Group, r.Version, r.Kind})
			assert.Equal(t, test.shown, s.NameOf(r))
			again, err := s.ResourceFor(s.NameOf(r))
			require.NoError(t, err)
			assert.Equal(t, r.GroupResource(), again.GroupResource())
		})
	}
	for _, wrong := range []string{"", "/", "a/b/c/d", "apps/", "/pods", ".apps", "pods."} {
		_, err := s.ResourceFor(wrong)
		assert.ErrorContains(t, err, "want a plural", "%q", wrong)
	}
}

func TestResourceForKind(t *testing.T) {
	s := newTestServer(Config{})
	assert.Equal(t, widgets, s.ResourceForKind("shop.example.com/v1", "Widget"))
	assert.Equal(t, "endpoints", s.ResourceForKind("v1", "Endpoints").Resource)
	assert.False(t, s.ResourceForKind("rbac.authorization.k8s.io/v1", "ClusterRole").Namespaced)

	guessed := s.ResourceForKind("example.org/v2", "NetworkPolicy")
	assert.Equal(t, Resource{Group: "example.org", Version: "v2", Resource: "networkpolicies", Kind: "NetworkPolicy",
		Namespaced: true, StatusSubresource: true, Fields: anyField}, guessed)
}

// TestUnknownKindsAreRemembered: once an object is there, its plural is found
// without the group, and its kind is the real one.
func TestUnknownKindsAreRemembered(t *testing.T) {
	s := newTestServer(Config{})
	obj := &unstructured.Unstructured{}
	obj.SetAPIVersion("example.org/v1")
	obj.SetKind("BigThing")
	obj.SetName("a")
	created, err := s.Create(0, obj, CreateOptions{})
	require.NoError(t, err)
	r, err := s.ResourceFor("bigthings")
	require.NoError(t, err)
	assert.Equal(t, "BigThing", r.Kind)
	assert.Equal(t, "bigthings/default/a", s.FormatRef(s.RefOf(created)))
	assert.Equal(t, []Resource{r}, s.Resources())
}

func TestParseRef(t *testing.T) {
	s := newTestServer(Config{})
	for _, text := range []string{"pods/default/web-1", "nodes/n1", "deployments/shop/web", "planets/mars", "events.events.k8s.io/x/y"} {
		ref, err := s.ParseRef(text)
		require.NoError(t, err)
		assert.Equal(t, text, s.FormatRef(ref))
	}
	ref, err := s.ParseRef("deployments.apps/shop/web")
	require.NoError(t, err)
	assert.Equal(t, "deployments/shop/web", s.FormatRef(ref))

	for text, want := range map[string]string{
		"pods/web-1":         `object "pods/web-1": want pods/NAMESPACE/NAME`,
		"nodes/default/n1":   `object "nodes/default/n1": want nodes/NAME`,
		"pods/default/a/log": `object "pods/default/a/log": want pods/NAMESPACE/NAME`,
		"pods//a":            `object "pods//a": want pods/NAMESPACE/NAME`,
		"":                   `object "": resource "": want a plural such as pods, deployments.apps or apps/v1/deployments`,
	} {
		_, err := s.ParseRef(text)
		assert.EqualError(t, err, want)
	}
}

func TestResourceOfCRD(t *testing.T) {
	crd := func(spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": spec}
	}
	names := map[string]any{"plural": "gadgets", "kind": "Gadget"}
	r, ok := resourceOfCRD(crd(map[string]any{
		"group": "example.org", "scope": "Namespaced", "names": names,
		"versions": []any{
			map[string]any{"name": "v1alpha1"},
			map[string]any{"name": "v1", "storage": true, "subresources": map[string]any{"status": map[string]any{}},
				"selectableFields": []any{map[string]any{"jsonPath": ".spec.color"}, map[string]any{"jsonPath": ".spec.size"}}},
		},
	}))
	require.True(t, ok)
	assert.Equal(t, Resource{Group: "example.org", Version: "v1", Resource: "gadgets", Kind: "Gadget",
		Namespaced: true, StatusSubresource: true, Fields: "spec.color,spec.size"}, r)

	r, ok = resourceOfCRD(crd(map[string]any{"group": "example.org", "version": "v1beta1", "scope": "Cluster", "names": names}))
	require.True(t, ok, "the old form")
	assert.Equal(t, Resource{Group: "example.org", Version: "v1beta1", Resource: "gadgets", Kind: "Gadget"}, r)

	for _, broken := range []map[string]any{{}, crd(nil), crd(map[string]any{"names": "x", "versions": []any{1}}), {"kind": "CustomResourceDefinition"}} {
		_, ok := resourceOfCRD(broken)
		assert.False(t, ok, "%v", broken)
	}
}
