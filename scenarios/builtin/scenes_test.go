package builtin

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/cache"
	"informerscope/scenarios"
)

// The first scene of the source articles, down to queue and items: three pods, a
// changes, b changes, a changes again before any Pop; and the same with a popped
// in between.
func TestTheQueueOfKeysIsExact(t *testing.T) {
	for name, want := range map[string]string{
		"a-queue-of-keys":         "queue [a b], items a: Updated@4 Updated@6, b: Updated@5",
		"popped-and-queued-again": "queue [b a], items b: Updated@5, a: Updated@6",
	} {
		s, err := Load(name)
		require.NoError(t, err)
		said := -1
		session, err := scenarios.NewSession(s)
		require.NoError(t, err)
		b := session.Branches[0]
		b.All()
		for _, c := range b.Captions() {
			if strings.Contains(c.Say["en"], "items {a: [A") {
				said = c.Event
			}
		}
		require.Positive(t, said, "%s says what the queue holds", name)
		q := b.At(said).World.Informers[0].Queue.(*cache.DeltaFIFO)
		assert.Equal(t, want, contents(q), name)
	}
}

// contents is a DeltaFIFO's queue and items as the articles write them.
func contents(q *cache.DeltaFIFO) string {
	short := func(key string) string { return strings.TrimPrefix(key, "default/") }
	var keys, items []string
	for _, key := range q.Queue {
		keys = append(keys, short(key))
		deltas, _ := q.Deltas(key)
		item := short(key) + ":"
		for _, d := range deltas {
			item += fmt.Sprintf(" %s@%s", d.Type, d.Object.GetResourceVersion())
		}
		items = append(items, item)
	}
	return fmt.Sprintf("queue %v, items %s", keys, strings.Join(items, ", "))
}
