package engine

import (
	"time"
)

// Goroutine says where a modelled goroutine stands.
type Goroutine struct {
	// Actor is the name its events carry.
	Actor string
	State State
	// On is what it is blocked on or what it is doing, in upstream's words:
	// "Pop", "addCh", "handler", "queue.Get" …
	On string
	// Until is when it wakes, if it sleeps.
	Until time.Duration
	// Held: a debugger has stopped it.
	Held bool
}

// State is what a goroutine does.
type State string

// The states, as the page shows them.
const (
	Running  State = "running"
	Blocked  State = "blocked"
	Sleeping State = "sleeping"
	Stopped  State = "stopped"
)

// Goroutines says where each modelled goroutine stands, in the settled order.
func (w *World) Goroutines() []Goroutine {
	all := make([]Goroutine, len(w.roster))
	for n, a := range w.roster {
		all[n] = w.goroutine(a)
	}
	return all
}

// Goroutine says where one stands; Stopped if there is none of that name.
func (w *World) Goroutine(actor string) Goroutine {
	for _, a := range w.roster {
		if a.name() == actor {
			return w.goroutine(a)
		}
	}
	return Goroutine{Actor: actor, State: Stopped}
}

func (w *World) goroutine(a actor) Goroutine {
	g := Goroutine{Actor: a.name(), State: Blocked, Held: w.held(a.name())}
	if s, ok := a.(interface{ stands(w *World, g *Goroutine) }); ok {
		s.stands(w, &g)
	}
	if g.State == Blocked && a.ready(w) {
		g.State = Running
	}
	return g
}

func (g *Goroutine) sleeps(on string, until time.Duration) {
	g.State, g.On, g.Until = Sleeping, on, until
}

func (r *Reflector) stands(_ *World, g *Goroutine) {
	g.On = string(r.Phase)
	switch r.Phase {
	case PhaseIdle, PhaseStopped:
		g.State = Stopped
	case PhaseBackoff:
		g.sleeps(string(r.Phase), r.WakeAt)
	}
}

func (r *Resync) stands(_ *World, g *Goroutine) {
	g.On = "resync timer"
	switch {
	case !r.running:
		g.State = Stopped
	case r.FiresAt > 0 && !r.fired:
		g.sleeps(g.On, r.FiresAt)
	case r.due:
		g.On = "Resync"
	}
}

func (p *ProcessLoop) stands(w *World, g *Goroutine) {
	g.On = "Pop"
	switch {
	case p.Stopped || !w.all[p.informer].Started:
		g.State = Stopped
	case p.InHandler:
		g.sleeps("handler", p.WakeAt)
	case p.crashed:
		g.sleeps("restart after panic", p.WakeAt)
	case len(p.To) > 0:
		g.On = "addCh of " + p.To[0]
	case p.busy():
		g.On = "HandleDeltas"
	}
}

func (p *ListenerPop) stands(w *World, g *Goroutine) {
	g.On = "addCh"
	switch {
	case p.ended || !w.all[p.informer].Started:
		g.State = Stopped
	case p.NextCh != nil:
		g.On = "addCh, nextCh"
	}
}

func (r *ListenerRun) stands(w *World, g *Goroutine) {
	g.On = "nextCh"
	switch {
	case r.Ended || !w.all[r.informer].Started:
		g.State = Stopped
	case r.Sleeping:
		g.sleeps("pause after panic", r.WakeAt)
	case r.callback != nil:
		g.On = r.callback.notification.Call
		if r.WakeAt > 0 {
			g.sleeps(g.On, r.WakeAt)
		}
	case r.Handling != nil:
		g.On = r.Handling.Call
	}
}

func (q *Workqueue) stands(_ *World, g *Goroutine) {
	g.On = "waitingForAddCh"
	if q.ShuttingDown {
		g.State = Stopped
		return
	}
	if e, ok := q.Waiting.Next(); ok {
		g.sleeps("nextReadyAt", e.ReadyAt)
	}
}

func (m *Manager) stands(_ *World, g *Goroutine) {
	g.On = string(m.Phase)
	switch {
	case m.Phase == ManagerIdle || m.Phase == ManagerStopped:
		g.State = Stopped
	case m.WakeAt > 0:
		g.sleeps(g.On, m.WakeAt)
	}
}

func (m *Monitors) stands(_ *World, g *Goroutine) {
	g.On = "InformersStarted"
	switch {
	case m.Running:
		g.On = "wait.Until"
	case !m.Waiting:
		g.State = Stopped
	}
}

func (e *Elector) stands(_ *World, g *Goroutine) {
	g.On = string(e.Phase)
	switch {
	case e.Phase == ElectorStopped:
		g.State = Stopped
	case e.Phase == ElectorSleeping && !e.woken:
		g.sleeps(g.On, e.WakeAt)
	}
}

func (wk *Worker) stands(_ *World, g *Goroutine) {
	g.On = string(wk.State)
	switch {
	case wk.State == WorkerStopped:
		g.State = Stopped
	case wk.WakeAt > 0:
		g.sleeps(g.On, wk.WakeAt)
	}
}
