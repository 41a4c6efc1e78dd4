package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"informerscope/engine/trace"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, expect, path, expected, got string }{
		{"an empty map expects nothing", `{informers: {pods: {cache: {}}}}`, "", "", ""},
		{"a part of a map", `{informers: {pods: {synced: true, cache: {default/a: "1"}}}}`, "", "", ""},
		{"a handler's short name", `{handlers: {main: [add default/a 1 initial, add default/b 2 initial]}}`, "", "", ""},
		{"a version without quotes", `{informers: {pods: {cache: {default/a: 1}}}}`, "", "", ""},
		{"a part of a list's element", `{informers: {pods: {requests: [{verb: watch, end: open}]}}}`, "", "", ""},
		{"another scalar", `{informers: {pods: {cache: {default/a: "3"}}}}`, `informers.pods.cache["default/a"]`, `"3"`, `"1"`},
		{"another line", `{handlers: {main: [add default/a 1 initial, add default/b 2]}}`, `handlers["pods/main"][1]`, `"add default/b 2"`, `"add default/b 2 initial"`},
		{"a line too many", `{handlers: {main: [add default/a 1 initial]}}`, `handlers["pods/main"][1]`, "nothing: the list ends here", `"add default/b 2 initial"`},
		{"a line too few", `{reconciles: {main: [default/a cache=1 ok, default/b cache=2 ok, default/c cache=3 ok]}}`, `reconciles.main[2]`, `"default/c cache=3 ok"`, "nothing: the list ends here"},
		{"what is not there", `{workqueues: {other: {depth: 0}}}`, `workqueues.other`, `{"depth":0}`, "nothing; there is main"},
		{"another kind of value", `{handlers: {main: {a: 1}}}`, `handlers["pods/main"]`, `{"a":1}`, `["add default/a 1 initial","add default/b 2 initial"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := finished(t, scenario(t, twoPods+"expect: "+c.expect)).Check()
			if c.path == "" {
				assert.Empty(t, found)
				return
			}
			if assert.Len(t, found, 1) {
				assert.Equal(t, []string{c.path, c.expected, c.got}, []string{found[0].Path, found[0].Expected, found[0].Got})
			}
		})
	}
}

func TestDifferencesShowTheEventsThatLedThere(t *testing.T) {
	s := scenario(t, twoPods+`
steps: [{at: 1s, delete: pods/default/a}]
expect:
  handlers: {main: [add default/a 1 initial, add default/b 2 initial, delete default/a 1]}
`)
	var out strings.Builder
	WriteDifferences(&out, finished(t, s).Check(), events(t, s), func(e trace.Event) string { return string(e.Kind) + " " + e.Key })
	assert.Equal(t, `handlers["pods/main"][2]
  expected "delete default/a 1"
  got      "delete default/a 3"
  the events that led there:
    act.delete default/a
    object.deleted default/a
    watch.event default/a
    watch.receive default/a
    queue.add default/a
    queue.pop default/a
    indexer.delete default/a
    distribute default/a
    listener.add default/a
    listener.receive default/a
    listener.next default/a
  > handler.call default/a
    workqueue.add default/a
    handler.return default/a
`, out.String())
}

func TestShortHandlerNamesMustBeUnambiguous(t *testing.T) {
	handlers := map[string]bool{"pods/main": true, "nodes/main": true, "nodes/audit": true}
	assert.Equal(t, "nodes/audit", fullHandlerName("audit", handlers))
	assert.Equal(t, "main", fullHandlerName("main", handlers))
	assert.Equal(t, "pods/main", fullHandlerName("pods/main", handlers))
}
