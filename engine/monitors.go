package engine

import (
	"slices"

	"informerscope/engine/apiserver"
	"informerscope/engine/trace"
)

// Monitors is the goroutine of a quota controller's QuotaMonitor (kubernetes
// pkg/controller/resourcequota/resource_quota_monitor.go): Run waits until the
// process has closed InformersStarted, so that nothing comes into its queue before
// all controllers are there, then it starts the monitors and the one worker of
// resourceChanges. The garbage collector's GraphBuilder waits in the same way.
type Monitors struct {
	// Waiting: it is blocked on InformersStarted. Running: its monitors run.
	Waiting, Running bool

	controller int
	actorName  string
	cause      int64
}

func (m *Monitors) name() string { return m.actorName }

// start is Run being called. Where there is no process, nobody has to be waited for:
// the worker then begins with the others.
func (m *Monitors) start(managed bool, cause int64) {
	m.Waiting, m.Running, m.cause = managed, !managed, cause
}

func (m *Monitors) stop() { m.Waiting, m.Running = false, false }

func (m *Monitors) ready(w *World) bool {
	if !m.Waiting {
		return false
	}
	process, err := w.manager(w.Controllers[m.controller].Config.Manager)
	return err == nil && process.InformersStarted
}

// step is StartMonitors.
func (m *Monitors) step(w *World) {
	c := w.Controllers[m.controller]
	m.Waiting, m.Running = false, true
	m.cause = w.emit(trace.Event{Actor: m.actorName, Kind: trace.QuotaMonitorsStart, Cause: m.cause, Upstream: upstreamMonitor + "StartMonitors"},
		trace.String("controller", c.Config.Name))
	if len(c.Workers) == 0 {
		c.addWorker(w, m.cause)
	}
	c.Workers[0].State = WorkerGetting
}

// waits: Run has not come to the worker of resourceChanges, the first one.
func (m *Monitors) waits(number int) bool { return m != nil && !m.Running && number == 0 }

// quotaDiscovery is Sync: a resource that a CustomResourceDefinition has brought
// gets a monitor, and one whose definition is gone loses its (SyncMonitors).
type quotaDiscovery struct{ controllerStart }

func (a quotaDiscovery) do(w *World) {
	c, lasts := a.of(w)
	if !lasts {
		return
	}
	w.periodically(discoveryPeriod, a)
	there := map[string]bool{}
	for _, r := range w.Server.Declared() {
		name := w.Server.NameOf(r)
		there[name] = true
		if c.watching(w, name) == nil && r.Namespaced {
			cause := c.syncMonitors(w, trace.QuotaMonitor, name, a.cause)
			c.Config.Informers = append(slices.Clip(c.Config.Informers), c.monitor(w, r, cause))
		}
	}
	for _, r := range w.Server.Registered() {
		name := w.Server.NameOf(r)
		i := c.watching(w, name)
		if i == nil || there[name] {
			continue
		}
		cause := c.syncMonitors(w, trace.QuotaMonitorGone, name, a.cause)
		c.Config.Informers = slices.DeleteFunc(slices.Clone(c.Config.Informers), func(name string) bool { return name == i.Config.Name })
		if i.Started && !i.Reflector.stopping {
			i.stop(cause)
		}
	}
}

func (c *Controller) syncMonitors(w *World, kind trace.Kind, resource string, cause int64) int64 {
	return w.emit(trace.Event{Actor: c.monitorsOf.actorName, Kind: kind, Cause: cause, Upstream: upstreamMonitor + "SyncMonitors"},
		trace.String("controller", c.Config.Name), trace.String("resource", resource))
}

// watching is the controller's monitor of a resource; nil if there is none.
func (c *Controller) watching(w *World, resource string) *Informer {
	for _, name := range c.Config.Informers {
		if i, _ := w.informer(name); w.Server.NameOf(i.resource) == resource {
			return i
		}
	}
	return nil
}

// monitor starts the informer of a new resource: the one that the world has and
// that does not run, or one that is made now. It returns its name.
func (c *Controller) monitor(w *World, r apiserver.Resource, cause int64) string {
	for _, i := range w.Informers {
		if i.resource.GroupResource() == r.GroupResource() && (!i.Started || i.Reflector.stopping) {
			w.try(cause, func(int64) error { return w.startInformer(i, cause) })
			return i.Config.Name
		}
	}
	name := w.Server.NameOf(r)
	config := InformerConfig{Name: c.Config.Name + "-" + name, Resource: name, Handlers: []HandlerConfig{{Name: "monitor", Controller: c.Config.Name}}}
	w.try(cause, func(int64) error { return w.addInformer(config.complete(w.profile)) })
	return config.Name
}
