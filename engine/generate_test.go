package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// generator makes a random script of a seed.
type generator struct {
	*rand.Rand
	config   Config
	handlers []string
	added    int
}

// generate is the script of a seed: the same for ever, unless this file changes.
func generate(seed uint64) script {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x5eed))}
	g.world(seed)
	s := script{config: g.config}
	at := time.Duration(0)
	for range 20 + g.IntN(60) {
		if g.one(3) {
			at += pick[time.Duration](g.Rand, 1, 20, 300, 1500, 7000, 40_000) * time.Millisecond * time.Duration(1+g.IntN(3))
		}
		s.steps = append(s.steps, scriptStep{at, g.command()})
	}
	return s
}

// one is true one time in n.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

func (g *generator) some(durations ...time.Duration) metav1.Duration {
	return metav1.Duration{Duration: pick(g.Rand, durations...)}
}

func (g *generator) world(seed uint64) {
	c := Config{Client: pick(g.Rand, Client137, Client137, Client137, Client113), Seed: seed, RandomOrder: g.one(2)}
	c.Jitter = pick(g.Rand, JitterNone, JitterSeeded)
	c.Server.History = ptr.To(pick(g.Rand, 2, 5, 1000))
	c.Server.WatchCache = ptr.To(!g.one(4))
	c.Server.BookmarkEvery = ptr.To(g.some(3*time.Second, time.Minute))
	way := func() *metav1.Duration { return ptr.To(g.some(0, time.Millisecond, 30*time.Millisecond, time.Second)) }
	c.Network = NetworkConfig{List: way(), Watch: way(), Write: way()}
	for n := range g.IntN(6) {
		c.Server.Objects = append(c.Server.Objects, g.manifest(objectNames[n]))
	}
	c.Workqueues = []WorkqueueConfig{{Name: "main", Kind: pick(g.Rand, "", "", QueuePriority), RateLimiter: RateLimiterConfig{
		Base: ptr.To(g.some(5*time.Millisecond, time.Second)), Max: ptr.To(g.some(10*time.Second, 1000*time.Second)),
		QPS: ptr.To(pick(g.Rand, 50.0, 100)), Burst: ptr.To(pick(g.Rand, 1, 100)),
	}}}
	g.config = c
	g.config.Informers = []InformerConfig{g.informer("pods")}
	if g.one(3) {
		second := g.informer("others")
		second.Namespace = pick(g.Rand, "", "other")
		second.LabelSelector = pick(g.Rand, "", "app=x", "app!=x")
		second.FieldSelector = pick(g.Rand, "", "metadata.name=a")
		g.config.Informers = append(g.config.Informers, second)
	}
	if g.one(2) {
		g.config.Controllers = []ControllerConfig{g.controller("main")}
	}
	if c.Client == Client137 && g.one(3) {
		g.managers()
	}
	if c.Client == Client137 && g.one(4) {
		g.quota()
	}
}

