//go:build js && wasm

package web

import (
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"informerscope/web/draw"
	"informerscope/web/explain"
)

// driver ties the model to the browser: it turns what happens there into
// messages, carries out effects, and shows the model.
type driver struct {
	model *Model
	begun time.Time
	turn  turn
	timer *time.Timer
	// due is when the timer runs out.
	due time.Duration

	// page is the chrome once it is mounted, and rendered when it was last made.
	page     app.Context
	mounted  bool
	stale    bool
	rendered time.Duration

	stage    mirror[js.Value]
	twin     mirror[js.Value]
	timeline mirror[js.Value]
	drawn    moment
	widths   map[string]int
	address  string
	// pressed is the control that was last pressed with a pointer, focused the one
	// that last had the focus; byKey says that a key came last, and inspecting that
	// the inspector was open by then.
	pressed, focused  js.Value
	byKey, inspecting bool
	// followed is the place that was last brought into view.
	followed string
	// replies wait for the chrome to be rendered.
	replies []Reply
	calls   calls

	// embedded says that there is a page around this one, and onScreen that the
	// frame is in sight.
	embedded, onScreen bool
	around             around

	ready chan struct{}
	// keeps are what the browser is to keep, in order.
	keeps chan Keep
	// settings are those that it keeps.
	settings string
	// closing says that syncDialog has closed the dialog and the browser has still to tell.
	closing bool
}

// moment is what the stage is drawn for.
type moment struct {
	branch, event int
	time          time.Duration
	playing       bool
}

func (d *driver) moment() moment {
	m := d.model
	return moment{m.Branch.ID, m.Event, m.Time, m.Playing}
}

var (
	window   = js.Global()
	document = window.Get("document")
	root     = document.Get("documentElement")
)

// Run shows the page; it does not return.
func Run() {
	d := &driver{begun: time.Now(), widths: map[string]int{}, ready: make(chan struct{})}
	location := window.Get("location")
	useTexts(window.Get("informerscopeTexts"))
	var visit, remembered string // a page within another keeps nothing
	if window.Get("parent").Equal(window) {
		visit, remembered = newVisit(), localSettings()
	}
	var effects []Effect
	d.model, effects = New(Surroundings{
		Base:  location.Get("origin").String() + location.Get("pathname").String(),
		Query: location.Get("search").String(),
		Hash:  location.Get("hash").String(),
		Lang:  window.Get("navigator").Get("language").String(),
		Seen:  recall(),
		Clock: d.now,

		Remembered: remembered, Visit: visit,
	})
	d.timer = time.AfterFunc(time.Hour, func() { d.send(Tick{}) })
	d.expose()
	d.meetAround()
	d.carryOut(effects)
	<-d.ready
	d.listen()
	if d.keeps = make(chan Keep, 64); d.model.visit != "" {
		go d.remember(d.keeps)
	}
	app.RouteWithRegexpFunc(".*", func() app.Composer {
		return &Page{model: d.model, inTurn: d.inTurn, mount: d.mount, failed: d.failed}
	})
	app.RunWhenOnBrowser()
}

// useTexts takes over what boot.js has fetched: the texts by the names of their
// files.
func useTexts(fetched js.Value) {
	names := window.Get("Object").Call("keys", fetched)
	texts := map[string]string{}
	for i := range names.Length() {
		name := names.Index(i).String()
		texts[name] = fetched.Get(name).String()
	}
	explain.Use(texts)
}

// now is the wall clock of the model.
func (d *driver) now() time.Duration { return time.Since(d.begun) }

// show draws the moment and has the chrome rendered: at once after an act, and
// while a clock runs as often as a reader can follow.
func (d *driver) show(msg Msg) {
	if !d.model.Ready() {
		return
	}
	if !d.mounted {
		select {
		case <-d.ready:
		default:
			close(d.ready)
		}
		return
	}
	defer d.guard(fmt.Sprintf("drawing after %T", msg))
	_, tick := msg.(Tick)
	if !tick || d.model.twin != nil || d.drawn != d.moment() {
		d.draw()
	}
	if tick && d.now()-d.rendered < refresh {
		d.stale = true
		return
	}
	d.render()
}

// schedule sets the timer for the next Tick.
func (d *driver) schedule() {
	wait, ok := d.model.Next(d.now())
	if late := refresh - (d.now() - d.rendered); d.stale && (!ok || late < wait) {
		wait, ok = max(late, 0), true
	}
	if !ok {
		d.timer.Stop()
		d.due = 0
		return
	}
	// Never at once: Go would run one Tick after the other without ever giving the
	// browser a turn. And never later than a Tick that is due already: messages that
	// keep coming would put it off for ever.
	due := d.now() + max(wait, time.Millisecond)
	if d.due > d.now() && d.due < due {
		return
	}
	d.due = due
	d.timer.Reset(due - d.now())
}

// guard shows a failure of our own instead of a dead page. It is deferred.
func (d *driver) guard(in string) {
	if r := recover(); r != nil {
		d.fail(in, r)
	}
}

