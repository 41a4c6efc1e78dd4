package engine

import (
	"strconv"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/watch"
)

// request is what a worker or a leader elector asks of the API server.
type request struct {
	method, subresource string
	// object is the body of a POST or PUT; ref, and patch, belong to the others.
	object cache.Object
	ref    apiserver.Ref
	patch  map[string]any
}

// The methods of a request.
const (
	get     = "GET"
	post    = "POST"
	put     = "PUT"
	patch   = "PATCH"
	deletes = "DELETE"
)

// exchange is a request under way, or its answer.
type exchange struct {
	// sent is the event of the request, 0 if none is under way.
	sent    int64
	request request
	woken   bool
	answer  cache.Object
	err     error
}

// asker names who sent a request: a worker, or a manager's leader elector where
// manager is not 0. It is plain data; a copy of the world finds its own.
type asker struct{ controller, number, manager int }

// waits finds the exchange of an asker, and how events name it; nil if it is gone.
func (w *World) waits(a asker) (c *exchange, actor, place, owner string) {
	if a.manager > 0 {
		m := w.Managers[a.manager-1]
		return &m.Elector.exchange, m.Elector.actorName, m.Place(), m.Config.Name
	}
	ctl := w.Controllers[a.controller]
	if wk := ctl.worker(a.number); wk != nil {
		return &wk.exchange, wk.actorName, wk.place(), ctl.Config.Name
	}
	return nil, "", "", ctl.Config.Name
}

// key is that of the object asked for; of one that the server will name, as far
// as it goes.
func (r request) key() string {
	switch {
	case r.object == nil:
		return r.ref.Key()
	case r.object.GetName() == "":
		return cache.KeyOf(r.object) + r.object.GetGenerateName()
	}
	return cache.KeyOf(r.object)
}

func (r request) version() string {
	if r.method == put {
		return cache.VersionOf(r.object)
	}
	return ""
}

// delta is the change that a request asks for; none, if it only looks.
func (r request) delta() cache.DeltaType {
	switch r.method {
	case get:
		return ""
	case post:
		return cache.Added
	case deletes:
		return cache.Deleted
	}
	return cache.Updated
}

// send puts a request on the wire.
func (w *World) send(a asker, r request, cause int64) {
	c, actor, place, owner := w.waits(a)
	data := trace.Data{trace.String("method", r.method)}
	if r.subresource != "" {
		data = append(data, trace.String("subresource", r.subresource))
	}
	sent := w.emit(trace.Event{Actor: actor, Kind: trace.WriteRequest, Key: r.key(), RV: r.version(), From: place, To: trace.APIServer, Cause: cause,
		Upstream: upstreamRequest}, append(data, trace.String("controller", owner))...)
	*c = exchange{sent: sent, request: r}
	w.after(w.Network.Write, requestArrives{a, sent, r})
}

const upstreamRequest = "rest/request.go: Request.Do"

// requestArrives is a request reaching the server.
type requestArrives struct {
	from    asker
	sent    int64
	request request
}

func (a requestArrives) do(w *World) {
	_, _, place, owner := w.waits(a.from)
	r := a.request
	e := trace.Event{Actor: actorServer, Kind: trace.WriteAnswer, Key: r.key(), From: trace.APIServer, To: place, Cause: a.sent}
	data := trace.Data{trace.String("method", r.method), trace.String("controller", owner), trace.String("from", r.version())}
	err := w.refuses(a.from, r)
	var o cache.Object
	if err == nil {
		o, err = w.serve(r, a.sent)
	}
	if err != nil {
		data = append(data, trace.Int("status", statusOf(err)), trace.String("error", err.Error()))
	} else {
		e.Key = cache.KeyOf(o)
		if r.method != deletes {
			e.RV = cache.VersionOf(o)
		}
		data = append(data, trace.Int("status", statusOfAnswer(r.method)))
	}
	w.after(w.Network.Write, requestAnswered{a.from, a.sent, w.emit(e, data...), o, err})
}

