package scenarios

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerscope/engine"
)

// checkStep checks a step by itself.
func (l *loader) checkStep(s *Step, p *path) {
	given := commands(s.Command)
	broken := slices.ContainsFunc(l.errors, func(e *Error) bool { return within(e.Field, p.String()) || p == nil })
	switch {
	case len(given) > 1:
		l.failAt(p, "the step does %d things: %s", len(given), strings.Join(given, ", ")).Allowed = say("one; write the others as steps of their own, they happen with it")
	case len(given) == 0 && s.Say == nil && s.Focus == "" && s.Ask == nil && !broken:
		l.failAt(p, "the step does nothing").Allowed = say("a command, say, focus or ask")
	}
	if s.At != nil && s.After != nil {
		l.failAt(p.field("after"), "the step has an `at` already").Allowed = say("one of the two")
	}
	if s.AfterEvent != 0 && (s.After != nil || s.Repeat != 0 || s.When != "") {
		l.failAt(p.field("afterEvent"), "it says when the step happens").Allowed = say("nothing beside it but `at`")
	}
	if s.Ask != nil && len(s.Ask.Choices) > 0 && s.Ask.Answer >= len(s.Ask.Choices) {
		l.failAt(p.field("ask").field("answer"), "there is no choice %d", s.Ask.Answer).Allowed = say("0 to %d", len(s.Ask.Choices)-1)
	}
	l.checkCommand(s.Command, p)
}

// checkCommand checks the fields of one command against each other.
func (l *loader) checkCommand(c engine.Command, p *path) {
	if d := c.DropWatch; d != nil && d.Status != 0 && d.How != "error-event" {
		l.failAt(p.field("dropWatch").field("status"), "only an error-event has a status").Allowed = say("how: error-event with it")
	}
	if f := c.FailRequests; f != nil && (f.Informer == "") == (f.Manager == "") {
		l.failAt(p.field("failRequests"), "it is not clear whose requests fail").Allowed = say("one of informer and manager")
	} else if f != nil && f.Manager != "" && f.Verb != "" && f.Verb != "write" {
		l.failAt(p.field("failRequests").field("verb"), "a leader elector only writes").Allowed = say("verb: write, or an informer with it")
	}
	if q := c.Queue; q != nil && q.After.Duration != 0 && q.Do != "addAfter" {
		l.failAt(p.field("queue").field("after"), "only addAfter takes a time").Allowed = say("do: addAfter with it")
	}
	if q := c.Queue; q != nil && q.Priority != 0 && (q.Do == "forget" || q.Do == "done") {
		l.failAt(p.field("queue").field("priority"), "only what is added has a priority").Allowed = say("do: add, addAfter or addRateLimited with it")
	}
	for name, target := range map[string]*engine.TargetCommand{"stop": c.Stop, "start": c.Start} {
		if target != nil && targets(*target) != 1 {
			l.failAt(p.field(name), "it is not clear what to %s", name).Allowed = say("one of informer, controller, manager and (of stop) leader: true")
		}
	}
	if t := c.Stop; t != nil && t.Drain && t.Controller == "" {
		l.failAt(p.field("stop").field("drain"), "only a controller's queue is drained").Allowed = say("controller with it")
	}
	if t := c.Start; t != nil && t.Drain {
		l.failAt(p.field("start").field("drain"), "only what stops is drained")
	}
	if t := c.Start; t != nil && t.Leader {
		l.failAt(p.field("start").field("leader"), "nobody leads before it is started").Allowed = say("manager")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Set)) {
		l.checkSet(p.field("set").field(name), name, c.Set[name])
	}
}

// targets counts what a stop or start is about.
func targets(t engine.TargetCommand) int {
	n := 0
	for _, named := range []bool{t.Informer != "", t.Controller != "", t.Manager != "", t.Leader} {
		if named {
			n++
		}
	}
	return n
}

// settable are the forms of what `set` changes.
const settable = "network.list, network.watch, network.write, handler NAME.takes, controller NAME.takes, controller NAME.workers or controller NAME.fails"

// checkSet checks a name and a value of `set`.
func (l *loader) checkSet(p *path, name string, value any) {
	what, field := cutLast(name, ".")
	kind, _, named := strings.Cut(what, " ")
	switch {
	case kind == "controller" && named && (field == "workers" || field == "fails"):
		if n, ok := value.(int64); !ok || n < 0 || n > maxParts {
			l.failAt(p, "%v is not allowed", value).Allowed = say("a whole number, 0 to %d", maxParts)
		}
		return
	case what == "network" && slices.Contains([]string{"list", "watch", "write"}, field):
	case (kind == "controller" || kind == "handler") && named && field == "takes":
	default:
		l.failAt(p, "%q cannot be set", name).Allowed = say(settable)
		return
	}
	text, _ := value.(string)
	if d, err := time.ParseDuration(text); err != nil || d < 0 || d > longest {
		l.failAt(p, "%v is not allowed", value).Allowed = say("a duration such as 250ms, 0s to 720h")
	}
}

func cutLast(s, sep string) (before, after string) {
	i := max(strings.LastIndex(s, sep), 0)
	return s[:i], strings.TrimPrefix(s[i:], sep)
}

