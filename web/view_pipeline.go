package web

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/engine"
)

// pipeline lists what can be changed of handlers, workers and what runs.
func (v view) pipeline() app.UI {
	var rows []app.UI
	for _, i := range v.world().Informers {
		rows = append(rows, v.informerRows(i)...)
	}
	for _, c := range v.world().Controllers {
		rows = append(rows, v.controllerRows(c)...)
	}
	return el("div", nil, textEl("p", "hint", v.t("pipeline.hint")), el("div", []string{"class", "pipeline"}, rows...))
}

func (v view) informerRows(i *engine.Informer) []app.UI {
	name := i.Config.Name
	running := button("stop-informer", name, v.t("pipeline.stop"))
	if i.Stopped {
		running = button("start-informer", name, v.t("pipeline.start"))
	}
	rows := []app.UI{
		textEl("h3", "", v.t("pipeline.informer", "name", name)),
		el("div", []string{"class", "row"}, button("handler-add", name, v.t("pipeline.add-handler")), running),
	}
	for _, l := range i.Listeners {
		about := name + "/" + l.Config.Name
		rows = append(rows,
			textEl("span", "", v.t("pipeline.handler", "name", l.Config.Name)),
			v.takes("handler-takes", about, l.Config.Takes.Duration),
			button("handler-remove", about, v.t("pipeline.remove")))
	}
	return rows
}

func (v view) controllerRows(c *engine.Controller) []app.UI {
	name := c.Config.Name
	var counts []app.UI
	for n := range 9 {
		counts = append(counts, option(name+"="+itoa(n), itoa(n), name+"="+itoa(*c.Config.Workers)))
	}
	return []app.UI{
		textEl("h3", "", v.t("pipeline.controller", "name", name)),
		el("div", []string{"class", "row"}, button("stop-controller", name, v.t("pipeline.stop")), button("start-controller", name, v.t("pipeline.start"))),
		textEl("span", "", v.t("pipeline.fails")),
		textEl("span", "armed", v.t("pipeline.armed", "n", c.Fails)),
		button("fail-reconcile", name, v.t("pipeline.fail-next")),
		textEl("span", "", v.t("pipeline.workers")),
		chooser("workers", name+": "+v.t("pipeline.workers"), nil, counts),
		v.takes("reconcile-takes", name, c.Config.Takes.Duration),
	}
}

// takes is a choice of how long something takes.
func (v view) takes(action, about string, now time.Duration) app.UI {
	var options []app.UI
	known := false
	for _, step := range takesSteps {
		d, _ := time.ParseDuration(step)
		known = known || d == now
		label := v.t("takes.for", "for", d)
		if d == 0 {
			label = v.t("pipeline.at-once")
		}
		options = append(options, option(about+"="+step, label, chosenIf(d == now, about+"="+step)))
	}
	if !known {
		options = append(options, option(about+"="+now.String(), v.t("takes.for", "for", now), about+"="+now.String()))
	}
	return chooser(action, about+": "+v.t("pipeline.takes"), nil, options)
}

func chosenIf(yes bool, value string) string {
	if yes {
		return value
	}
	return ""
}
