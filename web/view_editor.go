package web

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// editorID is the field of the scenario editor, whose cursor the driver tells.
const editorID = "editor-text"

// editorForm is the text of a scenario, with what is wrong beside its line. The
// field belongs to the browser: it begins with Opened.
type editorForm struct {
	app.Compo
	Lang, Opened string
	// Lines is how many there are.
	Lines   int
	Errors  []FormError
	Marks   []mark
	Options scenarios.Completion
	// Line is that of the cursor; Other says that something else is played than
	// what is written.
	Line  int
	Other bool
}

// mark is what is wrong with a line: it stands behind the line's end.
type mark struct {
	Line, Column int
	Text         string
}

// mostOptions is how many words are offered at the cursor.
const mostOptions = 24

// editor makes the form of what is being written.
func (v view) editor() app.UI {
	d := v.draft
	f := &editorForm{Lang: v.Lang, Opened: d.opened, Errors: d.errors, Options: d.options, Other: d.typed,
		Lines: 1 + strings.Count(d.text, "\n"), Line: 1 + strings.Count(d.before, "\n")}
	all := strings.Split(d.text, "\n")
	for i, e := range d.errors {
		if e.Line < 1 || e.Line > len(all) || i > 0 && d.errors[i-1].Line == e.Line {
			continue
		}
		f.Marks = append(f.Marks, mark{e.Line, columns(all[e.Line-1]) + 3, e.Reason})
	}
	return f
}

// columns is how wide a line is, in letters of a fixed width.
func columns(line string) int {
	n := 0
	for _, r := range line {
		n++
		if r >= 0x1100 { // Chinese takes two
			n++
		}
	}
	return n
}

// Render makes the form.
func (f *editorForm) Render() app.UI {
	t := func(id string, args ...any) string { return explain.T(f.Lang, id, args...) }
	var numbers strings.Builder
	for n := range f.Lines {
		numbers.WriteString(itoa(n+1) + "\n")
	}
	var marks []app.UI
	for _, m := range f.Marks {
		marks = append(marks, app.Elem("div").Style("top", itoa(20*(m.Line-1))+"px").Body(
			app.Elem("span").Style("left", itoa(m.Column)+"ch").Text(m.Text),
		))
	}
	text := app.Elem("textarea").ID(editorID).Attr("autofocus", true).Attr("name", fieldScenario).Spellcheck(false).Aria("label", t("panel.editor")).
		Aria("describedby", "editor-hint scenario-errors").Aria("invalid", len(f.Errors) > 0).Attr("wrap", "off").Text(f.Opened)
	return app.Elem("form").DataSet("action", "editor-run").DataSet("panel", "editor").Body(
		app.Elem("div").Class("editor").Body(
			app.Elem("pre").Class("numbers").Aria("hidden", "true").Text(numbers.String()),
			app.Elem("div").Class("field").Body(text, app.Elem("div").Class("marks").Aria("hidden", "true").Body(marks...)),
		),
		app.Elem("div").Class("options").Attr("role", "group").Aria("label", t("editor.options")).Body(f.options()...),
		f.problems(),
		app.Elem("div").Class("row").Body(
			app.Elem("button").Attr("type", "submit").Class("primary").Body(icon("play"), app.Elem("span").Text(t("action.play"))),
			control("editor-here", "").Text(t("editor.here", "n", f.Line)),
			control("editor-save", "").Text(t("action.save")),
			control("editor-share", "").Text(t("action.share")),
			control("editor-replace", "").Style("display", shown(f.Other)).Text(t("editor.replace")),
		),
		app.Elem("p").ID("editor-hint").Class("hint").Text(t("editor.hint")),
	)
}

// options are what can stand at the cursor.
func (f *editorForm) options() []app.UI {
	all := f.Options.Options
	var out []app.UI
	for _, o := range all[:min(len(all), mostOptions)] {
		out = append(out, control("editor-complete", o).Text(o))
	}
	return out
}

// problems lists what is wrong; each leads to its line.
func (f *editorForm) problems() app.UI {
	var items []app.UI
	for _, e := range f.Errors {
		items = append(items, app.Elem("p").Body(
			control("editor-line", itoa(e.Line)).Text(explain.T(f.Lang, "form.line", "n", e.Line, "reason", e.Reason)),
		))
	}
	if len(items) == 0 {
		items = []app.UI{app.Elem("p").Class("fine").Text(explain.T(f.Lang, "editor.fine"))}
	}
	return app.Elem("div").ID(fieldScenario+"-errors").Class("problems").Attr("role", "status").Body(items...)
}
