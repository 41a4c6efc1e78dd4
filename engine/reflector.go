package engine

import (
	"errors"
	"slices"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"github.com/tidwall/btree"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// Reflector models reflector.go: it lists, watches, and feeds the queue. One
// goroutine, whose position is Phase.
type Reflector struct {
	Phase Phase
	// LastSyncResourceVersion runs ahead of the store (section 1, step 4).
	LastSyncResourceVersion string
	// Unavailable is isLastSyncResourceVersionUnavailable.
	Unavailable bool
	Backoff     Backoff
	// WakeAt is when the pause ends, in PhaseBackoff.
	WakeAt time.Duration
	// Holding is the event that was read and not stored yet.
	Holding *watch.Event
	// Temporary holds the objects of a streaming list until it is complete.
	Temporary *btree.Map[string, cache.Object]
	// Request is the event of the request under way or of the open stream.
	Request int64
	// Error is what ListAndWatch is about to return, or pauses for.
	Error error

	informer  int
	actorName string
	stopping  bool
	// afterBackoff is where a pause leads, pausing the event of the one under way.
	afterBackoff Phase
	pausing      int64
	pager        pager
	// paginatedResult: a first list came in pages.
	paginatedResult bool
	replacement     replacement
	inbox           []message
	// key is that of the object in Holding.
	key string
	// cause is the event that led to what comes next; token the one with which
	// what is held began to travel.
	cause, token int64
	// started, eventCount and besidesAdded are the locals of handleAnyWatch.
	started      time.Duration
	eventCount   int
	besidesAdded bool
	// propagate is propagateRVFromStart.
	propagate bool
	// endRV is the version of the annotated bookmark.
	endRV string
}

// Phase is where the Reflector's goroutine stands.
type Phase string

// The phases, in the order in which a healthy run goes through them.
const (
	PhaseIdle         Phase = "not started"
	PhaseStart        Phase = "ListAndWatch"
	PhaseStreamSend   Phase = "watchList: request"
	PhaseStreamWait   Phase = "watchList: waiting for the stream"
	PhaseStreaming    Phase = "watchList: initial events"
	PhaseListSend     Phase = "list: request"
	PhaseListWait     Phase = "list: waiting for the answer"
	PhaseReplace      Phase = "Replace"
	PhaseWatchSend    Phase = "watch: request"
	PhaseWatchWait    Phase = "watch: waiting for the stream"
	PhaseWatching     Phase = "watch: events"
	PhaseReturned     Phase = "ListAndWatch returned"
	PhaseBackoff      Phase = "backoff"
	PhaseStopped      Phase = "stopped"
	upstreamReflector       = "tools/cache/reflector.go: "
)

// replacement is a whole list on its way into the queue.
type replacement struct {
	items []cache.Object
	rv    string
}

// errVeryShortWatch is VeryShortWatchError.
var errVeryShortWatch = errors.New("very short watch: unexpected watch close - watch lasted less than a second and no items received")

func (r *Reflector) name() string { return r.actorName }

func (r *Reflector) clone() *Reflector {
	c := *r
	c.inbox = slices.Clone(r.inbox)
	if r.Temporary != nil {
		c.Temporary = r.Temporary.Copy()
	}
	return &c
}

// receive takes what the network brings. What nobody waits for is dropped; a
// stream that nobody waits for is let go of.
func (r *Reflector) receive(w *World, m message) {
	if m.request == r.Request && r.Phase != PhaseStopped {
		r.inbox = append(r.inbox, m)
	} else if m.opened && w.link.stream(m.request) != nil {
		r.letGo(w, m.request, m.cause)
	}
}

// letGo is Stop of an open stream.
func (r *Reflector) letGo(w *World, request, cause int64) int64 {
	w.link.remove(request)
	return w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchStop, From: w.all[r.informer].place(trace.Reflector), To: trace.APIServer, Cause: cause,
		Upstream: upstreamReflector + "handleAnyWatch"}, trace.Int64("request", request), trace.String("how", "stopped"))
}

