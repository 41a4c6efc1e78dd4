package engine

import (
	"fmt"
	"time"

	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/labels"
)

// Listener models processorListener (shared_informer.go): two goroutines, an
// unbounded buffer between them, and the user's handler behind.
type Listener struct {
	// Config is the handler as it is now; PanicOn holds the keys whose callback
	// has still to panic.
	Config HandlerConfig
	Pop    *ListenerPop
	Run    *ListenerRun
	// Syncing is its mark in sharedProcessor.listeners (P-1, P-5).
	Syncing bool
	// ResyncPeriod is its own, as it came to be (S-6); NextResync is when it is
	// next due.
	ResyncPeriod time.Duration
	NextResync   time.Duration
	// Synced is the registration's HasSynced (T-2).
	Synced bool
	// Initial counts initial adds that were sent and are not finished (T-1).
	Initial int

	upstreamSynced bool
	selector       labels.Selector
	places         places
}

// ListenerPop models processorListener.pop.
type ListenerPop struct {
	// AddCh is what stands in the channel, not yet received.
	AddCh *Notification
	// NextCh is what pop offers on nextCh.
	NextCh *Notification
	// PendingNotifications is the ring behind it.
	PendingNotifications []Notification

	informer  int
	listener  string
	actorName string
	closed    bool
	ended     bool
	cause     int64
}

// ListenerRun models processorListener.run, and the handler it calls.
type ListenerRun struct {
	// Handling is the notification that was received.
	Handling *Notification
	// WakeAt is when the handler returns, or when the pause after a panic ends.
	WakeAt time.Duration
	// Sleeping: it is the pause after a panic.
	Sleeping bool
	Ended    bool

	informer  int
	listener  string
	actorName string
	callback  *callback
	woken     bool
	// crashed: the next notification comes after a pause (L-9).
	crashed bool
	cause   int64
}

const upstreamListener = "tools/cache/shared_informer.go: processorListener."

// addListener is newProcessListener and addListener, with the rules of
// AddEventHandlerWithResyncPeriod for the period (S-6, S-7).
func (i *Informer) addListener(w *World, c HandlerConfig) error {
	selector, err := labels.Parse(c.LabelSelector)
	if err != nil {
		return fmt.Errorf("handler %s/%s: labelSelector %q: %w", i.Config.Name, c.Name, c.LabelSelector, err)
	}
	if i.listener(c.Name) != nil {
		return fmt.Errorf("informer %s has a handler %q already", i.Config.Name, c.Name)
	}
	name := i.Config.Name + "/" + c.Name
	l := &Listener{
		Config: c, Syncing: true, selector: selector, places: placesOf(name, trace.Listener, trace.Handler),
		Pop: &ListenerPop{informer: i.index, listener: c.Name, actorName: name + "/pop"},
		Run: &ListenerRun{informer: i.index, listener: c.Name, actorName: name + "/run"},
	}
	if *i.Config.Shared {
		i.setResyncPeriod(w, l)
	}
	i.Listeners = append(i.Listeners, l)
	w.enroll()
	return nil
}

const minimumResyncPeriod = time.Second

// setResyncPeriod is determineResyncPeriod and what stands around it.
func (i *Informer) setResyncPeriod(w *World, l *Listener) {
	wish := i.Config.Resync.Duration
	if l.Config.Resync != nil {
		wish = l.Config.Resync.Duration
	}
	if wish > 0 {
		wish = max(wish, minimumResyncPeriod)
	}
	if wish > 0 && wish < i.ResyncCheckPeriod {
		if i.Started {
			wish = i.ResyncCheckPeriod
		} else {
			i.ResyncCheckPeriod = wish
		}
	}
	if i.ResyncCheckPeriod == 0 {
		wish = 0
	}
	l.ResyncPeriod = wish
	l.NextResync = w.now + wish
}

func (i *Informer) listener(name string) *Listener {
	for _, l := range i.Listeners {
		if l.Config.Name == name {
			return l
		}
	}
	return nil
}

