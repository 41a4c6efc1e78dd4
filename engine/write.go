package engine

import (
	"strconv"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/watch"
)

// writeArrives is a controller's write reaching the server.
type writeArrives struct {
	controller, number int
	request            int64
	object             cache.Object
}

func (a writeArrives) do(w *World) {
	c := w.Controllers[a.controller]
	i, _ := w.informer(c.Config.Informer)
	key := cache.KeyOf(a.object)
	data := trace.Data{trace.String("method", "PUT"), trace.String("controller", c.Config.Name), trace.String("from", cache.VersionOf(a.object))}
	answer := trace.Event{Actor: actorServer, Kind: trace.WriteAnswer, Key: key, From: trace.APIServer, To: c.Workers[a.number-1].place(), Cause: a.request}
	err := w.fails(i.index, verbWrite)
	if err == nil {
		var stored cache.Object
		before := w.Server.Revision()
		stored, err = w.Server.Update(w.now, a.object, apiserver.UpdateOptions{Subresource: "status"})
		if err == nil {
			answer.RV = cache.VersionOf(stored)
			data = append(data, trace.Int("status", 200))
			w.stored(i.resource, key, stored, w.Server.Revision() != before, a.request)
		}
	}
	if err != nil {
		data = append(data, trace.Int("status", statusOf(err)), trace.String("error", err.Error()))
	}
	seq := w.emit(answer, data...)
	w.after(w.Network.Write, writeAnswered{a.controller, a.number, a.request, seq, err})
}

// writeAnswered is the answer to a write reaching its worker.
type writeAnswered struct {
	controller, number int
	request, cause     int64
	err                error
}

func (a writeAnswered) do(w *World) {
	wk := w.Controllers[a.controller].worker(a.number)
	if wk == nil || wk.State != WorkerWriting || wk.cause != a.request {
		return
	}
	status := 200
	if a.err != nil {
		status = statusOf(a.err)
		wk.failed, wk.err = true, a.err
	}
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.WriteResponse, Key: wk.Key, From: trace.APIServer, To: wk.place(), Cause: a.cause,
		Upstream: "rest/request.go: Request.Do"}, trace.Int("status", status))
	wk.woken = true
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
