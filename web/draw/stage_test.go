package draw

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// The same moment gives the same picture, whether it is reached forward,
// backward or by a jump.
func TestSameMomentSamePicture(t *testing.T) {
	for _, r := range runs(t) {
		moments := r.sample(12)
		forward := map[int]Node{}
		for _, n := range moments {
			forward[n] = r.picture(n, Options{Width: 1400, Lang: "en"})
		}
		slices.Reverse(moments)
		for _, n := range moments {
			require.Equal(t, forward[n], r.picture(n, Options{Width: 1400, Lang: "en"}), "%s after event %d", r.name, n)
		}
	}
}

// A picture keeps its size while the world moves, so that a page never jumps.
func TestSizeFollowsFromWidthAlone(t *testing.T) {
	for _, r := range runs(t) {
		for _, width := range sizes {
			first := r.picture(0, Options{Width: width, Lang: "en", Focus: "queue"})
			for _, n := range r.sample(10) {
				p := r.picture(n, Options{Width: width, Lang: "zh", Focus: "queue"})
				assert.Equal(t, strconv.Itoa(width), p.Attr("width"))
				assert.Equal(t, first.Attr("height"), p.Attr("height"), "%s at %d after event %d", r.name, width, n)
			}
		}
	}
}

// However much there is, a picture stays small enough to be shown at once: a
// list of a thousand, five hundred updates on the wire, eight listeners.
func TestNodesAreBounded(t *testing.T) {
	const most = 900
	for _, r := range runs(t) {
		for _, width := range sizes {
			for _, n := range r.sample(15) {
				count := 0
				r.picture(n, Options{Width: width, Lang: "en"}).Walk(func(Node, Point) { count++ })
				assert.Less(t, count, most, "%s at %d after event %d", r.name, width, n)
			}
		}
	}
}

// Every room of the contract is in every picture once, with the state of its
// goroutine, on a phone as on a wide screen.
func TestEveryRoomIsThere(t *testing.T) {
	r := runOf(t, "busy")
	want := []string{
		"apiserver", "handler:pods/audit", "handler:pods/quota", "indexer", "listener:pods/audit", "listener:pods/quota",
		"processloop", "processor", "queue", "reflector", "worker", "worker:main/worker-1", "worker:main/worker-2", "workqueue:main",
	}
	for _, width := range sizes {
		for i, focus := range focuses {
			n := r.branch.Len() - i
			var rooms []string
			r.picture(n, Options{Width: width, Lang: "en", Focus: focus}).Walk(func(n Node, _ Point) {
				if place := n.Attr("data-room"); place != "" {
					rooms = append(rooms, place)
					assert.Contains(t, []string{"running", "blocked", "sleeping", "stopped"}, n.Attr("data-state"), place)
				}
			})
			slices.Sort(rooms)
			assert.Equal(t, want, rooms, "width %d, focus %q", width, focus)
		}
	}
}

// Whatever a reader may press says so to a keyboard and to a screen reader, and
// pictures for files have nothing to press.
func TestControlsAreReachable(t *testing.T) {
	r := runOf(t, "busy")
	var actions []string
	for _, width := range sizes {
		r.picture(100, Options{Width: width, Lang: "en"}).Walk(func(n Node, _ Point) {
			action := n.Attr("data-action")
			if action == "" || n.Attr("data-token") != "" { // a token's object has a row, too
				return
			}
			actions = append(actions, action)
			assert.Equal(t, "button", n.Attr("role"), action)
			assert.Equal(t, "0", n.Attr("tabindex"), action)
			require.NotEmpty(t, n.Children, action)
			assert.Equal(t, "title", n.Children[0].Tag, action)
			assert.NotEmpty(t, n.Children[0].Text, action)
		})
	}
	for _, want := range []string{"create", "create-form", "update", "delete", "drop-watch", "compact", "fail-list-429", "fail-list",
		"slow-network", "outage", "restart", "select-place", "select-object", "focus"} {
		assert.Contains(t, actions, want)
	}
	r.picture(100, Options{Width: 1400, Lang: "en", Still: true}).Walk(func(n Node, _ Point) {
		assert.Empty(t, n.Attr("data-action")+n.Attr("tabindex"))
	})
}

