package apiserver

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TooLargeWait is how long a real server waits for a revision that the store
// has not come to (A-50; apiserver, storage/cacher/watch_cache.go).
const TooLargeWait = 3 * time.Second

// TooLarge is the answer to a request for a revision that the store has not
// come to. It is due only after Wait: should the server come to Revision before
// that, the request is to be made again.
type TooLarge struct {
	*apierrors.StatusError
	Revision int64
	Wait     time.Duration
}

// tooLarge is upstream's storage.NewTooLargeResourceVersionError.
func (s *Server) tooLarge(revision int64) error {
	e := &TooLarge{Revision: revision}
	retryAfter := 0
	if s.config.WatchCache {
		retryAfter, e.Wait = 1, TooLargeWait
	}
	e.StatusError = apierrors.NewTimeoutError(
		fmt.Sprintf("Too large resource version: %d, current: %d", revision, s.revision), retryAfter)
	e.ErrStatus.Details.Causes = []metav1.StatusCause{{
		Type: metav1.CauseTypeResourceVersionTooLarge, Message: "Too large resource version",
	}}
	return e
}

// internal is the 500 without a reason that a plain Go error becomes.
func internal(message string) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: http.StatusInternalServerError, Message: message,
	}}
}

// modifiedSince is the 409 of an update that was made from an old version.
func modifiedSince(t *store, name string) error {
	return apierrors.NewConflict(t.resource.GroupResource(), name, errors.New(
		"the object has been modified; please apply your changes to the latest version and try again"))
}

// maxVersion leaves room to count on from an absurd version.
const maxVersion = 1 << 62

// parseVersion reads a resourceVersion, "" being 0. Its error is worded as
// upstream's storage.APIObjectVersioner words it.
func parseVersion(version string) (int64, error) {
	if version == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(version, 10, 64)
	if err != nil {
		return 0, field.Invalid(field.NewPath("resourceVersion"), version, err.Error())
	}
	return int64(min(n, maxVersion)), nil
}
