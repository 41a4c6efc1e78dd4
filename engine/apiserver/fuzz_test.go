package apiserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// FuzzContinueToken: a token either reads back as itself and lists, or is
// refused with a status; it never leaves its collection.
func FuzzContinueToken(f *testing.F) {
	s := newTestServer(Config{Seed: 1, History: 10, WatchCache: true})
	for _, namespace := range []string{"other", "shop"} {
		obj := &unstructured.Unstructured{}
		obj.SetAPIVersion(widgets.APIVersion())
		obj.SetKind(widgets.Kind)
		obj.SetNamespace(namespace)
		obj.SetName("a")
		_, err := s.Create(0, obj, CreateOptions{})
		require.NoError(f, err)
	}
	for _, seed := range []string{"", "wrong", "!!", token{tokenVersion, 3, "/a\x00"}.String(), token{tokenVersion, -1, "../other/"}.String(),
		token{tokenVersion, 1 << 62, "a"}.String(), token{"v2", 1, "a"}.String()} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := s.List(widgets, "shop", metav1.ListOptions{Continue: text, Limit: 1})
		if err != nil {
			assert.NotZero(t, apierrors.ReasonForError(err), "%v", err)
			return
		}
		for _, item := range list.Items {
			assert.Equal(t, "shop", item.GetNamespace())
		}
		if decoded, err := decodeToken(text, ""); text != "" && assert.NoError(t, err) {
			again, err := decodeToken(decoded.String(), "")
			assert.NoError(t, err)
			assert.Equal(t, decoded, again)
		}
	})
}

// FuzzParseRef: what is understood is written as it was, but for the group.
func FuzzParseRef(f *testing.F) {
	s := newTestServer(Config{})
	for _, seed := range []string{"pods/default/a", "nodes/n1", "deployments.apps/shop/web", "a.b.c/d/e", "//", "pods", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ref, err := s.ParseRef(text)
		if err != nil {
			assert.Contains(t, err.Error(), "want ")
			return
		}
		again, err := s.ParseRef(s.FormatRef(ref))
		require.NoError(t, err)
		assert.Equal(t, ref.Resource.GroupResource(), again.Resource.GroupResource())
		assert.Equal(t, ref.Key(), again.Key())
		assert.True(t, strings.HasSuffix(text, ref.Key()))
	})
}

// FuzzManifest: whatever JSON is pasted or patched, the answer is an object or
// a status, and what is stored can be deleted.
func FuzzManifest(f *testing.F) {
	f.Add(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}`, `{"spec":{"v":1}}`)
	f.Add(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":[]}}`, `{"metadata":null}`)
	f.Add(`{"apiVersion":"x/y/z","kind":"s","metadata":{"generateName":"a","finalizers":["a/b"]}}`, `{"metadata":{"finalizers":null},"status":1}`)
	f.Add(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"a"},"spec":{"names":{"plural":"p","kind":"K"}}}`, `{"spec":{"versions":{}}}`)
	f.Fuzz(func(t *testing.T, manifest, patch string) {
		var object, merge map[string]any
		if json.Unmarshal([]byte(manifest), &object) != nil || json.Unmarshal([]byte(patch), &merge) != nil {
			return
		}
		s := newTestServer(Config{Seed: 1})
		clean, err := s.Clean(object)
		if err != nil {
			return
		}
		created, err := s.Create(0, clean, CreateOptions{AllFields: true})
		if err != nil {
			assert.Implements(t, (*apierrors.APIStatus)(nil), err)
			return
		}
		ref := s.RefOf(created)
		_, err = s.Patch(0, ref, merge, UpdateOptions{AllFields: true})
		if err != nil {
			assert.Implements(t, (*apierrors.APIStatus)(nil), err)
		}
		stored, err := s.Get(ref, "")
		if err != nil {
			return // the patch has released the last finalizer
		}
		assert.Equal(t, ref.Key(), s.RefOf(stored).Key())
		_, err = s.Delete(0, ref, DeleteOptions{Propagation: metav1.DeletePropagationBackground})
		assert.NoError(t, err)
	})
}