// Elements carry what go-app and the stylesheet rely on: no class, keys that are
// unique among siblings, and only looks that the stylesheet knows.
func TestNodesAreFitForThePage(t *testing.T) {
	for _, r := range runs(t) {
		for i, n := range r.sample(15) {
			o := Options{Width: sizes[i%len(sizes)], Lang: "en", Focus: focuses[i%len(focuses)]}
			r.picture(n, o).Walk(func(n Node, _ Point) {
				keys := map[string]bool{}
				for _, c := range n.Children {
					assert.False(t, c.Key != "" && keys[c.Key], "two children have the key %s", c.Key)
					keys[c.Key] = true
				}
				assert.Empty(t, n.Attr("class"))
				for _, look := range []string{"data-box", "data-text", "data-tone"} {
					if v := n.Attr(look); v != "" {
						assert.Contains(t, CSS, fmt.Sprintf("[%s=%q]", look, v))
					}
				}
			})
		}
	}
}

// The room in which the last event happened is marked, the way along which it
// moved something, and the object that was chosen.
func TestWhatStandsOut(t *testing.T) {
	r := runOf(t, "first-steps")
	n := r.first(t, trace.IndexerAdd, "default/web")
	picture := r.picture(n, Options{Width: 1400, Lang: "en", Selected: "pods/default/web", Focus: "processloop"})
	marked := map[string][]string{}
	ways := 0
	picture.Walk(func(n Node, _ Point) {
		for _, mark := range []string{"data-now", "data-chosen", "data-moved"} {
			if n.Attr(mark) != "" {
				marked[mark] = append(marked[mark], n.Attr("data-room")+n.Key[strings.IndexByte(n.Key, ':')+1:])
			}
		}
		if n.Attr("data-box") == "flow" && n.Attr("data-tone") == "accent" {
			ways++
		}
	})
	e := r.branch.Event(n)
	token := fmt.Sprintf("%d/default/web", e.Data.Int("token"))
	assert.Equal(t, []string{"indexerindexer"}, marked["data-now"])
	assert.Equal(t, []string{"processloopprocessloop", token, token + "@indexer"}, marked["data-chosen"])
	assert.Equal(t, []string{token, token + "@indexer"}, marked["data-moved"])
	assert.Equal(t, 1, ways)
}

// How long one picture takes, of a quiet world and of a crowded one.
func BenchmarkStage(b *testing.B) {
	for _, name := range []string{"busy", "crowd"} {
		text, err := os.ReadFile("testdata/" + name + ".yaml")
		require.NoError(b, err)
		s, err := scenarios.Load(name, text)
		require.NoError(b, err)
		r := begin(b, s)
		w, o := r.at(r.branch.Len()/2, Options{Width: 1400, Lang: "en"})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Stage(w, o)
			}
		})
	}
}

// The last calls of a handler are told in one form, all by name or all by sign.
func TestLastCallsHaveOneForm(t *testing.T) {
	r := runOf(t, "missed-delete")
	seen := map[bool]int{}
	for _, width := range []int{336, 728, 1100, 1376, 1880} {
		for event := 1; event <= r.branch.Len(); event++ {
			byName := map[bool]bool{}
			p := r.picture(event, Options{Width: width, Lang: "en", Focus: trace.Handler})
			for _, text := range strings.Split(textsIn(p, "handler:pods/main"), " | ") {
				if call, _, ok := strings.Cut(text, " "); ok && strings.Contains("OnAdd OnUpdate OnDelete", call) {
					byName[true] = true
				} else if ok && strings.Contains("+~−", call) {
					byName[false] = true
				}
			}
			assert.LessOrEqual(t, len(byName), 1, "event %d at width %d", event, width)
			for form := range byName {
				seen[form]++
			}
		}
	}
	assert.Len(t, seen, 2, "both forms are looked at")
}
