package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios/builtin"
)

func TestFreePlayOpensAtRest(t *testing.T) {
	p := openPage(t, "")
	assert.True(t, p.Ready())
	assert.False(t, p.Playing)
	assert.Equal(t, 5*time.Second, p.Time)
	assert.Equal(t, p.Branch.Len(), p.Event)
	assert.True(t, p.report().Informers["pods"].Synced)
	assert.Empty(t, p.Notices)
}

func TestCreateActsAtOnceAndPlays(t *testing.T) {
	p := openPage(t, "")
	before := p.Event
	p.press("create")
	assert.Equal(t, before+2, p.Event, "the act, and what the server stored")
	assert.Contains(t, p.report().Server.Objects["pods"], "default/web-2")
	assert.NotContains(t, p.report().Informers["pods"].Cache, "default/web-2")
	assert.True(t, p.Playing)

	p.wait(20 * time.Second)
	r := p.report()
	assert.Contains(t, r.Informers["pods"].Cache, "default/web-2")
	assert.Equal(t, "add default/web-2 3", last(r.Handlers["pods/main"]))
	assert.Equal(t, "add default/web-2 3", last(r.Handlers["pods/audit"]))
	assert.Equal(t, "default/web-2 cache=3 ok", last(r.Reconciles["main"]))
	assert.Len(t, p.Session.Branches, 1, "an act at the live edge forks nothing")

	p.press("create")
	assert.Contains(t, p.report().Server.Objects["pods"], "default/web-3")
}

func last(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

func TestWhoHasPausedDecidesWhenItPlays(t *testing.T) {
	p := openPage(t, "")
	p.press("play")
	p.press("pause")
	p.press("create")
	assert.False(t, p.Playing)
	assert.Contains(t, p.report().Server.Objects["pods"], "default/web-2", "what an act does at once is seen all the same")
}

// At the live edge of free play simulated time goes on like real time, so that
// an act happens at the moment shown (notes.md, Page and player).
func TestTheLiveEdgeGoesOn(t *testing.T) {
	p := openPage(t, "")
	p.press("play")
	p.wait(3 * time.Second)
	assert.InDelta(t, 8, p.Time.Seconds(), 0.3)
	p.press("create")
	at := p.Branch.Event(p.Event).At
	assert.InDelta(t, 8, at.Seconds(), 0.3)
}

// The bookmark of a watch comes every minute, also to somebody who just waits.
func TestTheLiveEdgeShowsTimersWhenTheyAreDue(t *testing.T) {
	p := openPage(t, "")
	n := p.Event
	p.press("create")
	p.press("speed", "10")
	p.wait(10 * time.Second)
	assert.Greater(t, p.Event, n)
	assert.Equal(t, p.Event, p.Branch.Len())
}

func TestAScriptPlaysToItsEnd(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("play")
	p.press("speed", "10")
	p.wait(time.Minute)
	require.True(t, p.waits(), "it stops at the question")
	p.press("answer", "1")
	p.wait(time.Minute)
	assert.False(t, p.Playing)
	assert.Equal(t, p.Branch.Len(), p.Event)
	assert.True(t, p.Branch.Ended())

	p.press("play")
	assert.True(t, p.Playing)
	assert.Equal(t, 0, p.Event, "it begins again")
}

func TestAutoplay(t *testing.T) {
	p := openPage(t, "?autoplay=1")
	assert.True(t, p.Playing)
	event := p.Event
	p.wait(5 * time.Second)
	assert.Greater(t, p.Event, event)
}

// Whichever way a moment is reached, it is the same (issue 5, Time).
func TestSteppingBackAndSeekingShowWhatPlayingShowed(t *testing.T) {
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "?scenario="+name)
			p.press("start")
			p.idle()
			seen := map[int]string{}
			look := func() string { return fmt.Sprintf("%s %s", p.Time, p.report().JSON()) }
			for p.Event < p.Branch.Len() {
				seen[p.Event] = look()
				p.press("step")
			}
			for p.Event > 0 {
				p.press("back")
				require.Equal(t, seen[p.Event], look(), "back at event %d", p.Event)
			}
			for n := 0; n < p.Branch.Len(); n += 7 {
				p.press("seek", fmt.Sprint(p.Branch.Len()-1-n))
				if p.original.Shows(*p.Branch.Event(max(p.Event, 1))) { // steps go past the others
					require.Equal(t, seen[p.Event], look(), "sought event %d", p.Event)
				}
			}
		})
	}
}

func TestTheAddressSaysWhereToBegin(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete&event=5")
	assert.Equal(t, 5, p.Event)
	p = openPage(t, "?scenario=missed-delete&t=1.5s")
	assert.Equal(t, 1500*time.Millisecond, p.Time)
	assert.LessOrEqual(t, p.Branch.Event(p.Event).At, p.Time)
	assert.Greater(t, p.Branch.Event(p.Event+1).At, p.Time)
}

func TestActingInThePastForks(t *testing.T) {
	p := openPage(t, "")
	p.press("seek", "3")
	p.press("create")
	require.Len(t, p.Session.Branches, 2)
	assert.Equal(t, 1, p.Branch.ID)
	assert.Equal(t, 3, p.Branch.Fork)
	assert.Len(t, p.Notices, 1, "the reader is told")
	tree := p.timelineOptions(1094).Branches
	require.Len(t, tree, 2)
	assert.Equal(t, placeInStory(p.Branch, 3, p.longest()), tree[1].Fork)
	assert.Contains(t, tree[1].Label, "web-2")

	p.press("branch", "0")
	p.idle()
	assert.Equal(t, 0, p.Branch.ID)
	assert.NotContains(t, p.report().Server.Objects["pods"], "default/web-2")
}

func TestChangingTheSpeedDoesNotJump(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("play")
	p.wait(2 * time.Second)
	before := p.storyAt(p.now)
	p.press("faster")
	assert.Equal(t, before, p.storyAt(p.now))
	assert.Equal(t, 2.0, p.Settings.Speed)
	p.press("slower")
	p.press("slower")
	assert.Equal(t, 0.5, p.Settings.Speed)
}

func TestBeats(t *testing.T) {
	p := openPage(t, "?scenario=first-steps")
	p.press("start")
	p.idle()
	p.key("PageDown")
	captions := p.Branch.Captions()
	require.NotEmpty(t, captions)
	first := p.Event
	assert.True(t, first == captions[0].Event || first == captions[1].Event)
	p.key("PageDown")
	assert.Greater(t, p.Event, first)
	p.key("PageUp")
	assert.Equal(t, first, p.Event)
	p.key("End")
	p.done = nil
	p.key("PageDown")
	assert.Equal(t, []Effect{HandOn{"PageDown"}}, p.done, "behind the last beat the key goes up")
}
