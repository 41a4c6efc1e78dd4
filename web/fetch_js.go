//go:build js && wasm

package web

import (
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// fetchTimeout is how long a file may take to come.
const fetchTimeout = 30 * time.Second

// fetch gets a file by the browser's own means: the standard library's would make
// the program half as large again. What is larger than a scenario may be is not
// read to its end.
func fetch(lang string, f Fetch) Fetched {
	body, from, err := get(lang, f.Address)
	return Fetched{Fetch: f, Body: body, From: from, Err: err}
}

// get reads a file, and says where it came from in the end. Another site learns
// nothing of the reader but the address.
func get(lang, address string) (body []byte, from string, err error) {
	response, err := await(window.Call("fetch", address, map[string]any{
		"signal":      window.Get("AbortSignal").Call("timeout", fetchTimeout.Milliseconds()),
		"credentials": "same-origin", "referrerPolicy": "no-referrer",
	}))
	if err != nil {
		return nil, "", fmt.Errorf("%s (%w)", explain.T(lang, "error.no-answer"), err)
	}
	if !response.Get("ok").Bool() {
		return nil, "", errors.New(explain.T(lang, "error.status", "status", response.Get("status").Int()))
	}
	body, err = readAll(response.Get("body"), scenarios.ScenarioLimits.Bytes)
	if errors.Is(err, errEndless) {
		err = errors.New(explain.T(lang, "error.too-large", "limit", "1 MiB"))
	} else if err != nil {
		err = fmt.Errorf("%s (%w)", explain.T(lang, "error.no-answer"), err)
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
