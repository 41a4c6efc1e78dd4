package engine

import (
	"fmt"
	"slices"
	"time"

	"informerscope/engine/trace"
)

// Manager is a process such as kube-controller-manager
// (cmd/kube-controller-manager/app/controllermanager.go): it starts its
// controllers one by one, then its SharedInformerFactory (M-8), and with leader
// election does so only while it leads.
//
// Simplified: a process that ends takes its goroutines with it, but for a handler
// that is being called, which returns first; nobody starts it again by itself.
type Manager struct {
	Config ManagerConfig
	Phase  ManagerPhase
	// WakeAt is when it starts the next controller.
	WakeAt time.Duration
	// InformersStarted is the channel of that name being closed: controllers that
	// start informers of their own wait for it.
	InformersStarted bool
	// Elector is its leader election; nil if it has none.
	Elector *Elector

	index     int
	actorName string
	// next counts the controllers that were started.
	next   int
	woken  bool
	cause  int64
	starts int
}

// ManagerPhase is how far a manager has come.
type ManagerPhase string

// The phases of a manager.
const (
	ManagerIdle     ManagerPhase = "not started"
	ManagerElecting ManagerPhase = "LeaderElector.acquire"
	ManagerStarting ManagerPhase = "StartControllers"
	ManagerRunning  ManagerPhase = "Run"
	ManagerStopped  ManagerPhase = "stopped"
)

const (
	upstreamManager = "cmd/kube-controller-manager/app/controllermanager.go: "
	upstreamFactory = "client-go/informers/factory.go: sharedInformerFactory."
)

func (w *World) addManager(c ManagerConfig) {
	m := &Manager{Config: c, Phase: ManagerIdle, index: len(w.Managers), actorName: c.Name + "/manager"}
	if c.LeaderElection != nil {
		m.Elector = &Elector{Phase: ElectorStopped, manager: m.index, actorName: c.Name + "/leaderElector"}
	}
	w.Managers = append(w.Managers, m)
	w.enroll()
	w.agenda.put(c.StartAt.Duration, false, managerStarts{m.index, 0})
}

// managerStarts is the process being started.
type managerStarts struct {
	manager int
	cause   int64
}

func (a managerStarts) do(w *World) { w.Managers[a.manager].start(w, a.cause) }

func (m *Manager) start(w *World, cause int64) {
	if m.Phase != ManagerIdle && m.Phase != ManagerStopped {
		return
	}
	cause = w.emit(trace.Event{Actor: m.actorName, Kind: trace.ManagerStart, Cause: cause, Upstream: upstreamManager + "Run"}, trace.String("manager", m.Config.Name))
	m.next, m.woken, m.InformersStarted = 0, false, false
	m.starts++
	if m.Elector != nil {
		m.Phase = ManagerElecting
		m.Elector.start(cause)
		return
	}
	m.run(w, cause)
}

// run is what a manager does once it may work: StartControllers.
func (m *Manager) run(w *World, cause int64) {
	m.Phase, m.cause = ManagerStarting, cause
	m.pause(w)
}

// pause is what StartController waits before each controller.
func (m *Manager) pause(w *World) {
	d := m.Config.StartInterval.Duration
	if m.next == len(m.Controllers(w)) || d == 0 {
		m.woken = true
		return
	}
	d = w.jitter(d)
	m.WakeAt = w.now + d
	w.after(d, managerWakes{m.index, m.starts})
}

// managerWakes is the end of a pause.
type managerWakes struct{ manager, start int }

func (a managerWakes) do(w *World) {
	if m := w.Managers[a.manager]; m.starts == a.start && m.Phase == ManagerStarting {
		m.woken = true
	}
}

func (m *Manager) name() string { return m.actorName }

// Place is the room of the process.
func (m *Manager) Place() string { return trace.Of(trace.Manager, m.Config.Name) }

func (m *Manager) ready(*World) bool { return m.woken && m.Phase == ManagerStarting }

// step starts the next controller or, after the last, the factory.
func (m *Manager) step(w *World) {
	m.woken, m.WakeAt = false, 0
	all := m.Controllers(w)
	if m.next == len(all) {
		m.Phase = ManagerRunning
		m.startFactory(w, m.cause)
		return
	}
	c := all[m.next]
	m.next++
	m.cause = w.emit(trace.Event{Actor: m.actorName, Kind: trace.ControllerStart, Cause: m.cause, Upstream: upstreamManager + "StartController"},
		trace.String("controller", c.Config.Name), trace.String("manager", m.Config.Name))
	w.try(m.cause, func(cause int64) error { return c.restart(w, cause) })
	m.pause(w)
}

