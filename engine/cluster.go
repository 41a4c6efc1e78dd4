package engine

import (
	"slices"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// What a person or a script does to the cluster: writes, and faults of the
// server and the network.

// create sends a manifest to the server; a pasted object loses what only a
// server sets.
func (w *World) create(m Manifest) {
	o := &unstructured.Unstructured{Object: m}
	cause := w.emit(trace.Event{Actor: actorUser, Kind: trace.ActCreate, Key: cache.KeyOf(o), To: trace.APIServer}, trace.String("kind", o.GetKind()))
	w.try(cause, func(int64) error {
		clean, err := w.Server.Clean(m)
		if err != nil {
			return err
		}
		stored, err := w.Server.Create(w.now, clean, apiserver.CreateOptions{AllFields: true})
		if err == nil {
			w.stored(w.Server.ResourceForKind(stored.GetAPIVersion(), stored.GetKind()), cache.KeyOf(stored), stored, true, cause)
		}
		return err
	})
}

// update merges a patch into whatever is newest; unlike a controller's write it
// may change status too.
func (w *World) update(c UpdateCommand) {
	w.change(trace.ActUpdate, c.Object, func(ref apiserver.Ref) (cache.Object, error) {
		return w.Server.Patch(w.now, ref, c.Merge, apiserver.UpdateOptions{AllFields: true})
	})
}

func (w *World) delete(object string) {
	w.change(trace.ActDelete, object, func(ref apiserver.Ref) (cache.Object, error) {
		deleted, err := w.Server.Delete(w.now, ref, apiserver.DeleteOptions{})
		if err != nil {
			return nil, err
		}
		return deleted.Object, nil
	})
}

// change sends a change of a stored object to the server; do says what became of
// the object.
func (w *World) change(act trace.Kind, object string, do func(ref apiserver.Ref) (cache.Object, error)) {
	ref, err := w.Server.ParseRef(object)
	cause := w.emit(trace.Event{Actor: actorUser, Kind: act, Key: ref.Key(), To: trace.APIServer}, trace.String("object", object))
	w.try(cause, func(int64) error {
		if err != nil {
			return err
		}
		before := w.Server.Revision()
		o, err := do(ref)
		if err == nil {
			w.stored(ref.Resource, ref.Key(), o, w.Server.Revision() != before, cause)
		}
		return err
	})
}

func (w *World) dropWatch(c DropWatchCommand) {
	i, err := w.informer(c.Informer)
	how := or(c.How, "eof")
	cause := w.act(trace.ActDropWatch, trace.APIServer, trace.String("informer", c.Informer), trace.String("how", how))
	if err != nil {
		w.refuse(err, cause)
		return
	}
	for _, s := range w.link.streams {
		if s.Informer != i.index {
			continue
		}
		if how == "error-event" {
			status := statusError(orInt(c.Status, 410), 0).ErrStatus
			w.sendEvent(s, watch.Event{Type: watch.Error, Object: &status}, cause)
		}
		w.endStream(s, how, cause)
	}
}

func (w *World) failRequests(c FailRequestsCommand) {
	verb, whose := verbList, trace.String("informer", c.Informer)
	if c.Manager != "" {
		verb, whose = verbWrite, trace.String("manager", c.Manager)
	}
	f := fault{verb: or(c.Verb, verb), times: 1, status: 500, retryAfter: c.RetryAfter.Duration}
	if c.Times != nil {
		f.times = *c.Times
	}
	switch v := c.Status.(type) {
	case string:
		f.status = 0
	case int64:
		f.status = int(v)
	case int:
		f.status = v
	case float64:
		f.status = int(v)
	}
	cause := w.act(trace.ActFailRequests, trace.APIServer, whose, trace.String("verb", f.verb), trace.Int("times", f.times), trace.Int("status", f.status))
	var err error
	if f.client, err = w.clientOf(c); err != nil {
		w.refuse(err, cause)
		return
	}
	w.link.faults = append(slices.Clone(w.link.faults), f)
}

// clientOf is the name by which requests are made to fail.
func (w *World) clientOf(c FailRequestsCommand) (string, error) {
	if c.Manager != "" {
		m, err := w.manager(c.Manager)
		if err != nil {
			return "", err
		}
		return m.client(), nil
	}
	i, err := w.informer(c.Informer)
	if err != nil {
		return "", err
	}
	return i.Config.Name, nil
}

// away takes the network, or the server, away: every watch ends and every
// request that arrives is refused.
func (w *World) away(kind trace.Kind, d time.Duration, how string, end awayEnds) {
	cause := w.act(kind, trace.APIServer, trace.Duration("for", d))
	w.link.away = max(w.link.away, end.until)
	for _, s := range w.link.streams {
		w.endStream(s, how, cause)
	}
	end.cause = cause
	w.after(d, end)
}

// awayEnds is the network, or the server, coming back.
type awayEnds struct {
	until   time.Duration
	restart bool
	cause   int64
}

func (a awayEnds) do(w *World) {
	kind := trace.OutageEnd
	if a.restart {
		kind = trace.RestartEnd
		w.Server.Restart()
	}
	if w.link.away <= w.now {
		w.link.away = 0
	}
	w.emit(trace.Event{Actor: actorServer, Kind: kind, Cause: a.cause})
}
