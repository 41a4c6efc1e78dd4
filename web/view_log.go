package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/web/explain"
)

const (
	// lastEvents is how far back the log goes.
	lastEvents = 200
	// rowHeight is the height of a row of the log in pixels, as in the style sheet,
	// and rowsInView how many are made at a time.
	rowHeight  = 28
	rowsInView = 16
)

// log is what happened, the newest first. Only the rows in view are made.
func (v view) log() app.UI {
	count := min(v.Event, lastEvents)
	first := min(max(v.LogRow-2, 0), max(count-rowsInView, 0))
	var rows []app.UI
	for row := first; row < min(first+rowsInView, count); row++ {
		rows = append(rows, v.eventRow(v.Event-row))
	}
	return el("section", []string{"class", "log", "data-panel", "log", "aria-label", v.t("panel.log")},
		textEl("h2", "", v.t("panel.log")),
		el("p", []string{"class", "hint", "style", hiddenUnless(count == 0)}, app.Text(v.t("empty.log"))),
		el("div", []string{"id", "log", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", v.t("panel.log")},
			el("div", []string{"style", "height:" + itoa(count*rowHeight) + "px"},
				el("ul", []string{"style", "transform:translateY(" + itoa(first*rowHeight) + "px)"}, rows...),
			),
		),
	)
}

// eventRow is one event in one line; it can be chosen.
func (v view) eventRow(n int) app.UI {
	e := v.Branch.Event(n)
	return el("li", nil,
		act("select-event", itoa(n), []string{"class", "row", "data-tone", tone(e), "aria-pressed", yes(v.Selection.Event == n)},
			textEl("span", "time", explain.At(e.At, v.Lang)),
			textEl("span", "text", explain.Sentence(*e, v.context(), v.Lang)),
		),
	)
}
