package web

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/engine"
	"informerscope/scenarios"
	"informerscope/web/explain"
	"informerscope/web/picture"
)

// versus stands above two stages: which run is which, what has just happened in
// each, and where they first differ.
func (v view) versus() app.UI {
	attrs := []string{"id", "versus", "aria-label", v.t("action.compare"), "style", hiddenUnless(v.twin != nil)}
	t := v.twin
	if t == nil {
		return el("section", attrs)
	}
	return el("section", attrs,
		v.runOf("A", t.of, v.Event),
		el("div", []string{"class", "differ"}, v.difference(t)...),
		v.runOf("B", t.branch, v.beside()),
		iconButton("compare", "", "close", v.t("compare.end")),
	)
}

// runOf names one of the two runs and tells its last event.
func (v view) runOf(letter string, b *scenarios.Branch, event int) app.UI {
	sentence := ""
	if event > 0 {
		sentence = explain.Sentence(*b.Event(event), picture.Events{Branch: b}, v.Lang)
	}
	return el("div", []string{"class", "run"},
		el("p", nil, textEl("strong", "", letter), textEl("span", "what", v.nameOfRun(b)), textEl("span", "at", v.t("time.event", "n", event, "all", b.Len()))),
		textEl("p", "sentence", sentence),
	)
}

// nameOfRun says in what a run differs from the other.
func (v view) nameOfRun(b *scenarios.Branch) string {
	w := b.At(0).World
	var i *engine.Informer
	for _, each := range w.Informers {
		if i == nil || each.Config.Name == v.Lane {
			i = each
		}
	}
	switch {
	case strings.HasPrefix(v.twin.kind, branchPrefix):
		return v.branchName(b)
	case v.twin.kind == compareClient || i == nil:
		return "client-go " + w.Profile().Release
	case v.twin.kind == compareList && *i.Config.WatchList:
		return v.t("compare.streaming")
	case v.twin.kind == compareList:
		return v.t("compare.listing")
	}
	return i.Config.Queue
}

// difference says where both first differ, and leads there.
func (v view) difference(t *twin) []app.UI {
	switch {
	case t.difference == 0 && t.computed && v.computed:
		return []app.UI{textEl("p", "", v.t("compare.no-difference"))}
	case t.difference == 0:
		return []app.UI{textEl("p", "", v.t("compare.same"))}
	}
	out := []app.UI{act("seek", itoa(t.difference), []string{"class", "first"}, app.Text(v.t("compare.first", "n", t.difference)))}
	if told := t.toldDifferently(); told > 0 {
		return append(out, button("seek", itoa(told), v.t("compare.told", "n", told)))
	}
	if t.computed {
		out = append(out, textEl("p", "", v.t("compare.told-same")))
	}
	return out
}

// compareChoices lists what the run can be compared with.
func (v view) compareChoices() app.UI {
	var items []app.UI
	for _, kind := range v.comparable() {
		label := v.t("compare." + kind)
		if id, ok := strings.CutPrefix(kind, branchPrefix); ok {
			label = v.t("compare.branch", "branch", v.branchName(v.Session.Branches[number(id)]))
		}
		items = append(items, el("li", nil, act("compare", kind, []string{"class", "entry", "aria-current", yes(kind == v.Settings.Compare)}, textEl("strong", "", label))))
	}
	return el("div", nil, textEl("p", "hint", v.t("compare.hint")), el("ul", []string{"class", "entries"}, items...))
}
