package conformance

import (
	"bytes"
	"encoding/json"

	"informerscope/engine/conformance/harness"
	"informerscope/scenarios"
	"informerscope/scenarios/observed"
)

// Result is what a run on the real library comes to: a report without what only
// a simulation can tell (events, popped, violations) and without writes, of which
// the harness makes but one kind.
type Result struct {
	observed.Run
	// Unordered are the parts of lists, by path, that the real library has in
	// the order of a map; the report has them by key, as the engine has.
	Unordered map[string][]harness.Block
}

// JSON is the result as golden files hold it.
func (r Result) JSON() []byte {
	fields := comparable(r.Report)
	fields["unordered"] = r.Unordered
	return encode(fields)
}

// comparable is what of a report can be compared with a real one.
func comparable(report scenarios.Report) map[string]any {
	var fields map[string]any
	decode(encode(report), &fields)
	for _, name := range []string{"events", "violations", "writes"} {
		delete(fields, name)
	}
	for _, informer := range fields["informers"].(map[string]any) {
		delete(informer.(map[string]any), "popped")
	}
	return fields
}

func encode(value any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(value); err != nil {
		panic(err) // a report holds nothing that JSON cannot
	}
	return out.Bytes()
}

// anyOf is a value as JSON has it.
func anyOf(value any) any {
	var out any
	decode(encode(value), &out)
	return out
}

func decode(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(err) // it has just been encoded
	}
}
