package engine

import (
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// readStream takes the next thing from the open stream (handleAnyWatch, W-4).
func (r *Reflector) readStream(w *World, i *Informer, m message) {
	switch {
	case m.end != "":
		r.closed(w, i, m)
	case m.event.Type == watch.Error:
		r.errorEvent(w, i, m)
	default:
		o, _ := m.event.Object.(cache.Object)
		r.Holding, r.key, r.token = m.event, m.key, m.token
		e := trace.Event{Actor: r.actorName, Kind: trace.WatchReceive, RV: cache.VersionOf(o), Delta: deltaOf(m.event.Type),
			From: trace.APIServer, To: i.place(trace.Reflector), Cause: m.cause, Upstream: upstreamReflector + "handleAnyWatch"}
		if m.event.Type != watch.Bookmark {
			e.Key, e.UID = m.key, cache.UIDOf(o)
		}
		r.cause = w.emit(e, trace.String("type", string(m.event.Type)), trace.Int64("token", m.token))
	}
}

// store puts the event that is held where it belongs and moves the versions on
// (W-5, W-6, R-26).
func (r *Reflector) store(w *World, i *Informer) {
	e := *r.Holding
	o, _ := e.Object.(cache.Object)
	r.Holding = nil
	r.eventCount++
	if e.Type != watch.Added {
		r.besidesAdded = true
	}
	if r.Phase == PhaseStreaming {
		r.storeInitial(w, i, e, o)
		return
	}
	if e.Type == watch.Bookmark {
		r.storeBookmark(w, i, cache.VersionOf(o))
	} else {
		r.queueAdd(w, i, e, o)
	}
	if r.propagate || r.besidesAdded {
		r.LastSyncResourceVersion = cache.VersionOf(o)
	}
}

// storeCalls names the ReflectorStore method behind each delta (W-5).
var storeCalls = map[cache.DeltaType]string{cache.Added: "Add", cache.Updated: "Update", cache.Deleted: "Delete"}

// queueAdd is store.Add, Update or Delete.
func (r *Reflector) queueAdd(w *World, i *Informer, e watch.Event, o cache.Object) {
	d := cache.Delta{Type: cache.DeltaType(deltaOf(e.Type)), Key: r.key, Object: o, Origin: w.moving(r.token)}
	kind := trace.QueueAdd
	switch i.Queue.Add(d, i.Indexer) {
	case cache.Merged:
		kind = trace.QueueDedup
	case cache.Ignored:
		kind = trace.QueueIgnored
	}
	r.cause = w.emit(trace.Event{
		Actor: r.actorName, Kind: kind, Key: d.Key, RV: d.Version(), UID: cache.UIDOf(o), Delta: string(d.Type),
		From: i.place(trace.Reflector), To: i.place(trace.Queue), Cause: r.cause, Upstream: i.queueUpstream(storeCalls[d.Type]),
	}, trace.Int64("token", r.token), trace.Int("depth", i.Queue.Len()))
	i.noteSynced(w, r.cause) // whoever adds before any list is synced at once (D-8)
}

// storeBookmark is store.Bookmark, where the store takes bookmarks (W-6).
func (r *Reflector) storeBookmark(w *World, i *Informer, rv string) {
	taken := i.Queue.Bookmark(rv, w.moving(r.token))
	e := trace.Event{Actor: r.actorName, Kind: trace.QueueBookmark, RV: rv, Delta: string(cache.Bookmark), From: i.place(trace.Reflector), Cause: r.cause,
		Upstream: i.queueUpstream("Bookmark")}
	if taken {
		e.To = i.place(trace.Queue)
	}
	r.cause = w.emit(e, trace.Bool("queued", taken), trace.Int64("token", r.token))
}

// storeInitial puts an event of a streaming list into the temporary store,
// until the annotated bookmark says that everything has been shown.
func (r *Reflector) storeInitial(w *World, i *Informer, e watch.Event, o cache.Object) {
	ev := trace.Event{Actor: r.actorName, Kind: trace.WatchListAdd, RV: cache.VersionOf(o), Delta: deltaOf(e.Type), Cause: r.cause,
		Upstream: upstreamReflector + "Reflector.watchList"}
	if e.Type == watch.Bookmark {
		if r.besidesAdded {
			r.endRV = cache.VersionOf(o)
		}
		if o.GetAnnotations()[metav1.InitialEventsAnnotationKey] != "true" {
			r.cause = w.emit(ev, trace.Int64("token", r.token))
			return
		}
		r.replacement = replacement{rv: r.endRV}
		r.Temporary.Scan(func(_ string, o cache.Object) bool {
			r.replacement.items = append(r.replacement.items, o)
			return true
		})
		r.Phase = PhaseReplace
		ev.Kind = trace.WatchListDone
		r.cause = w.emit(ev, trace.Int("items", r.Temporary.Len()), trace.Int64("token", r.token))
		return
	}
	ev.Key, ev.UID = r.key, cache.UIDOf(o)
	if t := i.transform(); t != nil {
		o = t(o) // once more than it will be in the queue
	}
	if e.Type == watch.Deleted {
		r.Temporary.Delete(ev.Key)
	} else {
		r.Temporary.Set(ev.Key, o)
	}
	if r.besidesAdded {
		r.endRV = ev.RV
	}
	r.cause = w.emit(ev, trace.Int64("token", r.token), trace.Int("n", r.Temporary.Len()))
}

// errorEvent is an ERROR event: it ends the stream.
func (r *Reflector) errorEvent(w *World, i *Informer, m message) {
	err := apierrors.FromObject(m.event.Object)
	r.leave()
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchError, Cause: m.cause, Upstream: upstreamReflector + "handleAnyWatch"},
		trace.Int("status", statusOf(err)), trace.String("error", err.Error()))
	switch {
	case r.Phase == PhaseStreaming:
		r.failStream(w, err)
	case w.profile.RetryTooManyRequests && apierrors.IsTooManyRequests(err):
		r.backOff(w, i, PhaseWatchSend, err)
	default:
		r.returned(nil)
	}
}

// closed is the end of a stream without an error: watch again at once,
// unless it was very short.
func (r *Reflector) closed(w *World, i *Informer, m message) {
	short := w.now-r.started < time.Second && r.eventCount == 0
	streaming := r.Phase == PhaseStreaming
	r.leave()
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.WatchClosed, Cause: m.cause, Upstream: upstreamReflector + "handleAnyWatch"},
		trace.String("how", m.end), trace.Bool("veryShort", short), trace.Int("items", r.eventCount))
	switch {
	case streaming && short:
		r.fallBack(w, errVeryShortWatch)
	case streaming:
		r.Phase = PhaseStreamSend
	case short:
		r.returned(nil)
	default:
		r.Phase = PhaseWatchSend
	}
}
