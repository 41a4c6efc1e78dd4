package conformance

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// generator makes a random script. It keeps clear of what the library leaves
// open, so that all of a report can be compared:
//
//   - No two things fall due at one moment by chance: each instant of the script
//     has a fraction of a millisecond of its own, which all that follows from it
//     inherits, and durations are odd.
//   - A handler that takes time, or panics, hears of a single object, for it
//     would otherwise matter in which order the library goes through a map.
//   - One handler feeds a workqueue.
//   - Where a reconcile takes time, one key fails at most: of two, the second
//     would be ready again in the very moment at which the first one ends.
type generator struct {
	rand  *rand.Rand
	mode  Mode
	s     *scenarios.Scenario
	now   time.Duration
	steps int // instants so far
	// alive are the objects that are there, by reference; held are those whose
	// finalizer is still on.
	alive    map[string]bool
	held     map[string]bool
	handlers []string // of the first informer, those that may be removed
	added    int
	alone    bool          // the last instant is not to be shared
	restarts bool          // the server may be restarted
	panics   bool          // some handler will
	stopped  bool          // the first informer has been
	takes    time.Duration // of a reconcile
	patience time.Duration // until a slow handler has heard all
}

// Generate makes the script of a seed in a mode.
func Generate(mode Mode, seed uint64) *scenarios.Scenario {
	hash := fnv.New64a()
	hash.Write([]byte(mode.String()))
	g := &generator{
		rand: rand.New(rand.NewPCG(seed, hash.Sum64())), mode: mode,
		alive: map[string]bool{}, held: map[string]bool{},
	}
	g.s = &scenarios.Scenario{
		APIVersion: scenarios.APIVersion, Kind: scenarios.Kind,
		Name: fmt.Sprintf("script-%d", seed), Title: scenarios.Plain(fmt.Sprintf("Script %d, %s", seed, mode)),
		Level: 5, Seed: 1,
	}
	g.world()
	g.expireToken()
	for range 5 + g.rand.IntN(25) {
		g.step()
	}
	g.pause()
	g.s.Until = &metav1.Duration{Duration: g.at() + g.patience + choose[time.Duration](g, 5, 5, 40, 130)*time.Second}
	return g.s
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.rand.IntN(n) == 0 }

// ms picks a number of milliseconds, and adds a part of its own to it: multiples
// of two such durations hardly ever meet.
func (g *generator) ms(of ...int) time.Duration {
	n := choose(g, of...)
	return time.Duration(n)*time.Millisecond + time.Duration(n%97)*10*time.Microsecond
}

func choose[T any](g *generator, of ...T) T { return of[g.rand.IntN(len(of))] }

func duration(d time.Duration) *metav1.Duration { return &metav1.Duration{Duration: d} }

