//go:build !js

package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"informerscope/engine/apiserver"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

const (
	// bookmarkEvery and bookmarkBeforeEnd are upstream's (A-34; apiserver,
	// storage/cacher/time_budget.go and cacher.go).
	bookmarkEvery     = time.Minute
	bookmarkBeforeEnd = 2 * time.Second
	// watchTimeout is how long a watch lives that names no timeoutSeconds.
	// Simplified: over HTTP a watch without timeoutSeconds ends after 45 minutes; a
	// real server picks 30 to 60.
	watchTimeout = 45 * time.Minute
)

func (h *Handler) get(w http.ResponseWriter, q *request) error {
	var obj *unstructured.Unstructured
	err := h.wait(q, func(s *apiserver.Server) (err error) {
		obj, err = s.Get(q.ref, q.query.Get("resourceVersion"))
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, obj.Object)
	return nil
}

func (h *Handler) listOrWatch(w http.ResponseWriter, q *request) error {
	var o metav1.ListOptions
	if err := metav1.Convert_url_Values_To_v1_ListOptions(&q.query, &o, nil); err != nil {
		return apierrors.NewBadRequest(err.Error())
	}
	if o.Watch || q.watch {
		return h.watch(w, q, o)
	}
	var list *apiserver.ListResult
	err := h.wait(q, func(s *apiserver.Server) (err error) {
		list, err = s.List(q.ref.Resource, q.ref.Namespace, o)
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, listObject(q.ref.Resource, list))
	return nil
}

// wait calls f until it does not ask for a revision of the future, or until
// waiting is over.
func (h *Handler) wait(q *request, f func(*apiserver.Server) error) error {
	var deadline <-chan time.Time
	for over := false; ; {
		var err error
		var changed chan struct{}
		h.Do(func(s *apiserver.Server) { err, changed = f(s), h.changed })
		var ahead *apiserver.TooLarge
		if !errors.As(err, &ahead) || ahead.Wait == 0 || over {
			return err
		}
		if deadline == nil {
			deadline = time.After(ahead.Wait)
		}
		select {
		case <-changed:
		case <-deadline:
			over = true
		case <-q.Context().Done():
			return err
		}
	}
}

func (h *Handler) watch(w http.ResponseWriter, q *request, o metav1.ListOptions) error {
	var open *apiserver.Watch
	err := h.wait(q, func(s *apiserver.Server) (err error) {
		open, err = s.Watch(q.ref.Resource, q.ref.Namespace, o)
		return err
	})
	var ahead *apiserver.TooLarge
	if errors.As(err, &ahead) {
		open, err = apiserver.ErrorWatch(ahead), nil
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	h.stream(w, q, open, o)
	return nil
}

// stream sends a watch's events until its time is over, the client or the
// server hangs up, or an error has been sent.
func (h *Handler) stream(w http.ResponseWriter, q *request, open *apiserver.Watch, o metav1.ListOptions) {
	timeout := watchTimeout
	if o.TimeoutSeconds != nil && *o.TimeoutSeconds != 0 {
		timeout = time.Duration(*o.TimeoutSeconds) * time.Second
	}
	if timeout < 0 {
		return
	}
	end := time.NewTimer(timeout)
	defer end.Stop()
	bookmarks := time.NewTicker(bookmarkEvery)
	defer bookmarks.Stop()
	lastBookmark := make(<-chan time.Time)
	if timeout > bookmarkBeforeEnd {
		lastBookmark = time.After(timeout - bookmarkBeforeEnd)
	}
	out := newEventWriter(w)
	for bookmark := false; ; {
		changed, hangUp, over := h.drain(open, bookmark, out)
		if over {
			return
		}
		bookmark = false
		select {
		case <-changed:
		case <-bookmarks.C:
			bookmark = true
		case <-lastBookmark:
			bookmark = true
		case <-end.C:
			return
		case <-hangUp:
			return
		case <-q.Context().Done():
			return
		}
	}
}

// drain sends what is due, and says what to wait for next.
func (h *Handler) drain(open *apiserver.Watch, bookmark bool, out *eventWriter) (changed, hangUp chan struct{}, over bool) {
	var due []watch.Event
	h.Do(func(s *apiserver.Server) {
		for {
			e, ok := s.Next(open)
			if !ok {
				break
			}
			due = append(due, e)
		}
		if bookmark {
			if e, ok := s.Bookmark(open); ok {
				due = append(due, e)
			}
		}
		changed, hangUp = h.changed, h.hangUp
	})
	for _, e := range due {
		out.write(e)
		over = e.Type == watch.Error
	}
	out.flush()
	return changed, hangUp, over
}

// eventWriter writes one event a line.
type eventWriter struct {
	json    *json.Encoder
	flusher http.Flusher
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	flusher, _ := w.(http.Flusher)
	return &eventWriter{json.NewEncoder(w), flusher}
}

func (w *eventWriter) write(e watch.Event) {
	var object any = e.Object
	if obj, ok := e.Object.(*unstructured.Unstructured); ok {
		object = obj.Object
	}
	// A client that is gone ends the stream through its context.
	_ = w.json.Encode(map[string]any{"type": e.Type, "object": object})
}

func (w *eventWriter) flush() {
	if w.flusher != nil {
		w.flusher.Flush()
	}
}
