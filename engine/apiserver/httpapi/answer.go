//go:build !js

package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"informerscope/engine/apiserver"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func status(code int32, reason metav1.StatusReason, message string) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Reason: reason, Message: message,
	}}
}

// statusOf is what a client is told of an error.
func statusOf(err error) metav1.Status {
	var known apierrors.APIStatus
	if !errors.As(err, &known) {
		known = apierrors.NewInternalError(err)
	}
	s := known.Status()
	s.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	return s
}

func writeError(w http.ResponseWriter, err error) {
	s := statusOf(err)
	if s.Details != nil && s.Details.RetryAfterSeconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(s.Details.RetryAfterSeconds)))
	}
	writeJSON(w, int(s.Code), s)
}

func writeJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // a client that is gone needs no answer
}

// listObject is a list as it is sent. A list of custom resources always has
// metadata.continue.
func listObject(r apiserver.Resource, list *apiserver.ListResult) map[string]any {
	items := make([]any, len(list.Items))
	for i, item := range list.Items {
		items[i] = item.Object
	}
	metadata := map[string]any{"resourceVersion": list.ResourceVersion}
	if list.Continue != "" || !r.BuiltIn() {
		metadata["continue"] = list.Continue
	}
	if list.RemainingItemCount != nil {
		metadata["remainingItemCount"] = *list.RemainingItemCount
	}
	return map[string]any{"apiVersion": r.APIVersion(), "kind": r.Kind + "List", "metadata": metadata, "items": items}
}
