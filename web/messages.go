package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"informerscope/scenarios"
)

// Messages between the page and the one around it: JSON objects whose type begins
// with messagePrefix. What is in them is data: nothing of it is run, or becomes
// HTML.
const (
	messagePrefix  = "informerscope/"
	messageVersion = 1
	// largestMessage is more than any scenario.
	largestMessage = 2 << 20
)

// incoming is a message of the page around: a call, or a ping.
type incoming struct {
	// ID is what the sender wants back with the answer; nil if nothing.
	ID json.RawMessage
	Call
	Ping bool
}

// slideMessages are what reveal.js sends when a slide comes and goes.
var slideMessages = map[string]string{"slide:start": "play", "slide:stop": "pause"}

// readMessage reads what the page around has sent, as JSON; false if it is meant
// for somebody else.
func readMessage(text []byte) (in incoming, ours bool, err error) {
	var word string
	if json.Unmarshal(text, &word) == nil {
		method, known := slideMessages[word]
		return incoming{Call: Call{Method: method}}, known, nil
	}
	var fields map[string]json.RawMessage
	var kind string
	if json.Unmarshal(text, &fields) != nil || json.Unmarshal(fields["type"], &kind) != nil || !strings.HasPrefix(kind, messagePrefix) {
		return in, false, nil
	}
	in.ID, err = readID(fields["id"])
	if v := fields["v"]; err == nil && v != nil && string(v) != itoa(messageVersion) {
		err = fmt.Errorf("v is %s; this page speaks version %d", v, messageVersion)
	}
	if err == nil && len(text) > largestMessage {
		err = errors.New("the message is longer than 2 MiB")
	}
	for _, name := range []string{"type", "id", "v"} {
		delete(fields, name)
	}
	in.Method = strings.TrimPrefix(kind, messagePrefix)
	in.Ping = in.Method == "ping"
	switch {
	case in.Method == "command": // the call takes the step itself
		in.Args = fields["step"]
	case len(fields) > 0:
		in.Args, _ = json.Marshal(fields) // they were JSON
	}
	return in, true, err
}

// readID takes an id that is a number or a text.
func readID(id json.RawMessage) (json.RawMessage, error) {
	if len(id) == 0 || string(id) == "null" {
		return nil, nil
	}
	if id[0] == '{' || id[0] == '[' || len(id) > 200 {
		return nil, errors.New("id has to be a number or a short text")
	}
	return id, nil
}

// message makes a message of the page; fields are its own, in JSON.
func message(kind string, id json.RawMessage, fields string) string {
	text := fmt.Sprintf(`{"v":%d,"type":"%s%s"`, messageVersion, messagePrefix, kind)
	if id != nil {
		text += `,"id":` + string(id)
	}
	if fields != "" {
		text += "," + fields
	}
	return text + "}"
}

// answerTo is the message that answers one; "" if nobody waits for it.
func answerTo(id json.RawMessage, r Reply) string {
	switch {
	case r.Err != "":
		text, _ := json.Marshal(r.Err)
		return message("error", id, `"message":`+string(text))
	case id == nil:
		return ""
	}
	return message("reply", id, `"value":`+string(r.Value))
}

// told is what the page around knows of the moment shown.
type told struct {
	Playing  bool   `json:"playing"`
	T        string `json:"t"`
	Event    int    `json:"event"`
	Events   int    `json:"events"`
	Scenario string `json:"scenario"`
	// Beat is where a presenter stands, of Beats: a deck shows its next slide
	// after the last.
	Beat  int `json:"beat"`
	Beats int `json:"beats"`

	branch int
}

// state is what there is to tell.
func (m *Model) state() told {
	beats := scenarios.Beats(m.Branch.Captions(), m.Branch.Len())
	beat := 0
	for beat+1 < len(beats) && beats[beat+1].Event <= m.Event {
		beat++
	}
	scenario := m.Settings.Scenario
	if scenario == "" {
		scenario = m.original.Name
	}
	return told{
		Playing: m.Playing, T: m.Time.String(), Event: m.Event, Events: m.Branch.Len(), Scenario: scenario,
		Beat: beat, Beats: len(beats), branch: m.Branch.ID,
	}
}

// news are the messages that tell of what has changed since: the events that were
// played, the state, and the end.
func (m *Model) news(before, now told) []string {
	var all []string
	if before == now {
		return nil
	}
	for n := before.Event + 1; before.Playing && n <= min(m.playedTo, now.Event); n++ {
		all = append(all, message("event", nil, fieldsOf(m.Branch.Event(n))))
	}
	all = append(all, message("state", nil, fieldsOf(now)))
	if before.Playing && !now.Playing && !m.Held && m.atEnd() {
		all = append(all, message("ended", nil, ""))
	}
	return all
}

// fieldsOf is what stands between the braces of a struct's JSON.
func fieldsOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text[1 : len(text)-1])
}

// look says whether anybody can see the page: while nobody can, the story stands.
func (m *Model) look(now time.Duration, seen bool) {
	if seen != m.unseen {
		return
	}
	if m.Playing {
		m.story, m.since, m.live = m.storyAt(now), now, now
	}
	m.unseen = !seen
}
