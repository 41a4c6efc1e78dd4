//go:build js && wasm

package web

import "syscall/js"

// svgHost is the document, as a mirror needs it.
type svgHost struct{}

func (svgHost) create(tag string) js.Value {
	return document.Call("createElementNS", svgNamespace, tag)
}

func (svgHost) setAttr(element js.Value, name, value string) {
	element.Call("setAttribute", name, value)
}

func (svgHost) removeAttr(element js.Value, name string) { element.Call("removeAttribute", name) }

func (svgHost) setText(element js.Value, text string) { element.Set("textContent", text) }

func (svgHost) insert(parent, element js.Value, before *js.Value) {
	if before == nil {
		parent.Call("appendChild", element)
		return
	}
	parent.Call("insertBefore", element, *before)
}

func (svgHost) remove(parent, element js.Value) { parent.Call("removeChild", element) }