// step checks the names in a step against what exists when it happens.
func (v *validator) step(s TimedStep, p *path) {
	switch c := s.Command; {
	case c.Create != nil && isDefinition(*c.Create):
		v.objects(engine.ServerConfig{Objects: []engine.Manifest{*c.Create}}, p)
	case c.Update != nil:
		v.reference(p.field("update").field("object"), c.Update.Object)
	case c.Delete != "":
		v.reference(p.field("delete"), c.Delete)
	case c.DropWatch != nil:
		v.informer(p.field("dropWatch").field("informer"), c.DropWatch.Informer)
	case c.FailRequests != nil:
		if m := c.FailRequests.Manager; m == "" {
			v.informer(p.field("failRequests").field("informer"), c.FailRequests.Informer)
		} else if !v.unsure["managers"] {
			v.known(p.field("failRequests").field("manager"), say("manager"), m, v.managers)
		}
	case c.Queue != nil:
		if !v.unsure["workqueues"] {
			v.known(p.field("queue").field("name"), say("workqueue"), c.Queue.Name, v.queues)
		}
	case c.AddInformer != nil:
		v.addInformer(*c.AddInformer, p.field("addInformer"))
	case c.AddWorkqueue != nil:
		v.addQueue(*c.AddWorkqueue, p.field("addWorkqueue"))
	case c.AddController != nil:
		v.addController(*c.AddController, p.field("addController"))
	case c.AddHandler != nil:
		if p := p.field("addHandler"); v.informer(p.field("informer"), c.AddHandler.Informer) {
			v.addHandler(c.AddHandler.Informer, c.AddHandler.Handler, p.field("handler"))
		}
	case c.RemoveHandler != nil:
		v.removeHandler(*c.RemoveHandler, p.field("removeHandler"))
	case c.Stop != nil:
		v.target(*c.Stop, p.field("stop"))
	case c.Start != nil:
		v.target(*c.Start, p.field("start"))
	case c.Hold != "":
		v.actor(p.field("hold"), c.Hold)
	case c.Release != "":
		v.actor(p.field("release"), c.Release)
	case c.Set != nil:
		for _, name := range slices.Sorted(maps.Keys(c.Set)) {
			v.set(p.field("set").field(name), name)
		}
	}
}

// reference checks that an object is named as its resource's objects are.
func (v *validator) reference(p *path, ref string) {
	if v.unsure["server"] || !objectRule.Pattern.MatchString(ref) {
		return
	}
	if _, err := v.server.ParseRef(ref); err != nil {
		v.once(p, "this names no object: %v", err)
		return
	}
	v.resource(p, ref)
}

func (v *validator) removeHandler(c engine.RemoveHandlerCommand, p *path) {
	if !v.informer(p.field("informer"), c.Informer) {
		return
	}
	there := v.informers[c.Informer]
	if v.known(p.field("name"), say("handler of %s", c.Informer), c.Name, there) {
		v.informers[c.Informer] = slices.DeleteFunc(slices.Clone(there), func(name string) bool { return name == c.Name })
	}
}

func (v *validator) target(c engine.TargetCommand, p *path) {
	if c.Informer != "" {
		v.informer(p.field("informer"), c.Informer)
	}
	if c.Controller != "" && !v.unsure["controllers"] {
		v.known(p.field("controller"), say("controller"), c.Controller, v.controllers)
	}
	if c.Manager != "" && !v.unsure["managers"] {
		v.known(p.field("manager"), say("manager"), c.Manager, v.managers)
	}
}

// actor checks the name of a modelled goroutine.
func (v *validator) actor(p *path, name string) {
	if v.unsure["informers"] || v.unsure["controllers"] {
		return
	}
	if base, n := cutLast(name, "/worker-"); slices.Contains(v.controllers, base) {
		if _, err := strconv.Atoi(n); err == nil {
			return
		}
	}
	var there []string
	for _, informer := range v.informerNames() {
		there = append(there, informer+"/reflector", informer+"/resync", informer+"/processLoop")
		for _, handler := range v.informers[informer] {
			there = append(there, informer+"/"+handler+"/pop", informer+"/"+handler+"/run")
		}
	}
	for _, queue := range v.queues {
		there = append(there, queue+"/waitingLoop")
	}
	for _, controller := range v.controllers {
		there = append(there, controller+"/worker-1")
	}
	for _, manager := range v.managers {
		there = append(there, manager+"/manager", manager+"/leaderElector")
	}
	v.known(p, say("actor"), name, there)
}

// set checks that what is set exists.
func (v *validator) set(p *path, name string) {
	what, _ := cutLast(name, ".")
	kind, which, _ := strings.Cut(what, " ")
	switch kind {
	case "controller":
		if !v.unsure["controllers"] {
			v.known(p, say("controller"), which, v.controllers)
		}
	case "handler":
		if v.unsure["informers"] {
			return
		}
		var full, short []string
		for _, informer := range v.informerNames() {
			for _, handler := range v.informers[informer] {
				full = append(full, informer+"/"+handler)
				if handler == which {
					short = append(short, informer+"/"+handler)
				}
			}
		}
		if len(short) > 1 {
			v.once(p, "%d handlers are called %s", len(short), which).Allowed = list(short)
		} else if len(short) == 0 {
			v.known(p, say("handler"), which, full)
		}
	}
}
