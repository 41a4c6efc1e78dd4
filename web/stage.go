package web

import (
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/draw"
)

// stageOptions say how the moment shown is drawn at a width.
func (m *Model) stageOptions(width int) draw.Options {
	o := draw.Options{
		Width: width, Lang: m.Lang, Informer: m.Lane, Focus: m.place(),
		Selected: m.Selection.Place + m.Selection.Object, Rooms: m.Session.Scenario.Stage,
		Event: func(seq int64) *trace.Event {
			if seq < 1 || seq > int64(m.Branch.Len()) {
				return nil
			}
			return m.Branch.Event(int(seq))
		},
	}
	if m.Event > 0 {
		o.Changed = m.Branch.Event(m.Event)
	}
	return o
}

// place is the place to look at: what the reader wants to see, else what the
// scenario points at.
func (m *Model) place() string {
	if m.Settings.Focus != "" {
		return m.Settings.Focus
	}
	place := ""
	for _, c := range m.Branch.Captions() {
		if c.Event > m.Event {
			break
		}
		if c.Focus != "" {
			place = c.Focus
		}
	}
	return place
}

// nearby is how many events a step may go on and still be one movement.
const nearby = 4

// travelTime is how long the tokens travel that some events have moved, at
// normal speed.
func (m *Model) travelTime(after, upTo int) time.Duration {
	const least, most = 250 * time.Millisecond, 1200 * time.Millisecond
	longest := least
	for n := max(after+1, 1, upTo-nearby); n <= min(upTo, m.Branch.Story().Len()); n++ {
		longest = max(longest, m.Branch.Story().Moment(n).Takes)
	}
	return min(longest, most)
}

// shownWorld is the world at the moment shown, with its clock where the reader's
// is: what waits counts down while nothing happens.
func (m *Model) shownWorld() *engine.World {
	w := m.world()
	if m.Time <= w.Now() {
		return w
	}
	w = w.Clone()
	w.AdvanceTo(m.Time)
	return w
}

// timelineOptions say how the trace of the branch is drawn.
func (m *Model) timelineOptions(width int) draw.TimelineOptions {
	o := draw.TimelineOptions{Width: width, Lang: m.Lang, Event: m.Event, Place: m.placeInStory}
	for _, c := range m.Branch.Captions() {
		o.Captions = append(o.Captions, c.Event)
	}
	for _, b := range m.Session.Branches {
		if b.Parent == m.Branch.ID {
			o.Forks = append(o.Forks, draw.Fork{Event: b.Fork, Branch: b.ID, Label: m.t("time.branch", "n", b.ID+1)})
		}
	}
	if b := m.Branch; b.Parent >= 0 {
		o.Forks = append(o.Forks, draw.Fork{Event: b.Fork, Branch: b.Parent, Label: m.t("time.branch", "n", b.Parent+1)})
	}
	return o
}

// placeInStory is where an event stands on the timeline, from 0 to 1.
func (m *Model) placeInStory(event int) float64 {
	story := m.Branch.Story()
	return float64(story.Moment(event).Start) / float64(max(story.Length(), 1))
}

// eventAt is the event at a point of the timeline, in CSS pixels from its left.
func (m *Model) eventAt(x float64, width int) int {
	left, right := draw.Track(width)
	story := m.Branch.Story()
	return story.At(time.Duration(min(max((x-left)/(right-left), 0), 1) * float64(story.Length())))
}

// trace is every event of the branch that has been computed.
func (m *Model) trace() []trace.Event {
	events := make([]trace.Event, m.Branch.Len())
	for i := range events {
		events[i] = *m.Branch.Event(i + 1)
	}
	return events
}
