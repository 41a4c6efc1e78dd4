package conformance

import (
	"fmt"
	"slices"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// world is the state before anything happens.
func (g *generator) world() {
	w := &g.s.World
	w.Client, w.Jitter = g.mode.Client, engine.JitterNone
	for _, object := range g.objects() {
		if g.chance(2) {
			w.Server.Objects = append(w.Server.Objects, g.manifest(object))
		}
	}
	switch {
	case g.chance(3):
		w.Server.History = ptr.To(1 + g.rand.IntN(4))
	case g.chance(5):
		w.Server.WatchCache = ptr.To(false)
	}
	if g.chance(2) {
		w.Server.BookmarkEvery = duration(g.ms(3001, 7001, 19001))
	}
	if g.chance(3) {
		w.Network.List = duration(g.ms(3, 251, 1699))
		w.Network.Watch = duration(g.ms(2, 41, 601))
	}
	g.informers(w)
	if g.mode.Worker {
		g.controller(w)
	}
}

// expireToken compacts the history between the first two pages of a list.
func (g *generator) expireToken() {
	w, inf := g.s.World, g.s.World.Informers[0]
	if w.Server.WatchCache == nil || inf.PageSize == nil || *inf.PageSize == 0 {
		return
	}
	way := 20 * time.Millisecond
	if w.Network.List != nil {
		way = w.Network.List.Duration
	}
	g.steps++
	g.now = (inf.StartAt.Duration + 2*way).Truncate(time.Millisecond)
	g.s.Steps = append(g.s.Steps, scenarios.Step{At: duration(g.at()), Command: engine.Command{Compact: &engine.CompactCommand{}}})
}

// outrun lets an object go and come back, or come and go again, while a slow
// handler keeps what happened first in 1.13's queue until a relist (D-14, D-15).
func (g *generator) outrun() {
	inf := &g.s.World.Informers[0]
	if !g.old() || g.patience == 0 {
		return
	}
	inf.Handlers[0].Takes = metav1.Duration{Duration: g.ms(2203)}
	inf.LabelSelector, inf.FieldSelector, inf.Namespace = "", "", ""
	last := object{"Pod", "pods", "shop", "e"}
	reference := last.reference()
	if g.held[reference] {
		return
	}
	create, remove := engine.Command{Create: ptr.To(g.manifest(last))}, engine.Command{Delete: reference}
	if g.held[reference] {
		return // the new one has a finalizer
	}
	there := slices.ContainsFunc(g.s.World.Server.Objects, func(m engine.Manifest) bool {
		metadata := m["metadata"].(map[string]any)
		return metadata["namespace"] == last.namespace && metadata["name"] == last.name
	})
	first, second := create, remove
	if there {
		first, second = remove, create
	}
	g.alive[reference] = there
	ready := inf.StartAt.Duration + 100*time.Millisecond
	for _, way := range []*metav1.Duration{g.s.World.Network.List, g.s.World.Network.Watch} {
		if way != nil {
			ready += 2 * way.Duration
		}
	}
	g.after(ready, first)
	g.after(300*time.Millisecond, engine.Command{DropWatch: &engine.DropWatchCommand{Informer: "pods", How: "error-event"}}, second)
	g.now += 9 * time.Second
	g.alone = true
}

// after adds commands at an instant that much later.
func (g *generator) after(later time.Duration, commands ...engine.Command) {
	g.steps++
	g.now += later.Truncate(time.Millisecond)
	for i, c := range commands {
		step := scenarios.Step{Command: c}
		if i == 0 {
			step.At = duration(g.at())
		}
		g.s.Steps = append(g.s.Steps, step)
	}
}

// informers are one that everything happens to, and sometimes another.
func (g *generator) informers(w *engine.Config) {
	inf := g.informer("pods")
	inf.Shared = ptr.To(g.mode.Worker || !g.chance(6))
	if g.chance(5) || g.mode.Worker { // else a list could end as a WaitForCacheSync looks
		inf.StartAt = metav1.Duration{Duration: g.ms(0, 1, 89, 2503) + 980*time.Microsecond}
	}
	switch g.rand.IntN(8) {
	case 0:
		inf.LabelSelector = "app=web"
	case 1:
		inf.FieldSelector = "spec.nodeName=n1"
	case 2:
		inf.Namespace = "shop"
	}
	inf.Handlers = []engine.HandlerConfig{g.handler("main")}
	if g.mode.Worker {
		inf.Handlers[0].Enqueue, inf.Handlers[0].PanicOn = "main", nil
	}
	if *inf.Shared {
		for i := range g.rand.IntN(4) {
			h := g.handler(fmt.Sprintf("h%d", i))
			if g.chance(4) {
				h.AddAt = metav1.Duration{Duration: g.ms(7, 1301, 9103) + 990*time.Microsecond}
			} else {
				g.removable(h)
			}
			inf.Handlers = append(inf.Handlers, h)
		}
	}
	if !*inf.Shared && !g.mode.WatchList && g.chance(2) {
		// All of a simple informer's events may wait for its handler, but not in
		// the order of a map.
		inf.Handlers[0] = engine.HandlerConfig{Name: "main", Takes: metav1.Duration{Duration: g.ms(887, 2203)}}
		g.patience = time.Minute
	}
	if !*inf.Shared && g.mode.WatchList && !g.mode.Atomic {
		// What a streamed list brought is popped in the order of a map: it would
		// be open what comes into the cache before the handler takes its time.
		inf.Handlers[0].Takes = metav1.Duration{}
	}
	if !*inf.Shared && inf.Handlers[0].Takes.Duration > 0 {
		inf.Resync = metav1.Duration{} // it would wait for the queue's lock, with the reflector
	}
	w.Informers = append(w.Informers, inf)
	if g.chance(6) {
		other := g.informer("configmaps")
		other.Handlers = []engine.HandlerConfig{g.handler("other")}
		w.Informers = append(w.Informers, other)
	}
}

// informer is one in this mode.
func (g *generator) informer(resource string) engine.InformerConfig {
	inf := engine.InformerConfig{Name: resource, Resource: resource, Queue: g.mode.Queue, WatchList: ptr.To(g.mode.WatchList)}
	if g.mode.Queue == engine.RealFIFO {
		inf.Atomic = ptr.To(g.mode.Atomic)
	}
	for _, indexer := range []string{"namespace", "label:app", "field:spec.nodeName"} {
		if g.chance(3) {
			inf.Indexers = append(inf.Indexers, indexer)
		}
	}
	if g.chance(3) {
		inf.PageSize = ptr.To(g.rand.Int64N(4))
	}
	if !g.chance(3) {
		inf.Resync = metav1.Duration{Duration: g.ms(g.shortest(), 3109, 7307, 17903)}
	}
	if !g.old() && g.chance(8) {
		inf.Transform = engine.TransformDropManagedFields
	}
	return inf
}

// shortest is the shortest resync period asked for, in milliseconds. What is
// less than a second becomes one, in step with the bucket of a rate limiter.
func (g *generator) shortest() int {
	if g.mode.Worker {
		return 1013
	}
	return 503
}

// handler is one with some of the options.
func (g *generator) handler(name string) engine.HandlerConfig {
	h := engine.HandlerConfig{Name: name, SkipUnchanged: g.chance(8)}
	if !g.chance(3) {
		h.Resync = duration(g.ms(0, 0, g.shortest(), 2311, 5309, 11903))
	}
	switch g.rand.IntN(6) {
	case 0:
		h.LabelSelector = "app=web"
	case 1: // of a single object, so that it may take time or panic
		object := choose(g, g.objects()...)
		h.LabelSelector = "is=" + object.label()
		if g.chance(3) {
			h.PanicOn = []string{object.key()}
		} else {
			h.Takes = metav1.Duration{Duration: g.ms(13, 887, 4703)}
		}
	}
	return h
}

// removable notes that a handler may be removed. Of one that panics it is open
// when it will have heard what: the pause is taken before the next notification,
// whichever that is.
func (g *generator) removable(h engine.HandlerConfig) {
	if len(h.PanicOn) == 0 {
		g.handlers = append(g.handlers, h.Name)
	} else {
		g.panics = true
	}
}

// controller is the queue and the worker.
func (g *generator) controller(w *engine.Config) {
	queue := engine.WorkqueueConfig{Name: "main"}
	if g.chance(2) {
		queue.RateLimiter = engine.RateLimiterConfig{
			Base: duration(g.ms(11, 173, 2903)), Max: duration(g.ms(1009, 11003)),
			QPS: ptr.To(choose(g, 1.0, 10.0)), Burst: ptr.To(1 + g.rand.IntN(5)),
		}
	}
	g.takes = g.ms(0, 0, 37, 1103)
	controller := engine.ControllerConfig{
		Name: "main", Queue: "main", Informer: "pods", MaxRetries: choose(g, 0, 0, 1, 3), Takes: metav1.Duration{Duration: g.takes},
	}
	if g.chance(4) {
		controller.WaitForSync = ptr.To(false)
	}
	for _, object := range g.objects() {
		if g.chance(4) && (len(controller.Fail) == 0 || g.takes == 0 && queue.RateLimiter.Base == nil) {
			controller.Fail = append(controller.Fail, engine.FailConfig{Key: object.key(), Times: ptr.To(1 + g.rand.IntN(6))})
		}
	}
	if g.chance(8) {
		controller.Mistakes = []string{choose(g, engine.MistakeNoForget, engine.MistakeNoDone, engine.MistakeDoneOnly)}
	}
	if g.chance(6) && g.takes == 0 {
		w.Informers[0].Handlers[0].Mistakes = []string{engine.MistakeRateLimited}
	}
	w.Workqueues = []engine.WorkqueueConfig{queue}
	w.Controllers = []engine.ControllerConfig{controller}
}

// object is one of the few that a script is about.
type object struct{ kind, resource, namespace, name string }

func (g *generator) objects() []object {
	var objects []object
	for _, name := range []string{"a", "b", "c", "d"} {
		objects = append(objects, object{"Pod", "pods", "default", name})
	}
	return append(objects, object{"Pod", "pods", "shop", "a"}, object{"Pod", "pods", "shop", "e"}, object{"ConfigMap", "configmaps", "default", "settings"})
}

func (o object) key() string       { return o.namespace + "/" + o.name }
func (o object) label() string     { return o.namespace + "-" + o.name }
func (o object) reference() string { return o.resource + "/" + o.key() }

// manifest is a new object with random labels, and is noted as alive.
func (g *generator) manifest(o object) engine.Manifest {
	g.alive[o.reference()] = true
	metadata := map[string]any{
		"name": o.name, "namespace": o.namespace,
		"labels": map[string]any{"app": choose(g, "web", "db"), "is": o.label()},
	}
	if g.chance(10) {
		g.held[o.reference()] = true
		metadata["finalizers"] = []any{"example.com/hold"}
	}
	m := engine.Manifest{"apiVersion": "v1", "kind": o.kind, "metadata": metadata}
	if g.chance(2) {
		m["spec"] = map[string]any{"nodeName": choose(g, "n1", "n2")}
	}
	return m
}
