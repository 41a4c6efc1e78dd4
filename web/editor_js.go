//go:build js && wasm

package web

import "syscall/js"

// listenToEditor tells the model what stands in the editor and where the cursor
// is.
func (d *driver) listenToEditor() {
	for _, event := range []string{"input", "keyup", "click"} {
		d.on(document, event, false, func(e js.Value) {
			if field := e.Get("target"); field.Get("id").Equal(js.ValueOf(editorID)) {
				d.written(field)
			}
		})
	}
}

func (d *driver) written(field js.Value) {
	text, before := field.Get("value").String(), textBefore(field)
	if text == d.model.draft.text && before == d.model.draft.before {
		return
	}
	d.send(Press{Action: "editor-input", Arg: text, Form: map[string]string{"before": before}})
}

func textBefore(field js.Value) string {
	text, units := field.Get("value").String(), field.Get("selectionStart").Int()
	for i, r := range text {
		if units <= 0 {
			return text[:i]
		}
		units -= unitsOf(r)
	}
	return text
}

// unitsOf is how long JavaScript takes a letter to be.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// editorKey does what a key is for in the editor, and says whether it is for
// anything.
func (d *driver) editorKey(e js.Value) bool {
	field := e.Get("target")
	if !field.Get("id").Equal(js.ValueOf(editorID)) || e.Get("isComposing").Bool() {
		return false
	}
	switch name, control := e.Get("key").String(), e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(); {
	case name == "Enter" && control:
		d.written(field)
		d.send(Press{Action: "editor-run"})
	case name == " " && control:
		d.written(field)
		d.send(Press{Action: "editor-complete"})
	case name == "Enter":
		insertText(field, 0, "\n"+indentAfter(textBefore(field)))
	default:
		return false
	}
	e.Call("preventDefault")
	return true
}

// insertText writes at the cursor in place of some letters before it, or of the
// whole text if back is negative, so that the browser can undo it.
func insertText(field js.Value, back int, text string) {
	field.Call("focus")
	if start := field.Get("selectionStart").Int(); back < 0 {
		field.Call("select")
	} else {
		field.Call("setSelectionRange", start-back, field.Get("selectionEnd"))
	}
	document.Call("execCommand", "insertText", false, text)
}

// goToLine puts the cursor on a line of the editor.
func goToLine(line int) {
	field := element(editorID)
	at, left := 0, line-1
	for _, r := range field.Get("value").String() {
		if left <= 0 {
			break
		}
		at += unitsOf(r)
		if r == '\n' {
			left--
		}
	}
	field.Call("focus")
	field.Call("setSelectionRange", at, at)
	field.Set("scrollTop", max(0, (line-6)*editorLine))
	field.Set("scrollLeft", 0)
}

// editorLine is the height of a line in pixels, as in the style sheet.
const editorLine = 20

// scrollEditor moves the numbers and marks with the text.
func scrollEditor(field js.Value) {
	style := field.Call("closest", ".editor").Get("style")
	style.Call("setProperty", "--scroll-x", itoa(-field.Get("scrollLeft").Int())+"px")
	style.Call("setProperty", "--scroll-y", itoa(-field.Get("scrollTop").Int())+"px")
}
