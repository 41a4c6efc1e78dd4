package harness

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// refused is the status of a request that no server answered.
const refused = 0

// failure makes an informer's next requests of a verb fail.
type failure struct {
	FailRequestsCommand
	left   int
	status int
}

// fail arranges a failure.
func (s *server) fail(c FailRequestsCommand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &failure{FailRequestsCommand: c, left: 1, status: http.StatusInternalServerError}
	if c.Verb == "" {
		f.Verb = verbList
	}
	if c.Times != nil {
		f.left = *c.Times
	}
	if c.Status != nil {
		// "refused" is no number.
		f.status, _ = strconv.Atoi(fmt.Sprint(c.Status))
	}
	s.failures = append(s.failures, f)
}

// refusal is the error that a request meets on arrival, and its status; nil if
// it is let in.
func (s *server) refusal(informer, verb string) (int64, error) {
	if s.away > 0 {
		return refused, statusError(refused, 0)
	}
	for _, f := range s.failures {
		if f.left > 0 && f.Informer == informer && f.Verb == verb {
			f.left--
			return int64(f.status), statusError(f.status, f.RetryAfter.Duration)
		}
	}
	return http.StatusOK, nil
}

// goAway ends all watches and refuses requests for a while. A restart also
// begins a new history when it is over.
func (s *server) goAway(d time.Duration, end string, restart bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away++
	for len(s.streams) > 0 {
		s.streams[0].finish(end)
	}
	time.AfterFunc(d, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.away--
		if restart {
			s.forget()
		}
	})
}

// drop ends an informer's open watch in one of the four ways. One that its former
// self has left behind is not meant.
func (s *server) drop(c DropWatchCommand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	how := c.How
	if how == "" {
		how = endEOF
	}
	for _, st := range s.streams {
		if st.informer != c.Informer || st.abandoned {
			continue
		}
		if how == endError {
			status := c.Status
			if status == 0 {
				status = http.StatusGone
			}
			st.fail(statusError(status, 0))
		} else {
			st.finish(how)
		}
		return
	}
}

// statusError is the error that a client gets for an HTTP status, or for a
// connection that nobody accepts.
func statusError(status int, retryAfter time.Duration) error {
	switch status {
	case refused:
		return &url.Error{Op: "Get", URL: "https://server", Err: &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}}
	case http.StatusGone:
		return apierrors.NewResourceExpired("too old resource version")
	case http.StatusInternalServerError:
		return apierrors.NewInternalError(fmt.Errorf("as the scenario says"))
	default:
		return apierrors.NewGenericServerResponse(status, "get", schema.GroupResource{}, "", "as the scenario says", int(retryAfter.Seconds()), true)
	}
}
