//go:build !js

// Package httpapi serves a simulated API server over HTTP, as kube-apiserver
// does, so that recorded transcripts can be replayed on it and a real client-go
// can run against it. What takes time in a real server takes the same time
// here, by package time's timers: under testing/synctest it takes none.
//
// Simplified: over HTTP there is JSON only; no dry run, server-side apply,
// strategic merge patch or deletion of collections; no discovery.
package httpapi

import (
	"net/http"
	"sync"
	"time"

	"informerscope/engine/apiserver"
)

// Handler is an http.Handler over a simulated server.
type Handler struct {
	// now is the simulated time.
	now func() time.Duration

	mu     sync.Mutex
	server *apiserver.Server
	// changed is closed, and replaced, whenever the revision has moved.
	changed chan struct{}
	// hangUp is closed, and replaced, to end all watches.
	hangUp chan struct{}
}

// New returns a handler, which from then on owns the server.
func New(server *apiserver.Server, now func() time.Duration) *Handler {
	return &Handler{now: now, server: server, changed: make(chan struct{}), hangUp: make(chan struct{})}
}

// Do lets f use the server, while no request does.
func (h *Handler) Do(f func(*apiserver.Server)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.server.Revision()
	f(h.server)
	if h.server.Revision() != before {
		close(h.changed)
		h.changed = make(chan struct{})
	}
}

// HangUp ends all watches cleanly, as a server does that stops.
func (h *Handler) HangUp() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.hangUp)
	h.hangUp = make(chan struct{})
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q, ok := h.route(r)
	if !ok {
		http.Error(w, "404 page not found", http.StatusNotFound)
		return
	}
	if err := h.serve(w, q); err != nil {
		writeError(w, err)
	}
}

func (h *Handler) serve(w http.ResponseWriter, q *request) error {
	if err := q.checkSupported(); err != nil {
		return err
	}
	switch q.Method {
	case http.MethodGet:
		if q.ref.Name != "" {
			return h.get(w, q)
		}
		return h.listOrWatch(w, q)
	case http.MethodPost:
		return h.create(w, q)
	case http.MethodPut:
		return h.update(w, q)
	case http.MethodPatch:
		return h.patch(w, q)
	default:
		return h.delete(w, q)
	}
}
