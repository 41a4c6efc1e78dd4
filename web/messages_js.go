//go:build js && wasm

package web

import (
	"encoding/json"
	"errors"
	"strings"
	"syscall/js"
)

// around is the page that this one is embedded in, if it is.
type around struct {
	window js.Value
	// told is what it knows; met says that it has been told at all.
	told told
	met  bool
	// height is the page's own that it knows.
	width, height int
}

// meetAround listens to the page around, and to whether this one is seen.
func (d *driver) meetAround() {
	d.on(document, "visibilitychange", false, func(js.Value) { d.look(d.onScreen) })
	d.onScreen = true
	d.embedded = !window.Get("parent").Equal(window)
	if !d.embedded {
		return
	}
	d.around.window = window.Get("parent")
	d.on(window, "message", false, d.messaged)
	// In a frame that is not displayed, or out of sight, nobody can see the page.
	observer := window.Get("IntersectionObserver").New(js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer d.guard("coming into sight")
		d.look(args[0].Index(args[0].Length() - 1).Get("isIntersecting").Bool())
		return nil
	}))
	observer.Call("observe", root)
}

// look tells the model whether the page can be seen: in sight, and in a tab that
// is.
func (d *driver) look(onScreen bool) {
	d.onScreen = onScreen
	d.send(Looked{Seen: onScreen && !document.Get("hidden").Bool()})
}

// messaged does what a message of the page around asks for. Others have no say.
func (d *driver) messaged(e js.Value) {
	if !e.Get("source").Equal(d.around.window) {
		return
	}
	text := stringify(e.Get("data"))
	in, ours, err := readMessage([]byte(text))
	if text == "" && strings.HasPrefix(e.Get("data").Get("type").String(), messagePrefix) {
		ours, err = true, errors.New("the message cannot be written as JSON")
	}
	post := func(text string) {
		if text != "" {
			d.post(text, e.Get("origin").String())
		}
	}
	switch {
	case !ours:
	case err != nil:
		post(answerTo(in.ID, Reply{Err: err.Error()}))
	case in.Ping:
		if d.around.met {
			post(message("ready", in.ID, ""))
		} // else ready is on its way
	default:
		d.sendCall(in.Call, func(r Reply) { post(answerTo(in.ID, r)) })
	}
}

// stringify is a value as JSON; "" for what JSON cannot hold.
func stringify(v js.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	if s := window.Get("JSON").Call("stringify", v); s.Type() == js.TypeString {
		text = s.String()
	}
	return text
}

// post sends a message to the page around, if that is from an origin. One that
// has none can only be named by *.
func (d *driver) post(text, origin string) {
	if origin == "null" || origin == "" {
		origin = "*"
	}
	d.around.window.Call("postMessage", parseJSON(text), origin)
}

// tell tells the page around what is new. Whoever embeds the page may know.
func (d *driver) tell() {
	if !d.embedded || !d.model.Ready() {
		return
	}
	now := d.model.state()
	if !d.around.met {
		d.around.met = true
		d.post(message("ready", nil, ""), "*")
	}
	for _, text := range d.model.news(d.around.told, now) {
		d.post(text, "*")
	}
	d.around.told = now
	d.tellSize()
}

// tellSize tells how much room the page would like to have.
func (d *driver) tellSize() {
	width, height := root.Get("clientWidth").Int(), d.naturalHeight()
	if width == 0 || width == d.around.width && height == d.around.height {
		return
	}
	d.around.width, d.around.height = width, height
	d.post(message("size", nil, `"width":`+itoa(width)+`,"height":`+itoa(height)), "*")
}

// naturalHeight is that of everything the page shows, with the stage as large as
// its width allows, although there may be less room for it now.
func (d *driver) naturalHeight() int {
	height := element("app").Get("offsetHeight").Int()
	picture := element(stageID).Get("firstElementChild")
	if !picture.Truthy() {
		return height
	}
	box := picture.Get("viewBox").Get("baseVal")
	whole := contentWidth(element(stageID)) * box.Get("height").Float() / box.Get("width").Float()
	return height + int(whole-picture.Call("getBoundingClientRect").Get("height").Float())
}

// handOn gives a key that the page does not use to the page around it.
func (d *driver) handOn(key string) {
	if d.embedded {
		text, _ := json.Marshal(key)
		d.post(message("key", nil, `"key":`+string(text)), "*")
	}
}
