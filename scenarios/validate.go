package scenarios

import (
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"informerscope/engine"
	"informerscope/engine/apiserver"
)

// validator checks what holds between the fields of a scenario: that names that
// are used exist by then, that limits hold for the whole, that the world can be
// made.
type validator struct {
	*loader
	client string
	// informers maps names to the names of their handlers.
	informers map[string][]string
	// simple are the informers with shared: false.
	simple              map[string]bool
	queues, controllers []string
	managers            []string
	// server knows the resources: it has the world's objects.
	server *apiserver.Server
	resources
	// unsure are the kinds of things whose declarations have errors, so that a
	// name may be missing only because of that.
	unsure map[string]bool
	// told are the fields that an error has been told of: of a repeated step
	// one is enough.
	told map[string]bool
}

// validate goes through the world, and then through the steps as they happen.
func (l *loader) validate(s *Scenario) {
	v := &validator{loader: l, client: s.World.Client, informers: map[string][]string{}, simple: map[string]bool{}, told: map[string]bool{},
		server: apiserver.New(apiserver.Config{KeepVersions: s.World.Server.KeepVersions}), unsure: l.brokenDeclarations(),
		resources: resourcesOf(s)}
	var top *path
	world := top.field("world")
	v.grows(s)
	v.objects(s.World.Server, world.field("server"))
	for i, q := range s.World.Workqueues {
		v.addQueue(q, world.field("workqueues").item(i))
	}
	for i, m := range s.World.Managers {
		v.addManager(m, world.field("managers").item(i))
	}
	for i, c := range s.World.Informers {
		v.addInformer(c, world.field("informers").item(i))
	}
	for i, c := range s.World.Controllers {
		v.addController(c, world.field("controllers").item(i))
	}
	v.handlersOfControllers(s.World, world)
	for i := range s.Steps {
		l.checkStep(&s.Steps[i], top.field("steps").item(i))
	}
	if !v.full {
		for _, step := range s.Timeline() {
			v.step(step, top.field("steps").item(step.Index))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Expect)) {
		v.known(top.field("expect").field(name), say("part of the report"), name, reportKeys)
	}
}

// failAt is fail for the value at a path, or what comes closest to it.
func (l *loader) failAt(p *path, problem string, args ...any) *Error {
	return l.fail(l.nodeAt(p), p, problem, args...)
}

func (l *loader) nodeAt(p *path) *yaml.Node {
	if p == nil {
		return follow(l.root)
	}
	up := l.nodeAt(p.up)
	switch {
	case p.key != "":
		if n := l.child(up, p.key); n != nil {
			return n
		}
	case up.Kind == yaml.SequenceNode && p.index < len(up.Content):
		return follow(up.Content[p.index])
	}
	return up
}

// once is failAt, but for a field that has been told of.
func (v *validator) once(p *path, problem string, args ...any) *Error {
	if v.told[p.String()] {
		return &Error{}
	}
	v.told[p.String()] = true
	return v.failAt(p, problem, args...)
}

// known checks that a name exists.
func (v *validator) known(p *path, what Message, name string, there []string) bool {
	if slices.Contains(there, name) {
		return true
	}
	if name == "" && v.failed(p) {
		return false
	}
	e := v.once(p, "there is no %s %q", what, name)
	if e.Allowed, e.Nearest = list(there), Nearest(name, there); len(there) == 0 {
		e.Problem = say("%s: there is none at all", e.Problem)
	}
	return false
}

// failed says that a value, or the map that it belongs in, has been found wrong.
func (l *loader) failed(p *path) bool {
	return slices.ContainsFunc(l.errors, func(e *Error) bool { return e.Field == p.String() || e.Field == p.up.String() })
}

// fresh checks that a name is not taken.
func (v *validator) fresh(p *path, what Message, name string, there []string) bool {
	taken := slices.Contains(there, name)
	if taken {
		v.once(p, "there is another %s %q already", what, name)
	}
	return !taken
}

// declarations are the keys under which things get their names, by kind.
var declarations = map[string]string{
	"server": "", "informers": "addInformer", "workqueues": "addWorkqueue", "controllers": "addController", "managers": "",
}

// brokenDeclarations returns the kinds of things whose declarations have errors.
func (l *loader) brokenDeclarations() map[string]bool {
	broken := map[string]bool{}
	for _, e := range l.errors {
		_, step, _ := strings.Cut(e.Field, "].")
		for kind, command := range declarations {
			if e.Field == "world" || within(e.Field, "world."+kind) || command != "" && within(step, command) {
				broken[kind] = true
			}
		}
	}
	return broken
}

func (v *validator) addQueue(c engine.WorkqueueConfig, p *path) {
	v.fresh(p.field("name"), say("workqueue"), c.Name, v.queues)
	v.queues = append(v.queues, c.Name)
}

