package engine

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// link is the network between the API server and the reflectors, with its
// faults: the requests under way, the open watches, and what is wrong with it.
type link struct {
	streams []*Stream
	faults  []fault
	// ahead are the requests that wait for a revision. The slice is replaced, not
	// changed, so that copies may share it.
	ahead []ahead
	// away: requests that arrive are refused, until then.
	away time.Duration
	// pending: some stream may have something to send.
	pending bool
	// writes says of each revision which event stored it, in order. Copies
	// share them: only the end is written.
	writes []written
}

// written is a revision and the event that stored it.
type written struct{ revision, seq int64 }

// writeOf is the event that stored a version, or 0.
func (l *link) writeOf(version string) int64 {
	revision, _ := strconv.ParseInt(version, 10, 64)
	n := len(l.writes)
	if n > 0 && l.writes[n-1].revision > revision {
		n = 1 + sort.Search(n, func(i int) bool { return l.writes[i].revision >= revision })
	}
	if n > 0 && l.writes[n-1].revision == revision {
		return l.writes[n-1].seq
	}
	return 0
}

// Stream is one open watch, as the server sees it.
type Stream struct {
	// Request is the event of the watch.request that opened it.
	Request  int64
	Informer int
	Opened   time.Duration
	// Sent is the version of the newest event sent, SentEvents how many changes.
	Sent       string
	SentEvents int

	watch *apiserver.Watch
	// answer is the event of the watch.answer.
	answer int64
	// initial: what is sent tells what was there before the watch.
	initial bool
	// arrived is when the last thing sent will arrive: order is kept.
	arrived time.Duration
}

// fault makes the next requests of an informer fail.
type fault struct {
	client     string // an informer, or a manager
	verb       string
	times      int
	status     int // 0: refused
	retryAfter time.Duration
}

// errRefused is a connection refused.
var errRefused = errors.New("connection refused")

// The verbs a fault may name.
const (
	verbList  = "list"
	verbWatch = "watch"
	verbWrite = "write"
)

// InformerOf is the informer whose watch a stream is.
func (w *World) InformerOf(s *Stream) *Informer { return w.all[s.Informer] }

// Streams are the open watches, in the order in which they were opened.
func (w *World) Streams() []*Stream { return w.link.streams }

// AwayUntil is when the network or the server is back; 0 if neither is away.
func (w *World) AwayUntil() time.Duration { return w.link.away }

// bookmarkDue is the server's bookmark timer of one watch.
type bookmarkDue struct{ request int64 }

func (a bookmarkDue) do(w *World) {
	s := w.link.stream(a.request)
	if s == nil {
		return
	}
	w.periodically(w.config.Server.BookmarkEvery.Duration, a)
	if e, ok := w.Server.Bookmark(s.watch); ok {
		w.sendEvent(s, e, 0)
	}
}

// watchTimesOut is the end of a watch's timeoutSeconds.
type watchTimesOut struct{ request int64 }

func (a watchTimesOut) do(w *World) {
	if s := w.link.stream(a.request); s != nil {
		w.endStream(s, "timeout", 0)
	}
}

// send lets the server send one event that some watch waits for, and says
// whether there was one. What a write changed goes out at once.
func (l *link) send(w *World) bool {
	if !l.pending {
		return false
	}
	if l.reached(w) {
		return true
	}
	for _, s := range l.streams {
		e, ok := w.Server.Next(s.watch)
		if !ok {
			continue
		}
		w.sendEvent(s, e, w.causeOf(s, e))
		if e.Type == watch.Error {
			w.endStream(s, "error-event", w.seq)
		}
		return true
	}
	l.pending = false
	return false
}

// causeOf is the write that made e, or the answer that opened the watch if e
// tells what was there before.
func (w *World) causeOf(s *Stream, e watch.Event) int64 {
	o, ok := e.Object.(cache.Object)
	if !ok || s.initial || e.Type == watch.Bookmark {
		return s.answer
	}
	if seq := w.link.writeOf(cache.VersionOf(o)); seq != 0 {
		return seq
	}
	return s.answer
}

// sendEvent puts e on the wire; a token begins here.
func (w *World) sendEvent(s *Stream, e watch.Event, cause int64) {
	i := w.all[s.Informer]
	ev := trace.Event{Actor: actorServer, Kind: trace.WatchEvent, From: trace.APIServer, To: i.place(trace.Reflector), Cause: cause,
		Delta: deltaOf(e.Type)}
	if o, ok := e.Object.(cache.Object); ok {
		ev.RV = cache.VersionOf(o)
		if e.Type != watch.Bookmark {
			ev.Key, ev.UID = cache.KeyOf(o), cache.UIDOf(o)
			s.SentEvents++
		} else {
			s.initial = false
		}
		s.Sent = ev.RV
	}
	data := []trace.Pair{trace.String("type", string(e.Type)), trace.Int64("request", s.Request), trace.String("informer", i.Config.Name)}
	if status, ok := e.Object.(*metav1.Status); ok {
		data = append(data, trace.Int("status", int(status.Code)))
	}
	seq := w.emit(ev, data...)
	s.arrived = max(s.arrived, w.now+w.Network.Watch)
	w.agenda.put(s.arrived, false, messageArrives{s.Informer, message{request: s.Request, event: &e, key: ev.Key, token: seq, cause: seq}})
}

