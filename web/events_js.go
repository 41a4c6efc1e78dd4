//go:build js && wasm

package web

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"syscall/js"

	"informerscope/web/draw"
)

// listen listens to everything that a reader does, in one place: controls, on
// the stage and around it, only say in data-action what they are for. The
// functions live as long as the page.
func (d *driver) listen() {
	d.on(document, "click", false, d.click)
	d.on(document, "keydown", false, d.keyDown)
	d.on(document, "keyup", false, d.keyUp)
	d.on(document, "focusin", false, d.focusIn)
	d.on(document, "change", false, d.change)
	d.on(document, "input", false, d.typed)
	d.on(document, "submit", false, d.submit)
	d.on(document, "scroll", true, d.scroll)
	d.on(document, "close", true, d.closed)
	d.on(document, "pointerdown", false, d.pointerDown)
	d.on(document, "pointermove", false, d.pointerMove)
	// Another session was put into the address bar.
	d.on(window, "hashchange", false, func(js.Value) { window.Get("location").Call("reload") })
	d.listenForFiles()
	d.listenToEditor()
}

// on adds a listener that a panic does not leave.
func (d *driver) on(target js.Value, event string, capture bool, do func(e js.Value)) {
	target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer d.guard(event)
		do(args[0])
		return nil
	}), capture)
}

// control is the nearest element around the target of an event that is one.
func controlOf(e js.Value) (element js.Value, ok bool) {
	target := e.Get("target")
	if target.Get("closest").IsUndefined() {
		return js.Value{}, false
	}
	found := target.Call("closest", "[data-action]")
	return found, found.Truthy()
}

func pressOf(control js.Value) Press {
	arg := control.Call("getAttribute", "data-arg")
	p := Press{Action: control.Call("getAttribute", "data-action").String()}
	if arg.Type() == js.TypeString {
		p.Arg = arg.String()
	}
	return p
}

func (d *driver) click(e js.Value) {
	if e.Get("target").Get("id").Equal(js.ValueOf(dialogID)) { // the backdrop
		d.send(Press{Action: "close"})
		return
	}
	control, ok := controlOf(e)
	if !ok {
		return
	}
	switch strings.ToUpper(control.Get("tagName").String()) {
	case "SELECT", "FORM", "INPUT", "TEXTAREA": // these have events of their own
		return
	}
	if p := pressOf(control); p.Action != "seek" { // a drag that has happened
		d.send(p)
	}
}

func (d *driver) change(e js.Value) {
	control, ok := controlOf(e)
	if !ok {
		return
	}
	if files := control.Get("files"); files.Truthy() && files.Length() > 0 {
		d.readFile(files.Index(0))
		control.Set("value", "") // so that the same file can be chosen again
		return
	}
	if control.Get("tagName").String() == "SELECT" {
		p := pressOf(control)
		p.Arg = control.Get("value").String()
		d.send(p)
	}
}

// typed tells what stands in a field in which something is looked for.
func (d *driver) typed(e js.Value) {
	if control, ok := controlOf(e); ok && control.Get("type").Equal(js.ValueOf("search")) {
		p := pressOf(control)
		p.Arg = control.Get("value").String()
		d.send(p)
	}
}

func (d *driver) submit(e js.Value) {
	form, ok := controlOf(e)
	if !ok {
		return
	}
	e.Call("preventDefault")
	p := pressOf(form)
	p.Form = map[string]string{}
	fields := form.Get("elements")
	for i := range fields.Length() {
		if name := fields.Index(i).Get("name").String(); name != "" {
			p.Form[name] = fields.Index(i).Get("value").String()
		}
	}
	d.send(p)
}

func (d *driver) keyDown(e js.Value) {
	if d.editorKey(e) {
		return
	}
	if e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() || e.Get("defaultPrevented").Bool() {
		return
	}
	name := e.Get("key").String()
	if name == "Tab" {
		d.pressed = js.Undefined() // from here on it is the keyboard that holds the focus
	}
	control, ok := controlOf(e)
	if ok && control.Get("ownerSVGElement").Truthy() && !d.byPointer(control, name) && (name == "Enter" || name == " ") {
		e.Call("preventDefault") // no button of HTML's, so nobody else makes a click of it
		d.send(pressOf(control))
		return
	}
	key := Key{Name: name, Shift: e.Get("shiftKey").Bool(), In: focusedIn(e.Get("target"))}
	if d.byPointer(control, name) {
		key.In = FocusNone
	}
	uses := false
	if !d.glance(func() { uses = d.model.uses(key) }) {
		_, uses = Binding(key)
	}
	if uses {
		e.Call("preventDefault")
	}
	d.byKey = name != "Enter" && name != " " // these only press what has the focus
	d.send(key)
}

