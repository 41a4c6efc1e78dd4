package draw

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// laid is something that takes room in a picture.
type laid struct {
	what string
	rect
	// within are the boxes around it that it must not leave.
	within []laid
}

func (l laid) String() string {
	return fmt.Sprintf("%s at %.0f,%.0f to %.0f,%.0f", l.what, l.X, l.Y, l.right(), l.bottom())
}

// slack is how much may be lost to rounding.
const slack = 0.6

func overlap(a, b rect) bool {
	return a.X+slack < b.right() && b.X+slack < a.right() && a.Y+slack < b.bottom() && b.Y+slack < a.bottom()
}

func contains(outer, inner rect) bool {
	return inner.X >= outer.X-slack && inner.Y >= outer.Y-slack && inner.right() <= outer.right()+slack && inner.bottom() <= outer.bottom()+slack
}

// layoutOf measures a picture: its rooms, texts and tokens.
type layoutOf struct {
	size                 rect
	rooms, texts, tokens []laid
}

func measure(t *testing.T, picture Node) layoutOf {
	t.Helper()
	l := layoutOf{size: rect{0, 0, coordinate(t, picture, "width"), coordinate(t, picture, "height")}}
	l.visit(t, picture, Point{}, nil)
	return l
}

// visit measures n and what is in it; within are the boxes around it.
func (l *layoutOf) visit(t *testing.T, n Node, origin Point, within []laid) {
	t.Helper()
	if n.At != nil {
		origin = Point{origin.X + n.At.X, origin.Y + n.At.Y}
	}
	var around []laid
	for _, c := range n.Children {
		switch c.Attr("data-box") {
		case "room", "button", "pill", "chip", "lit", "cell":
			r := boxOf(t, c, origin)
			around = append(around, laid{what: c.Attr("data-box"), rect: r})
		}
	}
	if n.Attr("data-action") != "" || n.Attr("data-token") != "" || n.Attr("data-room") != "" {
		if len(around) > 0 {
			within = append(within[:len(within):len(within)], around[0])
		}
	}
	switch {
	case n.Tag == "text":
		l.texts = append(l.texts, laid{strconv.Quote(n.Text), textBox(t, n, origin), within})
	case n.Attr("data-box") == "room":
		l.rooms = append(l.rooms, laid{what: "room", rect: boxOf(t, n, origin)})
	case n.Attr("data-token") != "" || n.Attr("data-bundle") != "":
		l.tokens = append(l.tokens, laid{what: "token " + n.Key, rect: tokenBox(t, n, origin)})
	}
	for _, c := range n.Children {
		l.visit(t, c, origin, within)
	}
}

func coordinate(t *testing.T, n Node, name string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(n.Attr(name), 64)
	require.NoError(t, err, "%s of %s %q", name, n.Tag, n.Key)
	return f
}

func boxOf(t *testing.T, n Node, origin Point) rect {
	t.Helper()
	return rect{origin.X + coordinate(t, n, "x"), origin.Y + coordinate(t, n, "y"), coordinate(t, n, "width"), coordinate(t, n, "height")}
}

// textBox is the room that a text takes: from the height of its capitals to the
// foot of its descenders.
func textBox(t *testing.T, n Node, origin Point) rect {
	t.Helper()
	for _, f := range faces {
		if f.Name != n.Attr("data-text") {
			continue
		}
		w := f.Width(n.Text)
		x := origin.X + coordinate(t, n, "x")
		switch n.Attr("text-anchor") {
		case anchorEnd:
			x -= w
		case anchorMiddle:
			x -= w / 2
		}
		return rect{x, origin.Y + coordinate(t, n, "y") - 0.74*f.Size, w, 0.96 * f.Size}
	}
	require.FailNow(t, "a text without a face", "%q", n.Text)
	return rect{}
}

func tokenBox(t *testing.T, n Node, origin Point) rect {
	t.Helper()
	first := n.Children[0]
	if first.Tag == "circle" {
		r := coordinate(t, first, "r")
		return rect{origin.X - r, origin.Y - r, 2 * r, 2 * r}
	}
	return boxOf(t, first, origin)
}

// faults lists what is wrong with a picture: what overlaps, what is cut off.
func (l layoutOf) faults() []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for i, a := range l.texts {
		if !contains(l.size, a.rect) {
			say("%s leaves the picture", a)
		}
		for _, box := range a.within {
			if !contains(box.rect, a.rect) {
				say("%s leaves its %s", a, box)
			}
		}
		for _, b := range l.texts[i+1:] {
			if overlap(a.rect, b.rect) {
				say("%s and %s overlap", a, b)
			}
		}
	}
	for i, a := range l.tokens {
		if !contains(l.size, a.rect) {
			say("%s leaves the picture", a)
		}
		for _, b := range l.tokens[i+1:] {
			if overlap(a.rect, b.rect) {
				say("%s and %s overlap", a, b)
			}
		}
		for _, b := range l.texts {
			if overlap(a.rect, b.rect) && !contains(a.rect, b.rect) {
				say("%s lies on %s", a, b)
			}
		}
	}
	for i, a := range l.rooms {
		if !contains(l.size, a.rect) {
			say("%s leaves the picture", a)
		}
		for _, b := range l.rooms[i+1:] {
			if overlap(a.rect, b.rect) {
				say("%s and %s overlap", a, b)
			}
		}
	}
	return all
}

// sizes are a phone, tablets, a laptop and large screens.
var sizes = []int{320, 336, 560, 728, 984, 1100, 1400, 1880, 2520}

// Whatever the world does and however names are: no text and no token lies on
// another one, and nothing is cut off.
func TestNothingOverlapsAndNothingIsCutOff(t *testing.T) {
	for _, r := range runs(t) {
		for _, width := range sizes {
			for _, lang := range []string{"en", "zh"} {
				t.Run(fmt.Sprintf("%s/%d/%s", r.name, width, lang), func(t *testing.T) {
					for i, n := range r.sample(20) {
						o := Options{Width: width, Lang: lang, Focus: focuses[i%len(focuses)], Pair: width < WideFrom && i%2 == 0}
						found := measure(t, r.picture(n, o)).faults()
						if !assert.Empty(t, found, "after event %d, focus %s", n, o.Focus) {
							return
						}
					}
				})
			}
		}
	}
}

// focuses opens every room in turn on a narrow screen.
var focuses = []string{"", "reflector", "queue", "processloop", "indexer", "listener", "workqueue", "worker", "manager"}
