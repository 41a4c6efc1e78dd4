package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/web/explain"
)

// createForm takes a name or any manifest.
type createForm struct {
	app.Compo
	Lang, Resource, Text string
	Errors               []FormError
}

// Render makes the form.
func (f *createForm) Render() app.UI {
	return el("form", []string{"data-action", "create-submit"},
		textEl("p", "hint", explain.T(f.Lang, "form.create-hint", "kind", f.Resource)),
		el("label", []string{"for", "create-name"}, app.Text(explain.T(f.Lang, "form.name"))),
		described("input", []string{"id", "create-name", "autofocus", "true", "name", fieldName, "type", "text", "autocomplete", "off", "spellcheck", "false", "placeholder", explain.T(f.Lang, "form.name-example")}, fieldName, f.Errors),
		errorList(f.Lang, fieldName, f.Errors),
		el("label", []string{"for", "create-manifest"}, app.Text(explain.T(f.Lang, "form.manifest"))),
		described("textarea", []string{"id", "create-manifest", "name", fieldManifest, "rows", "14", "spellcheck", "false"}, fieldManifest, f.Errors, app.Text(f.Text)),
		errorList(f.Lang, fieldManifest, f.Errors),
		el("div", []string{"class", "row"},
			el("button", []string{"type", "submit", "class", "primary"}, app.Text(explain.T(f.Lang, "action.create"))),
			button("close", "", explain.T(f.Lang, "action.cancel")),
		),
	)
}

// editForm changes a manifest.
type editForm struct {
	app.Compo
	Lang, Text string
	Errors     []FormError
}

// Render makes the form.
func (f *editForm) Render() app.UI {
	return el("form", []string{"data-action", "update-submit"},
		el("div", []string{"class", "row"},
			textEl("span", "", explain.T(f.Lang, "form.quick")),
			button("update-quick", "label", explain.T(f.Lang, "form.label")),
			button("update-quick", "status", explain.T(f.Lang, "form.status")),
			button("update-quick", "spec", explain.T(f.Lang, "form.spec")),
		),
		el("label", []string{"for", "edit-manifest"}, app.Text(explain.T(f.Lang, "form.manifest"))),
		described("textarea", []string{"id", "edit-manifest", "autofocus", "true", "name", fieldManifest, "rows", "18", "spellcheck", "false"}, fieldManifest, f.Errors, app.Text(f.Text)),
		errorList(f.Lang, fieldManifest, f.Errors),
		el("div", []string{"class", "row"},
			el("button", []string{"type", "submit", "class", "primary"}, app.Text(explain.T(f.Lang, "action.update"))),
			button("close", "", explain.T(f.Lang, "action.cancel")),
			textEl("span", "hint", explain.T(f.Lang, "form.edit-hint")),
		),
	)
}

// described ties a control, which it makes, to its errors.
func described(tag string, attrs []string, field string, errors []FormError, body ...app.UI) app.UI {
	wrong, by := false, ""
	for _, e := range errors {
		if e.Field == field {
			wrong, by = true, field+"-errors"
		}
	}
	return el(tag, append(attrs, "aria-invalid", yes(wrong), "aria-describedby", by), body...)
}

// errorList is what is wrong with a field. It is always there, so that the
// fields behind it stay what they are.
func errorList(lang, field string, errors []FormError) app.UI {
	var items []app.UI
	for _, e := range errors {
		if e.Field != field {
			continue
		}
		reason := e.Reason
		if e.Line > 0 {
			reason = explain.T(lang, "form.line", "n", e.Line, "reason", reason)
		}
		items = append(items, textEl("p", "", reason))
	}
	return el("div", []string{"id", field + "-errors", "class", "errors", "role", "alert"}, items...)
}
