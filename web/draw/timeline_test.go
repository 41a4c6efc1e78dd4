package draw

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"informerscope/engine/trace"
)

// parts are the nodes of a timeline by what they are.
func partsOfTimeline(n Node) map[string][]Node {
	all := map[string][]Node{}
	n.Walk(func(n Node, _ Point) {
		all[n.Attr("data-box")] = append(all[n.Attr("data-box")], n)
	})
	return all
}

// made is a trace that a test made up.
type made []trace.Event

func (m made) Len() int                 { return len(m) }
func (m made) Event(n int) *trace.Event { return &m[n-1] }

func events(kinds ...trace.Event) made {
	for i := range kinds {
		kinds[i].Seq, kinds[i].At = int64(i+1), time.Duration(i)*time.Second
	}
	return kinds
}

// Each event has a mark in the lane of its actor and the colour of its change;
// acts, faults, captions and forks stand out; what is to come lies under a veil.
func TestTimelineTellsTheTrace(t *testing.T) {
	picture := NewTimeline(events(
		trace.Event{Actor: "user", Kind: trace.ActCreate},
		trace.Event{Actor: "server", Kind: trace.WatchEvent, Delta: "Added"},
		trace.Event{Actor: "pods/reflector", Kind: trace.QueueAdd, Delta: "Added"},
		trace.Event{Actor: "user", Kind: trace.ActDropWatch},
	), TimelineOptions{Width: 1094, Lang: "en", Captions: []int{1}}).At(2)

	assert.Equal(t, "slider", picture.Attr("role"))
	assert.Equal(t, "2", picture.Attr("aria-valuenow"))
	assert.Equal(t, "4", picture.Attr("aria-valuemax"))
	parts := partsOfTimeline(picture)
	assert.Len(t, parts["lane"], len(groups))
	var marks []string
	for _, bar := range parts["bar"] {
		marks = append(marks, bar.Attr("data-tone")+" "+bar.Attr("d"))
	}
	assert.Equal(t, []string{
		"idle M332.5 15h3v9h-3zM1082.5 15h3v9h-3z", // both acts, in the lane of the api
		"added M582.5 15h3v9h-3z",
		"added M832.5 29h3v9h-3z",
		"danger M1083 14h2v70h-2z",
		"accent M330 6h8l-4 6z",
		"idle M331 2h6v2.5h-6z",
	}, marks)
	assert.Equal(t, "584", parts["veil"][0].Attr("x"), "the veil begins after the second event")
	assert.Equal(t, "584", parts["playhead"][1].Attr("cx"))
}

// All runs of a session are below the lanes, each a press away: where it leaves
// another one, how far it goes, and what was done there; and however many they
// are, they stay low, inside, and off each other.
func TestTimelineHasTheTreeOfBranches(t *testing.T) {
	tree := func(n int) TimelineOptions {
		o := TimelineOptions{Width: 1094, Lang: "en", Branch: n - 1}
		for id := range n {
			o.Branches = append(o.Branches, BranchLine{ID: id, Parent: id/2 - min(1, 1-min(id, 1)), Fork: float64(id%7) / 7, End: 1, Label: "branch " + itoa(id+1) + " · The reader deletes default/web-1 on the API server"})
		}
		return o
	}
	assert.NotContains(t, partsOfTimeline(NewTimeline(made{}, tree(1)).At(0)), "flow", "one run is no tree")
	lanes := coordinate(t, NewTimeline(made{}, tree(1)).At(0), "height")
	for _, n := range []int{2, 3, 5, 12, 40} {
		picture := NewTimeline(made{}, tree(n)).At(0)
		pressed := map[string]string{}
		picture.Walk(func(n Node, _ Point) {
			if n.Attr("data-action") == "branch" {
				assert.Empty(t, n.Attr("tabindex"), "a slider has no other control inside")
				pressed[n.Attr("data-arg")] = n.Attr("data-label")
			}
		})
		assert.Len(t, pressed, n)
		assert.Contains(t, pressed["1"], "deletes default/web-1")
		assert.Empty(t, measure(t, picture).faults(), "%d branches", n)
		assert.LessOrEqual(t, coordinate(t, picture, "height")-lanes, max(90, 4+float64(n)*branchLeast))
	}
}

// Who seeks by pointer finds an event where it is drawn.
func TestTrackIsWhereEventsStand(t *testing.T) {
	for _, width := range []int{360, 1094} {
		left, right := Track(width)
		picture := NewTimeline(events(trace.Event{}, trace.Event{}), TimelineOptions{Width: width, Place: func(n int) float64 { return float64(n) / 2 }}).At(2)
		assert.Equal(t, number(right), partsOfTimeline(picture)["playhead"][1].Attr("cx"))
		assert.Equal(t, number(left), picture.Attr("data-left"))
		start := NewTimeline(made{}, TimelineOptions{Width: width}).At(0)
		assert.Equal(t, number(left), partsOfTimeline(start)["playhead"][1].Attr("cx"))
	}
}

// A long trace takes as few nodes as a short one, and marks that would lie on
// one another are one.
func TestLongTimelineIsSmall(t *testing.T) {
	long := make(made, 50_000)
	for i := range long {
		long[i] = trace.Event{Actor: []string{"server", "pods/reflector", "pods/processLoop", "pods/main/run", "main/worker-1"}[i%5], Delta: "Updated"}
	}
	picture := NewTimeline(long, TimelineOptions{Width: 1400, Lang: "zh"}).At(25_000)
	nodes, marks := 0, 0
	picture.Walk(func(n Node, _ Point) {
		nodes++
		marks += strings.Count(n.Attr("d"), "M")
	})
	assert.Less(t, nodes, 40)
	assert.Less(t, marks, 5*1400)
}

// Texts and marks stay inside.
func TestTimelineIsNotCutOff(t *testing.T) {
	for _, width := range []int{320, 690, 984, 2520} {
		for _, lang := range []string{"en", "zh"} {
			r := runOf(t, "busy")
			all := make([]trace.Event, r.branch.Len())
			for i := range all {
				all[i] = *r.branch.Event(i + 1)
			}
			assert.Empty(t, measure(t, NewTimeline(made(all), TimelineOptions{Width: width, Lang: lang}).At(len(all))).faults())
		}
	}
}
