package engine

import (
	"errors"
	"slices"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// listArrives is a list request reaching the server.
type listArrives struct {
	informer int
	request  int64
	options  metav1.ListOptions
}

func (a listArrives) do(w *World) {
	if err := w.fails(w.all[a.informer].Config.Name, verbList); err != nil {
		a.answer(w, nil, err)
		return
	}
	a.read(w, false)
}

func (a listArrives) id() int64 { return a.request }

func (a listArrives) read(w *World, over bool) {
	i := w.all[a.informer]
	list, err := w.Server.List(i.resource, i.Config.Namespace, a.options)
	if !w.waitIfAhead(err, a, over) {
		a.answer(w, list, err)
	}
}

func (a listArrives) answer(w *World, list *apiserver.ListResult, err error) {
	i := w.all[a.informer]
	m := message{request: a.request, list: list, err: err}
	data := trace.Data{}
	if err != nil {
		data = append(data, trace.Int("status", statusOf(err)), trace.String("error", err.Error()))
	} else {
		data = append(data, trace.Int("status", 200), trace.Int("items", len(m.list.Items)),
			trace.Bool("continue", m.list.Continue != ""))
	}
	e := trace.Event{Actor: actorServer, Kind: trace.ListAnswer, From: trace.APIServer, To: i.place(trace.Reflector),
		Cause: a.request}
	if m.list != nil {
		e.RV, e.Delta = m.list.ResourceVersion, string(cache.Replaced)
	}
	m.cause = w.emit(e, append(data, trace.String("informer", i.Config.Name))...)
	m.token = m.cause
	w.after(w.Network.List, messageArrives{a.informer, m})
}

// watchArrives is a watch request reaching the server.
type watchArrives struct {
	informer int
	request  int64
	options  metav1.ListOptions
}

func (a watchArrives) do(w *World) {
	if err := w.fails(w.all[a.informer].Config.Name, verbWatch); err != nil {
		a.answer(w, nil, err)
		return
	}
	a.read(w, false)
}

func (a watchArrives) id() int64 { return a.request }

func (a watchArrives) read(w *World, over bool) {
	i := w.all[a.informer]
	opened, err := w.Server.Watch(i.resource, i.Config.Namespace, a.options)
	if w.waitIfAhead(err, a, over) {
		return
	}
	var tooLarge *apiserver.TooLarge
	if errors.As(err, &tooLarge) {
		opened, err = apiserver.ErrorWatch(tooLarge), nil
	}
	a.answer(w, opened, err)
}

func (a watchArrives) answer(w *World, opened *apiserver.Watch, err error) {
	i := w.all[a.informer]
	m := message{request: a.request, opened: true, err: err}
	status := 200
	data := trace.Data{}
	if m.err != nil {
		status = statusOf(m.err)
		data = trace.Data{trace.String("error", m.err.Error())}
	}
	m.cause = w.emit(trace.Event{Actor: actorServer, Kind: trace.WatchAnswer, From: trace.APIServer, To: i.place(trace.Reflector), Cause: a.request},
		append(trace.Data{trace.Int("status", status), trace.String("informer", i.Config.Name)}, data...)...)
	w.after(w.Network.Watch, messageArrives{a.informer, m})
	if m.err != nil {
		return
	}
	s := &Stream{Request: a.request, Informer: a.informer, Opened: w.now, watch: opened, answer: m.cause, arrived: w.now + w.Network.Watch,
		initial: a.options.SendInitialEvents != nil && *a.options.SendInitialEvents}
	w.link.streams = append(w.link.streams, s)
	w.link.pending = true
	if a.options.AllowWatchBookmarks {
		w.periodically(w.config.Server.BookmarkEvery.Duration, bookmarkDue{a.request})
	}
	if t := a.options.TimeoutSeconds; t != nil {
		w.periodically(time.Duration(*t)*time.Second, watchTimesOut{a.request})
	}
}

// arrival is a list or watch request that reads from a revision on.
type arrival interface {
	// read asks the server; over: it has waited long enough.
	read(w *World, over bool)
	id() int64
}

// ahead is a request for a revision that the server has not come to. The server
// makes it wait, in case a write brings it there (A-50; apiserver,
// storage/cacher/watch_cache.go: waitUntilFreshAndBlock).
type ahead struct {
	revision int64
	request  arrival
}

// waitIfAhead lets a request wait for which the server answers so, unless it has.
func (w *World) waitIfAhead(err error, request arrival, over bool) bool {
	var e *apiserver.TooLarge
	if over || !errors.As(err, &e) || e.Wait == 0 {
		return false
	}
	w.link.ahead = append(w.link.ahead[:len(w.link.ahead):len(w.link.ahead)], ahead{e.Revision, request})
	w.after(e.Wait, aheadNoMore{request.id()})
	return true
}

// aheadNoMore is the end of the waiting: TooLargeWait has passed in vain.
type aheadNoMore struct{ request int64 }

func (a aheadNoMore) do(w *World) {
	for n, waiting := range w.link.ahead {
		if waiting.request.id() == a.request {
			w.readAhead(n, true)
			return
		}
	}
}

// reached reads for the first whose revision the server has come to, and says
// whether there was one.
func (l *link) reached(w *World) bool {
	for n, waiting := range l.ahead {
		if waiting.revision <= w.Server.Revision() {
			w.readAhead(n, false)
			return true
		}
	}
	return false
}

// readAhead reads for the n-th that waits, which then waits no more.
func (w *World) readAhead(n int, over bool) {
	request := w.link.ahead[n].request
	w.link.ahead = slices.Concat(w.link.ahead[:n], w.link.ahead[n+1:])
	request.read(w, over)
}