// world is the state before anything happens.
func (g *generator) world() {
	w := &g.s.World
	w.Jitter = engine.JitterNone
	for _, object := range g.objects() {
		if g.chance(2) {
			w.Server.Objects = append(w.Server.Objects, g.manifest(object))
		}
	}
	switch {
	case g.chance(3):
		g.restarts = true // what one does to a short history is not settled
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
	if g.chance(8) {
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
		if g.chance(4) && (g.takes == 0 || len(controller.Fail) == 0) {
			controller.Fail = append(controller.Fail, engine.FailConfig{Key: object.key(), Times: ptr.To(1 + g.rand.IntN(6))})
		}
	}
	if g.chance(8) {
		controller.Mistakes = []string{choose(g, engine.MistakeNoForget, engine.MistakeNoDone, engine.MistakeDoneOnly)}
		controller.MaxRetries = 0
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

// at is the time of the present instant.
func (g *generator) at() time.Duration {
	return g.now + time.Duration(g.steps)*10*time.Microsecond
}

// pause goes on to the next instant.
func (g *generator) pause() {
	g.steps++
	g.now += []time.Duration{
		time.Duration(1+g.rand.IntN(30)) * time.Millisecond,
		time.Duration(100+g.rand.IntN(3000)) * time.Millisecond,
		time.Duration(100+g.rand.IntN(3000)) * time.Millisecond,
		time.Duration(3000+g.rand.IntN(30000)) * time.Millisecond,
	}[g.rand.IntN(4)]
	if g.chance(60) {
		g.now += 470 * time.Second // a watch times out
	}
}

// happening is one kind of thing that a script does.
type happening struct {
	weight int
	// alone: at an instant of its own. What a handler that has just come would
	// still hear of that instant is open, and so is what a worker makes of two
	// adds.
	alone    bool
	commands func(*generator) []engine.Command
}

var happenings = []happening{
	{weight: 4, commands: (*generator).write},
	{weight: 3, commands: (*generator).lose},
	{weight: 2, commands: (*generator).fault},
	{weight: 1, commands: (*generator).change},
	{weight: 1, commands: (*generator).clients, alone: true},
	{weight: 2, commands: (*generator).queue, alone: true},
}

// step adds what happens next, at a new instant or together with the last.
func (g *generator) step() {
	h := g.happening()
	together := g.steps > 0 && !h.alone && !g.alone && g.chance(3)
	commands := h.commands(g)
	if len(commands) == 0 {
		return
	}
	if !together {
		g.pause()
	}
	g.alone = h.alone
	for i, c := range commands {
		step := scenarios.Step{Command: c}
		if i == 0 && !together {
			step.At = duration(g.at())
		}
		g.s.Steps = append(g.s.Steps, step)
	}
}

// happening picks one by weight.
func (g *generator) happening() happening {
	var table []happening
	for _, h := range happenings {
		for range h.weight {
			table = append(table, h)
		}
	}
	return choose(g, table...)
}

// write creates, changes or deletes an object.
func (g *generator) write() []engine.Command {
	o := choose(g, g.objects()...)
	reference := o.reference()
	if !g.alive[reference] {
		return []engine.Command{{Create: ptr.To(g.manifest(o))}}
	}
	if g.chance(4) {
		remove := []engine.Command{{Delete: reference}}
		if g.held[reference] {
			if g.chance(2) {
				return remove // it stays until its finalizer goes
			}
			remove = append(remove, update(reference, map[string]any{"finalizers": nil}, nil))
		}
		delete(g.alive, reference)
		delete(g.held, reference)
		if g.chance(3) {
			remove = append(remove, engine.Command{Create: ptr.To(g.manifest(o))})
		}
		return remove
	}
	labels := map[string]any{choose(g, "app", "n"): choose[any](g, "web", "db", "web", "db", nil)}
	if g.chance(4) {
		return []engine.Command{update(reference, nil, map[string]any{"nodeName": choose(g, "n1", "n2")})}
	}
	return []engine.Command{update(reference, map[string]any{"labels": labels}, nil)}
}

func update(reference string, metadata, spec map[string]any) engine.Command {
	merge := map[string]any{}
	if metadata != nil {
		merge["metadata"] = metadata
	}
	if spec != nil {
		merge["spec"] = spec
	}
	return engine.Command{Update: &engine.UpdateCommand{Object: reference, Merge: merge}}
}

// lose ends the watch, with some changes that it misses, and perhaps without a
// history to catch up from.
func (g *generator) lose() []engine.Command {
	drop := engine.DropWatchCommand{Informer: "pods", How: choose(g, "eof", "reset", "timeout", "error-event")}
	if drop.How == "error-event" {
		drop.Status = choose(g, 0, 410, 429, 500)
	}
	commands := []engine.Command{{DropWatch: &drop}}
	for range g.rand.IntN(5) {
		commands = append(commands, g.write()...)
	}
	if g.chance(2) {
		commands = append(commands, engine.Command{Compact: g.compaction()})
	}
	if g.chance(3) {
		commands = append(commands, g.fail())
	}
	return commands
}

// fault makes requests fail, or takes the server away.
func (g *generator) fault() []engine.Command {
	away := &engine.AwayCommand{For: metav1.Duration{Duration: g.ms(53, 599, 2609, 9697)}}
	switch g.rand.IntN(5) {
	case 0:
		return []engine.Command{{Outage: away}}
	case 1:
		if !g.restarts {
			return nil
		}
		return []engine.Command{{Restart: away}}
	case 2:
		return []engine.Command{{Compact: g.compaction()}}
	case 3:
		return []engine.Command{{Bump: 1 + g.rand.Int64N(200)}}
	default:
		return []engine.Command{g.fail()}
	}
}

func (g *generator) compaction() *engine.CompactCommand {
	if g.restarts {
		return &engine.CompactCommand{}
	}
	return &engine.CompactCommand{Keep: choose(g, 0, 0, 1, 2)}
}

func (g *generator) fail() engine.Command {
	return engine.Command{FailRequests: &engine.FailRequestsCommand{
		Informer: "pods", Verb: choose(g, "list", "watch", "watch"), Times: ptr.To(choose(g, 1, 1, 2, 4, 12)),
		Status: choose[any](g, 410, 429, 429, 500, 503, 403, "refused"),
	}}
}

// change sets a number of the world.
func (g *generator) change() []engine.Command {
	name, value := choose(g, "network.watch", "network.list"), g.ms(1, 31, 709)
	if g.takes > 0 && g.chance(3) {
		name, value = "controller main.takes", g.ms(0, 43, 907)
	}
	return []engine.Command{{Set: map[string]any{name: value.String()}}}
}

// clients adds or removes a handler, or restarts the informer.
func (g *generator) clients() []engine.Command {
	if !*g.s.World.Informers[0].Shared {
		return nil
	}
	switch {
	case g.stopped || g.chance(6) && !g.panics:
		g.stopped = !g.stopped
		target := &engine.TargetCommand{Informer: "pods"}
		if g.stopped {
			return []engine.Command{{Stop: target}}
		}
		g.now += 40 * time.Second // the old one has ended
		return []engine.Command{{Start: target}}
	case g.chance(2) && len(g.handlers) > 0:
		name := choose(g, g.handlers...)
		g.handlers = slices.DeleteFunc(g.handlers, func(h string) bool { return h == name })
		return []engine.Command{{RemoveHandler: &engine.RemoveHandlerCommand{Informer: "pods", Name: name}}}
	default:
		g.added++
		h := g.handler(fmt.Sprintf("late%d", g.added))
		g.removable(h)
		return []engine.Command{{AddHandler: &engine.AddHandlerCommand{Informer: "pods", Handler: h}}}
	}
}

// queue calls the workqueue by hand.
func (g *generator) queue() []engine.Command {
	if !g.mode.Worker {
		return nil
	}
	c := engine.QueueCommand{Name: "main", Do: choose(g, "add", "addAfter", "addAfter", "addRateLimited", "forget"), Key: choose(g, g.objects()...).key()}
	if c.Do == "addAfter" {
		c.After = metav1.Duration{Duration: g.ms(0, 19, 2309, 8923)}
	}
	if g.chance(20) {
		return []engine.Command{{Stop: &engine.TargetCommand{Controller: "main"}}}
	}
	return []engine.Command{{Queue: &c}}
}
