package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
	"informerscope/scenarios/builtin"
)

// Every scenario can be compared in every way, at every event, in both languages;
// both runs are the same until the first difference and part there.
func TestEveryScenarioCanBeCompared(t *testing.T) {
	for _, name := range builtin.Names() {
		p := openPage(t, "?scenario="+name)
		for _, kind := range p.comparable() {
			p.press("compare", kind)
			p.idle()
			require.NotNil(t, p.twin, "%s: %v", name, p.Notices)
			require.True(t, p.twin.computed)
			for event := 0; event <= p.Branch.Len(); event += 1 + p.Branch.Len()/6 {
				p.press("seek", itoa(event))
				p.idle()
				beside := p.beside()
				if d := p.twin.difference; d == 0 || event < d {
					require.Equal(t, event, beside)
				}
				assert.Equal(t, "svg", p.twinStage(600).Tag)
				assert.Empty(t, untranslated.FindString(p.html()))
			}
			p.press("compare", "")
			assert.Nil(t, p.twin)
		}
	}
}

// What is done while two runs are compared is done in both.
func TestAnActIsDoneInBothRuns(t *testing.T) {
	p := openPage(t, "?scenario=free-play")
	p.press("compare", compareQueue)
	p.idle()
	assert.Equal(t, []string{"RealFIFO", "DeltaFIFO"}, []string{view{p.Model}.nameOfRun(p.twin.of), view{p.Model}.nameOfRun(p.twin.branch)})
	p.press("create")
	p.press("delete")
	p.wait(20 * time.Second)
	require.NotNil(t, p.twin)
	both := [2][]string{}
	for i, b := range []interface {
		Len() int
		Event(int) *trace.Event
	}{p.twin.of, p.twin.branch} {
		for n := 1; n <= b.Len(); n++ {
			if e := b.Event(n); e.Kind.IsAct() {
				both[i] = append(both[i], string(e.Kind)+" "+e.Key+" "+e.At.String())
			}
		}
	}
	assert.Len(t, both[0], 2)
	assert.Equal(t, both[0], both[1])
}

// A branch can be laid beside the one that it left: they part where it forked.
func TestABranchBesideItsOrigin(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("seek", "20")
	p.idle()
	p.press("delete")
	p.press("pause")
	p.press("compare", branchPrefix+"0")
	p.idle()
	require.NotNil(t, p.twin)
	assert.Equal(t, p.Branch.Fork+1, p.twin.difference)
}

// A link to a comparison opens it again: of ways to play the script, and of branches.
func TestALinkOpensTheComparison(t *testing.T) {
	for _, kind := range []string{compareQueue, compareList, compareClient, branchPrefix + "0"} {
		p := openPage(t, "?scenario=first-steps")
		p.press("seek", "20")
		p.idle()
		p.press("delete")
		p.press("pause")
		p.press("compare", kind)
		p.idle()
		require.NotNil(t, p.twin)
		again := openPage(t, p.Link())
		require.NotNil(t, again.twin, "%s: %v", p.Link(), again.Notices)
		assert.Equal(t, kind, again.twin.kind)
		assert.Equal(t, p.twin.difference, again.twin.difference)
		assert.Equal(t, p.Link(), again.Link())
		assert.Empty(t, again.Notices)
		again.press("compare")
		assert.NotContains(t, again.Link(), "compare=")
	}
}

// A branch that is not there is named, and the rest is shown; that of another
// scenario is no longer asked for.
func TestNoBranchToCompareWith(t *testing.T) {
	p := openPage(t, "?scenario=first-steps&compare=branch:7")
	assert.Nil(t, p.twin)
	require.Len(t, p.Notices, 1)
	assert.Equal(t, "There is no branch 8 to compare with; there are 1.", p.Notices[0].Text)
	p.press("seek", "20")
	p.press("delete")
	p.press("compare", branchPrefix+"0")
	p.press("scenario", "free-play")
	p.idle()
	assert.Nil(t, p.twin)
	for _, n := range p.Notices {
		assert.False(t, n.Bad && n.Text != "There is no branch 8 to compare with; there are 1.", n.Text)
	}
}

// Another queue does not cost a branch.
func TestTheTreeStaysUnderAnotherQueue(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("seek", "20")
	p.idle()
	p.press("delete")
	p.press("pause")
	p.press("branch", "0")
	p.press("seek", "12")
	p.idle()
	p.press("create")
	p.press("pause")
	require.Len(t, p.Session.Branches, 3)
	p.press("queue", "DeltaFIFO")
	p.idle()
	require.Len(t, p.Session.Branches, 3)
	assert.Equal(t, 2, p.Branch.ID)
	assert.NotEmpty(t, p.Session.Branches[1].Acts[0].Command.Delete)
}
