package engine

import (
	"fmt"
	"slices"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/engine/workqueue"

	"k8s.io/apimachinery/pkg/labels"
)

// callback is one call of a user's handler: first it spends its time, then it
// puts the key into a workqueue, then it returns.
type callback struct {
	notification Notification
	cause        int64
	enqueued     bool
}

// callOutcome is how a call begins.
type callOutcome int

const (
	callRuns callOutcome = iota
	callFiltered
	callPanics
)

// begin calls the handler: through its filter (M-2), unless it ignores updates
// that change nothing, and unless it panics.
func (l *Listener) begin(w *World, i *Informer, n Notification, actor string) (*callback, callOutcome) {
	n.Notice = l.filter(w, i, n.Notice)
	skip := n.Call == "" || l.Config.SkipUnchanged && n.Call == OnUpdate && n.oldRV == n.rv
	e := trace.Event{Actor: actor, Kind: trace.HandlerCall, Key: n.Key, RV: n.rv, OldRV: n.oldRV, UID: n.uid, Delta: string(n.Delta),
		To: l.place(trace.Handler), Cause: n.Cause, Upstream: upstreamListener + "run"}
	data := [...]trace.Pair{
		trace.String("call", n.Call), trace.String("handler", l.Config.Name), trace.String("informer", i.Config.Name),
		trace.Bool("initial", n.Initial && w.profile.TellsInitial), trace.Bool("tombstone", n.Tombstone), trace.Int64("token", n.Token),
	}
	if skip {
		e.Kind = trace.HandlerSkip
		w.emit(e, data[:]...)
		return nil, callFiltered
	}
	cause := w.emit(e, data[:]...)
	if at := slices.Index(l.Config.PanicOn, n.Key); at >= 0 {
		l.Config.PanicOn = slices.Delete(slices.Clone(l.Config.PanicOn), at, at+1)
		w.emit(trace.Event{Actor: actor, Kind: trace.HandlerPanic, Key: n.Key, RV: n.rv, From: l.place(trace.Handler), Cause: cause,
			Upstream: upstreamListener + "run"}, trace.String("handler", l.Config.Name), trace.String("informer", i.Config.Name))
		return nil, callPanics
	}
	if slices.Contains(l.Config.Mistakes, MistakeMutates) && n.Call != OnDelete {
		w.mutate(i, l, n, cause)
	}
	return &callback{notification: n, cause: cause}, callRuns
}

// filter is FilteringResourceEventHandler (M-2); a notification that passes for
// nobody has no Call.
func (l *Listener) filter(w *World, i *Informer, n *Notice) *Notice {
	if l.Config.LabelSelector == "" {
		return n
	}
	filtered := *n
	newer := l.passes(w, i, n.Object)
	older := newer
	if n.Call == OnUpdate {
		older = l.passes(w, i, n.Old)
	}
	switch {
	case newer && older:
		return n
	case newer:
		filtered.Call, filtered.Old = OnAdd, nil
	case older:
		filtered.Call, filtered.Object, filtered.Old = OnDelete, n.Old, nil
	default:
		filtered.Call = ""
	}
	return filtered.sent(0).Notice
}

// passes is the FilterFunc.
func (l *Listener) passes(w *World, i *Informer, o cache.Object) bool {
	return l.selector.Matches(labels.Set(w.seen(i, o).GetLabels()))
}

// finish goes on with a call whose time is over, one step at a time: enqueue,
// then return. It says whether the call has returned.
func (c *callback) finish(w *World, i *Informer, l *Listener, actor string) bool {
	if h := &l.Config; (h.Enqueue != "" || h.Controller != "") && !c.enqueued {
		c.enqueued = true
		if h.Controller != "" {
			w.handles(h.Controller, i, c.notification, actor, cache.Origin{Token: c.notification.Token, Cause: c.cause})
		} else {
			w.enqueue(h, c, actor)
		}
		return false
	}
	n := c.notification
	w.emit(trace.Event{Actor: actor, Kind: trace.HandlerReturn, Key: n.Key, RV: n.rv, Cause: c.cause, Upstream: upstreamListener + "run"},
		trace.String("handler", l.Config.Name), trace.String("informer", i.Config.Name), trace.String("call", n.Call), trace.Int64("token", n.Token))
	return true
}