func (r *Reflector) ready(w *World) bool {
	i := w.all[r.informer]
	switch r.Phase {
	case PhaseIdle, PhaseStopped:
		return false
	case PhaseBackoff:
		return r.stopping && !r.ignoresStop(w)
	case PhaseStart, PhaseStreamSend, PhaseListSend, PhaseWatchSend, PhaseReturned:
		return true
	case PhaseReplace:
		return !i.queueLocked()
	case PhaseStreaming, PhaseWatching:
		if r.Holding != nil {
			return r.Phase == PhaseStreaming || !i.queueLocked() || r.Holding.Type == watch.Bookmark && !i.takesBookmarks()
		}
	}
	return r.stopping && !r.requesting(w)
}

// requesting: it is in a call that does not return before there is an answer,
// whatever stops meanwhile.
func (r *Reflector) requesting(w *World) bool {
	return w.profile.RequestsIgnoreStop && (r.Phase == PhaseListSend || r.Phase == PhaseListWait || r.Phase == PhaseWatchWait)
}

// hasMail: the Reflector waits for the network, and something has arrived.
func (r *Reflector) hasMail() bool {
	switch r.Phase {
	case PhaseListWait, PhaseStreamWait, PhaseWatchWait, PhaseStreaming, PhaseWatching:
		return len(r.inbox) > 0 && r.Holding == nil
	}
	return false
}

// leave forgets the request under way, and what has come of it.
func (r *Reflector) leave() { r.Request, r.inbox = 0, nil }

// ignoresStop: the pause inside watchList does not look at the stop channel
// nor does 1.13's after a refused connection (R-20 [13]).
func (r *Reflector) ignoresStop(w *World) bool {
	return r.afterBackoff == PhaseStreamSend || r.afterBackoff == PhaseWatchSend && w.profile.WatchErrorsAreSilent
}

func (r *Reflector) step(w *World) {
	i := w.all[r.informer]
	if r.stopping && r.Holding == nil && r.Phase != PhaseReplace && !r.requesting(w) {
		r.stop(w, i)
		return
	}
	switch r.Phase {
	case PhaseStart:
		r.listAndWatch(i)
	case PhaseStreamSend:
		r.sendWatch(w, i, true)
	case PhaseListSend:
		r.sendList(w, i)
	case PhaseListWait:
		r.readList(w, i, r.take())
	case PhaseReplace:
		r.replace(w, i)
	case PhaseWatchSend:
		r.sendWatch(w, i, false)
	case PhaseStreamWait, PhaseWatchWait:
		r.readOpening(w, i, r.take())
	case PhaseStreaming, PhaseWatching:
		if r.Holding != nil {
			r.store(w, i)
			return
		}
		r.readStream(w, i, r.take())
	case PhaseReturned:
		r.pause(w, i)
	}
}

func (r *Reflector) take() message {
	m := r.inbox[0]
	if len(r.inbox) == 1 {
		r.inbox = r.inbox[:0] // a copy of the world has an inbox of its own
	} else {
		r.inbox = r.inbox[1:]
	}
	return m
}

// listAndWatch is the beginning of ListAndWatchWithContext.
func (r *Reflector) listAndWatch(i *Informer) {
	r.Phase = PhaseListSend
	r.pager = pager{}
	if *i.Config.WatchList {
		r.Phase = PhaseStreamSend
	}
}

