package web

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browser keeps what a page wants kept, as IndexedDB does.
type browser struct{ kept map[string]string }

// visit opens a page on which sessions are kept.
func (b *browser) visit(t *testing.T, name, query string) *page {
	t.Helper()
	p := &page{t: t}
	m, effects := New(Surroundings{Base: "https://example.com/", Query: query, Lang: "en", Visit: name, Clock: func() time.Duration { return p.now }})
	p.Model = m
	p.carryOut(effects)
	p.idle()
	var earlier Kept
	keys := slices.Sorted(maps.Keys(b.kept))
	slices.Reverse(keys)
	for _, key := range keys {
		k := KeptSession{Key: key, When: "today"}
		require.NoError(t, json.Unmarshal([]byte(b.kept[key]), &k))
		earlier.Sessions = append(earlier.Sessions, k)
	}
	p.send(earlier)
	return p
}

const freePlay = "?scenario=free-play"

// leave takes what the page wanted kept.
func (b *browser) leave(p *page) {
	if b.kept == nil {
		b.kept = map[string]string{}
	}
	for _, e := range p.done {
		if k, ok := e.(Keep); ok {
			b.kept[k.Key] = k.Value
			if k.Value == "" {
				delete(b.kept, k.Key)
			}
		}
	}
}

func TestASessionIsOfferedAgain(t *testing.T) {
	var b browser
	p := b.visit(t, "1", freePlay)
	p.press("create")
	p.press("drop-watch")
	p.later()
	p.press("seek", "40")
	p.press("delete")
	p.later()
	p.press("pause")
	p.wait(time.Second)
	want, branches, event := p.report(), len(p.Session.Branches), p.Event
	require.Greater(t, branches, 1)
	b.leave(p)
	require.Len(t, b.kept, 1)

	p = b.visit(t, "2", freePlay)
	assert.Contains(t, p.html(), "Go on with your last session? Free play, today")
	p.press("restore", p.earlier[0].Key)
	p.idle()
	assert.Equal(t, want, p.report())
	assert.Len(t, p.Session.Branches, branches)
	assert.Equal(t, event, p.Event)
	assert.NotContains(t, p.html(), "Go on with your last session?")
	p.wait(time.Second)
	b.leave(p)
	assert.Len(t, b.kept, 1, "it is kept once, under the new visit")
	assert.Contains(t, b.kept, "2/1002")
}

func TestASessionThatIsRefusedGoes(t *testing.T) {
	b := browser{kept: map[string]string{"1/1001": `{"title": {"en": "Mine"}, "query": "?scenario=free-play&event=3"}`}}
	p := b.visit(t, "2", freePlay)
	assert.Contains(t, p.html(), "Mine")
	p.press("forget", "1/1001")
	assert.NotContains(t, p.html(), "Mine")
	b.leave(p)
	assert.Empty(t, b.kept)
}

// Whoever comes back by the address, which has the session, is not asked.
func TestWhatIsShownAnywayIsNotOffered(t *testing.T) {
	b := browser{kept: map[string]string{"1/1001": `{"title": {"en": "Mine"}, "query": "?scenario=free-play&event=7"}`}}
	assert.NotContains(t, b.visit(t, "2", freePlay+"&event=7").html(), "Mine")
	assert.Contains(t, b.visit(t, "2", freePlay+"&event=8").html(), "Mine")
}

// The offer stands until the reader has gone on with something else.
func TestAnOfferEndsWithTheNextSession(t *testing.T) {
	for _, do := range []string{"create", "step", "play"} {
		b := browser{kept: map[string]string{"1/1001": `{"title": {"en": "Mine"}, "query": "?scenario=free-play&event=3"}`}}
		p := b.visit(t, "2", "?scenario=first-steps")
		p.press("help")
		assert.Contains(t, p.html(), "Go on with your last session? Mine", "the reader has only looked around")
		p.press(do)
		p.wait(5 * time.Second)
		assert.NotContains(t, p.html(), "Go on with your last session?", do)
		p.press("scenario")
		assert.Contains(t, p.html(), "Mine", "the list of scenarios has it")
	}
	b := browser{kept: map[string]string{"1/1001": `{"title": {"en": "Mine"}, "query": "?scenario=free-play&event=7"}`}}
	p := b.visit(t, "2", freePlay+"&event=7")
	p.press("create")
	assert.NotContains(t, p.html(), "Mine", "it was shown anyway, and gone on with")
}

