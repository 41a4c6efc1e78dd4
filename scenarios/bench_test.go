package scenarios

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// storm is a run of more than 100,000 events over 1,000 objects.
const storm = `
world:
  server: {generate: [{count: 1000, manifest: {apiVersion: v1, kind: Pod, metadata: {name: "web-{i}", namespace: default}}}]}
  informers: [{resource: pods, indexers: [namespace], handlers: [{name: main, enqueue: main}, {name: audit}]}]
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods, workers: 2, takes: 1ms}]
steps:
  - {at: 1s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "1"}}}}}
  - {at: 2s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "2"}}}}}
  - {at: 3s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "3"}}}}}
  - {at: 4s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "4"}}}}}
`

// BenchmarkRun steps through a run; an operation is one event.
func BenchmarkRun(b *testing.B) {
	s := scenario(b, storm)
	for events := 0; events < b.N; {
		run, err := NewRun(s)
		require.NoError(b, err)
		for more := run.Step(); more != nil && events < b.N; more = run.Step() {
			events += len(more)
		}
	}
}

// BenchmarkWhen steps through a run in which a step waits for its predicate.
func BenchmarkWhen(b *testing.B) {
	s := scenario(b, storm+`  - {at: 0s, when: 'informers.pods.cache["default/web-7"] is 99999 and handlers.main has nothing', bump: 1}`)
	for events := 0; events < b.N; {
		run, err := NewRun(s)
		require.NoError(b, err)
		for more := run.Step(); more != nil && events < b.N; more = run.Step() {
			events += len(more)
		}
	}
}

// BenchmarkSeek seeks to random moments of a long run.
func BenchmarkSeek(b *testing.B) {
	session, err := NewSession(scenario(b, storm))
	require.NoError(b, err)
	branch := session.Branches[0]
	branch.All()
	random := rand.New(rand.NewPCG(1, 1))
	took := make([]time.Duration, 0, b.N)
	for b.Loop() {
		start := time.Now()
		branch.At(random.IntN(branch.Len() + 1))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(branch.Len()), "events")
}
