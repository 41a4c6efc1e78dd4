package draw

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

// textsIn are the texts of a room, joined.
func textsIn(picture Node, place string) string {
	var all []string
	picture.Walk(func(n Node, _ Point) {
		if n.Attr("data-room") == place {
			n.Walk(func(n Node, _ Point) {
				if n.Tag == "text" {
					all = append(all, n.Text)
				}
			})
		}
	})
	return strings.Join(all, " | ")
}

// after is the last event at a time or before.
func (r run) after(at time.Duration) int {
	n := 0
	for n < r.branch.Len() && r.branch.Event(n+1).At <= at {
		n++
	}
	return n
}

// Each process says on the stage, however wide that is, whether it leads and whose
// the Lease is by its own clock.
func TestProcessesSayWhoLeads(t *testing.T) {
	r := runOf(t, "leader-held-up")
	for _, width := range []int{336, 728, 1100, 1880} {
		at := func(when time.Duration) (first, second string) {
			p := r.picture(r.after(when), Options{Width: width, Lang: "en", Focus: "manager"})
			return textsIn(p, "manager:kcm-1"), textsIn(p, "manager:kcm-2")
		}
		first, second := at(2 * time.Second)
		assert.Contains(t, first, "leads")
		assert.Contains(t, first, "Lease of kcm-1: ")
		assert.Contains(t, first, "✓ pods-1")
		assert.Contains(t, second, "waits to lead")
		assert.Contains(t, second, "Lease of kcm-1: ")
		first, second = at(9 * time.Second)
		assert.Contains(t, first, "leads", "nobody has told it")
		assert.Contains(t, first, "Lease of kcm-1 has run out")
		assert.Contains(t, second, "leads")
		first, _ = at(14 * time.Second)
		assert.Contains(t, first, "cannot renew, gives up in")
		first, _ = at(18 * time.Second)
		assert.Contains(t, first, "stopped")
	}
}

// A process shows which controllers it has started, which one is next and when,
// and whether InformersStarted is closed.
func TestProcessesSayWhatTheyHaveStarted(t *testing.T) {
	r := runOf(t, "one-factory")
	at := func(event int) string {
		return textsIn(r.picture(event, Options{Width: 1400, Lang: "en"}), "manager:kcm")
	}
	assert.Contains(t, at(0), "stopped | count | label | nodes | InformersStarted")
	started := r.first(t, trace.ControllerStart, "")
	assert.Contains(t, at(started), "starts label in ")
	assert.Contains(t, at(started), "| … count | label | nodes |")
	assert.Contains(t, at(r.branch.Len()), "runs | ✓ count | ✓ label | ✓ nodes | ✓ InformersStarted")
}

// What a replicas controller has written and not yet seen is to be seen beside its
// worker, and that it keeps no expectations.
func TestExpectationsAreShown(t *testing.T) {
	r := runOf(t, "replicas")
	at := func(r run, event int) string {
		return textsIn(r.picture(event, Options{Width: 1400, Lang: "en"}), trace.Worker)
	}
	set := r.first(t, trace.ExpectationsSet, "default/web")
	assert.Contains(t, at(r, set-1), "expectations | all met")
	assert.Contains(t, at(r, set), "expectations | cache is stale | default/web | +2")
	assert.Contains(t, at(r, r.branch.Len()), "expectations | all met")
	without := runOf(t, "stale-cache-duplicates")
	assert.Contains(t, at(without, without.branch.Len()), "expectations | off")
}

// A key in a priority queue shows its priority; one in a usual queue has none.
func TestPrioritiesAreShown(t *testing.T) {
	r := runOf(t, "priority-queue")
	marks := func(event int) (all []string) {
		r.picture(event, Options{Width: 1400, Lang: "en"}).Walk(func(n Node, _ Point) {
			if n.Attr("data-token") != "" && len(n.Children) == 3 && n.Children[0].Attr("data-box") == "chip" {
				all = append(all, n.Children[2].Text+" "+n.Children[1].Text)
			}
		})
		return all
	}
	fresh := r.first(t, trace.WorkqueueAdd, "default/zz-new")
	require.NotEmpty(t, marks(fresh))
	assert.Equal(t, "default/zz-new 0", marks(fresh)[0])
	assert.Contains(t, marks(fresh)[1], " -100")
}

// A controller with one worker is told from the others by its name, without a
// number, which would cost the name its letters.
func TestALoneWorkerHasNoNumber(t *testing.T) {
	r := runOf(t, "one-factory")
	for _, width := range []int{336, 728, 1100, 1376, 1880} {
		p := r.picture(r.branch.Len(), Options{Width: width, Lang: "en", Focus: trace.Worker})
		drawn := 0
		p.Walk(func(n Node, _ Point) {
			place := n.Attr("data-room")
			if name, ok := strings.CutPrefix(place, trace.Worker+":"); ok && n.Attr("aria-hidden") == "" {
				drawn++
				controller, _, _ := strings.Cut(name, "/")
				assert.Contains(t, strings.Split(textsIn(p, place), " | "), controller, "at width %d", width)
			}
		})
		assert.NotZero(t, drawn, "at width %d", width)
	}
}
