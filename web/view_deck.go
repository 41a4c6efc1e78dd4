package web

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/web/explain"
)

func itoa(n int) string { return strconv.Itoa(n) }

// deck is what stays in sight below the stage: the caption and the controls of
// time.
func (v view) deck() app.UI {
	return el("section", []string{"class", "deck", "id", deckID, "aria-label", v.t("page.controls")},
		v.captionBar(),
		el("div", []string{"class", "transport"},
			v.transport(),
			el("div", []string{"id", timelineID, "data-panel", "timeline"}),
		),
	)
}

// captionBar says what is to be seen: the scenario's words or question, and with
// them the sentence of the event. Both are announced, each by itself.
func (v view) captionBar() app.UI {
	say, choices := v.saying()
	if told := v.writtenFor(); say != "" && told != "" {
		say = v.t("caption.written-for", "text", say, "what", told)
	}
	if next := v.nextScene(); next.Name != "" && len(choices) == 0 {
		choices = []app.UI{button("scenario", next.Name, v.t("picker.next", "title", next.Title.In(v.Lang)))}
	}
	class := "caption"
	switch {
	case len(choices) > 0:
		class += " asks"
	case say != "":
		class += " speaks"
	}
	return el("div", []string{"class", class, "data-panel", "caption"},
		el("p", []string{"class", "say", "role", "status", "style", hiddenUnless(say != "")}, app.Text(say)),
		el("div", []string{"class", "choices", "style", hiddenUnless(len(choices) > 0)}, choices...),
		el("p", []string{"class", "sentence", "role", "status"}, app.Text(v.sentence())),
		act("why", "", []string{"class", "why", "disabled", yes(v.Event == 0), "aria-pressed", yes(v.asksWhy())}, app.Text(v.t("tab.why"))),
	)
}

// saying is what the scenario says at the moment shown, and the choices of its
// question if that has not been answered.
func (v view) saying() (say string, choices []app.UI) {
	q, choice := v.asked()
	i := v.caption()
	switch {
	case i < 0 && v.untouched():
		return v.t("hint.act"), nil
	case i < 0:
		return "", nil
	case q == nil:
		return v.Branch.Captions()[i].Say.In(v.Lang), nil
	case choice >= 0:
		return v.verdict(q, choice), nil
	}
	for i, c := range q.Choices {
		choices = append(choices, button("answer", itoa(i), c.In(v.Lang)))
	}
	return q.Question.In(v.Lang), choices
}

// untouched says that the reader has done nothing yet, where nothing happens by
// itself.
func (v view) untouched() bool {
	return v.free() && v.Event == v.opened && !v.Playing && len(v.Session.Branches) == 1 && len(v.Branch.Acts) == 0
}

// sentence tells the event that is shown, or that time passes.
func (v view) sentence() string {
	if v.Event == 0 {
		return v.t("hint.play")
	}
	if v.Playing && v.Event < v.Branch.Len() && v.Time > v.timeOf(v.Event) {
		if passed := v.Branch.Story().Moment(v.Event + 1).Passed; passed > 0 {
			return v.t("time.gap", "for", passed)
		}
	}
	event := v.skipUnseen(v.Event, -1)
	if event == 0 {
		return v.t("hint.play")
	}
	return explain.Sentence(*v.Branch.Event(event), v.context(), v.Lang)
}

// position is the simulated time and the event.
func (v view) position() app.UI {
	t := v.Time.Round(10 * time.Millisecond)
	return el("output", []string{"class", "position"},
		textEl("span", "", v.t("time.moment", "t", v.t("unit.s", "n", seconds(t)))),
		textEl("span", "", v.t("time.event", "n", v.Event, "all", v.Branch.Len())),
	)
}

// seconds always has two places, so that a running clock does not jump about.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) }

func (v view) transport() app.UI {
	toggle := "play"
	if v.Playing {
		toggle = "pause"
	}
	return el("div", []string{"class", "buttons"},
		iconButton("start", "", "start", v.t("action.start")),
		iconButton("back", "", "back", v.t("action.back")),
		iconButton(toggle, "", toggle, v.t("action."+toggle), "class", "primary"),
		iconButton("step", "", "step", v.t("action.step")),
		iconButton("end", "", "end", v.t("action.end")),
		el("select", []string{"data-action", "speed", "aria-label", v.t("action.speed")}, v.speedOptions()...),
		v.position(),
		el("select", []string{"data-action", "branch", "class", "branches", "aria-label", v.t("action.branch"), "style", hiddenUnless(len(v.Session.Branches) > 1)}, v.branchOptions()...),
	)
}

// branchOptions are the runs of the session.
func (v view) branchOptions() []app.UI {
	var options []app.UI
	for _, b := range v.Session.Branches {
		options = append(options, option(itoa(b.ID), v.branchName(b), itoa(v.Branch.ID)))
	}
	return options
}

func (v view) speedOptions() []app.UI {
	chosen := strconv.FormatFloat(v.Settings.Speed, 'f', -1, 64)
	var options []app.UI
	known := false
	for _, s := range speeds {
		value := strconv.FormatFloat(s, 'f', -1, 64)
		known = known || value == chosen
		options = append(options, option(value, v.t("action.speed-value", "n", value), chosen))
	}
	if !known {
		options = append(options, option(chosen, v.t("action.speed-value", "n", chosen), chosen))
	}
	return options
}
