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
		marks = append(marks, el("div", []string{"style", "top:" + itoa(20*(m.Line-1)) + "px"},
			el("span", []string{"style", "left:" + itoa(m.Column) + "ch"}, app.Text(m.Text)),
		))
	}
	text := el("textarea", []string{"id", editorID, "autofocus", "true", "name", fieldScenario, "spellcheck", "false", "aria-label", t("panel.editor"), "aria-describedby", "editor-hint scenario-errors", "aria-invalid", yes(len(f.Errors) > 0), "wrap", "off"}, app.Text(f.Opened))
	return el("form", []string{"data-action", "editor-run", "data-panel", "editor"},
		el("div", []string{"class", "editor"},
			el("pre", []string{"class", "numbers", "aria-hidden", "true"}, app.Text(numbers.String())),
			el("div", []string{"class", "field"}, text, el("div", []string{"class", "marks", "aria-hidden", "true"}, marks...)),
		),
		el("div", []string{"class", "options", "role", "group", "aria-label", t("editor.options")}, f.options()...),
		f.problems(),
		el("div", []string{"class", "row"},
			el("button", []string{"type", "submit", "class", "primary"}, icon("play"), textEl("span", "", t("action.play"))),
			button("editor-here", "", t("editor.here", "n", f.Line)),
			button("editor-save", "", t("action.save")),
			button("editor-share", "", t("action.share")),
			act("editor-replace", "", []string{"style", hiddenUnless(f.Other)}, app.Text(t("editor.replace"))),
		),
		el("p", []string{"id", "editor-hint", "class", "hint"}, app.Text(t("editor.hint"))),
	)
}

// options are what can stand at the cursor.
func (f *editorForm) options() []app.UI {
	all := f.Options.Options
	var out []app.UI
	for _, o := range all[:min(len(all), mostOptions)] {
		out = append(out, button("editor-complete", o, o))
	}
	return out
}

// problems lists what is wrong; each leads to its line.
func (f *editorForm) problems() app.UI {
	var items []app.UI
	for _, e := range f.Errors {
		items = append(items, el("p", nil,
			button("editor-line", itoa(e.Line), explain.T(f.Lang, "form.line", "n", e.Line, "reason", e.Reason)),
		))
	}
	if len(items) == 0 {
		items = []app.UI{textEl("p", "fine", explain.T(f.Lang, "editor.fine"))}
	}
	return el("div", []string{"id", fieldScenario + "-errors", "class", "problems", "role", "status"}, items...)
}