// keyUp keeps the browser from making a click of the space bar where it was not
// meant for the control.
func (d *driver) keyUp(e js.Value) {
	if control, ok := controlOf(e); ok && d.byPointer(control, e.Get("key").String()) {
		e.Call("preventDefault")
	}
}

// byPointer says whether the space bar is for the page although a control has the
// focus: one that was pressed with a pointer only happens to have it.
func (d *driver) byPointer(control js.Value, key string) bool {
	return key == " " && d.pressed.Truthy() && control.Truthy() && control.Equal(d.pressed) && focusedIn(control) == FocusButton
}

// focusedIn says what kind of control has the focus.
func focusedIn(target js.Value) Focused {
	if target.Get("isContentEditable").Truthy() {
		return FocusText
	}
	switch strings.ToUpper(target.Get("tagName").String()) {
	case "TEXTAREA", "INPUT":
		return FocusText
	case "SELECT":
		return FocusChoice
	case "BUTTON", "A", "SUMMARY":
		return FocusButton
	}
	if target.Get("dataset").Truthy() && target.Get("dataset").Get("action").Truthy() {
		return FocusButton
	}
	return FocusNone
}

func (d *driver) scroll(e js.Value) {
	if e.Get("target").Get("id").Equal(js.ValueOf(editorID)) {
		scrollEditor(e.Get("target"))
	}
	if e.Get("target").Get("id").Equal(js.ValueOf("log")) {
		row := int(e.Get("target").Get("scrollTop").Float() / rowHeight)
		if row != d.model.LogRow {
			d.send(Press{Action: "log-scroll", Arg: strconv.Itoa(row)})
		}
	}
}

// closed is told when the browser has closed the dialog, as it does on Escape.
func (d *driver) closed(e js.Value) {
	if !e.Get("target").Get("id").Equal(js.ValueOf(dialogID)) {
		return
	}
	if d.closing { // what syncDialog has closed; by now another one may be wanted
		d.closing = false
		return
	}
	if d.model.Dialog.Name != "" {
		d.send(Press{Action: "close"})
	}
}

func (d *driver) pointerDown(e js.Value) {
	control, ok := controlOf(e)
	if !ok {
		return
	}
	d.pressed, d.byKey = control, false
	if pressOf(control).Action != "seek" {
		return
	}
	if line := e.Get("target").Call("closest", "#"+timelineID); line.Truthy() {
		line.Call("setPointerCapture", e.Get("pointerId"))
		d.drag(line, e)
	}
}

func (d *driver) pointerMove(e js.Value) {
	if e.Get("buttons").Int() == 0 || !e.Get("target").Get("id").Equal(js.ValueOf(timelineID)) {
		return
	}
	d.drag(e.Get("target"), e)
}

// drag seeks to the moment under the pointer.
func (d *driver) drag(line, e js.Value) {
	x := e.Get("clientX").Float() - line.Call("getBoundingClientRect").Get("left").Float()
	event, there := 0, true
	d.glance(func() {
		event = d.model.eventAt(x, d.widths[timelineID])
		there = event == d.model.Event
	})
	if !there {
		d.send(Press{Action: "seek", Arg: strconv.Itoa(event)})
	}
}

// observe draws an element's content anew whenever its width changes.
func (d *driver) observe(id string) {
	d.widths[id] = d.roomFor(id, contentWidth(element(id)))
	observer := window.Get("ResizeObserver").New(js.FuncOf(func(_ js.Value, args []js.Value) any {
		width := args[0].Index(0).Get("contentRect").Get("width").Float()
		go d.inTurn(func() { d.resized(id, width) })
		return nil
	}))
	observer.Call("observe", element(id))
}

// resized draws an element's content anew if there is another width for it.
func (d *driver) resized(id string, content float64) {
	defer d.guard("resizing")
	if width := d.roomFor(id, content); width != d.widths[id] {
		d.widths[id] = width
		d.drawn = moment{branch: -1}
		d.show(nil)
	}
}

