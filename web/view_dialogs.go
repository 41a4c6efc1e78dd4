package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// dialog is what lies over the page. The element is always there; the driver
// opens and closes it, so that the browser minds the focus and the keys.
func (v view) dialog() app.UI {
	titles := map[DialogName]string{
		DialogCreate: v.t("form.create"), DialogEdit: v.t("form.edit", "object", v.Dialog.Object), DialogPicker: v.t("panel.picker"), DialogEditor: v.t("panel.editor"),
		DialogHelp: v.t("panel.keyboard"), DialogShare: v.t("action.share"), DialogExport: v.t("action.export"), DialogFailed: v.t("failure.title"),
		DialogCompare: v.t("action.compare"), DialogPipeline: v.t("panel.pipeline"), DialogTruth: v.t("action.truth"),
	}
	return app.Elem("dialog").ID(dialogID).DataSet("name", string(v.Dialog.Name)).Aria("labelledby", "dialog-title").Body(
		app.Elem("div").Class("head").Body(
			app.Elem("h2").ID("dialog-title").Text(titles[v.Dialog.Name]),
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
	case DialogEditor:
		return v.editor()
	case DialogPicker:
		return v.picker()
	case DialogHelp:
		return v.help()
	case DialogShare:
		return v.shareLinks()
	case DialogExport:
		return v.exports()
	case DialogPipeline:
		return v.pipeline()
	case DialogCompare:
		return v.compareChoices()
	case DialogTruth:
		return v.tellTruth()
	case DialogFailed:
		return v.failed()
	}
	return app.Elem("div")
}

// help lists the keys.
func (v view) help() app.UI {
	var rows []app.UI
	for _, b := range bindings {
		rows = append(rows, app.Elem("dt").Body(app.Elem("kbd").Text(b.Shown)), app.Elem("dd").Text(v.t(b.What)))
	}
	return app.Elem("div").Body(
		app.Elem("dl").Class("keys").Body(rows...),
		app.Elem("p").Class("hint").Text(v.t("page.version", "version", Version)),
	)
}

// shareLinks are the address of this moment, and what puts it into a page.
func (v view) shareLinks() app.UI {
	long := app.Elem("div")
	if v.tooLong() {
		long = long.Class("column").Body(
			app.Elem("p").Text(v.t("share.too-long", "n", longestLink)),
			v.button("export-scenario", "", v.t("export.scenario")),
		)
	}
	return app.Elem("div").Body(
		long,
		v.copyable(v.t("share.link"), v.shareLink(), app.Elem("input").Attr("type", "text").Attr("value", v.shareLink())),
		v.copyable(v.t("share.element"), v.element(v.title()), app.Elem("textarea").Attr("rows", 3).Spellcheck(false).Text(v.element(v.title()))),
		v.copyable(v.t("share.embed"), v.iframe(v.title()), app.Elem("textarea").Attr("rows", 3).Spellcheck(false).Text(v.iframe(v.title()))),
	)
}

// copyable shows a text in a field, with a button that copies it.
func (v view) copyable(label, text string, field app.HTMLElem) app.UI {
	return app.Elem("label").Class("copyable").Body(
		app.Elem("span").Text(label),
		app.Elem("div").Class("row").Body(
			field.Attr("readonly", true),
			v.button("copy", text, v.t("action.copy")),
		),
	)
}

// exports are the files that the page offers.
func (v view) exports() app.UI {
	return app.Elem("div").Class("column").Body(
		v.button("export-svg", "", v.t("export.svg")),
		v.button("export-png", "", v.t("export.png")),
		v.button("export-trace", "", v.t("export.trace")),
		v.button("export-scenario", "", v.t("export.scenario")),
		app.Elem("form").DataSet("action", "export-range").Body(
			app.Elem("h3").Text(v.t("export.range")),
			app.Elem("div").Class("row range").Body(
				app.Elem("select").Attr("name", "kind").Aria("label", v.t("export.range")).Body(
					option("animated-svg", v.t("export.animated-svg"), "animated-svg"),
					option("mermaid", v.t("export.mermaid"), "animated-svg"),
				),
				v.eventField("from", 0),
				v.eventField("to", v.Branch.Len()),
				app.Elem("button").Attr("type", "submit").Text(v.t("export.save")),
			),
		),
	)
}

// eventField asks for an event.
func (v view) eventField(name string, event int) app.UI {
	return app.Elem("label").Body(
		app.Elem("span").Text(v.t("export."+name)),
		app.Elem("input").Attr("type", "number").Attr("name", name).Attr("min", "0").Attr("max", itoa(v.Branch.Len())).Attr("value", itoa(event)),
	)
}

// failed is what a reader sees after a panic.
func (v view) failed() app.UI {
	report := v.FailureReport()
	return app.Elem("div").Attr("role", "alert").Body(
		app.Elem("p").Text(v.t("failure.advice")),
		app.Elem("pre").Class("report").TabIndex(0).Text(report),
		app.Elem("div").Class("row").Body(
			v.button("copy", report, v.t("error.report")),
			v.button("recover", "", v.t("action.restart-here")).Class("primary"),
		),
	)
}
