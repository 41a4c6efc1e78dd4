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
		app.Elem("input").Attr("type", "search").Attr("autofocus", true).Class("search").DataSet("action", "search").Attr("value", v.Dialog.Text).
			Attr("placeholder", v.t("picker.search")).Aria("label", v.t("picker.search")).Attr("autocomplete", "off"),
		app.Elem("p").Class("hint").Attr("role", "status").Text(v.t("picker.found", "n", len(found), "seen", len(v.Seen))),
	}
	for level := 1; level <= 5; level++ {
		var items []app.UI
		for _, e := range found {
			if e.Level == level {
				items = append(items, v.entry(e))
			}
		}
		if len(items) > 0 {
			parts = append(parts, app.Elem("h3").Text(v.t("level."+itoa(level))), app.Elem("ul").Class("entries").Body(items...))
		}
	}
	parts = append(parts, v.earlierSessions()...)
	parts = append(parts, app.Elem("label").Class("file").Body(
		app.Elem("span").Text(v.t("import.open")),
		app.Elem("input").Attr("type", "file").DataSet("action", "open-file").Attr("accept", ".yaml,.yml,.json,.txt,.log"),
		app.Elem("span").Class("hint").Text(v.t("import.hint")),
	))
	return app.Elem("div").DataSet("panel", "picker").Body(parts...)
}

// earlierSessions are those that the browser has kept.
func (v view) earlierSessions() []app.UI {
	if len(v.earlier) == 0 {
		return nil
	}
	text := func(t scenarios.Text) string { return t.In(v.Lang) }
	var items []app.UI
	for _, k := range v.earlier {
		items = append(items, app.Elem("li").Class("kept").Body(
			control("restore", k.Key).Class("entry").Body(
				app.Elem("strong").Text(text(k.Title)), app.Elem("span").Text(k.When),
			),
			v.iconButton("forget", k.Key, "close", v.t("session.forget")),
		))
	}
	return []app.UI{app.Elem("h3").Text(v.t("session.earlier")), app.Elem("ul").Class("entries").Body(items...)}
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
	return app.Elem("li").Body(control("scenario", e.Name).Class("entry").Aria("current", e.Name == v.Settings.Scenario).DataSet("seen", seen != "").Body(
		app.Elem("strong").Text(text(e.Title)),
		app.Elem("small").Text(seen+length),
		app.Elem("span").Text(text(e.Summary)),
		app.Elem("em").Style("display", shown(answers != "")).Text(answers),
	))
}