func TestNothingDoneIsNothingKept(t *testing.T) {
	var b browser
	p := b.visit(t, "1", freePlay)
	p.wait(time.Minute)
	b.leave(p)
	assert.Empty(t, b.kept)
}

// A script of the reader's own, and a text that was never played, come back.
func TestWhatWasWrittenIsKept(t *testing.T) {
	var b browser
	p := b.visit(t, "1", freePlay)
	p.press("editor")
	p.write(twoPods)
	p.press("editor-run")
	p.later()
	p.press("editor")
	p.write("half a |")
	p.wait(time.Second)
	b.leave(p)

	p = b.visit(t, "2", freePlay)
	p.press("restore", p.earlier[0].Key)
	p.idle()
	assert.Equal(t, "two-pods", p.original.Name)
	p.press("editor")
	assert.Equal(t, "half a ", p.draft.opened)
}

// The data of Secrets is kept nowhere.
func TestNoSecretIsKept(t *testing.T) {
	var b browser
	p := b.visit(t, "1", freePlay)
	p.paste("apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {password: hunter2}")
	p.later()
	p.press("editor")
	p.write("steps:\n- create: {kind: Secret, stringData: {password: hunter2}}")
	p.wait(time.Second)
	b.leave(p)
	require.Len(t, b.kept, 1)
	assert.NotContains(t, b.kept["1/1001"], "hunter2")
}

func TestABrowserThatKeepsNothingIsToldOnce(t *testing.T) {
	p := openPage(t, "")
	p.send(Kept{Err: assert.AnError})
	p.send(Kept{Err: assert.AnError})
	assert.Equal(t, []Notice{{Bad: true, Text: p.Model.t("error.storage")}}, p.Notices)
	p.press("create")
	assert.Equal(t, "pods/default/web-2", p.touched, "the page works all the same")
}

// While it plays the session is kept now and then, and not with every event.
func TestKeepingIsNotHectic(t *testing.T) {
	var b browser
	p := b.visit(t, "1", "?scenario=missed-delete")
	p.press("play")
	p.done = nil
	p.wait(10 * time.Second)
	kept := 0
	for _, e := range p.done {
		if k, ok := e.(Keep); ok {
			kept++
			assert.True(t, strings.HasPrefix(k.Key, "1/1001"))
		}
	}
	assert.Positive(t, kept)
	assert.LessOrEqual(t, kept, 6)
}

// What is done while it plays is kept as soon as what is done while it stands.
func TestWhatIsDoneWhileItPlaysIsKeptSoon(t *testing.T) {
	var b browser
	p := b.visit(t, "1", "?scenario=free-play")
	p.press("create")
	p.wait(keepEveryPlaying / 2)
	require.True(t, p.Playing)
	p.done = nil
	p.press("create")
	p.wait(2 * keepEvery)
	require.True(t, p.Playing)
	assert.True(t, slices.ContainsFunc(p.done, func(e Effect) bool {
		k, ok := e.(Keep)
		return ok && len(p.Branch.Acts) == 2 && strings.Contains(k.Value, `"text":"`)
	}), "%v", p.done)
}

func TestSettingsAreRemembered(t *testing.T) {
	p := openPage(t, "")
	p.press("theme", "dark")
	p.press("lang", "zh")
	p.press("speed", "2")
	before := p.Settings.Remembered()
	m, _ := New(Surroundings{Query: "?theme=contrast", Remembered: before, Clock: p.clock})
	assert.Equal(t, "zh", m.Lang)
	assert.InDelta(t, 2, m.Settings.Speed, 0)
	assert.Equal(t, ThemeContrast, m.Settings.Theme, "the address counts more")
}
