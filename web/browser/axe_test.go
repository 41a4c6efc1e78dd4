package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
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
	{name: "at rest", within: "html"},
	menu(),
	message(),
	dialog("create", "create-form", ""),
	dialog("a bad manifest", "create-form", `[type=submit]`),
	dialog("the editor", "editor", ""),
	dialog("the list of scenarios", "scenario", ""),
	dialog("compare", "compare", ""),
	dialog("help", "help", ""),
	dialog("share", "share", ""),
	dialog("export", "export", ""),
	truthTab("proof"),
	truthTab("invariants"),
	truthTab("simplified"),
	inspector("why"),
	inspector("state"),
	inspector("object"),
	dialog("edit", "update-form", ""),
	inspector("journey"),
	pipeline(),
	failure(),
	sideBySide(),
}

// menu is the state in which the controls that have no room are shown.
func menu() state {
	toggle := func(t *testing.T, page *Page) { press(t, page, "menu") }
	return state{name: "the menu", within: "header", reach: toggle, leave: toggle}
}

// message is the state in which the page says that something did not work.
func message() state {
	return state{
		name: "a message", within: "#notices",
		reach: func(t *testing.T, page *Page) {
			require.NoError(t, page.WaitFor(`informerscope.command({delete: "pods/default/none"}).then(() => false, () => document.querySelector("#notices [data-kind=bad]") !== null)`))
		},
		leave: func(t *testing.T, page *Page) { press(t, page, "dismiss") },
	}
}

// truthTab is a part of the dialog that tells how true the page is.
func truthTab(part string) state {
	s := dialog("how true it is, "+part, "truth", "")
	open := s.reach
	s.reach = func(t *testing.T, page *Page) {
		open(t, page)
		press(t, page, "truth][data-arg="+part)
		require.NoError(t, page.WaitFor(`document.querySelector("#truth-`+part+`").ariaSelected === "true" && document.querySelector("#truth table, #truth li")`))
	}
	return s
}

// failure is the dialog after a panic, which a control that cannot be read causes.
func failure() state {
	s := dialog("a failure", "", "")
	s.reach = func(t *testing.T, page *Page) {
		_, err := Eval[any](page, `{
			const broken = Object.assign(document.createElement("b"), {getAttribute() { throw new Error("on purpose") }});
			broken.dataset.action = "play";
			document.body.append(broken);
			broken.click();
			broken.remove();
		} 0`)
		require.NoError(t, err)
		require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open && document.querySelector("#dialog .report").innerText.includes("on purpose")`))
	}
	s.leave = func(t *testing.T, page *Page) {
		press(t, page, "recover")
		require.NoError(t, page.WaitFor(`!document.querySelector("#dialog").open`))
	}
	return s
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
		name: "two runs and branches", within: "html",
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
		name: name, within: "#dialog",
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
			require.NoError(t, page.WaitFor("!"+open+` && !document.querySelector("#dialog").dataset.name`))
		},
	}
}

// inspector is the state in which the inspector shows one of its tabs of an
// object.
func inspector(tab string) state {
	return state{
		name: "inspector, " + tab, within: "#inspector",
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

// violations are what axe finds within a part of the page, in each language and in
// each theme, of which the later ones differ from the first in colours alone.
func violations(t *testing.T, page *Page, within string) []string {
	t.Helper()
	return eval[[]string](t, page, `(async () => {
		const found = [];
		for (const lang of ["en", "zh"]) for (const theme of ["light", "dark", "contrast"]) {
			await informerscope.set({lang, theme});
			await new Promise(requestAnimationFrame);
			await Promise.all(document.getAnimations().map(a => a.finished.catch(() => {})));
			const options = theme === "light" ? {} : {runOnly: ["color-contrast"]};
			const {violations} = await axe.run("`+within+`", {resultTypes: ["violations"], ...options});
			for (const v of violations) for (const n of v.nodes)
				found.push(lang + ", " + theme + ": " + v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0] ?? n.all[0] ?? n.none[0])?.message);
		}
		return found;
	})()`)
}

func TestAxeFindsNoViolation(t *testing.T) {
	axe := npmFile(t, "axe-core/axe.min.js")
	for _, width := range []int64{360, 1440} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			view := Desktop
			view.Width, view.Still = width, true
			page := open(t, "/?scenario=missed-delete&event=60&focus=apiserver", view)
			_, err := Eval[any](page, axe+"; 0")
			require.NoError(t, err)
			for _, s := range states {
				t.Run(s.name, func(t *testing.T) {
					if s.reach != nil {
						s.reach(t, page)
					}
					assert.Empty(t, violations(t, page, s.within))
					if s.leave != nil {
						s.leave(t, page)
					}
				})
			}
		})
	}
}