// add is processorListener.add: it counts an initial add and stands in addCh
// until pop takes it (L-1).
func (l *Listener) add(w *World, i *Informer, n Notification, by string) {
	if n.Call == OnAdd && n.Initial {
		l.Initial++
	}
	n.Cause = w.emit(trace.Event{
		Actor: by, Kind: trace.ListenerAdd, Key: n.Key, RV: n.rv, OldRV: n.oldRV, UID: n.uid, Delta: string(n.Delta),
		From: i.place(trace.ProcessLoop), To: l.place(trace.Listener), Cause: n.Cause, Upstream: upstreamListener + "add",
	}, trace.String("handler", l.Config.Name), trace.String("call", n.Call), trace.Int64("token", n.Token))
	l.Pop.AddCh = &n
}

func (l *Listener) place(kind string) string { return l.places.of(kind) }

func (l *Listener) clone() *Listener {
	c := *l
	pop, run := *l.Pop, *l.Run
	pop.PendingNotifications = l.Pop.PendingNotifications[:len(l.Pop.PendingNotifications):len(l.Pop.PendingNotifications)]
	if run.callback != nil {
		call := *run.callback
		run.callback = &call
	}
	c.Pop, c.Run = &pop, &run
	return &c
}

// noteSynced tells the tracker that upstream has synced (T-1).
func (l *Listener) noteSynced(w *World, i *Informer, cause int64) {
	l.upstreamSynced = true
	l.checkSynced(w, i, cause)
}

// checkSynced turns HasSynced true, once; in 1.13, and of a simple informer,
// handlers have no such thing.
func (l *Listener) checkSynced(w *World, i *Informer, cause int64) {
	if l.Synced || !l.upstreamSynced || l.Initial > 0 || l.Pop.closed || !w.profile.TellsInitial || !*i.Config.Shared {
		return
	}
	l.Synced = true
	w.emit(trace.Event{Actor: l.Run.actorName, Kind: trace.HandlerSynced, Cause: cause, Upstream: "tools/cache/synctrack: SingleFileTracker.HasSynced"},
		trace.String("handler", l.Config.Name), trace.String("informer", i.Config.Name))
}

// close is the end of addCh: pop returns, and what waits is dropped (L-6).
func (l *Listener) close(cause int64) {
	l.Pop.closed, l.Pop.cause = true, cause
}

func (p *ListenerPop) name() string { return p.actorName }

// ready: pop can hand on, receive, or end.
func (p *ListenerPop) ready(w *World) bool {
	if p.ended || !w.all[p.informer].Started {
		return false
	}
	return p.closed || p.NextCh != nil && p.run(w).receives() || p.AddCh != nil
}

func (p *ListenerPop) run(w *World) *ListenerRun {
	return w.all[p.informer].listener(p.listener).Run
}

func (p *ListenerPop) step(w *World) {
	i := w.all[p.informer]
	l := i.listener(p.listener)
	switch {
	case p.closed:
		p.end(w, i, l)
	case p.NextCh != nil && l.Run.receives():
		p.handOn(w, i, l)
	default:
		p.receive(w, i, l)
	}
}

// handOn sends what is offered to run, and offers the next (L-2).
func (p *ListenerPop) handOn(w *World, i *Informer, l *Listener) {
	n := *p.NextCh
	p.NextCh = nil
	if len(p.PendingNotifications) > 0 {
		next := p.PendingNotifications[0]
		p.NextCh, p.PendingNotifications = &next, p.PendingNotifications[1:]
	}
	n.Cause = w.emit(trace.Event{
		Actor: p.actorName, Kind: trace.ListenerNext, Key: n.Key, RV: n.rv, OldRV: n.oldRV, UID: n.uid, Delta: string(n.Delta),
		From: l.place(trace.Listener), To: l.place(trace.Handler), Cause: n.Cause, Upstream: upstreamListener + "pop",
	}, trace.String("handler", l.Config.Name), trace.Int("pending", len(p.PendingNotifications)), trace.Int64("token", n.Token))
	l.Run.Handling = &n
}

// receive takes what stands in addCh: to be offered at once, or into the ring.
func (p *ListenerPop) receive(w *World, i *Informer, l *Listener) {
	n := *p.AddCh
	p.AddCh = nil
	kind := trace.ListenerReceive
	if p.NextCh != nil {
		kind = trace.ListenerBuffer
	}
	n.Cause = w.emit(trace.Event{
		Actor: p.actorName, Kind: kind, Key: n.Key, RV: n.rv, OldRV: n.oldRV, UID: n.uid, Delta: string(n.Delta),
		To: l.place(trace.Listener), Cause: n.Cause, Upstream: upstreamListener + "pop",
	}, trace.String("handler", l.Config.Name), trace.Int("pending", len(p.PendingNotifications)), trace.Int64("token", n.Token))
	if kind == trace.ListenerBuffer {
		p.PendingNotifications = append(p.PendingNotifications, n)
	} else {
		p.NextCh = &n
	}
}

