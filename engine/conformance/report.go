package conformance

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"informerscope/scenarios"
)

// Result is what a run on the real library comes to: a report without what only
// a simulation can tell (events, popped, violations) and without writes, which
// the harness does not make.
type Result struct {
	Report scenarios.Report
	// Unordered are the parts of lists, by path, that the real library has in
	// the order of a map; the report has them by key.
	Unordered map[string][]Block
}

// Block is a part [from, to) of a list in which only each key's own order
// counts.
type Block [2]int

// JSON is the result as golden files hold it.
func (r Result) JSON() []byte { return comparable(r.Report, r.Unordered) }

// comparable is what of a report can be compared with a real one, with its
// unordered blocks sorted by key, as JSON.
func comparable(report scenarios.Report, unordered map[string][]Block) []byte {
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
		if lines, ok := fields["handlers"].(map[string]any)[strings.TrimPrefix(path, handlersPath)].([]any); ok {
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

// handlersPath is where the lists stand of which parts may be unordered.
const handlersPath = "handlers."

// sortBlocks sorts parts of a handler's lines by key.
func sortBlocks(lines []any, blocks []Block) {
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

// rounded is how a report shows a time: to 10 µs, which hides what hops inside
// the process take and the nanoseconds by which the harness orders what is due
// at one instant.
func rounded(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }
