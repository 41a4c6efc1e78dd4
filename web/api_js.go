//go:build js && wasm

package web

import (
	"encoding/json"
	"sync"
	"syscall/js"
)

// calls are the calls of window.informerscope that have no answer yet.
type calls struct {
	onReady []promise

	// mu guards what handlers and answers share.
	mu      sync.Mutex
	last    int
	pending map[int]func(Reply)
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
	d.calls.pending = map[int]func(Reply){}
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
	// It answers at once: whoever prints does not wait for a promise.
	object.Set("storyboard", js.FuncOf(func(js.Value, []js.Value) any {
		board := ""
		d.glance(func() { board = d.model.storyboard() })
		return board
	}))
	ready, p := newPromise()
	d.calls.onReady = append(d.calls.onReady, p)
	object.Set("ready", ready)
	window.Set("informerscope", object)
}

// call sends a call to the model and returns the promise of its answer.
func (d *driver) call(method string, argument js.Value) js.Value {
	value, p := newPromise()
	text := "null"
	if s := window.Get("JSON").Call("stringify", argument); s.Type() == js.TypeString {
		text = s.String()
	}
	d.sendCall(Call{Method: method, Args: json.RawMessage(text)}, p.settle)
	return value
}

// sendCall sends a call to the model; answered is told what it answers.
func (d *driver) sendCall(c Call, answered func(Reply)) {
	c.ID = d.calls.put(answered)
	d.send(c)
}

// put remembers whom to tell, and returns the number of the call.
func (c *calls) put(answered func(Reply)) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.pending[c.last] = answered
	return c.last
}

// answer passes the answer of a call on to whoever made it.
func (c *calls) answer(r Reply) {
	c.mu.Lock()
	answered, ok := c.pending[r.ID]
	delete(c.pending, r.ID)
	c.mu.Unlock()
	if ok {
		answered(r)
	}
}

// settle keeps the promise, or breaks it.
func (p promise) settle(r Reply) {
	if r.Err != "" {
		p.breakIt.Invoke(window.Get("Error").New(r.Err))
		return
	}
	p.keep.Invoke(parseJSON(string(r.Value)))
}

func parseJSON(text string) js.Value { return window.Get("JSON").Call("parse", text) }

// ready tells whoever waits that the page takes input.
func (c *calls) ready() {
	for _, p := range c.onReady {
		p.keep.Invoke()
	}
	c.onReady = nil
}