// endStream ends a watch from the server's side; what is on the wire arrives
// before the end does.
func (w *World) endStream(s *Stream, how string, cause int64) {
	i := w.all[s.Informer]
	seq := w.emit(trace.Event{Actor: actorServer, Kind: trace.WatchEnd, From: trace.APIServer, To: i.place(trace.Reflector), Cause: cause},
		trace.String("how", how), trace.Int64("request", s.Request), trace.String("informer", i.Config.Name))
	s.arrived = max(s.arrived, w.now+w.Network.Watch)
	w.agenda.put(s.arrived, false, messageArrives{s.Informer, message{request: s.Request, end: how, cause: seq}})
	w.link.remove(s.Request)
}

// messageArrives is an answer, a watch event or the end of a watch reaching a
// reflector.
type messageArrives struct {
	informer int
	m        message
}

func (a messageArrives) do(w *World) { w.all[a.informer].Reflector.receive(w, a.m) }

// message is what a reflector receives: the answer to a list, the answer to a
// watch request, an event, or the end of a watch.
type message struct {
	request int64
	cause   int64
	token   int64
	list    *apiserver.ListResult
	opened  bool
	event   *watch.Event
	key     string // of the event's object, unless it is a bookmark
	end     string
	err     error
}

// fails says whether a request that arrives now is refused or fails on purpose.
func (w *World) fails(client, verb string) error {
	if w.link.away > w.now {
		return errRefused
	}
	for n, f := range w.link.faults {
		if f.client != client || f.verb != verb {
			continue
		}
		f.times--
		w.link.faults = slices.Clone(w.link.faults)
		w.link.faults[n] = f
		if f.times == 0 {
			w.link.faults = slices.Delete(w.link.faults, n, n+1)
		}
		if f.status == 0 {
			return errRefused
		}
		return statusError(f.status, f.retryAfter)
	}
	return nil
}

func (l *link) stream(request int64) *Stream {
	for _, s := range l.streams {
		if s.Request == request {
			return s
		}
	}
	return nil
}

func (l *link) remove(request int64) {
	l.streams = slices.DeleteFunc(slices.Clone(l.streams), func(s *Stream) bool { return s.Request == request })
}

func (l *link) clone() link {
	c := *l
	c.streams = each(l.streams, func(s *Stream) *Stream {
		t, opened := *s, *s.watch
		t.watch = &opened
		return &t
	})
	c.writes = l.writes[:len(l.writes):len(l.writes)]
	return c
}

// statusError is the answer of a server that fails with an HTTP status.
func statusError(code int, retryAfter time.Duration) *apierrors.StatusError {
	reason := map[int]metav1.StatusReason{
		400: metav1.StatusReasonBadRequest, 401: metav1.StatusReasonUnauthorized, 403: metav1.StatusReasonForbidden,
		404: metav1.StatusReasonNotFound, 409: metav1.StatusReasonConflict, 410: metav1.StatusReasonExpired,
		422: metav1.StatusReasonInvalid, 429: metav1.StatusReasonTooManyRequests, 500: metav1.StatusReasonInternalError,
		503: metav1.StatusReasonServiceUnavailable, 504: metav1.StatusReasonTimeout,
	}[code]
	status := metav1.Status{Status: metav1.StatusFailure, Code: int32(code), Reason: reason, Message: "the server answers " + string(reason)}
	if retryAfter > 0 {
		status.Details = &metav1.StatusDetails{RetryAfterSeconds: int32(retryAfter / time.Second)}
	}
	return &apierrors.StatusError{ErrStatus: status}
}

// statusOf is the HTTP status of an error; 0 for a refused connection.
func statusOf(err error) int {
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		return int(status.Status().Code)
	}
	return 0
}

// deltaOf is the delta that a watch event will become.
func deltaOf(t watch.EventType) string {
	switch t {
	case watch.Added:
		return string(cache.Added)
	case watch.Modified:
		return string(cache.Updated)
	case watch.Deleted:
		return string(cache.Deleted)
	case watch.Bookmark:
		return string(cache.Bookmark)
	}
	return ""
}
