package apiserver

import (
	"fmt"
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// Watch is an open watch as plain data: a copy of the value goes its own way.
// It stands for apiserver's storage/cacher/cache_watcher.go. What is due is
// asked for with Next, after each write, until there is nothing more: a watch
// that lets history pass it by ends with a 410.
type Watch struct {
	resource  Resource
	selection selection
	// initial is the state that is still to be sent, next its first key.
	initial *objects
	next    string
	// endsInitial: a bookmark says where the initial events end.
	endsInitial bool
	// bookmarks were asked for.
	bookmarks bool
	// after is the revision up to which changes were sent, or are not wanted.
	after int64
	// sent is the highest version that was sent or begun with.
	sent int64
	// failure is the only event of a watch that could not begin.
	failure *metav1.Status
	ended   bool
}

// Watch opens a watch under the rules of the catalogue's table of watches. What
// is wrong with the request itself is an error; a version that is too old
// becomes the watch's only event, as it does with a real server. A
// *TooLarge error asks to wait; when its Wait has passed in vain, the answer is
// ErrorWatch of it.
func (s *Server) Watch(r Resource, namespace string, o metav1.ListOptions) (*Watch, error) {
	t := s.store(r)
	implied := o.AllowWatchBookmarks && o.SendInitialEvents == nil && o.ResourceVersionMatch == "" &&
		(o.ResourceVersion == "" || o.ResourceVersion == "0")
	if implied {
		o.SendInitialEvents, o.ResourceVersionMatch = &implied, metav1.ResourceVersionMatchNotOlderThan
	}
	sel, err := selectionOf(t.resource, namespace, o, validateWatch)
	if err != nil {
		return nil, err
	}
	revision, err := parseVersion(o.ResourceVersion)
	if err != nil {
		return nil, internal(err.Error())
	}
	w := &Watch{resource: t.resource, selection: sel, bookmarks: o.AllowWatchBookmarks, after: revision, sent: revision}
	streamed := o.SendInitialEvents != nil && *o.SendInitialEvents
	switch {
	case streamed && revision > s.revision:
		return nil, s.tooLarge(revision)
	case streamed || revision == 0 && o.SendInitialEvents == nil:
		w.initial, w.next = t.objects.Copy(), sel.prefix
		w.endsInitial = streamed && o.AllowWatchBookmarks
		w.after, w.sent = s.revision, s.revision
	case revision == 0:
		w.after, w.sent = s.revision, s.revision
	case revision < s.floor(t):
		return ErrorWatch(s.tooOld(t, revision)), nil
	}
	return w, nil
}

// ErrorWatch is a watch whose only event is an error.
func ErrorWatch(err apierrors.APIStatus) *Watch {
	failure := err.Status()
	failure.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	return &Watch{failure: &failure}
}

// floor is the lowest revision from which a watch may begin.
func (s *Server) floor(t *store) int64 {
	return max(t.floor, s.compacted, s.restarted)
}

func (s *Server) tooOld(t *store, revision int64) *apierrors.StatusError {
	if !s.config.WatchCache {
		return apierrors.NewResourceExpired("The resourceVersion for the provided watch is too old.")
	}
	return apierrors.NewResourceExpired(fmt.Sprintf("too old resource version: %d (%d)", revision, s.floor(t)))
}

// Next returns the event that is due on a watch, and false if there is none at
// present. After an ERROR event there never is one again.
func (s *Server) Next(w *Watch) (watch.Event, bool) {
	switch {
	case w.ended:
		return watch.Event{}, false
	case w.failure != nil:
		w.ended = true
		return watch.Event{Type: watch.Error, Object: w.failure}, true
	case w.initial != nil:
		if e, ok := w.nextInitial(); ok {
			return e, true
		}
	}
	if w.endsInitial {
		w.endsInitial = false
		return w.bookmark(w.after, map[string]any{metav1.InitialEventsAnnotationKey: "true"}), true
	}
	return s.nextChange(w)
}

// nextInitial takes the next object of the state at the beginning.
func (w *Watch) nextInitial() (watch.Event, bool) {
	var found *unstructured.Unstructured
	w.initial.Ascend(w.next, func(key string, obj *unstructured.Unstructured) bool {
		if !strings.HasPrefix(key, w.selection.prefix) {
			return false
		}
		if w.selection.matches(key, obj) {
			found, w.next = obj, key+"\x00"
		}
		return found == nil
	})
	if found == nil {
		w.initial = nil
		return watch.Event{}, false
	}
	return watch.Event{Type: added, Object: found}, true
}

// nextChange takes the next change out of the history.
func (s *Server) nextChange(w *Watch) (watch.Event, bool) {
	t := s.store(w.resource)
	if w.after < t.dropped {
		*w = *ErrorWatch(s.tooOld(t, w.after))
		return s.Next(w)
	}
	for _, e := range t.after(w.after) {
		w.after = e.Revision
		if due := w.selection.seen(e); due.Object != nil {
			w.sent = max(w.sent, w.after)
			return due, true
		}
	}
	return watch.Event{}, false
}

// seen is what a change looks like to whoever sees only the selection: an
// object that comes into it is added, one that leaves it deleted, with the
// state before and the number of the change (A-26; upstream:
// cache_watcher.go, convertToWatchEvent).
func (sel selection) seen(e *Event) watch.Event {
	before := sel.matches(e.Key, e.Prev)
	after := e.Type != deleted && sel.matches(e.Key, e.Object)
	switch {
	case before && after:
		return watch.Event{Type: modified, Object: e.Object}
	case after:
		return watch.Event{Type: added, Object: e.Object}
	case before && e.Type == deleted:
		return watch.Event{Type: deleted, Object: e.Object}
	case before:
		return watch.Event{Type: deleted, Object: withVersion(e.Prev, e.Revision)}
	}
	return watch.Event{}
}

// Bookmark returns the bookmark that a watch gets now, if it asked for any and
// there is news in it. When to ask is up to the caller.
// Simplified: bookmarks know of other resources' writes at once; a real watch
// cache learns of them some seconds late.
func (s *Server) Bookmark(w *Watch) (watch.Event, bool) {
	if !w.bookmarks || w.ended || w.failure != nil || w.initial != nil || w.endsInitial {
		return watch.Event{}, false
	}
	if s.revision <= w.sent || s.store(w.resource).written > w.after {
		return watch.Event{}, false
	}
	return w.bookmark(s.revision, nil), true
}

// bookmark has a kind, a version and nothing else.
func (w *Watch) bookmark(revision int64, annotations map[string]any) watch.Event {
	w.sent = revision
	metadata := map[string]any{"resourceVersion": strconv.FormatInt(revision, 10)}
	if annotations != nil {
		metadata["annotations"] = annotations
	}
	return watch.Event{Type: watch.Bookmark, Object: &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": w.resource.APIVersion(), "kind": w.resource.Kind, "metadata": metadata,
	}}}
}
