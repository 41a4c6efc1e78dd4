//go:build js && wasm

package web

import "syscall/js"

// focusIn remembers which control has the focus.
func (d *driver) focusIn(e js.Value) {
	d.focused, _ = controlOf(e)
}

// keepFocus gives the focus to the control that does the same if the one that had
// it is gone, as when the object under it was deleted; else to the stage. Without
// this the next tabulator would begin at the top of the page.
func (d *driver) keepFocus() {
	lost := d.focused
	if !lost.Truthy() || lost.Get("isConnected").Bool() || !document.Get("activeElement").Equal(document.Get("body")) {
		return
	}
	d.focused = js.Undefined()
	next := element(stageID)
	if same := document.Call("querySelector", selectorOf(lost)); same.Truthy() {
		next = same
	}
	if d.pressed.Truthy() && d.pressed.Equal(lost) {
		d.pressed = next // it still has the focus only because of the pointer
	}
	next.Call("focus", map[string]any{"preventScroll": true})
}

// enterInspector puts the focus into the inspector when a key has opened it, so that
// the next tabulator goes on there. The keys of the page still work.
func (d *driver) enterInspector() {
	open := d.model.inspecting()
	if open && !d.inspecting && d.byKey {
		element(inspectorID).Call("focus", map[string]any{"preventScroll": true})
	}
	d.inspecting = open
}

// selectorOf finds the controls that do what this one does.
func selectorOf(control js.Value) string {
	quote := func(s string) string { return window.Get("CSS").Call("escape", s).String() }
	p := pressOf(control)
	selector := "[data-action=" + quote(p.Action) + "]"
	if p.Arg != "" {
		selector += "[data-arg=" + quote(p.Arg) + "]"
	}
	return selector
}
