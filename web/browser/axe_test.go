package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// state is a state of the page that axe has to find no fault in.
type state struct {
	name string
	// reach comes to it from the page as it opens, and leave goes back.
	reach, leave func(t *testing.T, page *Page)
	// within is the part of the page that is looked at.
	within string
}

// states are every panel and dialog of the page.
var states = []state{
	{name: "at rest", within: "document"},
	dialog("create", "create-form", ""),
	dialog("a bad manifest", "create-form", `[type=submit]`),
	dialog("the editor", "editor", ""),
	dialog("the list of scenarios", "scenario", ""),
	dialog("compare", "compare", ""),
	dialog("help", "help", ""),
	dialog("share", "share", ""),
	dialog("export", "export", ""),
	inspector("why"),
	inspector("state"),
	inspector("object"),
	dialog("edit", "update-form", ""),
	inspector("journey"),
	pipeline(),
	sideBySide(),
}

// pipeline is the dialog of handlers and workers, which is opened from their rooms.
func pipeline() state {
	s := dialog("handlers and workers", "pipeline", "")
	open := s.reach
	s.reach = func(t *testing.T, page *Page) {
		require.NoError(t, page.WaitFor(`informerscope.set({focus: "listener"}).then(() => document.querySelector("[data-action=pipeline]") !== null)`))
		open(t, page)
	}
	return s
}

// sideBySide is the page with two runs and a tree of branches.
func sideBySide() state {
	return state{
		name: "two runs and branches", within: "document",
		reach: func(t *testing.T, page *Page) {
			require.NoError(t, page.WaitFor(`informerscope.set({focus: "apiserver"}).then(() => document.querySelector("[data-action=create]") !== null)`))
			press(t, page, "create")
			require.NoError(t, page.WaitFor(`document.querySelector("[data-branch]")`))
			require.NoError(t, page.WaitFor(`informerscope.pause().then(() => true)`))
			press(t, page, "compare")
			require.NoError(t, page.WaitFor(`document.querySelector("#dialog [data-arg=queue]")`))
			press(t, page, `compare][data-arg=queue`)
			require.NoError(t, page.WaitFor(`document.querySelector("#twin svg") && !document.querySelector("#dialog").open`))
		},
	}
}

// dialog is the state in which a control has opened a dialog, and another within
// was pressed.
func dialog(name, action, then string) state {
	const open = `document.querySelector("#dialog").open`
	return state{
		name: name, within: `document.querySelector("#dialog")`,
		reach: func(t *testing.T, page *Page) {
			press(t, page, action)
			require.NoError(t, page.WaitFor(open))
			if then != "" {
				_, err := Eval[any](page, `document.querySelector("#dialog `+then+`").click()`)
				require.NoError(t, err)
				require.NoError(t, page.WaitFor(`document.querySelector("#dialog .errors:not(:empty)")`))
			}
		},
		leave: func(t *testing.T, page *Page) {
			require.NoError(t, page.Press(kb.Escape))
			require.NoError(t, page.WaitFor("!"+open+` && document.querySelector("#dialog").dataset.name === ""`))
		},
	}
}

// inspector is the state in which the inspector shows one of its tabs of an
// object.
func inspector(tab string) state {
	return state{
		name: "inspector, " + tab, within: `document.querySelector("#inspector")`,
		reach: func(t *testing.T, page *Page) {
			if !eval[bool](t, page, `document.querySelector("#inspector").checkVisibility()`) {
				press(t, page, "select-object")
			}
			require.NoError(t, page.WaitFor(`document.querySelector("#tab-`+tab+`")`))
			press(t, page, "tab][data-arg="+tab)
			require.NoError(t, page.WaitFor(`document.querySelector("#tab-`+tab+`").getAttribute("aria-selected") === "true"`))
		},
	}
}

// press uses a control wherever it is: at 360 pixels some are in the menu.
func press(t *testing.T, page *Page, action string) {
	t.Helper()
	_, err := Eval[any](page, `document.querySelector("[data-action=`+action+`]").dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	require.NoError(t, err)
}

// violations are what axe finds within a part of the page.
func violations(t *testing.T, page *Page, within string) []string {
	t.Helper()
	return eval[[]string](t, page, `axe.run(`+within+`, {resultTypes: ["violations"]}).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0] ?? n.all[0] ?? n.none[0])?.message)))`)
}

func TestAxeFindsNoViolation(t *testing.T) {
	axe := npmFile(t, "axe-core/axe.min.js")
	for _, width := range []int64{360, 1440} {
		for _, theme := range []string{"light", "dark"} {
			for _, lang := range []string{"en", "zh-CN"} {
				t.Run(fmt.Sprint(width, theme, lang), func(t *testing.T) {
					view := Desktop
					view.Width, view.Theme, view.Lang = width, theme, lang
					page := open(t, "/?scenario=missed-delete&event=60&focus=apiserver", view)
					_, err := Eval[any](page, axe+"; 0")
					require.NoError(t, err)
					for _, s := range states {
						if s.reach != nil {
							s.reach(t, page)
						}
						for _, v := range violations(t, page, s.within) {
							t.Errorf("%s: %s", s.name, v)
						}
						if s.leave != nil {
							s.leave(t, page)
						}
					}
				})
			}
		}
	}
}
