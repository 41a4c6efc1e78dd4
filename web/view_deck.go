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
	return app.Elem("section").Class("deck").ID(deckID).Aria("label", v.t("page.controls")).Body(
		v.captionBar(),
		app.Elem("div").Class("transport").Body(
			v.transport(),
			app.Elem("div").ID(timelineID).DataSet("panel", "timeline"),
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
		choices = []app.UI{v.button("scenario", next.Name, v.t("picker.next", "title", next.Title.In(v.Lang)))}
	}
	class := "caption"
	switch {
	case len(choices) > 0:
		class += " asks"
	case say != "":
		class += " speaks"
	}
	return app.Elem("div").Class(class).DataSet("panel", "caption").Body(
		app.Elem("p").Class("say").Attr("role", "status").Style("display", shown(say != "")).Text(say),
		app.Elem("div").Class("choices").Style("display", shown(len(choices) > 0)).Body(choices...),
		app.Elem("p").Class("sentence").Attr("role", "status").Text(v.sentence()),
		control("why", "").Class("why").Attr("disabled", v.Event == 0).Aria("pressed", v.asksWhy()).Text(v.t("tab.why")),
	)
}

// shown is what the style says of something that is there or not: nothing is
// taken out, so that all others stay the elements that they are.
func shown(yes bool) string {
	if yes {
		return ""
	}
	return "none"
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
		choices = append(choices, v.button("answer", itoa(i), c.In(v.Lang)))
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
	return app.Elem("output").Class("position").Body(
		app.Elem("span").Text(v.t("time.moment", "t", v.t("unit.s", "n", seconds(t)))),
		app.Elem("span").Text(v.t("time.event", "n", v.Event, "all", v.Branch.Len())),
	)
}

// seconds always has two places, so that a running clock does not jump about.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) }

func (v view) transport() app.UI {
	playPause := v.iconButton("play", "", "play", v.t("action.play"))
	if v.Playing {
		playPause = v.iconButton("pause", "", "pause", v.t("action.pause"))
	}
	return app.Elem("div").Class("buttons").Body(
		v.iconButton("start", "", "start", v.t("action.start")),
		v.iconButton("back", "", "back", v.t("action.back")),
		playPause.Class("primary"),
		v.iconButton("step", "", "step", v.t("action.step")),
		v.iconButton("end", "", "end", v.t("action.end")),
		app.Elem("select").DataSet("action", "speed").Aria("label", v.t("action.speed")).Body(v.speedOptions()...),
		v.position(),
		app.Elem("select").DataSet("action", "branch").Class("branches").Aria("label", v.t("action.branch")).
			Style("display", shown(len(v.Session.Branches) > 1)).Body(v.branchOptions()...),
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
