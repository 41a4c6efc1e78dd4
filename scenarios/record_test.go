package scenarios

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
)

// TestScriptGivesTheSameTrace acts at every event of a run, in the middle of
// instants too: the file that is saved gives the same bytes.
func TestScriptGivesTheSameTrace(t *testing.T) {
	const script = "steps: [{bump: 1}, {at: 1s, delete: pods/default/b, say: Gone.}]"
	for _, text := range []string{twoPods, twoPods + script, twoPods + script + "\nuntil: 1001ms"} {
		_, first := session(t, text)
		first.All()
		for n := range first.Len() + 1 {
			s, b := session(t, text)
			b.All()
			b = s.Act(b, n, b.At(n).World.Now(), pod("c"))
			b = s.Act(b, n, b.At(n).World.Now(), engine.Command{Delete: "pods/default/a"})
			b = s.Act(b, n+3, b.At(n+3).World.Now(), engine.Command{DropWatch: &engine.DropWatchCommand{Informer: "pods"}})
			assertRecorded(t, b)
		}
	}
}

func TestScriptRemembersHowLongTheClockRan(t *testing.T) {
	s, b := session(t, `world: {informers: [{resource: pods, resync: 10s, handlers: [{name: main}]}]}`)
	s.Act(b, 0, 0, pod("first"))
	b.Extend(25 * time.Second)
	b.All()
	s.Act(b, b.Len(), 27*time.Second, pod("a"))
	b.All()
	b.Extend(time.Minute)
	assertRecorded(t, b)
}

func assertRecorded(t *testing.T, b *Branch) {
	t.Helper()
	want := traceOf(b)
	file, err := Marshal(b.Script())
	require.NoError(t, err)
	again, err := Load("recorded.yaml", file)
	require.NoError(t, err, string(file))
	requireSameTrace(t, want, events(t, again), string(file))
	text, err := Marshal(again)
	require.NoError(t, err)
	require.Equal(t, string(file), string(text), "a file that was read is written alike")
}

func TestSecretsDoNotEnterASession(t *testing.T) {
	s, b := session(t, "world: {informers: [{resource: secrets}]}")
	secret := engine.Manifest{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "s", "namespace": "default"},
		"stringData": map[string]any{"password": "hunter2"}}
	b = s.Act(b, 0, 0, engine.Command{Create: &secret})
	b = s.Act(b, 0, 0, engine.Command{Update: &engine.UpdateCommand{Object: "secrets/default/s", Merge: map[string]any{"data": map[string]any{"password": "aHVudGVyMw=="}}}})
	file, err := Marshal(b.Script())
	require.NoError(t, err)
	assert.NotContains(t, string(file), "hunter2")
	assert.NotContains(t, string(file), "aHVudGVyMw")
	assert.Equal(t, 2, strings.Count(string(file), "7 bytes"))
	assert.Equal(t, "hunter2", secret["stringData"].(map[string]any)["password"], "the caller's manifest is left alone")
}
