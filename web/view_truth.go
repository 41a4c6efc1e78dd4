package web

import (
	"sort"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/engine"
)

// tellTruth tells how true the page is: what was proved, what always holds, and
// what is left out.
func (v view) tellTruth() app.UI {
	part := v.Dialog.Part
	var tabs []app.UI
	for _, p := range truthParts {
		tabs = append(tabs, act("truth", p, []string{"id", "truth-" + p, "role", "tab", "aria-selected", yes(p == part), "aria-controls", "truth"}, app.Text(v.t("truth."+p))))
	}
	return el("div", nil,
		el("div", []string{"class", "tabs", "role", "tablist"}, tabs...),
		el("div", []string{"id", "truth", "class", "truth", "role", "tabpanel", "aria-labelledby", "truth-" + part, "tabindex", "0"}, v.truthPart(part)...),
	)
}

func (v view) truthPart(part string) []app.UI {
	switch {
	case part == truthInvariants:
		return v.invariantList()
	case v.truth.truth == nil:
		return []app.UI{textEl("p", "hint", v.t("truth.loading"))}
	case part == truthSimplified:
		return v.simplifiedList()
	}
	return v.proof(v.truth.truth.Proof)
}

// proof is what was run on client-go and on the engine.
func (v view) proof(p Proof) []app.UI {
	all := p.all()
	var releases []app.UI
	for _, name := range clients {
		releases = append(releases, textEl("li", "", "client-go "+p.Releases[name]+" ("+v.t("truth.release", "release", name)+")"))
	}
	rows := []app.UI{el("tr", nil, v.heading("truth.mode"), v.heading("truth.scripts"), v.heading("truth.differences"))}
	for _, m := range p.Modes {
		rows = append(rows, v.provedRow(m.Mode, m))
	}
	rows = append(rows,
		v.provedRow(v.t("truth.fresh"), p.Fresh), v.provedRow(v.t("truth.golden"), p.Golden), v.provedRow(v.t("truth.builtin"), p.Builtin))
	return []app.UI{
		el("p", []string{"class", "sum", "data-tone", toneIf(all.Differences > 0)}, textEl("strong", "", v.t("truth.sum", "scripts", all.Scripts, "differences", all.Differences))),
		textEl("p", "hint", v.t("truth.how", "date", p.Date, "modes", len(p.Modes))),
		el("ul", []string{"class", "releases"}, releases...),
		el("table", nil, rows...),
		textEl("h3", "", v.t("truth.unproved", "n", len(p.Unproved))),
		textEl("p", "hint", strings.Join(v.titles(p.Unproved), " · ")),
	}
}

func (v view) heading(id string) app.UI { return el("th", []string{"scope", "col"}, app.Text(v.t(id))) }

func (v view) provedRow(name string, p Proved) app.UI {
	return el("tr", nil, el("th", []string{"scope", "row"}, app.Text(name)), textEl("td", "", itoa(p.Scripts)), textEl("td", "", itoa(p.Differences)))
}

// titles are the titles of built-in scenarios, as far as they are known.
func (v view) titles(names []string) []string {
	var all []string
	for _, name := range names {
		for _, e := range v.Catalogue {
			if e.Name == name {
				name = e.Title.In(v.Lang)
			}
		}
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

// invariantList are the invariants with their state at the moment shown.
func (v view) invariantList() []app.UI {
	var items []app.UI
	for _, f := range v.invariants() {
		state, text := v.stateOf(f)
		items = append(items, el("li", []string{"data-state", state}, textEl("span", "", v.t(f.Name)), textEl("small", "", text)))
	}
	return []app.UI{
		textEl("p", "hint", v.t("truth.invariants-hint", "n", v.Event)),
		el("ul", []string{"class", "findings"}, items...),
	}
}

// stateOf says whether an invariant holds, with what stands beside it.
func (v view) stateOf(f engine.Finding) (state, text string) {
	switch {
	case f.Wrong != nil:
		return "broken", v.t("truth.broken", "error", f.Wrong)
	case f.Of == 0:
		return "idle", v.t("truth.idle", "why", v.t(f.Name+".idle"))
	}
	return "holds", v.t("truth.holds", "n", f.Of)
}

// simplifiedList is what is left out, of the server and of all that is around it.
func (v view) simplifiedList() []app.UI {
	var server, client []app.UI
	for _, s := range v.truth.truth.Simplified {
		item := el("li", nil, textEl("span", "", s.Note.In(v.Lang)), textEl("small", "", s.At))
		if strings.HasPrefix(s.At, "engine/apiserver/") {
			server = append(server, item)
		} else {
			client = append(client, item)
		}
	}
	return []app.UI{
		textEl("p", "hint", v.t("truth.simplified-hint")),
		textEl("h3", "", v.t("truth.client")), el("ul", []string{"class", "findings"}, client...),
		textEl("h3", "", v.t("room.apiserver")), el("ul", []string{"class", "findings"}, server...),
	}
}

func toneIf(bad bool) string {
	if bad {
		return "danger"
	}
	return "Added"
}
