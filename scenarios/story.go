package scenarios

import (
	"sort"
	"strings"
	"time"

	"informerscope/engine/trace"
)

// Story is the player's clock over a trace. Simulated time keeps real
// proportions, which no reader could follow: story time gives each event the
// time it takes to see it. An event starts when its cause has arrived and its
// actor is free, so what is independent moves side by side; it never starts
// before the one that stands ahead of it in the trace, so that at every moment
// the stage shows a state that the engine was in. Long idle gaps shrink to a
// second.
//
// It is a pure function of the events and captions that were added.
type Story struct {
	moments []Moment
	// free is when each actor has finished.
	free map[string]time.Duration
	// bursts counts like events that follow each other closely.
	bursts map[burst]burstCount
	// settled is when everything so far has arrived.
	settled time.Duration
	// at is the simulated time of the last event.
	at time.Duration
	// wait holds the next event back until a caption has been read.
	wait time.Duration
	// scenario says which events are seen; the others take no time. Nil: all are.
	scenario *Scenario
}

// Moment is where one event stands in story time.
type Moment struct {
	Start, Takes time.Duration
	// Passed is the simulated time that was idle before the event, if the story
	// left most of it out and should say so; else 0.
	Passed time.Duration
}

// How long a reader needs, at normal speed.
const (
	crossing = 900 * time.Millisecond // something goes over the network, or somebody acts
	hop      = 600 * time.Millisecond // something moves inside the process
	glance   = 300 * time.Millisecond // a state changes

	// idle is the simulated time from which a pause is worth showing, and
	// longestIdle how long it is shown at most.
	idle        = 100 * time.Millisecond
	longestIdle = time.Second

	// perLetter is the reading time of a caption, perSign that of one written
	// in Chinese; longestRead bounds both.
	perLetter   = 55 * time.Millisecond
	perSign     = 180 * time.Millisecond
	longestRead = 8 * time.Second
)

type burst struct {
	crew string
	kind trace.Kind
}

type burstCount struct {
	n    int
	last time.Duration
}

// NewStory makes an empty story of a run of a scenario.
func NewStory(of *Scenario) *Story {
	return &Story{free: map[string]time.Duration{}, bursts: map[burst]burstCount{}, scenario: of}
}

// Add appends the next event of the trace.
func (s *Story) Add(e trace.Event) {
	m := Moment{Takes: s.takes(e)}
	if n := len(s.moments); n > 0 {
		m.Start = s.moments[n-1].Start
	}
	m.Start = max(m.Start, s.wait, s.free[e.Actor])
	if c := e.Cause; c > 0 && c <= int64(len(s.moments)) {
		cause := s.moments[c-1]
		m.Start = max(m.Start, cause.Start+cause.Takes)
	}
	if gap := e.At - s.at; gap >= idle {
		m.Start = max(m.Start, s.settled+min(gap, longestIdle))
		if gap > longestIdle {
			m.Passed = gap
		}
	}
	s.at = e.At
	s.free[e.Actor] = m.Start + m.Takes
	s.settled = max(s.settled, m.Start+m.Takes)
	s.moments = append(s.moments, m)
}

// takes is the time that e needs. Of a flood of like events the first three are
// shown at leisure and the later ones ever faster, so that one of any length takes
// some nine times as long as one of them.
func (s *Story) takes(e trace.Event) time.Duration {
	d := pace(e)
	if s.scenario != nil && !s.scenario.Shows(e) {
		d = 0
	}
	k := burst{crew(e.Actor), e.Kind}
	b := s.bursts[k]
	if b.n > 0 && e.At-b.last >= idle {
		b.n = 0
	}
	b.n, b.last = b.n+1, e.At
	s.bursts[k] = b
	return d * 3 / time.Duration(max(3, b.n)) * 10 / time.Duration(max(10, b.n))
}

// crew are those who do the same work as an actor side by side: the listeners of an
// informer, or the workers of a queue.
func crew(actor string) string {
	actor = strings.TrimRight(actor, "0123456789")
	return actor[:strings.IndexByte(actor, '/')+1] + actor[strings.LastIndexByte(actor, '/')+1:]
}

func pace(e trace.Event) time.Duration {
	switch {
	case e.From == trace.APIServer || e.To == trace.APIServer || e.Kind.IsAct():
		return crossing
	case e.From != "" && e.To != "":
		return hop
	}
	return glance
}

// Caption says that a text appears now: it is read before the story goes on.
func (s *Story) Caption(t Text) { s.wait = max(s.wait, s.settled+ReadingTime(t)) }

// ReadingTime is how long a reader needs for t in the slowest of its languages.
func ReadingTime(t Text) time.Duration {
	var longest time.Duration
	for _, text := range t {
		var d time.Duration
		for _, r := range text {
			if r >= 0x2E80 { // the CJK blocks and what lies above them
				d += perSign
			} else {
				d += perLetter
			}
		}
		longest = max(longest, d)
	}
	return min(longest, longestRead)
}

// Len is how many events the story has.
func (s *Story) Len() int { return len(s.moments) }

// Moment is where event n, counted from 1, stands.
func (s *Story) Moment(n int) Moment { return s.moments[n-1] }

// At is how many events have started at story time t: the position in the trace
// that the stage shows then.
func (s *Story) At(t time.Duration) int {
	return sort.Search(len(s.moments), func(i int) bool { return s.moments[i].Start > t })
}

// Length is when everything has arrived and every caption has been read.
func (s *Story) Length() time.Duration { return max(s.settled, s.wait) }

// Beat is a place at which a presenter's "next" stops: the position in the
// trace, and the caption that stands there (-1: none).
type Beat struct{ Event, Caption int }

// Beats are the captions in order, with the start and the end of the run where
// no caption stands there; without captions every event is a beat.
func Beats(captions []Caption, events int) []Beat {
	beats := []Beat{}
	if len(captions) == 0 {
		for n := range events + 1 {
			beats = append(beats, Beat{n, -1})
		}
		return beats
	}
	if captions[0].Event > 0 {
		beats = append(beats, Beat{0, -1})
	}
	for i, c := range captions {
		beats = append(beats, Beat{c.Event, i})
	}
	if last := len(captions) - 1; captions[last].Event < events {
		beats = append(beats, Beat{events, last})
	}
	return beats
}
