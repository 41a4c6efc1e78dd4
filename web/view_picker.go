package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/scenarios"
)

// picker lists the built-in scenarios by level, or those that fit what the
// reader looks for.
func (v view) picker() app.UI {
	found := v.found()
	parts := []app.UI{
		el("input", []string{"type", "search", "autofocus", "true", "class", "search", "data-action", "search", "value", v.Dialog.Text, "placeholder", v.t("picker.search"), "aria-label", v.t("picker.search"), "autocomplete", "off"}),
		el("p", []string{"class", "hint", "role", "status"}, app.Text(v.t("picker.found", "n", len(found), "seen", len(v.Seen)))),
	}
	for level := 1; level <= 5; level++ {
		var items []app.UI
		for _, e := range found {
			if e.Level == level {
				items = append(items, v.entry(e))
			}
		}
		if len(items) > 0 {
			parts = append(parts, textEl("h3", "", v.t("level."+itoa(level))), el("ul", []string{"class", "entries"}, items...))
		}
	}
	parts = append(parts, v.earlierSessions()...)
	parts = append(parts, el("label", []string{"class", "file"},
		textEl("span", "", v.t("import.open")),
		el("input", []string{"type", "file", "data-action", "open-file", "accept", ".yaml,.yml,.json,.txt,.log"}),
		textEl("span", "hint", v.t("import.hint")),
	))
	return el("div", []string{"data-panel", "picker"}, parts...)
}

// earlierSessions are those that the browser has kept.
func (v view) earlierSessions() []app.UI {
	if len(v.earlier) == 0 {
		return nil
	}
	text := func(t scenarios.Text) string { return t.In(v.Lang) }
	var items []app.UI
	for _, k := range v.earlier {
		items = append(items, el("li", []string{"class", "kept"},
			act("restore", k.Key, []string{"class", "entry"},
				textEl("strong", "", text(k.Title)), textEl("span", "", k.When),
			),
			iconButton("forget", k.Key, "close", v.t("session.forget")),
		))
	}
	return []app.UI{textEl("h3", "", v.t("session.earlier")), el("ul", []string{"class", "entries"}, items...)}
}

// entry is a scenario in the list: what it is called and shows, how long it is,
// which questions it answers, whether it has been seen.
func (v view) entry(e Entry) app.UI {
	text := func(t scenarios.Text) string { return t.In(v.Lang) }
	length := itoa(e.Seconds/60) + ":" + itoa(e.Seconds%60/10) + itoa(e.Seconds%10)
	if e.Seconds == 0 {
		length = ""
	}
	seen := ""
	for _, name := range v.Seen {
		if name == e.Name {
			seen = "✓ " + v.t("picker.seen") + "  "
		}
	}
	answers := ""
	for _, a := range e.Answers {
		answers += text(a) + " "
	}
	return el("li", nil, act("scenario", e.Name, []string{"class", "entry", "aria-current", yes(e.Name == v.Settings.Scenario), "data-seen", yes(seen != "")},
		textEl("strong", "", text(e.Title)),
		textEl("small", "", seen+length),
		textEl("span", "", text(e.Summary)),
		el("em", []string{"style", hiddenUnless(answers != "")}, app.Text(answers)),
	))
}
