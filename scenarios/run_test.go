package scenarios

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

// twoPods is a small world: one informer, one handler, one worker.
const twoPods = `
world:
  jitter: none
  server:
    objects:
      - {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: default}}
      - {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: default}}
  informers:
    - {resource: pods, indexers: [namespace], handlers: [{name: main, enqueue: main}]}
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods}]
`

// events steps a run to its end.
func events(t testing.TB, s *Scenario) []trace.Event {
	run, err := NewRun(s)
	require.NoError(t, err)
	var all []trace.Event
	for {
		more := run.Step()
		if more == nil {
			require.NoError(t, run.Err())
			return all
		}
		all = append(all, more...)
	}
}

func jsonLines(t testing.TB, all []trace.Event) []string {
	lines := make([]string, len(all))
	for i, e := range all {
		line, err := json.Marshal(e)
		require.NoError(t, err)
		lines[i] = string(line)
	}
	return lines
}

// requireSameTrace tells the first line that differs.
func requireSameTrace(t testing.TB, want, got []trace.Event, message string, args ...any) {
	t.Helper()
	w, g := append(jsonLines(t, want), "the end"), append(jsonLines(t, got), "the end")
	for i := range min(len(w), len(g)) {
		require.Equal(t, w[i], g[i], append([]any{message}, args...)...)
	}
}

func TestSameScenarioSameBytes(t *testing.T) {
	text := twoPods + `
steps:
  - {at: 1s, dropWatch: {informer: pods}}
  - {at: 2s, delete: pods/default/a}
until: 1m
`
	once, twice := scenario(t, text), scenario(t, text)
	requireSameTrace(t, events(t, once), events(t, twice), "twice")
	assert.Equal(t, string(finished(t, once).Report().JSON()), string(finished(t, twice).Report().JSON()))
}

func TestCloneGoesOnAlike(t *testing.T) {
	s := scenario(t, twoPods+`
steps:
  - {at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: c}}}
  - {at: 2s, say: Two seconds., delete: pods/default/a}
  - {at: 2s, when: handlers.main has 'delete default/a 4', say: Gone.}
`)
	want := events(t, s)
	for n := range len(want) {
		run, err := NewRun(s)
		require.NoError(t, err)
		got := []trace.Event{}
		for run.Events() < n {
			got = append(got, run.Step()...)
		}
		clone := run.Clone()
		require.NoError(t, run.Finish())
		for more := clone.Step(); more != nil; more = clone.Step() {
			got = append(got, more...)
		}
		requireSameTrace(t, want, got, "cloned after event %d", n)
		require.Equal(t, string(run.Report().JSON()), string(clone.Report().JSON()))
		require.Equal(t, run.Captions, clone.Captions)
	}
}

func TestUntil(t *testing.T) {
	const create = `steps: [{at: 3s, create: {apiVersion: v1, kind: Pod, metadata: {name: c}}}]`
	for _, c := range []struct{ name, text, endedAt, last string }{
		{"by default until only periodic timers are left", create, "3.001s", "add default/c 3"},
		{"what is due exactly then still happens", create + "\nuntil: 3001ms", "3.001s", "add default/c 3"},
		{"and nothing later", create + "\nuntil: 3000999us", "3.001s", "add default/b 2 initial"},
		{"a step due exactly then happens too", create + "\nuntil: 3s", "3s", "add default/b 2 initial"},
		{"the clock runs on to the end", create + "\nuntil: 20s", "20s", "add default/c 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := finished(t, scenario(t, twoPods+c.text)).Report()
			lines := r.Handlers["pods/main"]
			assert.Equal(t, c.endedAt, r.EndedAt)
			assert.Equal(t, c.last, lines[len(lines)-1])
		})
	}
}

func TestARunThatIsNeverQuietEndsAfterTenMinutes(t *testing.T) {
	s := scenario(t, `
world:
  jitter: none
  informers: [{resource: pods}]
steps: [{failRequests: {informer: pods, verb: watch, times: 1000}}, {failRequests: {informer: pods, verb: list, times: 1000}}]
`)
	assert.Equal(t, DefaultUntil.String(), finished(t, s).Report().EndedAt)
}

