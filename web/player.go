package web

import (
	"errors"
	"math"
	"reflect"
	"sort"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// player is how the reader goes through time: which moment is wanted, and where
// the story stands while it plays.
type player struct {
	Playing bool
	// Held says that the reader stopped it on purpose, so that acting does not
	// start it.
	Held bool

	// goal is a moment that has still to be computed.
	goal Position
	// The story stood at story when the wall clock showed since.
	story, since time.Duration
	// live is when the clock of the live edge was last moved on.
	live time.Duration
	// advanced is when the story last went on to an event.
	advanced time.Duration
	// playedTo is the last event that was shown by playing, not by a jump.
	playedTo int
	// computed says that the branch is computed to its end.
	computed bool
}

const (
	// slice is how long the engine computes before the browser gets a turn.
	slice = 6 * time.Millisecond
	// breath is the pause between two slices.
	breath = 4 * time.Millisecond
	// refresh is how often a clock that only runs is shown.
	refresh = 100 * time.Millisecond
	// together is within which time what starts is shown at once: more pictures than
	// that nobody could tell apart, and in a flood there would be one for each frame.
	together = 50 * time.Millisecond

	// idle and longestIdle are the story's: from which pause on the simulated
	// clock is seen to run, and for how long at most.
	idle        = 100 * time.Millisecond
	longestIdle = time.Second
)

// tick goes on with whatever takes time. It is called when next says so.
func (m *Model) tick(now time.Duration) {
	if m.Branch == nil {
		return
	}
	if m.reading != nil {
		m.read(now)
	}
	if due, wanted := m.draft.dueIn(now); wanted && due == 0 {
		m.checkDraft(now)
	}
	m.compute()
	if m.goal.Given {
		m.arrive(now)
	}
	if m.Playing && !m.unseen && !m.goal.Given {
		m.advance(now)
	}
}

// next says how long tick can wait.
func (m *Model) next(now time.Duration) (time.Duration, bool) {
	switch {
	case m.Branch == nil:
		return 0, false
	case !m.computed || m.goal.Given || m.reading != nil || m.filming != nil || m.twin != nil && !m.twin.computed:
		return breath, true
	case !m.Playing || m.unseen:
		return 0, false
	case m.waits():
		return 0, m.answersItself()
	case now < m.shownUntil:
		return m.shownUntil - now, true
	case m.Event < m.Branch.Len():
		start := m.Branch.Story().Moment(m.Event + 1).Start
		wait := time.Duration(float64(start-m.storyAt(now)) / m.Settings.Speed)
		if m.gap() >= idle {
			wait = min(wait, refresh)
		}
		return max(wait, m.advanced+together-now, 0), true
	}
	return refresh, true
}

// compute lets the branch, and the one beside it, run on for a slice of time.
func (m *Model) compute() {
	end := m.clock() + slice
	enough := func() bool { return m.clock() >= end }
	if !m.computed {
		m.computed = m.Branch.Ensure(math.MaxInt, enough)
	}
	if t := m.twin; m.computed && t != nil && !t.computed {
		t.computed = t.branch.Ensure(math.MaxInt, enough)
	}
}

// free says that the run has no end of its own: no script, or one that was left.
func (m *Model) free() bool {
	b := m.Branch
	return len(m.Session.Scenario.Steps) == 0 || b.Parent >= 0 || len(b.Acts) > 0
}

// atEnd says that nothing is known that would come after the moment shown.
func (m *Model) atEnd() bool { return m.computed && m.Event == m.Branch.Len() }

// storyAt is where the story stands.
func (m *Model) storyAt(now time.Duration) time.Duration {
	if m.unseen {
		return m.story
	}
	return m.story + time.Duration(float64(now-m.since)*m.Settings.Speed)
}

// wind sets the story to the moment at which an event begins.
func (m *Model) wind(now time.Duration, event int) {
	m.story, m.since, m.live = 0, now, now
	if event > 0 {
		m.story = m.Branch.Story().Moment(event).Start
	}
}

// play starts the story where it stands.
func (m *Model) play(now time.Duration) {
	if m.Playing {
		return
	}
	m.Playing, m.Held = true, false
	m.since, m.live = now, now
	if m.atEnd() && !m.free() {
		m.show(0)
		m.wind(now, 0)
	}
}

// pause stops it where it stands, on purpose.
func (m *Model) pause(now time.Duration) {
	if m.Playing {
		m.story = m.storyAt(now)
	}
	m.Playing, m.Held = false, true
}

// advance shows what the story has come to.
func (m *Model) advance(now time.Duration) {
	story := m.storyAt(now)
	switch n := m.upToQuestion(m.Branch.Story().At(story)); {
	case m.waits() || now < m.shownUntil:
		m.ponder(now)
	case n > m.Event && now < m.advanced+together:
	case n > m.Event:
		m.show(n)
		m.playedTo, m.advanced = n, now
	case m.Event < m.Branch.Len():
		m.Time = max(m.Time, m.between(story))
	case !m.computed || story < m.Branch.Story().Length():
		m.live = now
	case m.free():
		m.runLive(now)
	default:
		m.Playing = false
	}
}

// runLive moves the clock on where nothing is left to happen but what periodic
// timers and the reader do: there simulated time passes like real time.
func (m *Model) runLive(now time.Duration) {
	passed := time.Duration(float64(now-m.live) * m.Settings.Speed)
	m.live = now
	m.Time += passed
	m.Branch.Extend(m.Time)
	m.computed = false
	m.compute()
	if m.Event < m.Branch.Len() {
		m.wind(now, m.Event+1)
		m.show(m.Event + 1)
		m.playedTo = m.Event
	}
}

// gap is the simulated time between the event shown and the next.
func (m *Model) gap() time.Duration {
	if m.Event >= m.Branch.Len() {
		return 0
	}
	return m.Branch.Event(m.Event+1).At - m.timeOf(m.Event)
}

// between is the simulated time at a story time before the next event: the clock
// runs while the story says that time passes.
func (m *Model) between(story time.Duration) time.Duration {
	at, gap := m.timeOf(m.Event), m.gap()
	if gap < idle {
		return at
	}
	end := m.Branch.Story().Moment(m.Event + 1).Start
	shown := min(gap, longestIdle)
	part := float64(story-(end-shown)) / float64(shown)
	return at + time.Duration(min(max(part, 0), 1)*float64(gap))
}

// timeOf is the simulated time of an event; 0 before the first.
func (m *Model) timeOf(event int) time.Duration {
	if event == 0 {
		return 0
	}
	return m.Branch.Event(event).At
}

// show makes an event, which has been computed, the last one that is shown.
func (m *Model) show(event int) {
	m.Event = event
	m.Time = m.timeOf(event)
	m.Branch.See(event)
}

// seek goes to a moment as soon as it has been computed.
func (m *Model) seek(now time.Duration, to Position) {
	to.Given = true
	m.goal = to
	m.tick(now)
}

// arrive goes to the goal if it has been computed.
func (m *Model) arrive(now time.Duration) {
	b := m.Branch
	event, there := m.goal.Event, m.goal.Event <= b.Len()
	if !m.goal.ByEvent {
		event = sort.Search(b.Len(), func(i int) bool { return b.Event(i+1).At > m.goal.Time })
		there = event < b.Len()
	}
	if !there && !m.computed {
		return
	}
	m.show(min(event, b.Len()))
	if !m.goal.ByEvent {
		m.Time = max(m.Time, min(m.goal.Time, m.endOfGap()))
	}
	if m.opened == toCome && m.Event == 0 { // as where one begins anew
		m.Time = 0
	}
	m.goal = Position{}
	m.wind(now, m.Event)
	if m.opened == toCome {
		m.opened = m.Event
	}
}

// endOfGap is the last simulated time at which the event shown is the last one.
func (m *Model) endOfGap() time.Duration {
	if m.Event < m.Branch.Len() {
		return m.Branch.Event(m.Event+1).At - 1
	}
	return m.world().Now()
}

// step goes one event on or back.
func (m *Model) step(now time.Duration, by int) {
	m.pause(now)
	m.seek(now, Position{ByEvent: true, Event: m.skipUnseen(max(m.Event+by, 0), by)})
}

// skipUnseen goes past the events that the scenario's stage does not show.
func (m *Model) skipUnseen(event, by int) int {
	for event > 0 && event < m.Branch.Len() && !m.Session.Scenario.Shows(*m.Branch.Event(event)) {
		event += by
	}
	return event
}

// beat goes to the next or the last place at which a presenter stops; false if
// there is none.
func (m *Model) beat(now time.Duration, by int) bool {
	beats := scenarios.Beats(m.Branch.Captions(), m.Branch.Len())
	i := sort.Search(len(beats), func(i int) bool { return beats[i].Event > m.Event })
	if by < 0 {
		i = sort.Search(len(beats), func(i int) bool { return beats[i].Event >= m.Event }) - 1
	}
	if i < 0 || i >= len(beats) {
		return false
	}
	m.pause(now)
	m.seek(now, Position{ByEvent: true, Event: beats[i].Event})
	return true
}

// act does something in the world at the moment shown, and shows what it does at
// once. Where the reader has not stopped the story, it goes on from there. The
// error says why it was refused.
func (m *Model) act(now time.Duration, c engine.Command) error {
	at, before := m.moment(), m.Branch
	m.Branch = m.Session.Act(m.Branch, m.Event, at, c)
	if m.Branch != before && len(m.Session.Branches) == 2 {
		m.say(false, m.t("time.forked"))
	}
	last, refused := m.carriedOut(m.Event)
	m.show(last)
	m.playedTo = m.Event
	m.Time = max(m.Time, at)
	m.computed = false
	m.wind(now, m.Event)
	m.Playing = !m.Held
	return refused
}

// moment is the simulated time shown, while the clock runs in whole milliseconds:
// nobody meant the nanoseconds, and links are shorter without.
func (m *Model) moment() time.Duration {
	if m.Time == m.timeOf(m.Event) {
		return m.Time
	}
	rounded := (m.Time + time.Millisecond - 1).Truncate(time.Millisecond)
	if m.Event < m.Branch.Len() && rounded >= m.Branch.Event(m.Event+1).At {
		return m.Time
	}
	return rounded
}

// carriedOut computes until the act that was given after an event has been
// carried out, and returns the last event of that. A refusal is told.
func (m *Model) carriedOut(after int) (last int, refused error) {
	b := m.Branch
	for done := false; !done && !b.Ended(); {
		b.Ensure(after+1, func() bool { return false })
		for ; after < b.Len(); after++ {
			e := b.Event(after + 1)
			done = done || e.Kind.IsAct()
			if e.Kind == trace.ActRefused {
				refused = errors.New(e.Data.String("error"))
				m.say(true, m.reason(refused))
			}
		}
	}
	return after, refused
}

// opening is where a scenario is first shown: quiet, before anything is done; or with
// its first words, where more is said before that.
func opening(s *scenarios.Scenario) Position {
	first, said := time.Duration(0), false
	for _, step := range s.Timeline() {
		tells := len(step.Say) > 0 || step.Ask != nil
		switch {
		case !reflect.ValueOf(step.Command).IsZero():
			return Position{Given: true, Time: max(0, step.At-1)}
		case tells && said:
			return Position{Given: true, Time: first}
		case tells:
			first, said = step.At, true
		}
	}
	return Position{Given: true, Time: openingTime}
}

// openingTime is when free play is first shown: everything has synced.
const openingTime = 5 * time.Second
