package scenarios

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

// TestAPredicateFiresAtOnce compares the event behind which a step happens with
// the first at which the whole report, looked at after every event, says so.
func TestAPredicateFiresAtOnce(t *testing.T) {
	const script = `
steps:
  - {at: 1s, update: {object: pods/default/a, merge: {metadata: {labels: {x: "1"}}}}}
  - {at: 2s, delete: pods/default/b}
  - {at: 3s, queue: {name: main, do: addAfter, key: default/a, after: 1s}}
  - {at: 5s, stop: {informer: pods}}
  - {at: 6s, start: {informer: pods}}
`
	for _, when := range []string{
		`handlers.main has 'delete default/b 4'`,
		`reconciles.main has 'default/a cache=3 ok'`,
		`workqueues.main.adds >= 4`,
		`workqueues.main.processing has default/a`,
		`workqueues.main.waiting[0].key is default/a`,
		`server.objects.pods["default/a"] is 3`,
		`server.resourceVersion >= 4`,
		`informers.pods.cache["default/a"] is 3`,
		`informers.pods.indices.namespace.default has default/b`,
		`informers.pods.popped has 'default/b: Deleted@4'`,
		`informers.pods.requests[0].items >= 3`,
		`informers.pods.requests[0].end is stopped`,
		`informers.pods.requests[1].end is open`,
		`informers.pods.lastSyncResourceVersion is 4`,
		`informers.pods.synced is true and workqueues.main.depth >= 2`,
		`events >= 33`,
	} {
		t.Run(when, func(t *testing.T) {
			p, err := ParsePredicate(when)
			require.NoError(t, err)
			run, err := NewRun(scenario(t, twoPods+script))
			require.NoError(t, err)
			for !p.Eval(run.Report()) {
				require.NotNil(t, run.Step(), "it never holds")
			}
			all := events(t, scenario(t, twoPods+script+"  - {at: 0s, when: "+text(when)+", bump: 1}"))
			next := run.Events()
			for all[next].Kind == trace.WatchEvent {
				next++ // the server sends what it has to before a command is carried out
			}
			assert.Equal(t, trace.ActBump, all[next].Kind)
		})
	}
}
