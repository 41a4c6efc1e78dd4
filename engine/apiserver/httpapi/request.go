//go:build !js

package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"informerscope/engine/apiserver"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// maxBody is upstream's limit for request bodies.
const maxBody = 3 * 1024 * 1024

// request is an HTTP request whose path has been understood.
type request struct {
	*http.Request
	// ref is what it is about; a collection has no name.
	ref apiserver.Ref
	// subresource is "status" or empty.
	subresource string
	// watch: the path is the old /watch/ one.
	watch bool
	query url.Values
}

// route understands /api/V/… and /apis/G/V/… of known resources; what is
// meant for another scope is not there.
func (h *Handler) route(r *http.Request) (*request, bool) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	q := &request{Request: r, query: r.URL.Query()}
	var gv schema.GroupVersion
	switch {
	case len(parts) > 2 && parts[0] == "api":
		gv.Version, parts = parts[1], parts[2:]
	case len(parts) > 3 && parts[0] == "apis":
		gv.Group, gv.Version, parts = parts[1], parts[2], parts[3:]
	default:
		return nil, false
	}
	if parts[0] == "watch" {
		q.watch, parts = true, parts[1:]
	}
	if len(parts) > 2 && parts[0] == "namespaces" && parts[2] != "status" {
		q.ref.Namespace, parts = parts[1], parts[2:]
	}
	if len(parts) == 0 || len(parts) > 3 {
		return nil, false
	}
	h.mu.Lock()
	resource, known := h.server.Lookup(schema.GroupResource{Group: gv.Group, Resource: parts[0]})
	h.mu.Unlock()
	q.ref.Resource = resource
	if len(parts) > 1 {
		q.ref.Name = parts[1]
	}
	if len(parts) > 2 {
		q.subresource = parts[2]
	}
	return q, known && resource.Version == gv.Version && q.inScope()
}

// inScope: namespaced objects are read and written in a namespace, though read
// in all of them too; status is there where it is declared.
func (q *request) inScope() bool {
	r := q.ref.Resource
	if q.subresource != "" && (q.subresource != "status" || !r.StatusSubresource) {
		return false
	}
	if !r.Namespaced {
		return q.ref.Namespace == ""
	}
	return q.ref.Namespace != "" || q.Method == http.MethodGet && q.ref.Name == ""
}

// checkSupported refuses what this server does not do at all.
func (q *request) checkSupported() error {
	if q.query.Has("dryRun") {
		return apierrors.NewBadRequest("dryRun is not served here")
	}
	if accept := q.Header.Get("Accept"); accept != "" && !acceptsJSON(accept) {
		return status(http.StatusNotAcceptable, metav1.StatusReasonNotAcceptable,
			"only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf")
	}
	return nil
}

func acceptsJSON(accept string) bool {
	for _, one := range strings.Split(accept, ",") {
		mediaType, params, err := mime.ParseMediaType(one)
		if err == nil && slices.Contains([]string{"*/*", "application/*", "application/json"}, mediaType) && params["as"] == "" {
			return true
		}
	}
	return false
}

// mediaType is the request's Content-Type, JSON if it has none.
func (q *request) mediaType() string {
	mediaType, _, err := mime.ParseMediaType(q.Header.Get("Content-Type"))
	if err != nil || mediaType == "" {
		return "application/json"
	}
	return mediaType
}

func unknownFormat(accepted string) error {
	return status(http.StatusUnsupportedMediaType, metav1.StatusReasonUnsupportedMediaType,
		"the body of the request was in an unknown format - accepted media types include: "+accepted)
}

// body reads the whole body.
func (q *request) body() ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(nil, q.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, apierrors.NewRequestEntityTooLargeError(fmt.Sprintf("limit is %d", maxBody))
	}
	return data, err
}

// object reads a body that is an object of the request's resource, in the
// request's namespace.
func (q *request) object() (*unstructured.Unstructured, error) {
	if q.mediaType() != "application/json" {
		return nil, unknownFormat("application/json, application/yaml, application/vnd.kubernetes.protobuf")
	}
	data, err := q.body()
	if err != nil {
		return nil, err
	}
	obj := &unstructured.Unstructured{}
	if err := json.Unmarshal(data, &obj.Object); err != nil {
		shown := string(data)
		if shown == "" {
			shown = "<empty>"
		}
		return nil, apierrors.NewBadRequest(fmt.Sprintf(
			"the object provided is unrecognized (must be of type %s): couldn't get version/kind; json parse error: %v (%s)",
			q.ref.Resource.Kind, err, shown))
	}
	return obj, q.belongs(obj)
}

// belongs checks that an object is what the path says, and gives it the path's
// namespace.
func (q *request) belongs(obj *unstructured.Unstructured) error {
	r := q.ref.Resource
	if v := obj.GetAPIVersion(); v != r.APIVersion() {
		return apierrors.NewBadRequest(fmt.Sprintf(
			"the API version in the data (%s) does not match the expected API version (%s)", v, r.APIVersion()))
	}
	if kind := obj.GetKind(); kind != r.Kind {
		return apierrors.NewInvalid(schema.GroupKind{Group: r.Group, Kind: kind}, obj.GetName(), field.ErrorList{
			field.Invalid(field.NewPath("kind"), kind, "must be "+r.Kind)})
	}
	if q.ref.Name != "" && q.Method != http.MethodPost && obj.GetName() != q.ref.Name {
		return apierrors.NewBadRequest(fmt.Sprintf(
			"the name of the object (%s) does not match the name on the URL (%s)", obj.GetName(), q.ref.Name))
	}
	if obj.GetNamespace() == "" && q.ref.Namespace != "" {
		obj.SetNamespace(q.ref.Namespace)
	}
	if obj.GetNamespace() != q.ref.Namespace {
		return apierrors.NewBadRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	return nil
}
