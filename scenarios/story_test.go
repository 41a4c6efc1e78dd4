package scenarios

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"informerscope/engine/trace"
)

const ms = time.Millisecond

func told(events ...trace.Event) *Story {
	s := NewStory(nil)
	for i, e := range events {
		e.Seq = int64(i + 1)
		s.Add(e)
	}
	return s
}

func TestStoryGivesEachEventItsTime(t *testing.T) {
	act := trace.Event{Actor: "user", Kind: trace.ActCreate, To: trace.APIServer}
	sent := trace.Event{Actor: "server", Kind: trace.WatchEvent, From: trace.APIServer, To: "reflector:pods", Cause: 1}
	added := trace.Event{Actor: "pods/reflector", Kind: trace.QueueAdd, From: "reflector:pods", To: "queue:pods", Cause: 2}
	listen := func(actor string, cause int64) trace.Event {
		return trace.Event{Actor: actor, Kind: trace.ListenerNext, From: "listener:" + actor, To: "handler:" + actor, Cause: cause}
	}
	at := func(e trace.Event, at time.Duration) trace.Event {
		e.At = at
		return e
	}
	for _, c := range []struct {
		name   string
		events []trace.Event
		want   []Moment
	}{
		{"an event starts when its cause has arrived", []trace.Event{act, sent, added},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing, Takes: crossing}, {Start: 2 * crossing, Takes: hop}}},
		{"what is independent moves side by side", []trace.Event{act, listen("a", 1), listen("b", 1)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing, Takes: hop}, {Start: crossing, Takes: hop}}},
		{"an actor does one thing at a time", []trace.Event{act, listen("a", 1), listen("a", 1)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing, Takes: hop}, {Start: crossing + hop, Takes: hop}}},
		{"none starts before the one that stands ahead of it", []trace.Event{act, listen("a", 1), listen("b", 0)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing, Takes: hop}, {Start: crossing, Takes: hop}}},
		{"the network's milliseconds are no pause", []trace.Event{act, at(sent, 20*ms)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing, Takes: crossing}}},
		{"a pause is shown once everything has arrived", []trace.Event{act, at(listen("b", 0), 800*ms)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing + 800*ms, Takes: hop}}},
		{"a long one shrinks to a second and says so", []trace.Event{act, at(listen("b", 0), 27*time.Second)},
			[]Moment{{Start: 0, Takes: crossing}, {Start: crossing + time.Second, Takes: hop, Passed: 27 * time.Second}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, told(c.events...).moments)
		})
	}
}

func TestStoryHurriesThroughFloods(t *testing.T) {
	flood := make([]trace.Event, 1000)
	for i := range flood {
		flood[i] = trace.Event{Actor: "pods/reflector", Kind: trace.WatchListAdd}
	}
	s := told(flood...)
	assert.Equal(t, glance, s.Moment(3).Takes, "the first three at leisure")
	assert.Less(t, s.Moment(4).Takes, glance)
	assert.Less(t, s.Length(), 10*glance)
	assert.Greater(t, s.Length(), 8*glance)

	later := flood[0]
	later.At = time.Second
	s.Add(later)
	assert.Equal(t, glance, s.Moment(1001).Takes, "after a pause it is no flood any more")
}

func TestStoryHurriesThroughWhatManyDoSideBySide(t *testing.T) {
	for _, c := range []struct {
		first, then string
		like        bool
	}{
		{"pods/a/pop", "pods/b/pop", true},
		{"pods/a/pop", "nodes/a/pop", false},
		{"pods/a/pop", "pods/a/run", false},
		{"main/worker-1", "main/worker-12", true},
		{"main/worker-1", "other/worker-1", false},
		{"server", "server", true},
		{"server", "user", false},
	} {
		first := trace.Event{Actor: c.first, Kind: trace.HandlerCall}
		s := told(first, first, first, trace.Event{Actor: c.then, Kind: trace.HandlerCall})
		assert.Equal(t, c.like, s.Moment(4).Takes < glance, "%s, then %s", c.first, c.then)
	}
}

func TestStoryWaitsForAReader(t *testing.T) {
	s := NewStory(nil)
	s.Caption(Text{"en": "The watch is gone.", "zh": "监听断了。"})
	s.Add(trace.Event{Seq: 1, Actor: "user", Kind: trace.ActDropWatch})
	assert.Equal(t, 18*perLetter, s.Moment(1).Start)
	s.Caption(Plain(string(make([]byte, 10_000))))
	assert.Equal(t, 18*perLetter+crossing+longestRead, s.Length())
}

func TestReadingTimeIsThatOfTheSlowestLanguage(t *testing.T) {
	assert.Equal(t, time.Duration(0), ReadingTime(nil))
	assert.Equal(t, 5*perSign, ReadingTime(Text{"en": "Gone.", "zh": "监听断了。"}))
	assert.Equal(t, 30*perLetter, ReadingTime(Text{"en": "The watch is gone. It is gone.", "zh": "监"}))
}

func TestStoryFindsThePosition(t *testing.T) {
	s := told(
		trace.Event{Actor: "a", Kind: trace.QueueAdd},
		trace.Event{Actor: "b", Kind: trace.QueueAdd},
		trace.Event{Actor: "b", Kind: trace.QueuePop},
	)
	assert.Equal(t, 0, s.At(-1))
	assert.Equal(t, 2, s.At(0), "two events start together")
	assert.Equal(t, 2, s.At(glance-1))
	assert.Equal(t, 3, s.At(glance))
	assert.Equal(t, 3, s.At(time.Hour))
	assert.Equal(t, 3, s.Len())
}

func TestBeats(t *testing.T) {
	for _, c := range []struct {
		name     string
		captions []int
		events   int
		want     []Beat
	}{
		{"without captions every event is one", nil, 2, []Beat{{0, -1}, {1, -1}, {2, -1}}},
		{"captions, with the start and the end", []int{2, 5}, 9, []Beat{{0, -1}, {2, 0}, {5, 1}, {9, 1}}},
		{"a caption may stand at the start or the end", []int{0, 9}, 9, []Beat{{0, 0}, {9, 1}}},
		{"two captions at one event are two beats", []int{0, 3, 3}, 3, []Beat{{0, 0}, {3, 1}, {3, 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var captions []Caption
			for _, n := range c.captions {
				captions = append(captions, Caption{Event: n})
			}
			assert.Equal(t, c.want, Beats(captions, c.events))
		})
	}
}
