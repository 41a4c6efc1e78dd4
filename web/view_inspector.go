package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// inspector is about whatever has been chosen.
func (v view) inspector() app.UI {
	attrs := []string{"id", inspectorID, "tabindex", "-1", "data-panel", "inspector", "aria-label", v.t("panel.inspector"), "style", hiddenUnless(v.inspecting())}
	if !v.inspecting() {
		return el("aside", attrs)
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
	return el("aside", attrs,
		el("div", []string{"class", "head"},
			textEl("h2", "", v.chosenTitle(n)),
			iconButton("unselect", "", "close", v.t("action.close")),
		),
		textEl("p", "where", v.where(n)),
		v.tabs(),
		el("div", []string{"id", "tab", "class", "tab", "role", "tabpanel", "aria-labelledby", "tab-" + string(v.Tab), "tabindex", "0"}, body),
	)
}

func (v view) tabs() app.UI {
	var tabs []app.UI
	for _, t := range []Tab{TabWhy, TabState, TabObject, TabJourney} {
		tabs = append(tabs, button("tab", string(t), v.t("tab."+string(t)), "id", "tab-"+string(t), "role", "tab", "aria-selected", yes(t == v.Tab), "aria-controls", "tab"))
	}
	return el("div", []string{"class", "tabs", "role", "tablist"}, tabs...)
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
		return textEl("p", "hint", v.t("inspector.none"))
	}
	e := v.Branch.Event(n)
	parts := []app.UI{textEl("p", "reason", explain.Sentence(*e, v.context(), v.Lang))}
	if causes := explain.Why(*e, v.context(), v.Lang); len(causes) > 0 {
		parts = append(parts, textEl("h3", "", v.t("heading.because")), v.chain(causes))
	}
	parts = append(parts, v.code(e)...)
	if effects := explain.LeadsTo(*e, v.context(), v.Lang); len(effects) > 0 {
		parts = append(parts, textEl("h3", "", v.t("heading.leads-to")), v.chain(effects))
	}
	return el("div", nil, parts...)
}

// chain is a list of events, each of which can be chosen.
func (v view) chain(links []explain.Because) app.UI {
	var items []app.UI
	for _, l := range links {
		if l.Seq == 0 {
			items = append(items, textEl("li", "more", l.Text))
			continue
		}
		e := v.Branch.Event(int(l.Seq))
		items = append(items, el("li", nil,
			act("select-event", itoa(int(l.Seq)), []string{"class", "pill", "data-tone", tone(e)}, app.Text(l.Text)),
			textEl("span", "time", explain.At(e.At, v.Lang)),
		))
	}
	return el("ul", []string{"class", "chain"}, items...)
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
		current := ""
		if l.ID == lit {
			current = "step"
		}
		list = append(list, el("li", []string{"style", "padding-left:" + itoa(16*l.Indent+8) + "px", "aria-current", current}, app.Text(l.Text)))
	}
	heading := v.t("heading.code-of", "name", explain.ActorName(e.Actor, v.Lang))
	if e.Actor == "user" { // "you" would need another verb
		heading = v.t("heading.code-of-you")
	}
	return []app.UI{
		el("div", []string{"class", "code-head"},
			textEl("h3", "", heading),
			textEl("span", "upstream", e.Upstream),
		),
		el("ol", []string{"class", "code"}, list...),
	}
}

func (v view) stateTab(n int) app.UI {
	var rows []app.UI
	for _, f := range v.fields(n) {
		rows = append(rows, textEl("dt", "", f.name), textEl("dd", "", f.value))
	}
	class := "fields"
	if s := v.Selection; s.Place == "" && s.Object == "" {
		class += " raw" // the names are those of the trace
	}
	return el("dl", []string{"class", class}, rows...)
}

// mostLines is how many lines of a manifest are shown.
const mostLines = 300

// objectTab is the manifest, with what its last change did to it.
func (v view) objectTab(n int) app.UI {
	now, before, gone := v.versions(n)
	if now == nil {
		return textEl("p", "hint", v.t("inspector.objects"))
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
		list = append(list, el("div", []string{"data-sign", map[byte]string{'+': "added", '-': "removed"}[l.Sign]}, app.Text(string(l.Sign)+" "+l.Text)))
	}
	if more := len(all) - mostLines; more > 0 {
		list = append(list, textEl("div", "", v.t("count.more", "n", more)))
	}
	return el("div", nil,
		el("p", []string{"class", "hint", "style", hiddenUnless(gone)}, app.Text(v.t("inspector.gone"))),
		el("pre", []string{"class", "manifest", "tabindex", "0", "aria-label", v.t("form.manifest"), "role", "group"}, list...),
		el("div", []string{"class", "row", "style", hiddenUnless(!gone && v.Selection.Object != "")}, button("update-form", "", v.t("action.edit"))),
	)
}

// journeyTab is the whole path of the object, or of what the event is about.
func (v view) journeyTab(n int) app.UI {
	if n == 0 {
		return textEl("p", "hint", v.t("inspector.none"))
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
	return el("ul", []string{"class", "journey"}, items...)
}
