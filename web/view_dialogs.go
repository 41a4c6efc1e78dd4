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
	return el("dialog", []string{"id", dialogID, "data-name", string(v.Dialog.Name), "aria-labelledby", "dialog-title"},
		el("div", []string{"class", "head"},
			el("h2", []string{"id", "dialog-title"}, app.Text(titles[v.Dialog.Name])),
			iconButton("close", "", "close", v.t("action.close")),
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
	return el("div", nil)
}

// help lists the keys.
func (v view) help() app.UI {
	var rows []app.UI
	for _, b := range bindings {
		rows = append(rows, el("dt", nil, textEl("kbd", "", b.Shown)), textEl("dd", "", v.t(b.What)))
	}
	return el("div", nil,
		el("dl", []string{"class", "keys"}, rows...),
		textEl("p", "hint", v.t("page.version", "version", Version)),
	)
}

// shareLinks are the address of this moment, and what puts it into a page.
func (v view) shareLinks() app.UI {
	var long []app.UI
	if v.tooLong() {
		long = []app.UI{
			textEl("p", "", v.t("share.too-long", "n", longestLink)),
			button("export-scenario", "", v.t("export.scenario")),
		}
	}
	link := v.shareLink()
	return el("div", nil,
		el("div", []string{"class", "column"}, long...),
		v.copyable(v.t("share.link"), link, el("input", []string{"type", "text", "readonly", "true", "value", link})),
		v.copyableLines(v.t("share.element"), v.element(v.title())),
		v.copyableLines(v.t("share.embed"), v.iframe(v.title())),
	)
}

// copyableLines shows a text of some lines, with a button that copies it.
func (v view) copyableLines(label, text string) app.UI {
	return v.copyable(label, text, el("textarea", []string{"rows", "3", "spellcheck", "false", "readonly", "true"}, app.Text(text)))
}

// copyable shows a field with a text, and a button that copies that.
func (v view) copyable(label, text string, field app.UI) app.UI {
	return el("label", []string{"class", "copyable"},
		textEl("span", "", label),
		el("div", []string{"class", "row"}, field, button("copy", text, v.t("action.copy"))),
	)
}

// exports are the files that the page offers.
func (v view) exports() app.UI {
	return el("div", []string{"class", "column"},
		button("export-svg", "", v.t("export.svg")),
		button("export-png", "", v.t("export.png")),
		button("export-trace", "", v.t("export.trace")),
		button("export-scenario", "", v.t("export.scenario")),
		el("form", []string{"data-action", "export-range"},
			textEl("h3", "", v.t("export.range")),
			el("div", []string{"class", "row range"},
				el("select", []string{"name", "kind", "aria-label", v.t("export.range")},
					option("animated-svg", v.t("export.animated-svg"), "animated-svg"),
					option("mermaid", v.t("export.mermaid"), "animated-svg"),
				),
				v.eventField("from", 0),
				v.eventField("to", v.Branch.Len()),
				el("button", []string{"type", "submit"}, app.Text(v.t("export.save"))),
			),
		),
	)
}

// eventField asks for an event.
func (v view) eventField(name string, event int) app.UI {
	return el("label", nil,
		textEl("span", "", v.t("export."+name)),
		el("input", []string{"type", "number", "name", name, "min", "0", "max", itoa(v.Branch.Len()), "value", itoa(event)}),
	)
}

// failed is what a reader sees after a panic.
func (v view) failed() app.UI {
	report := v.FailureReport()
	return el("div", []string{"role", "alert"},
		textEl("p", "", v.t("failure.advice")),
		el("pre", []string{"class", "report", "tabindex", "0"}, app.Text(report)),
		el("div", []string{"class", "row"},
			button("copy", report, v.t("error.report")),
			button("recover", "", v.t("action.restart-here"), "class", "primary"),
		),
	)
}