// sendWatch sends a watch request, of watchList or of watch.
func (r *Reflector) sendWatch(w *World, i *Informer, streaming bool) {
	timeout := w.watchTimeout()
	o := metav1.ListOptions{
		LabelSelector: i.Config.LabelSelector, FieldSelector: i.Config.FieldSelector,
		ResourceVersion: r.LastSyncResourceVersion, AllowWatchBookmarks: w.profile.Bookmarks, TimeoutSeconds: &timeout,
	}
	r.Phase, r.propagate = PhaseWatchWait, o.ResourceVersion != "" && o.ResourceVersion != "0"
	upstream := "Reflector.watch"
	if streaming {
		r.Phase, upstream = PhaseStreamWait, "Reflector.watchList"
		if r.Unavailable {
			o.ResourceVersion = ""
		}
		yes := true
		o.SendInitialEvents, o.ResourceVersionMatch = &yes, metav1.ResourceVersionMatchNotOlderThan
		r.Temporary, r.endRV = &btree.Map[string, cache.Object]{}, ""
	}
	i.tweak(&o)
	r.beginWatch(w)
	r.Request = w.emit(trace.Event{
		Actor: r.actorName, Kind: trace.WatchRequest, From: i.place(trace.Reflector), To: trace.APIServer, Cause: r.cause,
		Upstream: upstreamReflector + upstream}, requestData(o)...)
	w.after(w.Network.Watch, watchArrives{r.informer, r.Request, o})
}

// tweak is what a factory's TweakListOptionsFunc does to a request on its way.
func (i *Informer) tweak(o *metav1.ListOptions) {
	if rv := i.Config.PinnedVersion; rv != "" {
		o.ResourceVersion = rv
	}
}

// beginWatch starts the counting of handleAnyWatch.
func (r *Reflector) beginWatch(w *World) {
	r.started, r.eventCount, r.besidesAdded = w.now, 0, false
}

// watchTimeout is a whole number of seconds, uniform in [300, 600).
func (w *World) watchTimeout() int64 {
	if w.config.Jitter == JitterNone {
		return 450
	}
	return 300 + int64(w.fraction()*300)
}

// requestData is what the trace and the report tell of a request.
func requestData(o metav1.ListOptions) trace.Data {
	return trace.Data{
		trace.String("resourceVersion", o.ResourceVersion),
		trace.String("resourceVersionMatch", string(o.ResourceVersionMatch)),
		trace.Int64("limit", o.Limit),
		trace.Bool("continue", o.Continue != ""),
		trace.Bool("sendInitialEvents", o.SendInitialEvents != nil && *o.SendInitialEvents),
		trace.Bool("allowWatchBookmarks", o.AllowWatchBookmarks),
	}
}

// readOpening learns whether a watch is open.
func (r *Reflector) readOpening(w *World, i *Informer, m message) {
	streaming := r.Phase == PhaseStreamWait
	if m.err == nil {
		r.Phase = PhaseWatching
		if streaming {
			r.Phase = PhaseStreaming
		}
		if w.profile.WatchBeginsOpen {
			r.started = w.now
		}
		w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchOpen, Cause: m.cause, Upstream: upstreamReflector + "handleAnyWatch"})
		return
	}
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchRefused, Cause: m.cause, Upstream: upstreamReflector + "isWatchErrorRetriable"},
		trace.Int("status", statusOf(m.err)), trace.String("error", m.err.Error()))
	if streaming {
		r.failStream(w, m.err)
		return
	}
	switch {
	case r.retriable(w, m.err):
		r.backOff(w, i, PhaseWatchSend, m.err)
	case w.profile.WatchErrorsAreSilent:
		r.returned(nil)
	default:
		r.returned(m.err)
	}
}

// retriable is isWatchErrorRetriable: a refused connection, and from
// 1.37's side also 429.
func (r *Reflector) retriable(w *World, err error) bool {
	return errors.Is(err, errRefused) || w.profile.RetryTooManyRequests && apierrors.IsTooManyRequests(err)
}

// failStream is isErrorRetriableWithSideEffectsFn of watchList.
func (r *Reflector) failStream(w *World, err error) {
	switch {
	case r.retriable(w, err):
		r.backOff(w, w.all[r.informer], PhaseStreamSend, err)
	case isExpired(err) || isTooLarge(err):
		r.Unavailable = true
		r.Phase = PhaseStreamSend
	default:
		r.fallBack(w, err)
	}
}

// fallBack gives streaming up for this ListAndWatch.
func (r *Reflector) fallBack(w *World, err error) {
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchListFallback, Cause: r.cause,
		Upstream: upstreamReflector + "Reflector.ListAndWatchWithContext"}, trace.String("error", err.Error()))
	r.Phase, r.pager, r.Temporary = PhaseListSend, pager{}, nil
}

