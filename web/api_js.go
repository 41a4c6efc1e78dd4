//go:build js && wasm

package web

import (
	"encoding/json"
	"syscall/js"
)

// calls are the calls of window.informerscope that have no answer yet.
type calls struct {
	last    int
	pending map[int]promise
	onReady []promise
}

// promise is a promise, and how to keep or break it.
type promise struct{ keep, breakIt js.Value }

// newPromise makes one that JavaScript can wait for.
func newPromise() (js.Value, promise) {
	var p promise
	run := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p = promise{args[0], args[1]}
		return nil
	})
	defer run.Release()
	return window.Get("Promise").New(run), p
}

// expose makes window.informerscope, for the console, tests and pages around.
func (d *driver) expose() {
	d.calls.pending = map[int]promise{}
	object := window.Get("Object").New()
	for _, method := range []string{"play", "pause", "step", "back", "seek", "load", "set", "command", "report", "trace", "answer"} {
		object.Set(method, js.FuncOf(func(_ js.Value, args []js.Value) any {
			argument := js.Null()
			if len(args) > 0 {
				argument = args[0]
			}
			return d.call(method, argument)
		}))
	}
	ready, p := newPromise()
	d.calls.onReady = append(d.calls.onReady, p)
	object.Set("ready", ready)
	window.Set("informerscope", object)
}

// call sends a call to the model and returns the promise of its answer.
func (d *driver) call(method string, argument js.Value) js.Value {
	value, p := newPromise()
	d.calls.last++
	d.calls.pending[d.calls.last] = p
	text := "null"
	if s := window.Get("JSON").Call("stringify", argument); s.Type() == js.TypeString {
		text = s.String()
	}
	d.send(Call{ID: d.calls.last, Method: method, Args: json.RawMessage(text)})
	return value
}

// answer keeps the promise of a call, or breaks it.
func (c *calls) answer(r Reply) {
	p, ok := c.pending[r.ID]
	if !ok {
		return
	}
	delete(c.pending, r.ID)
	if r.Err != "" {
		p.breakIt.Invoke(window.Get("Error").New(r.Err))
		return
	}
	p.keep.Invoke(window.Get("JSON").Call("parse", string(r.Value)))
}

// ready tells whoever waits that the page takes input.
func (c *calls) ready() {
	for _, p := range c.onReady {
		p.keep.Invoke()
	}
	c.onReady = nil
}
