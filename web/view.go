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
			page = el("div", []string{"id", "app"}, textEl("pre", "", p.model.FailureReport()))
		}
	}()
	v := view{p.model}
	return el("div", []string{"id", "app", "data-view", v.Settings.View, "data-inspector", yes(v.inspecting()), "data-compare", yes(v.twin != nil)},
		v.header(),
		el("main", []string{"id", stageID, "tabindex", "-1", "aria-label", v.t("panel.stage")}),
		v.versus(),
		el("section", []string{"id", twinID, "aria-label", v.t("panel.compare"), "style", hiddenUnless(v.twin != nil)}),
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
		Attr("viewBox", "0 0 24 24").Attr("width", "18").Attr("height", "18").Attr("aria-hidden", "true").Attr("data-icon", name).
		Body(app.Elem("path").XMLNS(svgNamespace).Attr("d", icons[name]))
}

// option is a choice of a select.
func option(value, label, chosen string) app.UI {
	return el("option", []string{"value", value, "selected", yes(value == chosen)}, app.Text(label))
}

// header is the bar at the top.
func (v view) header() app.UI {
	other := "zh"
	if v.Lang == other {
		other = "en"
	}
	return el("header", []string{"class", "bar"},
		el("img", []string{"class", "mark", "src", "static/icon.svg", "role", "presentation", "width", "24", "height", "24"}),
		textEl("h1", "", "InformerScope"),
		act("scenario", "", []string{"class", "picker", "aria-haspopup", "dialog"},
			textEl("span", "what", v.t("action.scenario")),
			textEl("span", "name", v.title()),
		),
		v.freePlay(),
		el("div", []string{"class", "menu", "data-open", yes(v.Menu)},
			v.labelled("queue", v.t("label.queue"), v.queueOptions(), v.fixedQueue()),
			v.labelled("client", v.t("label.client"), v.clientOptions(), false),
			textEl("span", "space", ""),
			v.freePlay(),
			act("lang", other, []string{"lang", other}, app.Text(v.t("action.lang"))),
			el("label", []string{"class", "field", "data-label", v.t("action.theme")}, icon("theme"), chooser("theme", v.t("action.theme"), nil, v.themeOptions())),
			v.wordy("editor", "edit", v.t("action.edit")),
			act("compare", "", []string{"aria-pressed", yes(v.twin != nil)}, app.Text(v.t("action.compare"))),
			v.wordy("export", "export", v.t("action.export")),
			v.wordy("share", "share", v.t("action.share")),
			v.wordy("truth", "truth", v.t("action.truth"), "class", "icon", "aria-label", v.t("action.truth")),
			v.wordy("help", "help", v.t("action.help"), "class", "icon", "aria-label", v.t("action.help")),
		),
		iconButton("menu", "", "menu", v.t("page.menu"), "class", "only-narrow", "aria-expanded", yes(v.Menu)),
	)
}

// wordy is a control with a picture and words.
func (v view) wordy(action, picture, label string, attrs ...string) app.UI {
	return act(action, "", append([]string{"title", label}, attrs...), icon(picture), textEl("span", "", label))
}

// labelled is a choice with its name before it.
func (v view) labelled(action, label string, options []app.UI, disabled bool) app.UI {
	choice := el("select", []string{"data-action", action, "disabled", yes(disabled)}, options...)
	return el("label", []string{"class", "field"}, textEl("span", "", label), choice)
}

// freePlay leads to free play, from wherever the reader is: on a phone from the menu.
func (v view) freePlay() app.UI {
	return button("scenario", FreePlay, v.t("action.free-play"), "class", "free-play", "style", hiddenUnless(v.Settings.Scenario != FreePlay))
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
		list = append(list, el("div", []string{"class", "notice", "data-kind", "offer"},
			textEl("p", "", v.t("session.restore", "title", scenarios.Text(k.Title).In(v.Lang), "when", k.When)),
			button("restore", k.Key, v.t("action.continue"), "class", "wide"),
			iconButton("forget", k.Key, "close", v.t("session.forget")),
		))
	}
	for i, n := range v.Notices {
		kind := "note"
		if n.Bad {
			kind = "bad"
		}
		list = append(list, el("div", []string{"class", "notice", "data-kind", kind},
			textEl("p", "", n.Text),
			iconButton("dismiss", itoa(i), "close", v.t("page.dismiss")),
		))
	}
	return el("section", []string{"id", noticesID, "role", "status", "aria-label", v.t("page.notices"), "data-drop-hint", v.t("import.drop")}, list...)
}

// underWay is the notice of what takes a while, with a way to stop it.
func (v view) underWay(text string, done float64, cancel string) app.UI {
	return el("div", []string{"class", "notice", "data-kind", "reading"},
		textEl("p", "", text),
		el("progress", []string{"aria-label", text, "max", "100", "value", itoa(int(100 * done))}),
		iconButton(cancel, "", "close", v.t("action.cancel")),
	)
}

// context gives explain the events of the branch shown.
func (v view) context() explain.Context { return picture.Events{Branch: v.Branch} }