func TestStepsOfOneInstantHappenInOrderBeforeAllElse(t *testing.T) {
	all := events(t, scenario(t, twoPods+`
steps:
  - {at: 1s, bump: 1, say: one}
  - {bump: 2}
  - {say: two}
  - {bump: 3}
`))
	var acts []int64
	for _, e := range all {
		if e.Kind == trace.ActBump {
			assert.Equal(t, time.Second, e.At)
			acts = append(acts, e.Data.Int("by"))
		}
	}
	assert.Equal(t, []int64{1, 2, 3}, acts)
}

func TestCaptionsKnowTheirEvent(t *testing.T) {
	run := finished(t, scenario(t, twoPods+`
steps:
  - {say: Before anything.}
  - {at: 1s, bump: 1, focus: apiserver}
  - {say: After the bump.}
  - {bump: 1}
  - {at: 2s, ask: {question: "Now?", choices: ["yes", "no"], answer: 0}}
`))
	require.Len(t, run.Captions, 4)
	before, bump, after, ask := run.Captions[0], run.Captions[1], run.Captions[2], run.Captions[3]
	assert.Equal(t, Caption{Say: Plain("Before anything.")}, before)
	assert.Equal(t, "apiserver", bump.Focus)
	assert.Equal(t, time.Second, after.At)
	assert.Equal(t, bump.Event, after.Event, "what a step says appears with what it does")
	assert.Equal(t, run.Events(), ask.Event)
	assert.Equal(t, "Now?", ask.Ask.Question.In("en"))
}

func TestWhen(t *testing.T) {
	t.Run("a step waits for its predicate", func(t *testing.T) {
		all := events(t, scenario(t, twoPods+`
steps:
  - {when: handlers.main has 'add default/a 1 initial', bump: 1}
  - {bump: 2}
  - {after: 5s, bump: 3}
`))
		var at []time.Duration
		called := false
		for _, e := range all {
			called = called || e.Kind == trace.HandlerCall && e.Key == "default/a"
			if e.Kind == trace.ActBump {
				assert.True(t, called)
				at = append(at, e.At)
			}
		}
		require.Len(t, at, 3)
		assert.Equal(t, at[0], at[1], "a step without a time goes with the one before it")
		assert.Equal(t, at[0]+5*time.Second, at[2], "a later one counts from when that one happened")
	})
	t.Run("not before its time", func(t *testing.T) {
		all := events(t, scenario(t, twoPods+`steps: [{at: 4s, when: informers.pods.synced is true, bump: 1}]`))
		assert.Equal(t, 4*time.Second, all[len(all)-1].At)
	})
	t.Run("one that never comes true is an error", func(t *testing.T) {
		for _, step := range []string{"{when: workqueues.main.adds >= 99, bump: 1}", "{at: 5s, when: workqueues.main.adds >= 99, bump: 1}"} {
			run, err := NewRun(scenario(t, twoPods+"steps:\n  - "+step+"\nuntil: 4s\n"))
			require.NoError(t, err)
			assert.EqualError(t, run.Finish(), `16: steps[0]: when "workqueues.main.adds >= 99" never became true`)
		}
	})
}

func TestAfterEvent(t *testing.T) {
	base := events(t, scenario(t, twoPods))
	const n = 7
	all := events(t, scenario(t, twoPods+"steps: [{afterEvent: 7, bump: 1}]"))
	requireSameTrace(t, base[:n], all[:n], "until then")
	assert.Equal(t, trace.ActBump, all[n].Kind)
	assert.Equal(t, base[n-1].At, all[n].At, "in the middle of the instant")

	run, err := NewRun(scenario(t, twoPods+"steps: [{afterEvent: 9999, bump: 1}]"))
	require.NoError(t, err)
	assert.ErrorContains(t, run.Finish(), "afterEvent is 9999, but the run ends after event")
}