func (v *validator) addInformer(c engine.InformerConfig, p *path) {
	name := engine.Config{Informers: []engine.InformerConfig{c}}.Complete().Informers[0].Name
	if !v.fresh(p.field("name"), say("informer"), name, v.informerNames()) {
		return
	}
	v.informers[name] = nil
	v.simple[name] = c.Shared != nil && !*c.Shared
	v.switches(c, p)
	if c.Manager != "" && !v.unsure["managers"] {
		v.known(p.field("manager"), say("manager"), c.Manager, v.managers)
	}
	for i, h := range c.Handlers {
		v.addHandler(name, h, p.field("handlers").item(i))
	}
}

// switches checks the queue and the streaming list against the client's
// release: 1.13 knows no choice.
func (v *validator) switches(c engine.InformerConfig, p *path) {
	old := v.client == engine.Client113
	streams, atomic := c.WatchList != nil && *c.WatchList, c.Atomic != nil && *c.Atomic
	if old && c.Queue == engine.RealFIFO {
		v.once(p.field("queue"), "%s is not in client 1.13", c.Queue).Allowed = say(engine.DeltaFIFO)
	}
	if old && streams {
		v.once(p.field("watchList"), "a streaming list is not in client 1.13").Allowed = say("false")
	}
	if atomic && (old || c.Queue == engine.DeltaFIFO) {
		v.once(p.field("atomic"), "only a RealFIFO takes a list as one delta").Allowed = say("false")
	}
}

func (v *validator) addHandler(informer string, c engine.HandlerConfig, p *path) {
	if v.fresh(p.field("name"), say("handler of %s", informer), c.Name, v.informers[informer]) {
		v.informers[informer] = append(v.informers[informer], c.Name)
	}
	if v.simple[informer] && len(v.informers[informer]) > 1 {
		v.once(p, "a simple informer (shared: false) has one handler").Allowed = say("one")
	}
	if c.Enqueue != "" && c.Controller != "" {
		v.once(p.field("enqueue"), "a controller's handler knows its queue").Allowed = say("enqueue or controller")
	}
	if c.Enqueue != "" && !v.unsure["workqueues"] {
		v.known(p.field("enqueue"), say("workqueue"), c.Enqueue, v.queues)
	}
}

func (v *validator) addController(c engine.ControllerConfig, p *path) {
	v.fresh(p.field("name"), say("controller"), c.Name, v.controllers)
	v.controllers = append(v.controllers, c.Name)
	if !v.unsure["workqueues"] {
		v.known(p.field("queue"), say("workqueue"), c.Queue, v.queues)
	}
	v.informer(p.field("informer"), c.Informer)
	v.further(c, p)
}

func (v *validator) informerNames() []string { return slices.Sorted(maps.Keys(v.informers)) }

func (v *validator) informer(p *path, name string) bool {
	return !v.unsure["informers"] && v.known(p, say("informer"), name, v.informerNames())
}

// grows checks that generate and repeat stay within limits; beyond them the
// steps are not looked at.
func (v *validator) grows(s *Scenario) {
	var top *path
	objects, steps, grown := 0, 0, 0
	add := func(p *path, count int, total *int, most int, what Message) {
		*total += count
		grown += count * weight(v.nodeAt(p))
		switch {
		case *total > most:
			v.failAt(p, "that makes %d %s", *total, what).Allowed = say("%d in all", most)
		case grown > v.limits.Grown:
			v.failAt(p, "with all that is repeated the file grows to more than %d MiB", v.limits.Grown>>20)
		default:
			return
		}
		v.full = true
	}
	for i, g := range s.World.Server.Generate {
		add(top.field("world").field("server").field("generate").item(i), g.Count, &objects, maxGenerated, say("generated objects"))
	}
	for i, step := range s.Steps {
		add(top.field("steps").item(i), max(step.Repeat, 1), &steps, maxRepeated, say("steps, counting what is repeated"))
	}
}

// weight estimates the bytes that a copy of a value takes.
func weight(n *yaml.Node) int {
	n = follow(n)
	sum := 32 + len(n.Value)
	for _, one := range n.Content {
		sum += weight(one)
	}
	return sum
}

// objects has a server take the world's objects, as the run will, and says what
// it refuses. CustomResourceDefinitions hold for all, wherever they stand.
func (v *validator) objects(c engine.ServerConfig, p *path) {
	if v.unsure["server"] {
		return
	}
	take := func(m engine.Manifest, p *path) {
		obj, err := v.server.Clean(m)
		if err == nil {
			_, err = v.server.Create(0, obj, apiserver.CreateOptions{AllFields: true})
		}
		if err != nil {
			v.failAt(p, "the server refuses it: %v", err)
		}
	}
	for _, definitions := range []bool{true, false} {
		for i, m := range c.Objects {
			if isDefinition(m) == definitions {
				take(m, p.field("objects").item(i))
			}
		}
	}
	for i, g := range c.Generate {
		if first, ok := engine.Expand(g.Manifest, 0).(engine.Manifest); ok && g.Count > 0 {
			take(first, p.field("generate").item(i))
		}
	}
}

func isDefinition(m engine.Manifest) bool { return m["kind"] == "CustomResourceDefinition" }