// definition is a resource that is not built in.
var definition = Manifest{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "widgets.example.com"},
	"spec": map[string]any{"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "widgets", "kind": "Widget"},
		"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true}}}}

// quota is a quota controller, and a resource that nobody watches yet.
func (g *generator) quota() {
	c := &g.config
	c.Server.Objects = append(c.Server.Objects, Manifest{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": map[string]any{"name": "limits", "namespace": "default"},
		"spec": map[string]any{"hard": map[string]any{"pods": "3", "requests.cpu": "2", "count/widgets.example.com": "1"}}},
		definition)
	for _, q := range []string{"primary", "missing", "changes"} {
		c.Workqueues = append(c.Workqueues, WorkqueueConfig{Name: q})
	}
	handlers := []HandlerConfig{{Name: "main", Controller: "quota"}}
	process := ""
	if g.one(2) {
		process = "quota-manager"
		c.Managers = append(c.Managers, ManagerConfig{Name: process, StartInterval: g.some(0, time.Second)})
	}
	c.Informers = append(c.Informers, InformerConfig{Name: "quotas", Resource: "resourcequotas", Manager: process, Handlers: handlers},
		InformerConfig{Name: "quota-pods", Resource: "pods", Manager: process, Handlers: handlers})
	c.Controllers = append(c.Controllers, ControllerConfig{Name: "quota", Queue: "primary", Queues: []string{"missing", "changes"}, Informer: "quotas", Informers: []string{"quota-pods"}, Manager: process,
		Workers: ptr.To(1 + g.IntN(5)), Reconcile: ReconcileQuota, FullResync: ptr.To(g.some(20*time.Second, 5*time.Minute))})
}

// managers are two processes that keep replicas, of which one works at a time.
func (g *generator) managers() {
	c := &g.config
	c.Server.Objects = append(c.Server.Objects, Manifest{"apiVersion": "apps/v1", "kind": "ReplicaSet",
		"metadata": map[string]any{"name": "web", "namespace": "default"},
		"spec": map[string]any{"replicas": g.Int64N(4), "selector": map[string]any{"matchLabels": map[string]any{"app": "x"}},
			"template": map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": "x"}}}}})
	c.Managers = []ManagerConfig{
		{Name: "kcm-1", StartInterval: g.some(0, time.Second), LeaderElection: &LeaderElectionConfig{}},
		{Name: "kcm-2", StartAt: g.some(0, 3*time.Second), LeaderElection: &LeaderElectionConfig{}},
	}
	// While a held elector goes on leading beside the next one, and one of them has
	// an old cache, each write of the one makes the other write. What they take
	// bounds how often.
	takes := metav1.Duration{Duration: 100 * time.Millisecond}
	for _, n := range []string{"1", "2"} {
		c.Workqueues = append(c.Workqueues, WorkqueueConfig{Name: "replicas-" + n})
		handlers := []HandlerConfig{{Name: "main", Controller: "replicas-" + n}}
		c.Informers = append(c.Informers, InformerConfig{Name: "sets-" + n, Resource: "replicasets", Manager: "kcm-" + n, Handlers: handlers},
			InformerConfig{Name: "pods-" + n, Resource: "pods", Manager: "kcm-" + n, Handlers: handlers})
		c.Controllers = append(c.Controllers, ControllerConfig{Name: "replicas-" + n, Queue: "replicas-" + n, Informer: "sets-" + n, Informers: []string{"pods-" + n},
			Manager: "kcm-" + n, Takes: takes, Reconcile: ReconcileReplicas, Expectations: ptr.To(!g.one(4))})
	}
}

func (g *generator) hasQuota() bool {
	return slices.ContainsFunc(g.config.Controllers, func(c ControllerConfig) bool { return c.Reconcile == ReconcileQuota })
}

// manager is what one does to a process.
func (g *generator) manager() Command {
	name := g.config.Managers[g.IntN(len(g.config.Managers))].Name
	switch g.IntN(6) {
	case 0:
		return Command{Stop: &TargetCommand{Leader: true}}
	case 1:
		return Command{Stop: &TargetCommand{Manager: name}}
	case 2:
		return Command{Hold: name + "/leaderElector"}
	case 3:
		return Command{Release: name + "/leaderElector"}
	case 4:
		return Command{Start: &TargetCommand{Manager: name}}
	}
	return Command{Update: &UpdateCommand{Object: "replicasets/default/web", Merge: map[string]any{"spec": map[string]any{"replicas": g.Int64N(5)}}}}
}

func (g *generator) informer(name string) InformerConfig {
	c := InformerConfig{Name: name, Resource: "pods", Shared: ptr.To(!g.one(4)), PageSize: ptr.To(pick[int64](g.Rand, 0, 1, 2, 500))}
	c.Resync = g.some(0, 0, 2*time.Second, 10*time.Second)
	if g.config.Client == Client137 {
		c.Queue = pick(g.Rand, RealFIFO, RealFIFO, DeltaFIFO)
		c.WatchList = ptr.To(g.one(2))
		c.Atomic = ptr.To(c.Queue == RealFIFO && !g.one(3))
		c.Transform = pick(g.Rand, TransformNone, TransformDropManagedFields)
	}
	c.Indexers = pick(g.Rand, nil, []string{"namespace", "label:app"})
	c.StartAt = g.some(0, 0, 0, 5*time.Second)
	handlers := 1
	if *c.Shared {
		handlers = g.IntN(4)
	}
	for range handlers {
		h := g.handler()
		h.AddAt = g.some(0, 0, 0, 8*time.Second)
		if !*c.Shared {
			h.AddAt.Duration = 0
		}
		c.Handlers = append(c.Handlers, h)
	}
	return c
}

func (g *generator) handler() HandlerConfig {
	g.added++
	h := HandlerConfig{Name: fmt.Sprintf("h%d", g.added), Takes: g.some(0, 0, 0, 50*time.Millisecond, 3*time.Second)}
	g.handlers = append(g.handlers, h.Name)
	if g.one(3) {
		h.Resync = ptr.To(g.some(0, time.Second, 4*time.Second))
	}
	h.LabelSelector = pick(g.Rand, "", "", "", "app=x")
	h.SkipUnchanged = g.one(4)
	h.Enqueue = pick(g.Rand, "", "main")
	if g.one(4) {
		h.PanicOn = []string{"default/a", "default/b"}
	}
	if g.one(5) {
		h.Mistakes = []string{pick(g.Rand, MistakeMutates, MistakeRateLimited, MistakePointerKeys)}
		// Who waits longer and longer after every resync is never done.
		h.SkipUnchanged = h.SkipUnchanged || h.Mistakes[0] == MistakeRateLimited
	}
	return h
}

func (g *generator) controller(name string) ControllerConfig {
	c := ControllerConfig{Name: name, Queue: "main", Informer: "pods", Workers: ptr.To(1 + g.IntN(3)), WaitForSync: ptr.To(!g.one(3))}
	c.Takes = g.some(0, 10*time.Millisecond, 2*time.Second)
	if c.Reconcile = pick(g.Rand, ReconcileObserve, ReconcileSetStatus, ReconcileNotify, ReconcileRules); c.Reconcile == ReconcileRules {
		c.Rules = g.rules()
	}
	c.MaxRetries = g.IntN(3)
	if g.one(2) {
		c.Fail = []FailConfig{{Key: "default/a", Times: ptr.To(1 + g.IntN(4))}}
	}
	if g.one(4) {
		c.Mistakes = []string{pick(g.Rand, MistakeNoForget, MistakeNoDone, MistakeDoneOnly)}
	}
	return c
}

// rules draws some rules. None has the key come again: that would never end.
func (g *generator) rules() []RuleConfig {
	settings := Manifest{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "{name}-settings", "namespace": "{namespace}"}}
	all := []RuleConfig{
		{When: RuleMatch{LabelSelector: "app=x"}, Create: settings},
		{When: RuleMatch{LabelSelector: "app!=x"}, Delete: "configmaps/{namespace}/{name}-settings"},
		{When: RuleMatch{LabelSelector: "app=y"}, Patch: map[string]any{"metadata": map[string]any{"labels": map[string]any{"seen": "yes"}}}},
		{When: RuleMatch{FieldSelector: "status.phase!=Running"}, Status: map[string]any{"phase": "Running"}},
		{When: RuleMatch{Gone: true}, Delete: "configmaps/{namespace}/{name}-settings"},
	}
	return slices.DeleteFunc(all, func(RuleConfig) bool { return g.one(3) })
}

var objectNames = []string{"a", "b", "c", "d", "other/a", "other/e"}

func (g *generator) manifest(name string) Manifest {
	m := pod(name, pick(g.Rand, nil, []string{"app=x"}, []string{"app=y"}))
	if g.one(8) {
		m["metadata"].(map[string]any)["finalizers"] = []any{"example.com/wait"}
	}
	return m
}

// command draws one command of any kind.
func (g *generator) command() Command {
	switch n := g.IntN(100); {
	case n < 20 && len(g.config.Managers) > 0:
		return g.manager()
	case n < 25 && g.hasQuota():
		if g.one(2) {
			return Command{Create: &definition}
		}
		return Command{Delete: "customresourcedefinitions.apiextensions.k8s.io/widgets.example.com"}
	case n < 45:
		return g.write()
	case n < 70:
		return g.fault()
	case n < 80:
		return g.hold()
	case n < 90:
		return g.clients()
	}
	return g.queue()
}

func (g *generator) write() Command {
	name := pick(g.Rand, objectNames...)
	object := "pods/default/" + name
	if len(name) > 1 {
		object = "pods/" + name
	}
	switch g.IntN(5) {
	case 0:
		m := g.manifest(name)
		return Command{Create: &m}
	case 1:
		return Command{Delete: object}
	case 2:
		labels := map[string]any{"app": pick[any](g.Rand, "x", "y", nil)}
		return Command{Update: &UpdateCommand{Object: object, Merge: map[string]any{"metadata": map[string]any{"labels": labels, "finalizers": nil}}}}
	default:
		spec := map[string]any{"nodeName": fmt.Sprintf("node-%d", g.IntN(4))}
		return Command{Update: &UpdateCommand{Object: object, Merge: map[string]any{"spec": spec}}}
	}
}

func (g *generator) fault() Command {
	informer := pick(g.Rand, "pods", "pods", "others")
	away := &AwayCommand{For: g.some(50*time.Millisecond, 2*time.Second, 20*time.Second)}
	switch g.IntN(7) {
	case 0:
		return Command{Compact: &CompactCommand{Keep: g.IntN(3)}}
	case 1:
		return Command{Outage: away}
	case 2:
		return Command{Restart: away}
	case 3:
		return Command{Bump: 1 + g.Int64N(50)}
	case 4:
		return Command{FailRequests: &FailRequestsCommand{
			Informer: informer, Verb: pick(g.Rand, verbList, verbWatch, verbWatch, verbWrite), Times: ptr.To(1 + g.IntN(3)),
			Status: pick[any](g.Rand, 410, 429, 500, 503, "refused"), RetryAfter: g.some(0, time.Second),
		}}
	default:
		drop := &DropWatchCommand{Informer: informer, How: pick(g.Rand, "", "eof", "reset", "timeout", "error-event")}
		if drop.How == "error-event" {
			drop.Status = pick(g.Rand, 0, 410, 429, 500)
		}
		return Command{DropWatch: drop}
	}
}

func (g *generator) hold() Command {
	actors := []string{"pods/reflector", "pods/resync", "pods/processLoop", "others/processLoop", "main/waitingLoop", "main/worker-1", "main/worker-2"}
	for _, h := range g.handlers {
		actors = append(actors, "pods/"+h+"/pop", "pods/"+h+"/run")
	}
	if g.one(2) {
		return Command{Release: pick(g.Rand, actors...)}
	}
	return Command{Hold: pick(g.Rand, actors...)}
}

func (g *generator) clients() Command {
	informer := TargetCommand{Informer: pick(g.Rand, "pods", "pods", "others")}
	switch g.IntN(9) {
	case 0, 1:
		return Command{AddHandler: &AddHandlerCommand{Informer: informer.Informer, Handler: g.handler()}}
	case 2:
		name := "h1"
		if len(g.handlers) > 0 {
			name = pick(g.Rand, g.handlers...)
		}
		return Command{RemoveHandler: &RemoveHandlerCommand{Informer: informer.Informer, Name: name}}
	case 3:
		return Command{Stop: &informer}
	case 4:
		return Command{Start: &informer}
	case 5:
		c := g.informer(pick(g.Rand, "pods", "others", "more"))
		return Command{AddInformer: &c}
	case 6:
		return Command{AddWorkqueue: &WorkqueueConfig{Name: pick(g.Rand, "main", "second")}}
	case 7:
		c := g.controller(pick(g.Rand, "main", "second"))
		return Command{AddController: &c}
	}
	name, value := "network.watch", any(pick(g.Rand, "0s", "5ms", "2s"))
	switch g.IntN(5) {
	case 4:
		name, value = "controller main.fails", g.IntN(3)
	case 0:
		name, value = "controller main.workers", g.IntN(4)
	case 1:
		name, value = "controller main.takes", "30ms"
	case 2:
		name = "handler pods/h1.takes"
	}
	return Command{Set: map[string]any{name: value}}
}

func (g *generator) queue() Command {
	if g.one(6) {
		return Command{Stop: &TargetCommand{Controller: "main", Drain: g.one(2)}}
	}
	if g.one(4) {
		return Command{Start: &TargetCommand{Controller: "main"}}
	}
	return Command{Queue: &QueueCommand{
		Name: "main", Do: pick(g.Rand, "add", "add", "addAfter", "addRateLimited", "forget", "done"), Key: "default/" + pick(g.Rand, "a", "b"),
		After: g.some(0, 10*time.Millisecond, 3*time.Second),
	}}
}