// observeHeight keeps the height of what covers the foot of the page where the
// style sheet finds it.
func (d *driver) observeHeight(id string) {
	observer := window.Get("ResizeObserver").New(js.FuncOf(func(js.Value, []js.Value) any {
		root.Get("style").Call("setProperty", "--"+id, strconv.Itoa(element(id).Get("offsetHeight").Int())+"px")
		return nil
	}))
	observer.Call("observe", element(id))
}

// follow brings the room that the reader is told about into view where not all of
// the stage is, whenever it is another one.
func (d *driver) follow() {
	place := d.model.place()
	if place == d.followed {
		return
	}
	d.followed = place
	stage := element(stageID)
	foot := window.Get("innerHeight").Float() - element(deckID).Get("offsetHeight").Float()
	if stage.Get("offsetTop").Float()+stage.Get("offsetHeight").Float() <= foot {
		return
	}
	room := stage.Call("querySelector", `[data-room][data-chosen="1"]`)
	if !room.Truthy() {
		return
	}
	const margin = 10
	box := room.Call("getBoundingClientRect")
	top, bottom := box.Get("top").Float()-margin, box.Get("bottom").Float()+margin
	switch {
	case top < 0:
		window.Call("scrollBy", 0, top)
	case bottom > foot:
		window.Call("scrollBy", 0, min(bottom-foot, top))
	}
}

// contentWidth is the width of an element without its padding.
func contentWidth(e js.Value) float64 {
	style := window.Call("getComputedStyle", e)
	width := e.Get("clientWidth").Float()
	for _, side := range []string{"paddingLeft", "paddingRight"} {
		padding, _ := strconv.ParseFloat(strings.TrimSuffix(style.Get(side).String(), "px"), 64)
		width -= padding
	}
	return width
}

// besideInspector is from which width on the whole loop is drawn, smaller, where the
// window would have had room for it.
const besideInspector = 860

// roomFor is the width at which an element's content is drawn. The stage has the
// widths of its first pictures, so that nothing jumps when the program starts.
func (d *driver) roomFor(id string, width float64) int {
	if id == stageID && width < draw.WideFrom && (d.lowFrame(width) ||
		width >= besideInspector && window.Get("innerWidth").Int() >= draw.WideFrom+40) {
		return draw.WideFrom // the loop stays, a little smaller
	}
	if id != timelineID && width > 0 {
		return draw.Snap(int(width))
	}
	return int(math.Floor(width))
}

// lowFrame says that the page stands in a frame that is wide and low, as a slide
// has: nobody could scroll there.
func (d *driver) lowFrame(width float64) bool {
	view := d.model.Settings.View
	return (view == ViewEmbed || view == ViewBare) && width >= 700 && window.Get("innerHeight").Float()-170 < width*0.9
}

// copyText puts a text on the clipboard.
func copyText(text string) error {
	clipboard := window.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() { // a page that came without encryption has none
		return errors.New("navigator.clipboard")
	}
	_, err := await(clipboard.Call("writeText", text))
	return err
}

// saveFile offers a file to the reader.
func saveFile(s Save) error {
	blob := blobOf(s)
	if s.Type == typePNG {
		var err error
		if blob, err = paint(s.Content); err != nil {
			return err
		}
	}
	address := window.Get("URL").Call("createObjectURL", blob)
	link := document.Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", s.Name)
	link.Call("click")
	window.Get("URL").Call("revokeObjectURL", address)
	return nil
}

func blobOf(s Save) js.Value {
	return window.Get("Blob").New([]any{s.Content}, map[string]any{"type": s.Type})
}

// paint makes a PNG of an SVG, in the colours that the reader has now.
func paint(svg string) (js.Value, error) {
	const sharp = 2 // pixels for each of CSS
	if !strings.Contains(svg, "data-theme") && window.Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool() {
		svg = strings.Replace(svg, "<svg", `<svg data-theme="dark"`, 1)
	}
	address := window.Get("URL").Call("createObjectURL", blobOf(Save{Type: typeSVG, Content: svg}))
	defer window.Get("URL").Call("revokeObjectURL", address)
	image := window.Get("Image").New()
	image.Set("src", address)
	if _, err := await(image.Call("decode")); err != nil {
		return js.Value{}, err
	}
	width, height := image.Get("naturalWidth").Int()*sharp, image.Get("naturalHeight").Int()*sharp
	canvas := window.Get("OffscreenCanvas").New(width, height)
	canvas.Call("getContext", "2d").Call("drawImage", image, 0, 0, width, height)
	return await(canvas.Call("convertToBlob"))
}
