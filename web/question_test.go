package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// untilAsked plays until playback waits for an answer.
func untilAsked(t *testing.T, query string) *page {
	t.Helper()
	p := openPage(t, query)
	p.press("play")
	for range 600 {
		if p.waits() {
			return p
		}
		p.wait(time.Second)
	}
	t.Fatal("no question came")
	return nil
}

// Playback waits for an answer however it is given (notes.md, Page and player).
func TestPlaybackWaitsForAnAnswer(t *testing.T) {
	ways := map[string]func(p *page){
		"a click": func(p *page) { p.press("answer", "1") },
		"a key":   func(p *page) { p.key("2") },
		"a call":  func(p *page) { assert.Empty(p.t, p.call("answer", map[string]int{"choice": 1}).Err) },
	}
	for name, answer := range ways {
		t.Run(name, func(t *testing.T) {
			p := untilAsked(t, "?scenario=missed-delete")
			event := p.Event
			p.wait(time.Minute)
			assert.Equal(t, event, p.Event)

			answer(p)
			assert.False(t, p.waits())
			_, choice := p.asked()
			assert.Equal(t, 1, choice)
			p.wait(time.Minute)
			assert.Equal(t, p.Branch.Len(), p.Event)
		})
	}
}

// What a text says is of the machinery that it was written for: where the reader has
// chosen another, it says so.
func TestATextSaysWhatItWasWrittenFor(t *testing.T) {
	p := openPage(t, "?scenario=the-delta-queue&t=2.6s")
	assert.NotContains(t, p.html(), "Written for")
	p.press("queue", "DeltaFIFO")
	p.idle()
	assert.Contains(t, p.html(), "(Written for RealFIFO, client-go 1.37.)")
	p.press("queue", "RealFIFO")
	p.idle()
	assert.NotContains(t, p.html(), "Written for")
	p = openPage(t, "?scenario=the-delta-queue&t=2.6s&client=1.13")
	assert.Contains(t, p.html(), "(Written for RealFIFO, client-go 1.37.)")
}

func TestAVerdictIsASentence(t *testing.T) {
	for choice, want := range []string{"Not quite. The answer is “OnDelete with the last state in the cache”. Only the cache", "", "That is right. Only the cache"} {
		if want != "" {
			p := untilAsked(t, "?scenario=missed-delete")
			p.press("answer", itoa(choice))
			assert.Contains(t, p.html(), want)
		}
	}
}

func TestSteppingDoesNotWait(t *testing.T) {
	p := untilAsked(t, "?scenario=missed-delete")
	event := p.Event
	p.press("step")
	assert.Equal(t, event+1, p.Event)
}

func TestTheFirstAnswerCounts(t *testing.T) {
	p := untilAsked(t, "?scenario=missed-delete")
	p.press("answer", "9")
	assert.True(t, p.waits(), "there is no such choice")
	q, _ := p.asked()
	wrong := (q.Answer + 1) % len(q.Choices)
	p.answer(p.now, wrong)
	p.answer(p.now, q.Answer)
	_, choice := p.asked()
	assert.Equal(t, wrong, choice)
	assert.Contains(t, p.verdict(q, wrong), q.Choices[q.Answer].In("en"))
	assert.Contains(t, p.verdict(q, q.Answer), "That is right. "+q.Because.In("en"))
	assert.Equal(t, "no question waits for an answer", p.call("answer", 0).Err)
}

// With autoplay in view=bare it shows the answer for three seconds and goes on.
func TestAPageWithoutControlsAnswersByItself(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete&view=bare&autoplay=1")
	p.wait(3 * time.Minute)
	assert.Equal(t, p.Branch.Len(), p.Event)
	require.Len(t, p.answers, 1)
}

// What a scenario says first is what the reader finds: nothing may stand before
// it, not even the words of its first act.
func TestAScenarioOpensWithItsFirstWords(t *testing.T) {
	for _, name := range builtin.Names() {
		p := openPage(t, "?scenario="+name)
		if captions := p.Branch.Captions(); len(captions) > 0 {
			assert.Equal(t, 0, p.caption(), "%s opens with %v", name, captions[max(p.caption(), 0)].Say)
		}
	}
}

// Played at normal speed every caption stays as long as it takes to read it.
func TestCaptionsStayUntilTheyAreRead(t *testing.T) {
	const tick = 100 * time.Millisecond
	for _, name := range builtin.Names() {
		p := openPage(t, "?scenario="+name)
		p.press("start")
		p.press("play")
		stood := map[int]time.Duration{}
		for n := 0; p.Playing && !p.free() && n < 6000; n++ {
			if q, choice := p.asked(); q != nil && choice < 0 {
				p.press("answer", itoa(q.Answer))
			}
			p.wait(tick)
			stood[p.caption()] += tick
		}
		for i, c := range p.Branch.Captions() {
			if len(c.Say) > 0 && !p.free() {
				assert.GreaterOrEqual(t, stood[i]+2*tick, scenarios.ReadingTime(c.Say), "%s: %v", name, c.Say)
			}
		}
	}
}
