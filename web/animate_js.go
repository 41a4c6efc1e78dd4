//go:build js && wasm

package web

import (
	"strconv"
	"syscall/js"
	"time"
)

const (
	// mostMotions is how many tokens travel at a time; the others are just there.
	mostMotions = 60
	// easing begins quickly and arrives gently.
	easing = "cubic-bezier(.3,.1,.2,1)"
)

var (
	stillness  = window.Call("matchMedia", "(prefers-reduced-motion: reduce)")
	subtree    = js.ValueOf(map[string]any{"subtree": true})
	appearing  = js.ValueOf([]any{map[string]any{"opacity": 0}, map[string]any{"opacity": 1}})
	appearFor  = js.ValueOf(map[string]any{"duration": 200})
	travelling = js.ValueOf([]any{map[string]any{}, map[string]any{}})
	travelFor  = js.ValueOf(map[string]any{"easing": easing})
)

// animate lets the tokens travel from where they were to where they are. The
// document has them at their new places already, so that without any animation
// the picture is true. A jump through time shows none.
func (d *driver) animate(moved []motion[js.Value], was, is moment) {
	by := is.event - was.event
	step := was.branch == is.branch && (is.playing || by == -1 || by >= 0 && by <= nearby)
	switch {
	case !step:
		d.eachAnimation("cancel")
	case was.playing && !is.playing:
		d.eachAnimation("pause")
	case is.playing && !was.playing:
		d.eachAnimation("play")
	}
	if !step || stillness.Get("matches").Bool() {
		return
	}
	travelFor.Set("duration", float64(d.model.travelTime(was.event, is.event))/float64(time.Millisecond))
	for i, m := range moved {
		if i == mostMotions {
			return
		}
		if m.appears {
			m.element.Call("animate", appearing, appearFor)
			continue
		}
		travelling.Index(0).Set("transform", translate(m.at.X+m.by.X, m.at.Y+m.by.Y))
		travelling.Index(1).Set("transform", translate(m.at.X, m.at.Y))
		m.element.Call("animate", travelling, travelFor).Set("playbackRate", d.model.Settings.Speed)
	}
}

// eachAnimation does something with whatever travels.
func (d *driver) eachAnimation(do string) {
	for _, stage := range []js.Value{d.stage.into, d.twin.into} {
		running := stage.Call("getAnimations", subtree)
		for i := range running.Length() {
			running.Index(i).Call(do)
		}
	}
}

func translate(x, y float64) string {
	return "translate(" + strconv.FormatFloat(x, 'f', 1, 64) + "px," + strconv.FormatFloat(y, 'f', 1, 64) + "px)"
}
