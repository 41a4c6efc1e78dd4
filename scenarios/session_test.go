package scenarios

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
	"informerscope/engine/trace"
)

func never() bool { return false }

func pod(name string) engine.Command {
	return engine.Command{Create: &engine.Manifest{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": "default"},
	}}
}

func session(t testing.TB, text string) (*Session, *Branch) {
	s, err := NewSession(scenario(t, text))
	require.NoError(t, err)
	return s, s.Branches[0]
}

func traceOf(b *Branch) []trace.Event {
	b.All()
	all := make([]trace.Event, b.Len())
	for i := range all {
		all[i] = *b.Event(i + 1)
	}
	return all
}

func TestAtIsWhatStepsShowed(t *testing.T) {
	_, b := session(t, twoPods+`
steps:
  - {at: 1s, dropWatch: {informer: pods}}
  - {at: 2s, delete: pods/default/a}
  - {at: 3s, create: {apiVersion: v1, kind: Pod, metadata: {name: c}}}
`)
	b.All()
	run, err := NewRun(b.head.Scenario())
	require.NoError(t, err)
	shown := []string{string(run.Report().JSON())}
	for events := run.Step(); events != nil; events = run.Step() {
		for range events {
			shown = append(shown, string(run.Report().JSON()))
		}
	}
	forward, backward := 0, b.Len()
	for forward < b.Len() {
		require.Equal(t, shown[forward], string(b.At(forward).Report().JSON()), "after event %d", forward)
		require.Equal(t, shown[backward], string(b.At(backward).Report().JSON()), "after event %d", backward)
		forward, backward = forward+1, backward-1
	}
}

func TestEnsureStopsWhenItIsEnough(t *testing.T) {
	_, b := session(t, twoPods)
	steps := 0
	assert.False(t, b.Ensure(1000, func() bool { steps++; return steps > 10 }))
	assert.Equal(t, 10, b.Len())
	assert.True(t, b.Ensure(1000, never), "there are fewer, but that is all")
	assert.True(t, b.Ended())
}

func TestActWhereNothingLaterWasSeenGoesOn(t *testing.T) {
	s, b := session(t, twoPods)
	b.Ensure(20, never)
	b.See(12)
	same := s.Act(b, 12, b.At(12).World.Now(), pod("c"))
	assert.Same(t, b, same, "what was only computed is no loss")
	require.Len(t, s.Branches, 1)
	b.Ensure(13, never)
	assert.Equal(t, trace.ActCreate, b.Event(13).Kind)
}

func TestActInThePastForks(t *testing.T) {
	s, b := session(t, twoPods)
	before := traceOf(b)
	b.See(b.Len())
	fork := s.Act(b, 9, b.At(9).World.Now(), pod("c"))
	assert.Equal(t, []int{1, 0, 9}, []int{fork.ID, fork.Parent, fork.Fork})
	requireSameTrace(t, before, traceOf(b), "nothing that was seen is lost")
	after := traceOf(fork)
	requireSameTrace(t, before[:9], after[:9], "until the fork")
	assert.Equal(t, trace.ActCreate, after[9].Kind)

	early := s.Act(fork, 3, fork.At(3).World.Now(), pod("d"))
	assert.Equal(t, 0, early.Parent, "what belongs to an ancestor forks from it")
}

func TestActInAScriptForks(t *testing.T) {
	s, b := session(t, twoPods+"steps: [{at: 1s, delete: pods/default/a}]")
	b.See(5)
	fork := s.Act(b, 5, b.At(5).World.Now(), pod("c"))
	assert.NotSame(t, b, fork)
	var deleted bool
	for _, e := range traceOf(fork) {
		deleted = deleted || e.Kind == trace.ActDelete
	}
	assert.True(t, deleted, "the rest of the script still happens")
	next := s.Act(fork, 8, fork.At(8).World.Now(), pod("d"))
	assert.Same(t, fork, next)
}

func TestLiveEdge(t *testing.T) {
	s, b := session(t, `world: {jitter: none, informers: [{resource: pods, resync: 10s, handlers: [{name: main}]}]}`)
	b.All()
	n := b.Len()
	b.Extend(25 * time.Second)
	b.All()
	assert.Equal(t, 25*time.Second, b.At(b.Len()).World.Now(), "periodic timers have gone on")
	assert.Greater(t, b.Len(), n)
	b.See(b.Len())
	s.Act(b, b.Len(), 27*time.Second, pod("a"))
	b.Ensure(b.Len()+1, never)
	assert.Equal(t, 27*time.Second, b.Event(b.Len()).At)
}

func TestSavedSessionIsTheSameTree(t *testing.T) {
	s, b := session(t, twoPods)
	b.All()
	b.See(b.Len())
	fork := s.Act(b, 9, b.At(9).World.Now(), pod("c"))
	fork.All()
	fork.See(fork.Len())
	s.Act(fork, 20, fork.At(20).World.Now(), pod("d"))
	s.Act(b, b.Len(), time.Minute, pod("e"))

	saved, err := json.Marshal(s.Branches)
	require.NoError(t, err)
	var branches []Branch
	require.NoError(t, json.Unmarshal(saved, &branches))
	restored, err := Restore(s.Scenario, branches)
	require.NoError(t, err)
	require.Len(t, restored.Branches, 3)
	for i, b := range s.Branches {
		requireSameTrace(t, traceOf(b), traceOf(restored.Branches[i]), "branch %d", i)
		assert.Equal(t, b.Seen, restored.Branches[i].Seen)
	}
	_, err = Restore(s.Scenario, []Branch{{}, {Parent: 0, Fork: 9999}})
	assert.ErrorContains(t, err, "branches[1]: it forks after event 9999, but branch 0 ends after event")
	_, err = Restore(s.Scenario, []Branch{{}, {Parent: 3}})
	assert.EqualError(t, err, "branches[1]: parent 3 is not a branch before it")
}

func TestStoryFollowsTheBranch(t *testing.T) {
	s, b := session(t, twoPods+"steps: [{say: Hello.}, {at: 1s, say: Bye., bump: 1}]")
	b.All()
	b.See(b.Len())
	fork := s.Act(b, 9, b.At(9).World.Now(), pod("c"))
	for _, b := range []*Branch{b, fork} {
		b.All()
		again := NewStory(s.Scenario)
		for n := range b.Len() {
			for _, c := range b.Captions() {
				if c.Event == n {
					again.Caption(c.Say)
				}
			}
			again.Add(*b.Event(n + 1))
		}
		assert.Equal(t, again.moments, b.Story().moments)
	}
}
