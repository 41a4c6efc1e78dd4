package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/scenarios"
)

// dialog is what lies over the page. The element is always there; the driver
// opens and closes it, so that the browser minds the focus and the keys.
func (v view) dialog() app.UI {
	titles := map[DialogName]string{
		DialogCreate: v.t("form.create"), DialogEdit: v.t("form.edit", "object", v.Dialog.Object), DialogPicker: v.t("panel.picker"),
		DialogHelp: v.t("panel.keyboard"), DialogShare: v.t("action.share"), DialogExport: v.t("action.export"), DialogFailed: v.t("failure.title"),
	}
	return app.Dialog().ID(dialogID).DataSet("name", string(v.Dialog.Name)).Aria("labelledby", "dialog-title").Body(
		app.Div().Class("head").Body(
			app.H2().ID("dialog-title").Text(titles[v.Dialog.Name]),
			v.iconButton("close", "", "close", v.t("action.close")),
		),
		v.dialogBody(),
	)
}

// dialogBody is what is in it: a component of its own type for each form, so
// that what was typed into one never shows in another.
func (v view) dialogBody() app.UI {
	switch v.Dialog.Name {
	case DialogCreate:
		kind := "Pod"
		if i := v.informer(); i != nil {
			kind = i.Resource().Kind
		}
		return &createForm{Lang: v.Lang, Resource: kind, Text: v.Dialog.Text, Errors: v.Dialog.Errors}
	case DialogEdit:
		return &editForm{Lang: v.Lang, Text: v.Dialog.Text, Errors: v.Dialog.Errors}
	case DialogPicker:
		return v.picker()
	case DialogHelp:
		return v.help()
	case DialogShare:
		return v.shareLinks()
	case DialogExport:
		return v.exports()
	case DialogFailed:
		return v.failed()
	}
	return app.Div()
}

// picker lists the built-in scenarios by level.
func (v view) picker() app.UI {
	var parts []app.UI
	for level := 1; level <= 5; level++ {
		var items []app.UI
		for _, e := range v.Catalogue {
			if e.Level == level {
				items = append(items, v.entry(e))
			}
		}
		if len(items) > 0 {
			parts = append(parts, app.H3().Text(v.t("level."+itoa(level))), app.Ul().Class("entries").Body(items...))
		}
	}
	parts = append(parts, app.Label().Class("file").Body(
		app.Span().Text(v.t("import.open")),
		app.Input().Type("file").DataSet("action", "open-file").Accept(".yaml,.yml,.json,.txt,.log"),
		app.Span().Class("hint").Text(v.t("import.hint")),
	))
	return app.Div().DataSet("panel", "picker").Body(parts...)
}

func (v view) entry(e Entry) app.UI {
	text := func(t scenarios.Text) string { return t.In(v.Lang) }
	return app.Li().Body(control("scenario", e.Name).Class("entry").Aria("current", e.Name == v.Settings.Scenario).Body(
		app.Strong().Text(text(e.Title)),
		app.Span().Text(text(e.Summary)),
	))
}

// help lists the keys.
func (v view) help() app.UI {
	var rows []app.UI
	for _, b := range bindings {
		rows = append(rows, app.Dt().Body(app.Kbd().Text(b.Shown)), app.Dd().Text(v.t(b.What)))
	}
	return app.Div().Body(
		app.Dl().Class("keys").Body(rows...),
		app.P().Class("hint").Text(v.t("page.version", "version", Version)),
	)
}

// shareLinks are the address of this moment, and what puts it into a page.
func (v view) shareLinks() app.UI {
	long := app.Div()
	if v.tooLong() {
		long = long.Class("column").Body(
			app.P().Text(v.t("share.too-long", "n", longestLink)),
			v.button("export-scenario", "", v.t("export.scenario")),
		)
	}
	return app.Div().Body(
		long,
		v.copyable(v.t("share.link"), v.shareLink()),
		v.copyable(v.t("share.embed"), `<iframe src="`+v.embedLink()+`" width="960" height="640" style="border:0" title="`+v.title()+`"></iframe>`),
	)
}

func (v view) copyable(label, text string) app.UI {
	return app.Label().Class("copyable").Body(
		app.Span().Text(label),
		app.Div().Class("row").Body(
			app.Input().Type("text").ReadOnly(true).Value(text),
			v.button("copy", text, v.t("action.copy")),
		),
	)
}

// exports are the files that the page offers.
func (v view) exports() app.UI {
	return app.Div().Class("column").Body(
		v.button("export-svg", "", v.t("export.svg")),
		v.button("export-trace", "", v.t("export.trace")),
		v.button("export-scenario", "", v.t("export.scenario")),
	)
}

// failed is what a reader sees after a panic.
func (v view) failed() app.UI {
	report := v.FailureReport()
	return app.Div().Attr("role", "alert").Body(
		app.P().Text(v.t("failure.advice")),
		app.Pre().Class("report").TabIndex(0).Text(report),
		app.Div().Class("row").Body(
			v.button("copy", report, v.t("error.report")),
			v.button("recover", "", v.t("action.restart-here")).Class("primary"),
		),
	)
}
