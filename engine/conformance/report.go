package conformance

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"informerscope/engine/conformance/harness"
	"informerscope/scenarios"
)

// Result is what a run on the real library comes to: a report without what only
// a simulation can tell (events, popped, violations) and without writes, which
// the harness does not make.
type Result struct {
	Report scenarios.Report
	// Unordered are the parts of lists, by path, that the real library has in
	// the order of a map; the report has them by key.
	Unordered map[string][]harness.Block
}

// JSON is the result as golden files hold it.
func (r Result) JSON() []byte { return comparable(r.Report, r.Unordered) }

// comparable is what of a report can be compared with a real one, with its
// unordered blocks sorted by key, as JSON.
func comparable(report scenarios.Report, unordered map[string][]harness.Block) []byte {
	var fields map[string]any
	decode(encode(report), &fields)
	for _, name := range []string{"events", "violations", "writes"} {
		delete(fields, name)
	}
	for _, informer := range fields["informers"].(map[string]any) {
		delete(informer.(map[string]any), "popped")
	}
	for _, queue := range fields["workqueues"].(map[string]any) {
		slices.SortFunc(queue.(map[string]any)["waiting"].([]any), byKey)
	}
	for path, blocks := range unordered {
		if lines, ok := fields["handlers"].(map[string]any)[strings.TrimPrefix(path, harness.HandlersPath)].([]any); ok {
			sortBlocks(lines, blocks)
		}
	}
	fields["unordered"] = unordered
	return encode(fields)
}

// byKey sorts the keys that wait; the library does not tell of them in any order.
func byKey(a, b any) int {
	key := func(waiting any) string { return waiting.(map[string]any)["key"].(string) }
	return strings.Compare(key(a), key(b))
}

// sortBlocks sorts parts of a handler's lines by key.
func sortBlocks(lines []any, blocks []harness.Block) {
	key := func(line any) string { return strings.Fields(line.(string))[1] }
	for _, b := range blocks {
		if b[1] <= len(lines) {
			slices.SortStableFunc(lines[b[0]:b[1]], func(x, y any) int { return strings.Compare(key(x), key(y)) })
		}
	}
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

func decode(text []byte, into any) {
	if err := json.Unmarshal(text, into); err != nil {
		panic(err) // it has just been encoded
	}
}
