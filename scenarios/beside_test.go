package scenarios

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
)

const besideWorld = twoPods + `
steps:
  - {at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: c}}}
`

// The same script under the same world is the same run, acts included; under
// another queue it parts where the queues do, and stays beside by the clock.
func TestTwoRunsOfOneScript(t *testing.T) {
	first, err := NewSession(scenario(t, besideWorld))
	require.NoError(t, err)
	a := first.Branches[0]
	a.All()
	a = first.Act(a, a.Len()/2, a.Event(a.Len()/2).At, engine.Command{Delete: "pods/default/a"})
	a.Ensure(a.Len()+1, func() bool { return false })
	a = first.Act(a, a.Len(), a.Event(a.Len()).At, engine.Command{Bump: 3})
	a.All()

	again := func(change func(s *Scenario)) *Branch {
		s := *scenario(t, besideWorld)
		change(&s)
		session, err := NewSession(&s)
		require.NoError(t, err)
		b := session.Again(a)
		b.All()
		return b
	}
	same := again(func(*Scenario) {})
	assert.Zero(t, FirstDifference(a, same, 0))
	assert.Equal(t, a.Len(), same.Len())

	other := again(func(s *Scenario) {
		s.World.Informers = append([]engine.InformerConfig(nil), s.World.Informers...)
		s.World.Informers[0].Queue = engine.DeltaFIFO
	})
	parts := FirstDifference(a, other, 0)
	require.Positive(t, parts)
	for n := 1; n < parts; n++ {
		assert.True(t, alike(a.Event(n), other.Event(n)))
	}
	last, clock := 0, time.Duration(0)
	for n := range a.Len() + 1 {
		beside := Beside(a, other, n, parts)
		require.GreaterOrEqual(t, beside, last, "it never goes back")
		last = beside
		if beside > 0 {
			clock = other.Event(beside).At
		}
		if n > 0 {
			require.LessOrEqual(t, clock, a.Event(n).At, "it is never ahead")
		}
	}
	assert.Equal(t, other.Len(), last)
}

// A whole tree is done again under another queue: no branch is lost, each leaves its
// parent where it did, and with the first queue all is as it was.
func TestAWholeSessionIsDoneAgain(t *testing.T) {
	first, err := NewSession(scenario(t, besideWorld))
	require.NoError(t, err)
	root := first.Branches[0]
	root.All()
	one := first.Act(root, root.Len()/2, root.Event(root.Len()/2).At, engine.Command{Delete: "pods/default/a"})
	one.All()
	one = first.Act(one, one.Len(), one.Event(one.Len()).At, engine.Command{Bump: 3})
	one.All()
	one.See(one.Len())
	two := first.Act(one, one.Fork+2, one.Event(one.Fork+2).At, engine.Command{Delete: "pods/default/b"})
	two.All()
	three := first.Act(root, 5, root.Event(5).At, engine.Command{Bump: 7})
	three.All()
	require.Len(t, first.Branches, 4)

	again := func(of *Session, queue string) *Session {
		s := *scenario(t, besideWorld)
		s.World.Informers = append([]engine.InformerConfig(nil), s.World.Informers...)
		s.World.Informers[0].Queue = queue
		session, err := NewSession(&s)
		require.NoError(t, err)
		session.AllAgain(of)
		require.Len(t, session.Branches, len(of.Branches))
		for i, b := range session.Branches {
			b.All()
			assert.Equal(t, of.Branches[i].Parent, b.Parent)
			require.Len(t, b.Acts, len(of.Branches[i].Acts))
			for n, act := range of.Branches[i].Acts {
				assert.Equal(t, act.At, b.Acts[n].At)
				assert.Equal(t, act.Command, b.Acts[n].Command)
			}
		}
		return session
	}
	other := again(first, engine.DeltaFIFO)
	assert.Positive(t, FirstDifference(first.Branches[3], other.Branches[3], 0))
	for i, b := range again(other, engine.RealFIFO).Branches {
		assert.Zero(t, FirstDifference(first.Branches[i], b, 0), "branch %d", i)
	}
}