// replace hands a whole list to the queue: syncWith, or the end of watchList.
func (r *Reflector) replace(w *World, i *Informer) {
	streamed := r.Temporary != nil
	n := i.Queue.Replace(r.replacement.items, r.replacement.rv, w.moving(r.token), i.Indexer)
	r.cause = w.emit(trace.Event{
		Actor: r.actorName, Kind: trace.QueueReplace, RV: r.replacement.rv, Delta: string(i.replaceDelta()),
		From: i.place(trace.Reflector), To: i.place(trace.Queue), Cause: r.cause, Upstream: i.queueUpstream("Replace"),
	}, trace.Int("items", n.Items), trace.Strings("tombstones", n.Tombstones), trace.Int64("token", r.token))
	r.Unavailable, i.Lost = false, false
	r.LastSyncResourceVersion = r.replacement.rv
	r.replacement, r.Temporary = replacement{}, nil
	i.noteSynced(w, r.cause) // an empty list may have nothing to wait for (D-7)
	i.Resync.start(w, i, r.cause)
	if streamed {
		// The same stream goes on.
		r.beginWatch(w)
		r.Phase, r.propagate = PhaseWatching, true
		return
	}
	r.Phase = PhaseWatchSend
}

// returned is ListAndWatch returning err; nil is no reason to tell anybody
//
func (r *Reflector) returned(err error) {
	r.leave()
	r.Phase, r.Error = PhaseReturned, err
	r.Temporary = nil
}

// pause is one turn of RunWithContext's loop: the handler, then the delay.
func (r *Reflector) pause(w *World, i *Informer) {
	i.Resync.cancel()
	if err := r.Error; err != nil && w.profile.WatchErrorHandler {
		r.Error = nil
		r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchErrorHandler, Cause: r.cause,
			Upstream: upstreamReflector + "Reflector.RunWithContext"}, trace.String("error", err.Error()))
		return
	}
	r.backOff(w, i, PhaseStart, nil)
}

// backOff waits one delay of the shared backoff, then goes on at next.
func (r *Reflector) backOff(w *World, i *Informer, next Phase, err error) {
	d := w.profile.RelistPause
	if d == 0 {
		d = r.Backoff.step(w)
	}
	r.leave()
	r.Phase, r.afterBackoff, r.WakeAt = PhaseBackoff, next, w.now+d
	data := trace.Data{trace.Duration("for", d), trace.String("then", string(next))}
	if err != nil {
		data = append(data, trace.String("error", err.Error()))
	}
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.BackoffStart, Cause: r.cause, Upstream: upstreamReflector + "delayHandler"}, data...)
	r.pausing = r.cause
	w.after(d, reflectorWakes{r.informer, r.pausing})
}

// reflectorWakes is the end of a pause.
type reflectorWakes struct {
	informer int
	// backoff is the event of the pause that ends.
	backoff int64
}

func (a reflectorWakes) do(w *World) {
	r := w.all[a.informer].Reflector
	if r.Phase == PhaseBackoff && r.pausing == a.backoff {
		r.Phase = r.afterBackoff
	}
}

// stop is what the end of the context does: let go of the stream and return.
func (r *Reflector) stop(w *World, i *Informer) {
	i.Resync.cancel()
	if w.link.stream(r.Request) != nil {
		r.cause = r.letGo(w, r.Request, r.cause)
		return
	}
	r.leave()
	r.Phase = PhaseStopped
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.ReflectorStop, Cause: r.cause, Upstream: upstreamReflector + "Reflector.RunWithContext"})
	if i.Loop.Stopped {
		i.finishStop(w, r.cause)
	}
}

// isExpired is isExpiredError.
func isExpired(err error) bool { return apierrors.IsResourceExpired(err) || apierrors.IsGone(err) }

// isTooLarge is isTooLargeResourceVersionError, as far as today's servers go
//
func isTooLarge(err error) bool {
	return apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge)
}