// end is pop's return: it closes nextCh and drops what it holds.
func (p *ListenerPop) end(w *World, i *Informer, l *Listener) {
	dropped := len(p.PendingNotifications)
	if p.NextCh != nil {
		dropped++
	}
	if p.AddCh != nil {
		dropped++
	}
	p.ended, p.AddCh, p.NextCh, p.PendingNotifications = true, nil, nil, nil
	l.Run.endIfIdle(l)
	w.emit(trace.Event{Actor: p.actorName, Kind: trace.ListenerStop, From: l.place(trace.Listener), Cause: p.cause, Upstream: upstreamListener + "pop"},
		trace.String("handler", l.Config.Name), trace.Int("dropped", dropped))
	i.noteStopped(w, w.seq)
}

// receives: run waits on nextCh.
func (r *ListenerRun) receives() bool { return r.idle() && !r.Ended }

func (r *ListenerRun) idle() bool { return r.Handling == nil && !r.Sleeping }

// endIfIdle is run finding nextCh closed.
func (r *ListenerRun) endIfIdle(l *Listener) { r.Ended = l.Pop.ended && r.idle() }

func (r *ListenerRun) name() string { return r.actorName }

func (r *ListenerRun) ready(*World) bool {
	switch {
	case r.Sleeping || r.callback != nil:
		return r.woken
	}
	return r.Handling != nil
}

func (r *ListenerRun) step(w *World) {
	i := w.all[r.informer]
	l := i.listener(r.listener)
	switch {
	case r.Sleeping:
		r.Sleeping, r.woken, r.crashed, r.WakeAt = false, false, false, 0
		r.endIfIdle(l)
		i.noteStopped(w, r.cause)
	case r.callback != nil:
		r.woken = !r.callback.finish(w, i, l, r.actorName)
		if !r.woken {
			r.done(w, i, l)
		}
	case r.crashed:
		r.sleep(w)
	default:
		r.call(w, i, l)
	}
}

// sleep is the pause before the notification that follows a panic (L-9), or at
// once after it (L-11).
func (r *ListenerRun) sleep(w *World) {
	d := w.profile.HandlerPanicPause
	r.Sleeping, r.WakeAt = true, w.now+d
	cause := w.emit(trace.Event{Actor: r.actorName, Kind: trace.BackoffStart, Cause: r.cause, Upstream: upstreamListener + "run"},
		trace.Duration("for", d), trace.String("then", "next notification"), trace.String("handler", r.listener))
	r.cause = cause
	w.after(d, runWakes{r.informer, r.listener, cause})
}

// call calls the user's handler.
func (r *ListenerRun) call(w *World, i *Informer, l *Listener) {
	c, outcome := l.begin(w, i, *r.Handling, r.actorName)
	switch outcome {
	case callFiltered:
		r.done(w, i, l)
	case callPanics:
		r.Handling, r.crashed, r.cause = nil, true, w.seq
		if !w.profile.PauseBeforeNext {
			r.sleep(w)
		}
		r.endIfIdle(l)
		i.noteStopped(w, w.seq)
	default:
		r.callback, r.cause = c, c.cause
		if d := l.Config.Takes.Duration; d > 0 {
			r.WakeAt = w.now + d
			w.after(d, runWakes{r.informer, r.listener, c.cause})
		} else {
			r.woken = true
		}
	}
}

// done is the handler's return: an initial add is finished (T-1).
func (r *ListenerRun) done(w *World, i *Informer, l *Listener) {
	n := r.Handling
	r.Handling, r.callback, r.WakeAt = nil, nil, 0
	r.endIfIdle(l)
	if n.Call == OnAdd && n.Initial {
		l.Initial--
		l.checkSynced(w, i, w.seq)
	}
	i.noteStopped(w, w.seq)
}

// runWakes is the end of a handler's time or of a pause.
type runWakes struct {
	informer int
	listener string
	cause    int64
}

func (a runWakes) do(w *World) {
	if l := w.all[a.informer].listener(a.listener); l != nil && l.Run.cause == a.cause {
		l.Run.woken = true
	}
}
