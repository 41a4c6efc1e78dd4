package web

import (
	"strings"
	"time"

	"informerscope/engine"
)

// What a reader can change of the client: its handlers, its workers, and what runs.
// The arguments of these controls name what they are about, "pods/main" or "main",
// and, behind an equals sign, the value.

// takesSteps are how long a handler or a reconcile can be made to take.
var takesSteps = []string{"0s", "100ms", "500ms", "2s", "10s"}

// settingActs are these acts by the name of their controls: each makes a command.
var settingActs = map[string]func(m *Model, name, value string) engine.Command{
	"handler-takes": func(_ *Model, name, value string) engine.Command {
		return engine.Command{Set: map[string]any{"handler " + name + ".takes": value}}
	},
	"handler-remove": func(_ *Model, name, _ string) engine.Command {
		informer, handler, _ := strings.Cut(name, "/")
		return engine.Command{RemoveHandler: &engine.RemoveHandlerCommand{Informer: informer, Name: handler}}
	},
	"handler-add": func(m *Model, name, _ string) engine.Command {
		return engine.Command{AddHandler: &engine.AddHandlerCommand{Informer: name, Handler: m.lateHandler(name)}}
	},
	"reconcile-takes": func(_ *Model, name, value string) engine.Command {
		return engine.Command{Set: map[string]any{"controller " + name + ".takes": value}}
	},
	"workers": func(_ *Model, name, value string) engine.Command {
		return engine.Command{Set: map[string]any{"controller " + name + ".workers": number(value)}}
	},
	"fail-reconcile": func(m *Model, name, _ string) engine.Command {
		pending := 0
		if c := m.controller(name); c != nil {
			pending = c.Fails
		}
		return engine.Command{Set: map[string]any{"controller " + name + ".fails": pending + 1}}
	},
	"stop-informer":    target(func(c *engine.Command, t *engine.TargetCommand) { c.Stop = t }, true),
	"start-informer":   target(func(c *engine.Command, t *engine.TargetCommand) { c.Start = t }, true),
	"stop-controller":  target(func(c *engine.Command, t *engine.TargetCommand) { c.Stop = t }, false),
	"start-controller": target(func(c *engine.Command, t *engine.TargetCommand) { c.Start = t }, false),
}

// target is an act that stops or starts something.
func target(put func(c *engine.Command, t *engine.TargetCommand), informer bool) func(*Model, string, string) engine.Command {
	return func(_ *Model, name, _ string) engine.Command {
		t := engine.TargetCommand{Controller: name}
		if informer {
			t = engine.TargetCommand{Informer: name}
		}
		var c engine.Command
		put(&c, &t)
		return c
	}
}

// change does one of the settings.
func change(name string) action {
	return func(m *Model, now time.Duration, p Press) []Effect {
		about, value, _ := strings.Cut(p.Arg, "=")
		m.act(now, settingActs[name](m, about, value))
		return nil
	}
}

// lateHandler is a handler that comes after the others, under a name that is free.
func (m *Model) lateHandler(informer string) engine.HandlerConfig {
	taken := map[string]bool{}
	for _, i := range m.world().Informers {
		for _, l := range i.Listeners {
			taken[i.Config.Name+"/"+l.Config.Name] = true
		}
	}
	name := "late"
	for n := 2; taken[informer+"/"+name]; n++ {
		name = "late-" + itoa(n)
	}
	return engine.HandlerConfig{Name: name}
}

// slower makes the handler or the reconcile that an argument names take the next
// longer time there is, and after the longest none.
func slower(setting string, takes func(m *Model, name string) time.Duration) action {
	return func(m *Model, now time.Duration, p Press) []Effect {
		next := takesSteps[0]
		for _, step := range takesSteps {
			if d, _ := time.ParseDuration(step); d > takes(m, p.Arg) {
				next = step
				break
			}
		}
		return m.press(now, Press{Action: setting, Arg: p.Arg + "=" + next})
	}
}

// handlerTakes is how long the handler INFORMER/HANDLER takes.
func (m *Model) handlerTakes(name string) time.Duration {
	for _, i := range m.world().Informers {
		for _, l := range i.Listeners {
			if i.Config.Name+"/"+l.Config.Name == name {
				return l.Config.Takes.Duration
			}
		}
	}
	return 0
}

// reconcileTakes is how long a controller's reconcile takes.
func (m *Model) reconcileTakes(name string) time.Duration {
	if c := m.controller(name); c != nil {
		return c.Config.Takes.Duration
	}
	return 0
}

func (m *Model) controller(name string) *engine.Controller {
	for _, c := range m.world().Controllers {
		if c.Config.Name == name {
			return c
		}
	}
	return nil
}

// moreWorkers starts one more worker of a controller.
func moreWorkers(m *Model, now time.Duration, p Press) []Effect {
	if c := m.controller(p.Arg); c != nil {
		return m.press(now, Press{Action: "workers", Arg: p.Arg + "=" + itoa(*c.Config.Workers+1)})
	}
	return nil
}
