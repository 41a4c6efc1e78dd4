package web

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMessagesOfThePageAround(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		method, args string
		id           string
	}{
		{"a call", `{"v": 1, "type": "informerscope/play"}`, "play", "", ""},
		{"without a version", `{"type": "informerscope/pause"}`, "pause", "", ""},
		{"with fields", `{"type": "informerscope/seek", "event": 7, "id": "a"}`, "seek", `{"event":7}`, `"a"`},
		{"a step", `{"type": "informerscope/command", "step": {"bump": 1}, "id": 3}`, "command", `{"bump": 1}`, "3"},
		{"a ping", `{"type": "informerscope/ping"}`, "ping", "", ""},
		{"a slide that comes", `"slide:start"`, "play", "", ""},
		{"a slide that goes", `"slide:stop"`, "pause", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, ours, err := readMessage([]byte(c.text))
			require.NoError(t, err)
			assert.True(t, ours)
			assert.Equal(t, c.method, in.Method)
			assert.Equal(t, c.args, string(in.Args))
			assert.Equal(t, c.id, string(in.ID))
			assert.Equal(t, c.method == "ping", in.Ping)
		})
	}
}

func TestMessagesForOthersAreLeftAlone(t *testing.T) {
	for _, text := range []string{``, `null`, `1`, `"hello"`, `"slide:other"`, `[]`, `{}`, `{"type": 1}`, `{"type": "webpack/ok"}`, `{"type": "informerscope"}`, `{"v": 1, "method": "play"}`} {
		_, ours, err := readMessage([]byte(text))
		assert.False(t, ours, text)
		assert.NoError(t, err, text)
	}
}

func TestMessagesOfTheWrongShapeAreAnsweredWithAnError(t *testing.T) {
	for text, want := range map[string]string{
		`{"v": 2, "type": "informerscope/play"}`:                                                    "speaks version 1",
		`{"v": "1", "type": "informerscope/play"}`:                                                  "speaks version 1",
		`{"type": "informerscope/play", "id": {"a": 1}}`:                                            "id has to be",
		`{"type": "informerscope/play", "id": "` + strings.Repeat("i", 300) + `"}`:                  "id has to be",
		`{"type": "informerscope/load", "scenario": "` + strings.Repeat("s", largestMessage) + `"}`: "longer than 2 MiB",
	} {
		in, ours, err := readMessage([]byte(text))
		assert.True(t, ours)
		require.Error(t, err)
		assert.Contains(t, err.Error(), want)
		answer := answerTo(in.ID, Reply{Err: err.Error()})
		assert.True(t, json.Valid([]byte(answer)), answer)
		assert.Contains(t, answer, `"type":"informerscope/error"`)
	}
}

func TestAnswersCarryTheID(t *testing.T) {
	assert.Equal(t, `{"v":1,"type":"informerscope/reply","id":3,"value":null}`, answerTo([]byte("3"), Reply{Value: []byte("null")}))
	assert.Equal(t, `{"v":1,"type":"informerscope/error","id":"a","message":"no"}`, answerTo([]byte(`"a"`), Reply{Err: "no"}))
	assert.Empty(t, answerTo(nil, Reply{Value: []byte("null")}), "nobody asked")
}

// kinds are the types of messages, in order, like ones told once.
func kinds(t *testing.T, messages []string) []string {
	var out []string
	for _, text := range messages {
		var m struct{ Type string }
		require.NoError(t, json.Unmarshal([]byte(text), &m), text)
		if kind := strings.TrimPrefix(m.Type, messagePrefix); len(out) == 0 || out[len(out)-1] != kind {
			out = append(out, kind)
		}
	}
	return out
}

func TestNews(t *testing.T) {
	p := openPage(t, "?scenario=first-steps&event=0")
	before := p.state()
	assert.Equal(t, "first-steps", before.Scenario)
	assert.Equal(t, 0, before.Beat)
	assert.Empty(t, p.news(before, before))

	p.press("end")
	p.idle()
	assert.Equal(t, []string{"state"}, kinds(t, p.news(before, p.state())), "a jump plays nothing")
	assert.Equal(t, p.state().Beats-1, p.state().Beat)

	p.press("play")
	before = p.state()
	var heard []string
	for range 10_000 {
		p.wait(time.Second)
		now := p.state()
		heard, before = append(heard, p.news(before, now)...), now
		if p.waits() {
			p.press("answer", "0")
		}
		if !p.Playing {
			break
		}
	}
	all := kinds(t, heard)
	assert.Equal(t, "ended", all[len(all)-1])
	events := 0
	for _, text := range heard {
		var e struct {
			Type string
			Seq  int
		}
		require.NoError(t, json.Unmarshal([]byte(text), &e))
		if e.Type == messagePrefix+"event" {
			events++
			assert.Equal(t, events, e.Seq, "each once and in order")
		}
	}
	assert.Equal(t, p.Branch.Len(), events)
}

// A page that nobody sees stands still, and goes on where it was.
func TestNothingPlaysWhileThePageIsUnseen(t *testing.T) {
	p := openPage(t, "?scenario=first-steps&event=0")
	p.press("play")
	p.wait(2 * time.Second)
	p.send(Looked{Seen: false})
	story, event := p.storyAt(p.now), p.Event
	p.wait(time.Minute)
	assert.Equal(t, event, p.Event)
	assert.True(t, p.Playing)
	p.send(Looked{Seen: true})
	assert.Equal(t, story, p.storyAt(p.now))
	p.wait(5 * time.Second)
	assert.Greater(t, p.Event, event)

	p.press("pause")
	p.send(Looked{Seen: false})
	p.press("play")
	p.wait(time.Minute)
	event = p.Event
	p.send(Looked{Seen: true})
	p.wait(time.Millisecond)
	assert.Equal(t, event, p.Event, "the time unseen does not count")
}
