package web

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/scenarios"
	"informerscope/web/explain"
	"informerscope/web/picture"
)

// Page is the root component: the chrome around the stage. It is made from the
// model anew whenever that changes; controls only carry data-action, and the
// driver listens for all of them in one place.
type Page struct {
	app.Compo
	model *Model
	// inTurn runs what reads the model; mount and failed tell the driver that the page is there, and that it could
	// not be rendered.
	inTurn func(do func())
	mount  func(app.Context)
	failed func(reason any)
}

// Ids of the elements that the driver fills or needs.
const (
	stageID    = "stage"
	twinID     = "twin"
	timelineID = "timeline"
	deckID     = "deck"
	noticesID  = "notices"
	dialogID   = "dialog"

	inspectorID = "inspector"
)

// OnMount tells the driver.
func (p *Page) OnMount(ctx app.Context) { p.mount(ctx) }

// Render makes the page. Its beginning is the same as in index.html, which shows
// the first picture before the program has come, so that nothing jumps.
func (p *Page) Render() (page app.UI) {
	p.inTurn(func() { page = p.render() })
	return page
}

func (p *Page) render() (page app.UI) {
	defer func() {
		if r := recover(); r != nil {
			p.failed(r)
			page = app.Elem("div").ID("app").Body(app.Elem("pre").Text(p.model.FailureReport()))
		}
	}()
	v := view{p.model}
	return app.Elem("div").ID("app").
		DataSet("view", v.Settings.View).
		DataSet("inspector", v.inspecting()).
		DataSet("compare", v.twin != nil).
		Body(
			v.header(),
			app.Elem("main").ID(stageID).TabIndex(-1).Aria("label", v.t("panel.stage")),
			v.versus(),
			app.Elem("section").ID(twinID).Aria("label", v.t("panel.compare")).Style("display", shown(v.twin != nil)),
			v.deck(),
			v.inspector(),
			v.log(),
			v.notices(),
			v.dialog(),
		)
}

// view makes the parts of the page from the model.
type view struct{ *Model }

// svgNamespace has to be on every element of an SVG.
const svgNamespace = "http://www.w3.org/2000/svg"

// icons are the paths of the icons, in a square of 24.
var icons = map[string]string{
	"start":  "M6 5v14M19 6v12l-9-6z",
	"back":   "M17 6v12l-10-6z",
	"play":   "M8 5v14l11-7z",
	"pause":  "M8 5v14M16 5v14",
	"step":   "M7 6v12l10-6z",
	"end":    "M18 5v14M5 6v12l9-6z",
	"close":  "M6 6l12 12M18 6L6 18",
	"menu":   "M4 7h16M4 12h16M4 17h16",
	"export": "M12 4v11M7 11l5 5 5-5M5 20h14",
	"share":  "M14 5h5v5M19 5l-8 8M10 6H6v12h12v-4",
	"theme":  "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
	"edit":   "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
	"truth":  "M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6zM8.5 12l2.5 2.5 4.5-5",
	"help":   "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17v.5",
}

// icon is one of the icons; the control around it has the words.
func icon(name string) app.UI {
	return app.Elem("svg").XMLNS(svgNamespace).
		Attr("viewBox", "0 0 24 24").Attr("width", "18").Attr("height", "18").Attr("aria-hidden", "true").DataSet("icon", name).
		Body(app.Elem("path").XMLNS(svgNamespace).Attr("d", icons[name]))
}

// button is a control with words.
func (v view) button(action, arg, label string) app.HTMLElem {
	return control(action, arg).Text(label)
}

// iconButton is a control with a picture; the words are for those who do not see
// it.
func (v view) iconButton(action, arg, picture, label string) app.HTMLElem {
	return control(action, arg).Class("icon").Aria("label", label).Title(label).Body(icon(picture))
}

func control(action, arg string) app.HTMLElem {
	b := app.Elem("button").Attr("type", "button").DataSet("action", action)
	if arg != "" {
		b = b.DataSet("arg", arg)
	}
	return b
}

// option is a choice of a select.
func option(value, label, chosen string) app.UI {
	return app.Elem("option").Attr("value", value).Attr("selected", value == chosen).Text(label)
}

