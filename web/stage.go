package web

import (
	"reflect"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/explain"
	"informerscope/web/picture"
)

// stageOptions say how the moment shown is drawn at a width.
func (m *Model) stageOptions(width int) draw.Options {
	return m.optionsOf(m.Branch, m.Event, width)
}

// optionsOf say how a run is drawn behind an event.
func (m *Model) optionsOf(b *scenarios.Branch, event, width int) draw.Options {
	o := draw.Options{
		Width: width, Lang: m.Lang, Informer: m.Lane, Focus: m.place(),
		Selected: m.Selection.Place + m.Selection.Object, Rooms: m.Session.Scenario.Stage, Pair: m.twin != nil,
		Event: b.Find, Target: m.targetName(),
	}
	if event > 0 {
		o.Changed = b.Event(event)
	}
	if m.twin != nil { // what the runs differ in is open, unless the reader wants another room
		o.Focus, o.Rooms = m.Settings.Focus, nil
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

// shownWorld is the world at the moment shown.
func (m *Model) shownWorld() *engine.World { return worldAt(m.Branch, m.Event, m.Time) }

// timeline is the timeline that was drawn last, and what of.
type timeline struct {
	*draw.Timeline
	run     *scenarios.Branch
	events  int
	longest time.Duration
	options draw.TimelineOptions
}

// timelineAt draws the timeline of the branch at the moment shown. While the story
// plays only the playhead moves, and a long trace is not drawn again for that.
func (m *Model) timelineAt(width int) draw.Node {
	run, longest, options := m.Branch, m.longest(), m.timelineOptions(width)
	last := m.timeline
	if run != last.run || run.Len() != last.events || longest != last.longest || !reflect.DeepEqual(options, last.options) {
		m.timeline = timeline{run: run, events: run.Len(), longest: longest, options: options}
		options.Place = func(event int) float64 { return placeInStory(run, event, longest) }
		m.timeline.Timeline = draw.NewTimeline(run, options)
	}
	return m.timeline.At(m.Event)
}

// timelineOptions say how the trace of the branch is drawn, wherever its events stand.
func (m *Model) timelineOptions(width int) draw.TimelineOptions {
	o := draw.TimelineOptions{Width: width, Lang: m.Lang}
	for _, c := range m.Branch.Captions() {
		o.Captions = append(o.Captions, c.Event)
	}
	if m.twin != nil {
		o.Difference = m.twin.difference
	}
	if len(m.Session.Branches) > 1 {
		o.Branch = m.Branch.ID
		for _, b := range m.Session.Branches {
			o.Branches = append(o.Branches, m.branchLine(b))
		}
	}
	return o
}

// branchLine is a run of the session on the timeline.
func (m *Model) branchLine(b *scenarios.Branch) draw.BranchLine {
	line := draw.BranchLine{ID: b.ID, Parent: b.Parent, Label: m.branchName(b), End: float64(b.Story().Length()) / float64(m.longest())}
	if b.Parent >= 0 && b.Fork > 0 {
		line.Fork = placeInStory(b, b.Fork, m.longest())
	}
	return line
}

// branchName says which run it is: the scenario as it is written, or what the reader
// did first.
func (m *Model) branchName(b *scenarios.Branch) string {
	name := m.t("time.branch", "n", b.ID+1)
	if len(b.Acts) == 0 {
		return name + " · " + m.t("time.as-written")
	}
	for n := b.Acts[0].After + 1; n <= b.Len(); n++ {
		if e := b.Event(n); e.Kind.IsAct() {
			return name + " · " + explain.Sentence(*e, picture.Events{Branch: b}, m.Lang)
		}
	}
	return name
}

// longest is the story time of the longest run: all runs stand on one scale.
func (m *Model) longest() time.Duration {
	longest := time.Duration(1)
	for _, b := range m.Session.Branches {
		longest = max(longest, b.Story().Length())
	}
	return longest
}

// placeInStory is where an event stands on a timeline of some length, from 0 to 1.
func placeInStory(run *scenarios.Branch, event int, longest time.Duration) float64 {
	return float64(run.Story().Moment(event).Start) / float64(longest)
}

// eventAt is the event at a point of the timeline, in CSS pixels from its left.
func (m *Model) eventAt(x float64, width int) int {
	left, right := draw.Track(width)
	return m.Branch.Story().At(time.Duration(min(max((x-left)/(right-left), 0), 1) * float64(m.longest())))
}

// trace is every event of the branch that has been computed.
func (m *Model) trace() []trace.Event {
	events := make([]trace.Event, m.Branch.Len())
	for i := range events {
		events[i] = *m.Branch.Event(i + 1)
	}
	return events
}
