//go:build !js

package httpapi

import (
	"encoding/json"
	"net/http"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"informerscope/engine/apiserver"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

func (h *Handler) create(w http.ResponseWriter, q *request) error {
	obj, err := q.object()
	if err != nil {
		return err
	}
	return h.write(w, http.StatusCreated, func(s *apiserver.Server) (*unstructured.Unstructured, error) {
		return s.Create(h.now(), obj, apiserver.CreateOptions{})
	})
}

func (h *Handler) update(w http.ResponseWriter, q *request) error {
	if q.ref.Name == "" {
		return apierrors.NewBadRequest("name must be provided")
	}
	obj, err := q.object()
	if err != nil {
		return err
	}
	return h.write(w, http.StatusOK, func(s *apiserver.Server) (*unstructured.Unstructured, error) {
		return s.Update(h.now(), obj, apiserver.UpdateOptions{Subresource: q.subresource})
	})
}

func (h *Handler) patch(w http.ResponseWriter, q *request) error {
	data, err := q.body()
	if err != nil {
		return err
	}
	switch q.mediaType() {
	case "application/merge-patch+json":
		var patch map[string]any
		if err := utiljson.Unmarshal(data, &patch); err != nil {
			return apierrors.NewBadRequest("invalid JSON patch")
		}
		return h.write(w, http.StatusOK, func(s *apiserver.Server) (*unstructured.Unstructured, error) {
			return s.Patch(h.now(), q.ref, patch, apiserver.UpdateOptions{Subresource: q.subresource})
		})
	case "application/json-patch+json":
		patch, err := jsonpatch.DecodePatch(data)
		if err != nil {
			return apierrors.NewBadRequest(err.Error())
		}
		return h.write(w, http.StatusOK, func(s *apiserver.Server) (*unstructured.Unstructured, error) {
			return h.applyJSONPatch(s, q, patch)
		})
	}
	return unknownFormat("application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml")
}

// applyJSONPatch patches the newest version and writes it back: nobody can come
// in between.
func (h *Handler) applyJSONPatch(s *apiserver.Server, q *request, patch jsonpatch.Patch) (*unstructured.Unstructured, error) {
	old, err := s.Get(q.ref, "")
	if err != nil {
		return nil, err
	}
	before, err := json.Marshal(old.Object)
	if err != nil {
		return nil, err
	}
	after, err := patch.Apply(before)
	if err != nil {
		return nil, apierrors.NewGenericServerResponse(http.StatusUnprocessableEntity, "", schema.GroupResource{}, "", err.Error(), 0, false)
	}
	obj := &unstructured.Unstructured{}
	if err := utiljson.Unmarshal(after, &obj.Object); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	if err := q.belongs(obj); err != nil {
		return nil, err
	}
	return s.Update(h.now(), obj, apiserver.UpdateOptions{Subresource: q.subresource})
}

func (h *Handler) write(w http.ResponseWriter, code int, f func(*apiserver.Server) (*unstructured.Unstructured, error)) error {
	var obj *unstructured.Unstructured
	var err error
	h.Do(func(s *apiserver.Server) { obj, err = f(s) })
	if err != nil {
		return err
	}
	writeJSON(w, code, obj.Object)
	return nil
}

func (h *Handler) delete(w http.ResponseWriter, q *request) error {
	if q.Method != http.MethodDelete || q.ref.Name == "" {
		return status(http.StatusMethodNotAllowed, metav1.StatusReasonMethodNotAllowed, q.Method+" is not served here")
	}
	options, err := q.deleteOptions()
	if err != nil {
		return err
	}
	var result *apiserver.DeleteResult
	h.Do(func(s *apiserver.Server) { result, err = s.Delete(h.now(), q.ref, options) })
	if err != nil {
		return err
	}
	if !result.Gone {
		writeJSON(w, http.StatusOK, result.Object.Object)
		return nil
	}
	r := q.ref.Resource
	writeJSON(w, http.StatusOK, metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusSuccess,
		Details: &metav1.StatusDetails{Name: q.ref.Name, Group: r.Group, Kind: r.Resource, UID: result.Object.GetUID()},
	})
	return nil
}

// deleteOptions come in the body or, if that is empty, in the query.
func (q *request) deleteOptions() (apiserver.DeleteOptions, error) {
	var out apiserver.DeleteOptions
	var in metav1.DeleteOptions
	data, err := q.body()
	switch {
	case err != nil:
		return out, err
	case len(data) > 0:
		err = json.Unmarshal(data, &in)
	default:
		err = metav1.Convert_url_Values_To_v1_DeleteOptions(&q.query, &in, nil)
	}
	if err != nil {
		return out, apierrors.NewBadRequest(err.Error())
	}
	if in.PropagationPolicy != nil {
		out.Propagation = *in.PropagationPolicy
	}
	if p := in.Preconditions; p != nil && p.UID != nil {
		out.UID = string(*p.UID)
	}
	if p := in.Preconditions; p != nil && p.ResourceVersion != nil {
		out.ResourceVersion = *p.ResourceVersion
	}
	return out, nil
}