// startFactory is Start: it starts each informer that was asked for and does not
// run yet, once. After that InformersStarted is closed.
func (m *Manager) startFactory(w *World, cause int64) {
	started := []string{}
	for _, i := range m.informers(w) {
		if asked := i.Config.StartAt.Duration <= w.now; asked && (!i.Started || i.Reflector.stopping) {
			started = append(started, i.Config.Name)
		}
	}
	cause = w.emit(trace.Event{Actor: m.actorName, Kind: trace.FactoryStart, Cause: cause, Upstream: upstreamFactory + "Start"},
		trace.String("manager", m.Config.Name), trace.Strings("informers", started))
	m.InformersStarted = true
	for _, name := range started {
		i, _ := w.informer(name)
		w.try(cause, func(int64) error { return w.startInformer(i, cause) })
	}
}

// stop is the end of the process.
func (m *Manager) stop(w *World, cause int64) {
	if m.Phase == ManagerIdle || m.Phase == ManagerStopped {
		return
	}
	m.Phase, m.InformersStarted, m.WakeAt = ManagerStopped, false, 0
	cause = w.emit(trace.Event{Actor: m.actorName, Kind: trace.ManagerStop, Cause: cause, Upstream: upstreamManager + "Run"}, trace.String("manager", m.Config.Name))
	if m.Elector != nil {
		m.Elector.stop()
	}
	for _, c := range m.Controllers(w) {
		c.kill(w)
	}
	for _, i := range m.informers(w) {
		if i.Started && !i.Reflector.stopping {
			i.stop(cause)
		}
	}
}

// Controllers are those that the manager starts, in their order.
func (m *Manager) Controllers(w *World) []*Controller {
	return slices.DeleteFunc(slices.Clone(w.Controllers), func(c *Controller) bool { return c.Config.Manager != m.Config.Name })
}

// HasStarted says whether the manager has started the controller of that number.
func (m *Manager) HasStarted(number int) bool {
	return number < m.next && m.Phase != ManagerIdle && m.Phase != ManagerStopped
}

// Next is the controller that it starts next; nil if there is none.
func (m *Manager) Next(w *World) *Controller {
	if all := m.Controllers(w); m.next < len(all) {
		return all[m.next]
	}
	return nil
}

// informers are those of its factory.
func (m *Manager) informers(w *World) []*Informer {
	return slices.DeleteFunc(slices.Clone(w.Informers), func(i *Informer) bool { return i.Config.Manager != m.Config.Name })
}

// checkFactory refuses a second informer of a type: InformerFor gives everybody
// the one there is (M-8).
func (w *World) checkFactory(c InformerConfig) error {
	if _, err := w.manager(c.Manager); err != nil {
		return fmt.Errorf("informer %s: %w", c.Name, err)
	}
	fresh, _ := w.informer(c.Name)
	for _, i := range w.Informers {
		if i != fresh && i.Config.Manager == c.Manager && i.resource == fresh.resource {
			return fmt.Errorf("informer %s: the factory of %s has an informer of %s already, %s, and gives it to everybody", c.Name, c.Manager, c.Resource, i.Config.Name)
		}
	}
	return nil
}

func (w *World) manager(name string) (*Manager, error) {
	for _, m := range w.Managers {
		if m.Config.Name == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("no manager is called %q; there are %s", name, names(w.Managers, func(m *Manager) string { return m.Config.Name }))
}

// client is the name by which its requests are made to fail.
func (m *Manager) client() string { return "manager " + m.Config.Name }

func (m *Manager) clone() *Manager {
	c := *m
	if m.Elector != nil {
		e := *m.Elector
		c.Elector = &e
	}
	return &c
}

// kill ends a controller as the end of its process does: what it works on, and
// what its queues hold, is lost.
func (c *Controller) kill(w *World) {
	c.stopped, c.polling, c.CacheSynced = true, false, false
	if c.monitorsOf != nil {
		c.monitorsOf.stop()
	}
	for _, wk := range c.Workers {
		wk.State, wk.Key, wk.Object, wk.WakeAt, wk.exchange = WorkerStopped, "", nil, 0, exchange{}
	}
	for _, q := range c.queues(w) {
		q.reset()
		q.Queue.ShuttingDown = true
	}
	clear(c.expectations)
}