// enqueue adds the key of a call to a workqueue, with the handler's mistakes.
func (w *World) enqueue(h *HandlerConfig, c *callback, actor string) {
	q, err := w.workqueue(h.Enqueue)
	if err != nil {
		w.refuse(err, c.cause)
		return
	}
	key := c.notification.Key
	if slices.Contains(h.Mistakes, MistakePointerKeys) {
		key = fmt.Sprintf("%s%s%d", key, pointerMark, c.notification.Token)
	}
	from := cache.Origin{Token: c.notification.Token, Cause: c.cause}
	if slices.Contains(h.Mistakes, MistakeRateLimited) {
		q.addRateLimited(w, key, priorityOf(c.notification), actor, from)
		return
	}
	q.addWith(w, key, priorityOf(c.notification), actor, from)
}

// priorityOf is what controller-runtime's handlers give a key whose object has
// not changed (K-7: pkg/handler/enqueue.go, WithLowPriorityWhenUnchanged).
func priorityOf(n Notification) int {
	if n.Call == OnAdd && n.Initial || n.Call == OnUpdate && n.oldRV == n.rv {
		return workqueue.LowPriority
	}
	return 0
}

// pointerMark stands between a key and what makes it another key, where a
// handler enqueues pointers: two pointers are never equal.
const pointerMark = "#"

// mutate is a handler that edits the object it was given, which is the cached
// one: every reader of it sees the edit, and no index does (I-11).
func (w *World) mutate(i *Informer, l *Listener, n Notification, cause int64) {
	edited := w.seen(i, n.Object).DeepCopy()
	edited.SetLabels(labels.Merge(edited.GetLabels(), labels.Set{"mutated-by": l.Config.Name}))
	if w.mutated == nil {
		w.mutated = map[cachedObject]cache.Object{}
	}
	w.mutated[cachedObject{i.index, n.Object}] = edited
	w.emit(trace.Event{Actor: l.Run.actorName, Kind: trace.CacheMutated, Key: n.Key, RV: n.rv, From: l.place(trace.Handler), To: i.place(trace.Indexer),
		Cause: cause, Upstream: "tools/cache/mutation_detector.go: defaultCacheMutationDetector"}, trace.String("handler", l.Config.Name))
}

// call is a simple informer's handler, called by the process loop itself.
func (p *ProcessLoop) call(w *World, i *Informer, n Notification) {
	if len(i.Listeners) == 0 {
		return
	}
	l := i.Listeners[0]
	c, outcome := l.begin(w, i, n, p.actorName)
	switch outcome {
	case callFiltered:
	case callPanics:
		p.crash(w, i)
	default:
		p.callback, p.InHandler, p.cause = c, true, c.cause
		if d := l.Config.Takes.Duration; d > 0 {
			p.sleep(w, d)
		} else {
			p.woken = true
		}
	}
}

// crash is a panic in the loop: what was popped is lost and the queue's lock
// released at once; the loop restarts after a pause (C-4).
func (p *ProcessLoop) crash(w *World, i *Informer) {
	p.cause, i.Lost = w.seq, true
	p.finish(w, i)
	p.crashed = true
	p.sleep(w, loopRestartPause)
}

func (p *ProcessLoop) sleep(w *World, d time.Duration) {
	p.WakeAt, p.sleeping = w.now+d, p.cause
	w.after(d, loopWakes{p.informer, p.sleeping})
}

// loopRestartPause is the period with which controller.RunWithContext calls
// processLoop.
const loopRestartPause = time.Second

// returnFromHandler goes on with a simple informer's call.
func (p *ProcessLoop) returnFromHandler(w *World, i *Informer) {
	p.woken = !p.callback.finish(w, i, i.Listeners[0], p.actorName)
	if !p.woken {
		p.callback, p.InHandler, p.WakeAt = nil, false, 0
	}
}

// loopWakes is the end of a simple informer's callback, or of the loop's pause.
type loopWakes struct {
	informer int
	sleeping int64
}

func (a loopWakes) do(w *World) {
	if p := w.all[a.informer].Loop; p.sleeping == a.sleeping {
		p.woken = true
	}
}
