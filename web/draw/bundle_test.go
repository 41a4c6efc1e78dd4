package draw

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever the flood - a list of a thousand objects, five hundred updates on the
// wire, eight listeners -, a picture has few nodes and few tokens, none of which lie
// on each other (overlap_test.go), and nothing that is there goes uncounted.
func TestAFloodIsBundled(t *testing.T) {
	const mostTokens, mostNodes = 110, 1500
	for _, name := range []string{"crowd", "storm", "many", "busy"} {
		r := runOf(t, name)
		bundled := 0
		for _, width := range []int{336, 728, 1400, 1880} {
			for i, n := range r.sample(60) {
				o := Options{Width: width, Lang: "en", Focus: focuses[i%len(focuses)]}
				picture := r.picture(n, o)
				nodes, tokens := 0, 0
				picture.Walk(func(n Node, _ Point) {
					nodes++
					if n.Attr("data-token") != "" {
						tokens++
					}
				})
				require.Less(t, tokens, mostTokens, "%s after event %d at %d px", name, n, width)
				require.Less(t, nodes, mostNodes, "%s after event %d at %d px", name, n, width)
				bundled += len(bundles(picture))
				if width == 1400 {
					countsTheWire(t, r, n, picture)
				}
			}
		}
		if name == "storm" {
			assert.Positive(t, bundled, "%s has bundles", name)
		}
	}
}

// bundles are the bundles of a picture by their place, with their numbers.
func bundles(picture Node) map[string]int {
	all := map[string]int{}
	picture.Walk(func(n Node, _ Point) {
		if count := n.Attr("data-bundle"); count != "" {
			all[n.Key], _ = strconv.Atoi(count)
		}
	})
	return all
}

// countsTheWire checks that what travels to and from the shown informer is there,
// one by one or in a bundle.
func countsTheWire(t *testing.T, r run, event int, picture Node) {
	t.Helper()
	w, _ := r.at(event, Options{})
	drawn := 0
	left, right := wireOf(t, picture)
	picture.Walk(func(n Node, at Point) {
		if n.Attr("data-token") == "" && n.Attr("data-bundle") == "" || n.At == nil || at.X < left || at.X > right {
			return
		}
		if many, err := strconv.Atoi(n.Attr("data-bundle")); err == nil {
			drawn += many
			return
		}
		drawn++
	})
	s := stage{world: w, informer: w.Informers[0]}
	there := 0
	for _, kind := range s.onWire() {
		there += len(kind)
	}
	assert.Equal(t, there, drawn, "%s after event %d: what is on the wire", r.name, event)
}

// wireOf is where the wire is, between the rooms of the server and the Reflector.
func wireOf(t *testing.T, picture Node) (left, right float64) {
	t.Helper()
	for _, room := range picture.Children {
		if strings.HasPrefix(room.Key, "room:apiserver") || strings.HasPrefix(room.Key, "room:reflector") {
			r := boxOf(t, room.Children[0], Point{})
			if room.Key == "room:apiserver" {
				left = r.right()
			} else {
				right = r.X
			}
		}
	}
	require.Less(t, left, right, fmt.Sprint(picture.Key))
	return left, right
}
