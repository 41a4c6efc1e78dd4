package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// inspector is about whatever has been chosen.
func (v view) inspector() app.UI {
	panel := app.Elem("aside").ID(inspectorID).TabIndex(-1).DataSet("panel", "inspector").Aria("label", v.t("panel.inspector"))
	if !v.inspecting() {
		return panel.Style("display", "none")
	}
	n := v.subject()
	var body app.UI
	switch v.Tab {
	case TabState:
		body = v.stateTab(n)
	case TabObject:
		body = v.objectTab(n)
	case TabJourney:
		body = v.journeyTab(n)
	default:
		body = v.whyTab(n)
	}
	return panel.Style("display", "block").Body(
		app.Elem("div").Class("head").Body(
			app.Elem("h2").Text(v.chosenTitle(n)),
			v.iconButton("unselect", "", "close", v.t("action.close")),
		),
		app.Elem("p").Class("where").Text(v.where(n)),
		v.tabs(),
		app.Elem("div").ID("tab").Class("tab").Attr("role", "tabpanel").Aria("labelledby", "tab-"+string(v.Tab)).TabIndex(0).Body(body),
	)
}

func (v view) tabs() app.UI {
	var tabs []app.UI
	for _, t := range []Tab{TabWhy, TabState, TabObject, TabJourney} {
		tabs = append(tabs, v.button("tab", string(t), v.t("tab."+string(t))).ID("tab-"+string(t)).
			Attr("role", "tab").Aria("selected", t == v.Tab).Aria("controls", "tab"))
	}
	return app.Elem("div").Class("tabs").Attr("role", "tablist").Body(tabs...)
}

// chosenTitle names what the inspector is about.
func (v view) chosenTitle(n int) string {
	switch s := v.Selection; {
	case s.Place != "":
		return explain.Room(s.Place, v.Lang).Title
	case s.Object != "":
		return v.chosenKey()
	case n > 0:
		return string(v.Branch.Event(n).Kind)
	}
	return ""
}

// where says which event is explained.
func (v view) where(n int) string {
	if n == 0 {
		return ""
	}
	return v.t("inspector.event", "n", n) + " · t = " + explain.At(v.Branch.Event(n).At, v.Lang)
}

// whyTab tells why the event happened, what its goroutine does, and what it led
// to.
func (v view) whyTab(n int) app.UI {
	if n == 0 {
		return app.Elem("p").Class("hint").Text(v.t("inspector.none"))
	}
	e := v.Branch.Event(n)
	parts := []app.UI{app.Elem("p").Class("reason").Text(explain.Sentence(*e, v.context(), v.Lang))}
	if causes := explain.Why(*e, v.context(), v.Lang); len(causes) > 0 {
		parts = append(parts, app.Elem("h3").Text(v.t("heading.because")), v.chain(causes))
	}
	parts = append(parts, v.code(e)...)
	if effects := explain.LeadsTo(*e, v.context(), v.Lang); len(effects) > 0 {
		parts = append(parts, app.Elem("h3").Text(v.t("heading.leads-to")), v.chain(effects))
	}
	return app.Elem("div").Body(parts...)
}

// chain is a list of events, each of which can be chosen.
func (v view) chain(links []explain.Because) app.UI {
	var items []app.UI
	for _, l := range links {
		if l.Seq == 0 {
			items = append(items, app.Elem("li").Class("more").Text(l.Text))
			continue
		}
		e := v.Branch.Event(int(l.Seq))
		items = append(items, app.Elem("li").Body(
			control("select-event", itoa(int(l.Seq))).Class("pill").DataSet("tone", tone(e)).Text(l.Text),
			app.Elem("span").Class("time").Text(explain.At(e.At, v.Lang)),
		))
	}
	return app.Elem("ul").Class("chain").Body(items...)
}

