//go:build js && wasm

package web

import (
	"errors"
	"syscall/js"
	"time"

	"informerscope/scenarios"
)

// fetchTimeout is how long a file may take to come.
const fetchTimeout = 30 * time.Second

// fetch gets a file by the browser's own means: the standard library's would make
// the program half as large again. What is larger than a scenario may be is not
// read to its end.
func fetch(f Fetch) Fetched {
	body, from, err := get(f.Address)
	return Fetched{Fetch: f, Body: body, From: from, Err: err}
}

// get reads a file, and says where it came from in the end. Another site learns
// nothing of the reader but the address.
func get(address string) (body []byte, from string, err error) {
	response, err := await(window.Call("fetch", address, map[string]any{
		"signal":      window.Get("AbortSignal").Call("timeout", fetchTimeout.Milliseconds()),
		"credentials": "same-origin", "referrerPolicy": "no-referrer",
	}))
	if err != nil {
		return nil, "", pageError{"error.no-answer", []any{"error", err}}
	}
	if !response.Get("ok").Bool() {
		return nil, "", pageError{errorStatus, []any{"status", response.Get("status").Int()}}
	}
	body, err = readAll(response.Get("body"), scenarios.ScenarioLimits.Bytes)
	if errors.Is(err, errEndless) {
		err = pageError{"error.too-large", []any{"limit", "1 MiB"}}
	} else if err != nil {
		err = pageError{"error.no-answer", []any{"error", err}}
	}
	return body, response.Get("url").String(), err
}

// await waits for a promise. It must not be called by what the browser calls.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-done
	return o.value, o.err
}
