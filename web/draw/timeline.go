package draw

import (
	"strings"

	"informerscope/engine/trace"
)

// Run is a trace whose events are counted from 1.
type Run interface {
	Len() int
	Event(n int) *trace.Event
}

// TimelineOptions say how the timeline is to be drawn.
type TimelineOptions struct {
	Width int
	Lang  string
	// Place says where event n, counted from 1, stands between 0 and 1; nil
	// spreads the events evenly.
	Place func(n int) float64
	// Captions are the positions in the trace at which the reader is told
	// something.
	Captions []int
	// Difference is the first event in which the run differs from the one beside it,
	// if there is one.
	Difference int
	// Branches are all runs of the session, if there are several; Branch is the
	// one that is shown.
	Branches []BranchLine
	Branch   int
}

// Track is the part of a timeline of some width on which events stand, in CSS
// pixels: whoever seeks by pointer needs it.
func Track(width int) (left, right float64) {
	left = 84
	if width < twoFrom {
		left = 56
	}
	return left, float64(width) - 10
}

// groups are the lanes, and in which one each actor's events stand.
var groups = []string{"api", "reflector", "queue", "handlers", "workers"}

func groupOf(actor string) int {
	role := actor[strings.LastIndexByte(actor, '/')+1:]
	switch {
	case actor == "server" || actor == "user" || actor == "scheduler":
		return 0
	case role == "processLoop":
		return 2
	case role == "pop" || role == "run":
		return 3
	case role == "waitingLoop" || role == "manager" || role == "leaderElector" || strings.HasPrefix(role, "worker-"):
		return 4
	}
	return 1
}

const (
	headRoom   = 14
	lanePitch  = 14
	laneHeight = 11
	markHeight = 9
)

// Timeline is a trace, drawn: a lane for each group of actors, in it a mark for each
// event in the colour of its change; above them acts, captions and forks; and faults
// across. However long the trace is, it takes few nodes.
type Timeline struct {
	pen
	o                          TimelineOptions
	run                        Run
	left, right, height, pitch float64
	// foot is where the lanes end.
	foot float64
}

// NewTimeline draws a trace, all but where the reader stands in it.
func NewTimeline(run Run, o TimelineOptions) *Timeline {
	left, right := Track(o.Width)
	t := &Timeline{o: o, left: left, right: right, run: run, pitch: lanePitch}
	if o.Width < twoFrom {
		t.pitch = 11
	}
	t.foot = headRoom + float64(len(groups))*t.pitch + 4
	t.height = t.foot + t.heightOfTree()
	t.lanes()
	t.marks()
	t.acts()
	t.tree()
	return t
}

// At is the picture with the playhead behind an event: what is to come lies under a
// veil. It costs little: while the story plays, nothing else of the picture changes.
func (t *Timeline) At(event int) Node {
	root := element("svg", "data-picture", "timeline", "viewBox", "0 0 "+itoa(t.o.Width)+" "+number(t.height), "width", itoa(t.o.Width), "height", number(t.height),
		"role", "slider", "tabindex", "0", "data-action", "seek", "aria-label", text(t.o.Lang, "panel.timeline"),
		"aria-valuemin", "0", "aria-valuemax", itoa(t.run.Len()), "aria-valuenow", itoa(event), "data-left", number(t.left), "data-right", number(t.right))
	root.Children = append(t.nodes[:len(t.nodes):len(t.nodes)], t.head(event)...)
	return root
}

// x is where position n of the trace stands.
func (t *Timeline) x(n int) float64 {
	place := 0.0
	switch {
	case n <= 0 || t.run.Len() == 0:
	case t.o.Place != nil:
		place = t.o.Place(n)
	default:
		place = float64(n) / float64(t.run.Len())
	}
	return t.left + min(max(place, 0), 1)*(t.right-t.left)
}

func (t *Timeline) y(lane int) float64 { return headRoom + float64(lane)*t.pitch }

func (t *Timeline) lanes() {
	for i, name := range groups {
		t.box("lane", rect{t.left, t.y(i), t.right - t.left, t.pitch - lanePitch + laneHeight}, 2)
		face, base := faceLabel, 9.5
		if t.pitch < lanePitch {
			face, base = faceTiny, 7.5
		}
		t.fitEnd(face, t.left-6, t.y(i)+base, t.left-8, text(t.o.Lang, "lane."+name))
	}
}

// marks draws the events of each lane and colour as one path.
func (t *Timeline) marks() {
	type track struct {
		lane int
		tone Tone
	}
	paths := map[track]*strings.Builder{}
	last := map[track]float64{}
	height := t.pitch - lanePitch + markHeight
	for n := range t.run.Len() {
		e := t.run.Event(n + 1)
		k := track{groupOf(e.Actor), toneOf(deltaType(e.Delta))}
		x := float64(int(t.x(n+1)*2)) / 2
		if b, seen := last[k]; seen && x < b+2 {
			continue // it would lie on the one before
		}
		last[k] = x
		if paths[k] == nil {
			paths[k] = &strings.Builder{}
		}
		paths[k].WriteString("M" + number(x-1.5) + " " + number(t.y(k.lane)+1) + "h3v" + number(height) + "h-3z")
	}
	for lane := range groups {
		for _, tone := range []Tone{toneIdle, toneMarked, toneSynced, toneUpdated, toneAdded, toneDeleted} {
			if b := paths[track{lane, tone}]; b != nil {
				t.path("bar", b.String(), "data-tone", string(tone), "opacity", ".85")
			}
		}
	}
}

// acts draws what was done to the world and what was told of it.
func (t *Timeline) acts() {
	var acts, faults, captions strings.Builder
	for n := range t.run.Len() {
		e := t.run.Event(n + 1)
		if !e.Kind.IsAct() {
			continue
		}
		x := t.x(n + 1)
		switch e.Kind {
		case trace.ActDropWatch, trace.ActCompact, trace.ActFailRequests, trace.ActOutage, trace.ActRestart:
			faults.WriteString("M" + number(x-1) + " " + number(headRoom) + "h2v" + number(t.foot-headRoom-4) + "h-2z")
		case trace.ActRefused:
		default:
			acts.WriteString("M" + number(x-4) + " " + number(headRoom-8) + "h8l-4 6z")
		}
	}
	for _, n := range t.o.Captions {
		captions.WriteString("M" + number(t.x(n)-3) + " " + number(headRoom-12) + "h6v2.5h-6z")
	}
	t.path("bar", faults.String(), "data-tone", string(toneDanger), "opacity", ".6")
	t.path("bar", acts.String(), "data-tone", string(toneAccent))
	t.path("bar", captions.String(), "data-tone", string(toneIdle))
	if n := t.o.Difference; n > 0 {
		x := number(t.x(n))
		t.path("difference", "M"+x+" "+number(headRoom)+"V"+number(t.foot-3), "data-tone", string(toneSynced))
		t.path("bar", "M"+x+" 2l6 6l-6 6l-6 -6z", "data-tone", string(toneSynced))
	}
}

// head draws the playhead, and veils what has not been shown yet.
func (t *Timeline) head(event int) []Node {
	var p pen
	x := t.x(event)
	p.box("veil", rect{x, headRoom, max(0, t.right-x), t.foot - headRoom - 3}, 0)
	p.path("playhead", "M"+number(x)+" 6V"+number(t.height-1))
	p.circle("playhead", x, 5, 4.5)
	return p.nodes
}