func (d *driver) fail(in string, reason any) {
	d.model.fail(Failed{In: in, Panic: fmt.Sprintf("%v\n%s", reason, debug.Stack())})
	if d.mounted {
		d.chrome() // what cannot be drawn is not drawn once more
	}
}

// failed is told by the page that it could not be rendered.
func (d *driver) failed(reason any) { d.fail("rendering", reason) }

// mount is told that the chrome is there.
func (d *driver) mount(ctx app.Context) {
	d.inTurn(func() { d.begin(ctx) })
}

// begin draws into the chrome for the first time. It needs the turn.
func (d *driver) begin(ctx app.Context) {
	d.page, d.mounted = ctx, true
	d.stage = mirror[js.Value]{host: svgHost{}, into: element(stageID)}
	d.twin = mirror[js.Value]{host: svgHost{}, into: element(twinID)}
	d.timeline = mirror[js.Value]{host: svgHost{}, into: element(timelineID)}
	d.observe(stageID)
	d.observe(twinID)
	d.observe(timelineID)
	d.observeHeight(deckID)
	d.observeHeight(noticesID)
	d.show(nil)
	d.schedule()
}

func element(id string) js.Value { return document.Call("getElementById", id) }

// render has the timeline drawn and the chrome made anew.
func (d *driver) render() {
	d.stale, d.rendered = false, d.now()
	if width := d.widths[timelineID]; width > 0 {
		d.timeline.show(d.model.timelineAt(width))
	}
	d.chrome()
}

// chrome has everything around the pictures made anew.
func (d *driver) chrome() {
	d.page.Dispatch(func(ctx app.Context) {
		ctx.Defer(func(app.Context) {
			d.inTurn(func() {
				defer d.guard("after rendering")
				d.settle()
			})
		})
	})
}

// settle does what the document needs once the chrome is in it.
func (d *driver) settle() {
	d.syncDialog()
	d.syncRoot()
	d.keepFocus()
	d.enterInspector()
	d.follow()
	if d.model.Ready() && root.Get("dataset").Get("ready").IsUndefined() {
		root.Get("dataset").Set("ready", "1")
		d.calls.ready()
	}
	d.tell()
	for _, r := range d.replies {
		d.calls.answer(r)
	}
	d.replies = nil
}

// syncDialog opens or closes the dialog as the model has it: the browser then
// keeps the focus in it and gives it back.
func (d *driver) syncDialog() {
	dialog := element(dialogID)
	if !dialog.Truthy() {
		return
	}
	open, wanted := dialog.Get("open").Bool(), d.model.Dialog.Name != ""
	switch {
	case wanted && !open:
		dialog.Call("showModal")
	case !wanted && open:
		d.closing = true
		dialog.Call("close")
	}
}

// syncRoot puts the language and the colours on the document, and the moment
// into the address bar.
func (d *driver) syncRoot() {
	root.Set("lang", d.model.Lang)
	if theme := d.model.Settings.Theme; theme == ThemeAuto {
		root.Get("dataset").Delete("theme")
	} else {
		root.Get("dataset").Set("theme", theme)
	}
	if settings := d.model.Settings.Remembered(); settings != d.settings && d.model.visit != "" {
		d.settings = settings
		keepSettings(settings)
	}
	if d.model.Playing {
		return
	}
	if link := d.model.shareLink(); link != d.address {
		d.setAddress(link)
	}
}

// setAddress puts a link into the address bar. A browser that is asked too often,
// as while a key is held down, forbids it for some seconds; a later change tries
// again.
func (d *driver) setAddress(link string) {
	defer func() { _ = recover() }()
	window.Get("history").Call("replaceState", nil, "", link)
	d.address = link
}

// draw makes the stage equal to its drawing and lets what moved travel.
func (d *driver) draw() {
	m := d.model
	width := d.widths[stageID]
	if width == 0 {
		return
	}
	moved := d.stage.show(draw.Stage(m.shownWorld(), m.stageOptions(width)))
	if width := d.widths[twinID]; width > 0 && m.twin != nil {
		moved = append(moved, d.twin.show(m.twinStage(width))...)
	}
	now := d.moment()
	d.animate(moved, d.drawn, now)
	d.drawn = now
}

// carryOut does what the model wants to be done outside.
func (d *driver) carryOut(effects []Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case Fetch:
			go func() { d.send(fetch(e)) }()
		case Pack:
			go func() { d.send(pack(e.Text)) }()
		case Unpack:
			go func() { d.send(unpack(e.Payload)) }()
		case Copy:
			go func() { d.send(Copied{copyText(e.Text)}) }()
		case Remember:
			remember(e.Seen)
		case Keep:
			select {
			case d.keeps <- e:
			default: // the next will say more
			}
		case Save:
			go func() {
				if err := saveFile(e); err != nil {
					d.send(Unsaved{err})
				}
			}()
		case Insert:
			insertText(element(editorID), e.Back, e.Text)
		case GoToLine:
			goToLine(e.Line)
		case Reply:
			if d.mounted {
				d.replies = append(d.replies, e)
				continue
			}
			d.calls.answer(e)
		case HandOn:
			d.handOn(e.Key)
		}
	}
}
