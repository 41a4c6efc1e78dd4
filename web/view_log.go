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
	return app.Elem("section").Class("log").DataSet("panel", "log").Aria("label", v.t("panel.log")).Body(
		app.Elem("h2").Text(v.t("panel.log")),
		app.Elem("p").Class("hint").Style("display", shown(count == 0)).Text(v.t("empty.log")),
		app.Elem("div").ID("log").Class("scroll").TabIndex(0).Attr("role", "group").Aria("label", v.t("panel.log")).Body(
			app.Elem("div").Style("height", itoa(count*rowHeight)+"px").Body(
				app.Elem("ul").Style("transform", "translateY("+itoa(first*rowHeight)+"px)").Body(rows...),
			),
		),
	)
}

// eventRow is one event in one line; it can be chosen.
func (v view) eventRow(n int) app.UI {
	e := v.Branch.Event(n)
	return app.Elem("li").Body(
		control("select-event", itoa(n)).Class("row").DataSet("tone", tone(e)).Aria("pressed", v.Selection.Event == n).Body(
			app.Elem("span").Class("time").Text(explain.At(e.At, v.Lang)),
			app.Elem("span").Class("text").Text(explain.Sentence(*e, v.context(), v.Lang)),
		),
	)
}
