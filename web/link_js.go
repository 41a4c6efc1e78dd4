//go:build js && wasm

package web

import (
	"encoding/base64"
	"errors"
	"syscall/js"

	"informerscope/scenarios"
)

// squeezing is the compression of links; the browser has it.
const squeezing = "deflate-raw"

// pack compresses a text for a link.
func pack(text string) Packed {
	stream := window.Get("Blob").New([]any{text}).Call("stream").Call("pipeThrough", window.Get("CompressionStream").New(squeezing))
	bytes, err := readAll(stream, longestLink*4)
	if err != nil {
		bytes = make([]byte, longestLink*4) // longer than any link
	}
	return Packed{Text: text, Payload: base64.RawURLEncoding.EncodeToString(bytes)}
}

// unpack reads what pack wrote.
func unpack(payload string) Unpacked {
	bytes, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return Unpacked{Err: err}
	}
	array := window.Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(array, bytes)
	stream := window.Get("Blob").New([]any{array}).Call("stream").Call("pipeThrough", window.Get("DecompressionStream").New(squeezing))
	bytes, err = readAll(stream, scenarios.ScenarioLimits.Bytes)
	if errors.Is(err, errEndless) {
		err = pageError{"error.too-large", []any{"limit", "1 MiB"}}
	}
	return Unpacked{Text: string(bytes), Err: err}
}

var errEndless = errors.New("longer than is read")

// readAll reads a stream, at most so many bytes.
func readAll(stream js.Value, most int) ([]byte, error) {
	var all []byte
	for reader := stream.Call("getReader"); ; {
		part, err := await(reader.Call("read"))
		if err != nil {
			return nil, err
		}
		if part.Get("done").Bool() {
			return all, nil
		}
		at := len(all)
		all = append(all, make([]byte, part.Get("value").Length())...)
		js.CopyBytesToGo(all[at:], part.Get("value"))
		if len(all) > most {
			reader.Call("cancel")
			return nil, errEndless
		}
	}
}