// tone is the kind of change that an event is about, for its colour.
func tone(e *trace.Event) string {
	switch e.Delta {
	case "Added", "Updated", "Deleted":
		return e.Delta
	case "":
	default:
		return "Sync"
	}
	switch e.Kind {
	case trace.ActCreate, trace.ObjectAdded, trace.IndexerAdd:
		return "Added"
	case trace.ActUpdate, trace.ObjectModified, trace.IndexerUpdate:
		return "Updated"
	case trace.ActDelete, trace.ObjectDeleted, trace.IndexerDelete:
		return "Deleted"
	}
	return "none"
}

// code is the program of the goroutine behind an event, with the event's line
// lit, and the function upstream that it stands for.
func (v view) code(e *trace.Event) []app.UI {
	setup := v.setup(e)
	program, lit := explain.CurrentLine(*e, setup)
	lines := explain.PseudoCode(program, setup, v.Lang)
	if len(lines) == 0 {
		return nil
	}
	var list []app.UI
	for _, l := range lines {
		line := app.Elem("li").Style("padding-left", itoa(16*l.Indent+8)+"px").Text(l.Text)
		if l.ID == lit {
			line = line.Aria("current", "step")
		}
		list = append(list, line)
	}
	heading := v.t("heading.code-of", "name", explain.ActorName(e.Actor, v.Lang))
	if e.Actor == "user" { // "you" would need another verb
		heading = v.t("heading.code-of-you")
	}
	return []app.UI{
		app.Elem("div").Class("code-head").Body(
			app.Elem("h3").Text(heading),
			app.Elem("span").Class("upstream").Text(e.Upstream),
		),
		app.Elem("ol").Class("code").Body(list...),
	}
}

func (v view) stateTab(n int) app.UI {
	var rows []app.UI
	for _, f := range v.fields(n) {
		rows = append(rows, app.Elem("dt").Text(f.name), app.Elem("dd").Text(f.value))
	}
	return app.Elem("dl").Class("fields").Body(rows...)
}

// mostLines is how many lines of a manifest are shown.
const mostLines = 300

// objectTab is the manifest, with what its last change did to it.
func (v view) objectTab(n int) app.UI {
	now, before, gone := v.versions(n)
	if now == nil {
		return app.Elem("p").Class("hint").Text(v.t("inspector.objects"))
	}
	old := ""
	if before != nil {
		old = yamlOf(before.Object)
	}
	all := diff(old, yamlOf(now.Object))
	if before == nil || gone {
		all = signed(' ', lines(yamlOf(now.Object)))
	}
	var list []app.UI
	for _, l := range all[:min(len(all), mostLines)] {
		list = append(list, app.Elem("div").DataSet("sign", map[byte]string{'+': "added", '-': "removed"}[l.Sign]).Text(string(l.Sign)+" "+l.Text))
	}
	if more := len(all) - mostLines; more > 0 {
		list = append(list, app.Elem("div").Text(v.t("count.more", "n", more)))
	}
	return app.Elem("div").Body(
		app.Elem("p").Class("hint").Style("display", shown(gone)).Text(v.t("inspector.gone")),
		app.Elem("pre").Class("manifest").TabIndex(0).Aria("label", v.t("form.manifest")).Attr("role", "group").Body(list...),
		app.Elem("div").Class("row").Style("display", shown(!gone && v.Selection.Object != "")).Body(v.button("update-form", "", v.t("action.edit"))),
	)
}

// journeyTab is the whole path of the object, or of what the event is about.
func (v view) journeyTab(n int) app.UI {
	if n == 0 {
		return app.Elem("p").Class("hint").Text(v.t("inspector.none"))
	}
	e := v.Branch.Event(n)
	events := v.trace()
	seqs := explain.Journey(*e, events)
	if key := v.chosenKey(); key != "" {
		seqs = explain.KeyJourney(key, events)
	}
	var items []app.UI
	for _, seq := range seqs[max(0, len(seqs)-lastEvents):] {
		items = append(items, v.eventRow(int(seq)))
	}
	return app.Elem("ul").Class("journey").Body(items...)
}
