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
	return app.Elem("form").DataSet("action", "create-submit").Body(
		app.Elem("p").Class("hint").Text(explain.T(f.Lang, "form.create-hint", "kind", f.Resource)),
		app.Elem("label").Attr("for", "create-name").Text(explain.T(f.Lang, "form.name")),
		described(app.Elem("input").ID("create-name").Attr("name", fieldName).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).
			Attr("placeholder", explain.T(f.Lang, "form.name-example")), fieldName, f.Errors),
		errorList(f.Lang, fieldName, f.Errors),
		app.Elem("label").Attr("for", "create-manifest").Text(explain.T(f.Lang, "form.manifest")),
		described(app.Elem("textarea").ID("create-manifest").Attr("autofocus", true).Attr("name", fieldManifest).Attr("rows", 14).Spellcheck(false).Text(f.Text), fieldManifest, f.Errors),
		errorList(f.Lang, fieldManifest, f.Errors),
		app.Elem("div").Class("row").Body(
			app.Elem("button").Attr("type", "submit").Class("primary").Text(explain.T(f.Lang, "action.create")),
			control("close", "").Text(explain.T(f.Lang, "action.cancel")),
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
	return app.Elem("form").DataSet("action", "update-submit").Body(
		app.Elem("div").Class("row").Body(
			app.Elem("span").Text(explain.T(f.Lang, "form.quick")),
			control("update-quick", "label").Text(explain.T(f.Lang, "form.label")),
			control("update-quick", "status").Text(explain.T(f.Lang, "form.status")),
			control("update-quick", "spec").Text(explain.T(f.Lang, "form.spec")),
		),
		app.Elem("label").Attr("for", "edit-manifest").Text(explain.T(f.Lang, "form.manifest")),
		described(app.Elem("textarea").ID("edit-manifest").Attr("autofocus", true).Attr("name", fieldManifest).Attr("rows", 18).Spellcheck(false).Text(f.Text), fieldManifest, f.Errors),
		errorList(f.Lang, fieldManifest, f.Errors),
		app.Elem("div").Class("row").Body(
			app.Elem("button").Attr("type", "submit").Class("primary").Text(explain.T(f.Lang, "action.update")),
			control("close", "").Text(explain.T(f.Lang, "action.cancel")),
			app.Elem("span").Class("hint").Text(explain.T(f.Lang, "form.edit-hint")),
		),
	)
}

// field is a control whose errors are told beside it.
type ariaField[T any] interface {
	app.UI
	Aria(name string, value any) T
}

// described ties a control to its errors.
func described[T ariaField[T]](control T, field string, errors []FormError) app.UI {
	for _, e := range errors {
		if e.Field == field {
			return control.Aria("invalid", "true").Aria("describedby", field+"-errors")
		}
	}
	return control.Aria("invalid", "false")
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
		items = append(items, app.Elem("p").Text(reason))
	}
	return app.Elem("div").ID(field+"-errors").Class("errors").Attr("role", "alert").Body(items...)
}
