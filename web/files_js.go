//go:build js && wasm

package web

import (
	"syscall/js"

	"informerscope/scenarios"
)

// listenForFiles takes files that are dropped anywhere on the page, and text that
// is pasted where no field has the focus.
func (d *driver) listenForFiles() {
	d.on(document, "dragover", false, func(e js.Value) {
		e.Call("preventDefault")
		e.Get("dataTransfer").Set("dropEffect", "copy")
		root.Get("dataset").Set("drop", "1")
	})
	d.on(document, "dragleave", false, func(e js.Value) {
		if !e.Get("relatedTarget").Truthy() { // it has left the window
			root.Get("dataset").Delete("drop")
		}
	})
	d.on(document, "drop", false, func(e js.Value) {
		e.Call("preventDefault")
		root.Get("dataset").Delete("drop")
		d.take(e.Get("dataTransfer"))
	})
	d.on(document, "paste", false, func(e js.Value) {
		if focusedIn(e.Get("target")) != FocusText {
			e.Call("preventDefault")
			d.take(e.Get("clipboardData"))
		}
	})
}

// take reads what was dropped or pasted: the first file, or the text.
func (d *driver) take(data js.Value) {
	if files := data.Get("files"); files.Length() > 0 {
		d.readFile(files.Index(0))
		return
	}
	if text := data.Call("getData", "text/plain").String(); text != "" {
		d.send(Given{Name: d.model.t("import.pasted"), Text: []byte(text)})
	}
}

func (d *driver) readFile(file js.Value) {
	g := Given{Name: file.Get("name").String()}
	if file.Get("size").Int() > scenarios.ImportLimits.Bytes {
		g.Err = errTooLarge(d.model)
		d.send(g)
		return
	}
	go func() {
		buffer, err := await(file.Call("arrayBuffer"))
		if g.Err = err; err == nil {
			bytes := window.Get("Uint8Array").New(buffer)
			g.Text = make([]byte, bytes.Length())
			js.CopyBytesToGo(g.Text, bytes)
		}
		d.send(g)
	}()
}