// refuses says whether a request is refused or fails on purpose.
func (w *World) refuses(a asker, r request) error {
	verb := verbWrite
	if r.method == get {
		verb = "" // which no fault names
	}
	if a.manager > 0 {
		return w.fails(w.Managers[a.manager-1].client(), verb)
	}
	return w.fails(w.Controllers[a.controller].Config.Informer, verb)
}

func statusOfAnswer(method string) int {
	if method == post {
		return 201
	}
	return 200
}

// serve has the server do what was asked, and tells of it.
func (w *World) serve(r request, cause int64) (o cache.Object, err error) {
	before, ref := w.Server.Revision(), r.ref
	if r.object != nil {
		ref = w.Server.RefOf(r.object)
	}
	switch r.method {
	case get:
		return w.Server.Get(ref, "")
	case post:
		o, err = w.Server.Create(w.now, r.object, apiserver.CreateOptions{})
	case put:
		o, err = w.Server.Update(w.now, r.object, apiserver.UpdateOptions{Subresource: r.subresource})
	case patch:
		o, err = w.Server.Patch(w.now, ref, r.patch, apiserver.UpdateOptions{})
	case deletes:
		var deleted *apiserver.DeleteResult
		if deleted, err = w.Server.Delete(w.now, ref, apiserver.DeleteOptions{}); err == nil {
			o = deleted.Object
		}
	}
	if err == nil {
		w.stored(ref.Resource, cache.KeyOf(o), o, w.Server.Revision() != before, cause)
	}
	return o, err
}

// requestAnswered is the answer reaching whoever waits for it.
type requestAnswered struct {
	from        asker
	sent, cause int64
	answer      cache.Object
	err         error
}

func (a requestAnswered) do(w *World) {
	c, actor, place, _ := w.waits(a.from)
	if c == nil || c.sent != a.sent {
		return
	}
	status := statusOfAnswer(c.request.method)
	if a.err != nil {
		status = statusOf(a.err)
	}
	key := c.request.key()
	if a.answer != nil {
		key = cache.KeyOf(a.answer)
	}
	seq := w.emit(trace.Event{Actor: actor, Kind: trace.WriteResponse, Key: key, From: trace.APIServer, To: place, Cause: a.cause,
		Upstream: upstreamRequest}, trace.Int("status", status))
	c.sent, c.answer, c.err, c.woken = 0, a.answer, a.err, true
	if a.from.manager == 0 {
		if wk := w.Controllers[a.from.controller].worker(a.from.number); key == wk.Key {
			wk.cause = seq
		}
	} else {
		w.Managers[a.from.manager-1].Elector.cause = seq
	}
}

// stored tells of a write that the server took, and made o of an object; one
// that changed nothing is no write, and moves no watch.
func (w *World) stored(r apiserver.Resource, key string, o cache.Object, changed bool, cause int64) {
	rv := cache.VersionOf(o)
	e := trace.Event{Actor: actorServer, Kind: trace.ObjectSame, Key: key, RV: rv, OldRV: rv, UID: cache.UIDOf(o), To: trace.APIServer, Cause: cause}
	if changed {
		// A delete's own revision is not in the object that it leaves.
		last := w.Server.LastEvent(r)
		e.Kind, e.RV, e.OldRV = objectKinds[last.Type], strconv.FormatInt(last.Revision, 10), ""
		if last.Prev != nil {
			e.OldRV = cache.VersionOf(last.Prev)
		}
	}
	seq := w.emit(e, trace.String("resource", w.Server.NameOf(r)))
	if changed {
		w.link.writes = append(w.link.writes, written{w.Server.Revision(), seq})
		w.link.pending = true
	}
}

// objectKinds tell of a change of each type; the last finalizer's removal is a
// delete.
var objectKinds = map[watch.EventType]trace.Kind{
	watch.Added: trace.ObjectAdded, watch.Modified: trace.ObjectModified, watch.Deleted: trace.ObjectDeleted,
}