// header is the bar at the top.
func (v view) header() app.UI {
	other := "zh"
	if v.Lang == other {
		other = "en"
	}
	return el("header", []string{"class", "bar"},
		app.Elem("img").Class("mark").Attr("src", "static/icon.svg").Attr("alt", "").Attr("width", 24).Attr("height", 24),
		app.Elem("h1").Text("InformerScope"),
		act("scenario", "", []string{"class", "picker", "aria-haspopup", "dialog"},
			textEl("span", "what", v.t("action.scenario")),
			textEl("span", "name", v.title()),
		),
		v.freePlay(),
		el("div", []string{"class", "menu", "data-open", yes(v.Menu)},
			v.labelled("queue", v.t("label.queue"), v.queueOptions(), v.fixedQueue()),
			v.labelled("client", v.t("label.client"), v.clientOptions(), false),
			textEl("span", "space", ""),
			act("lang", other, []string{"lang", other}, app.Text(v.t("action.lang"))),
			el("label", []string{"class", "field"}, icon("theme"), chooser("theme", v.t("action.theme"), nil, v.themeOptions())),
			v.wordy("editor", "edit", v.t("action.edit")),
			act("compare", "", []string{"aria-pressed", yes(v.twin != nil)}, app.Text(v.t("action.compare"))),
			v.wordy("export", "export", v.t("action.export")),
			v.wordy("share", "share", v.t("action.share")),
			v.iconButton("truth", "", "truth", v.t("action.truth")),
			v.iconButton("help", "", "help", v.t("action.help")),
		),
		v.iconButton("menu", "", "menu", v.t("page.menu")).Class("only-narrow").Aria("expanded", v.Menu),
	)
}

// wordy is a control with a picture and words.
func (v view) wordy(action, picture, label string) app.UI {
	return act(action, "", []string{"title", label}, icon(picture), textEl("span", "", label))
}

// labelled is a choice with its name before it.
func (v view) labelled(action, label string, options []app.UI, disabled bool) app.UI {
	choice := app.Elem("select").DataSet("action", action).Attr("disabled", disabled).Body(options...)
	return el("label", []string{"class", "field"}, textEl("span", "", label), choice)
}

// freePlay leads to free play, from wherever the reader is.
func (v view) freePlay() app.UI {
	return v.button("scenario", FreePlay, v.t("action.free-play")).Class("free-play").
		Style("display", map[bool]string{true: "none"}[v.Settings.Scenario == FreePlay])
}

// title is the title of the scenario that is played.
func (v view) title() string {
	if v.original == nil {
		return ""
	}
	if title := v.original.Title.In(v.Lang); title != "" {
		return title
	}
	return v.original.Name
}

func (v view) queueOptions() []app.UI {
	chosen := v.Settings.Queue
	if i := v.informer(); i != nil && (chosen == "" || v.fixedQueue()) {
		chosen = i.Config.Queue // what is played, whatever was asked for
	}
	options := make([]app.UI, len(queues))
	for i, q := range queues {
		options[i] = option(q, q, chosen)
	}
	return options
}

func (v view) clientOptions() []app.UI {
	options := make([]app.UI, len(clients))
	for i, c := range clients {
		options[i] = option(c, "client-go "+c, v.world().Profile().Release)
	}
	return options
}

// fixedQueue says that the client release knows only one.
func (v view) fixedQueue() bool { return v.world().Profile().OnlyDefaults }

func (v view) themeOptions() []app.UI {
	options := make([]app.UI, len(themes))
	for i, name := range themes {
		options[i] = option(name, v.t("theme."+name), v.Settings.Theme)
	}
	return options
}

// notices are the messages to the reader.
func (v view) notices() app.UI {
	var list []app.UI
	if r := v.reading; r != nil {
		list = append(list, v.underWay(v.t("import.reading", "name", r.name), r.progress(), "cancel-import"))
	}
	if f := v.filming; f != nil {
		list = append(list, v.underWay(v.t("export.making", "name", f.name), f.film.Progress(), "cancel-film"))
	}
	if k, there := v.offer(); there {
		list = append(list, app.Elem("div").Class("notice").DataSet("kind", "offer").Body(
			app.Elem("p").Text(v.t("session.restore", "title", scenarios.Text(k.Title).In(v.Lang), "when", k.When)),
			v.button("restore", k.Key, v.t("action.continue")).Class("wide"),
			v.iconButton("forget", k.Key, "close", v.t("session.forget")),
		))
	}
	for i, n := range v.Notices {
		kind := "note"
		if n.Bad {
			kind = "bad"
		}
		list = append(list, app.Elem("div").Class("notice").DataSet("kind", kind).Body(
			app.Elem("p").Text(n.Text),
			v.iconButton("dismiss", itoa(i), "close", v.t("page.dismiss")),
		))
	}
	return app.Elem("section").ID(noticesID).Attr("role", "status").Aria("label", v.t("page.notices")).DataSet("drop-hint", v.t("import.drop")).Body(list...)
}

// underWay is the notice of what takes a while, with a way to stop it.
func (v view) underWay(text string, done float64, cancel string) app.UI {
	return app.Elem("div").Class("notice").DataSet("kind", "reading").Body(
		app.Elem("p").Text(text),
		app.Elem("progress").Aria("label", text).Attr("max", 100).Attr("value", int(100*done)),
		v.iconButton(cancel, "", "close", v.t("action.cancel")),
	)
}

// context gives explain the events of the branch shown.
func (v view) context() explain.Context { return picture.Events{Branch: v.Branch} }
