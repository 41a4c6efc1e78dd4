package draw

import (
	"strconv"

	"informerscope/engine/cache"
)

// token is something that moves. Its identity is the event with which it began,
// and with it the object, where one event brings many, and the listener or
// workqueue, where one object is copied to many.
type token struct {
	Seq    int64
	Object string
	Copy   string
	Delta  cache.DeltaType
	// From is the key of the token that this one comes from, if it is new.
	From  string
	Label string
	// Mark stands at the end of a key's chip: its priority.
	Mark string
	// Arg is what choosing it selects, a reference.
	Arg string
}

// key is the token's name in all pictures.
func (t token) key() string {
	k := "token:" + strconv.FormatInt(t.Seq, 10)
	if t.Object != "" {
		k += "/" + t.Object
	}
	if t.Copy != "" {
		k += "@" + t.Copy
	}
	return k
}

// layer holds what moves, above all rooms: a token stays the same node wherever
// it goes.
type layer struct {
	nodes []Node
	used  map[string]int
}

// unique tells tokens of one key apart, which a list that names an object twice
// brings.
func (l *layer) unique(key string) string {
	if l.used == nil {
		l.used = map[string]int{}
	}
	l.used[key]++
	if n := l.used[key]; n > 1 {
		return key + "#" + itoa(n)
	}
	return key
}

// put adds a token at a place.
func (s *stage) put(t token, at Point, parts pen) {
	seq := ""
	if t.Seq != 0 { // a key that was added by hand has none
		seq = strconv.FormatInt(t.Seq, 10)
	}
	action := "select-object"
	if t.Arg == "" || s.o.Still {
		action = ""
	}
	n := element("g", "data-token", seq, "data-delta", string(t.Delta), "data-action", action, "data-arg", t.Arg,
		"data-chosen", mark(t.Arg != "" && t.Arg == s.o.Selected), "data-moved", mark(s.isMoved(t)))
	n.Key, n.From, n.At, n.Children = s.tokens.unique(t.key()), t.From, &at, parts.nodes
	s.tokens.nodes = append(s.tokens.nodes, n)
}

const (
	pillHeight = 20
	// pillText is where a pill's text begins, behind the sign, and pillEnd what
	// is left behind it.
	pillText, pillEnd = 21, 9
	dotRadius         = 8
)

// pillWidth is how wide a pill with this text is.
func pillWidth(label string) float64 { return pillText + faceMono.Width(label) + pillEnd }

// pill draws a token as a pill of a width.
func (s *stage) pill(t token, x, y, width float64) {
	var p pen
	r := rect{0, 0, width, pillHeight}
	p.box("pill", r, pillHeight/2)
	p.circle("dot", 10, 10, 7)
	p.text(faceSign, anchorMiddle, 10, 13.6, signOf(t.Delta))
	p.text(faceMono, anchorStart, pillText, 14, faceMono.Fit(t.Label, width-pillText-pillEnd+3))
	s.put(t, Point{x, y}, p)
}

// dot draws a token as its sign alone, centred on a point.
func (s *stage) dot(t token, x, y float64) {
	var p pen
	p.circle("dot", 0, 0, dotRadius)
	p.text(faceSign, anchorMiddle, 0, 3.8, signOf(t.Delta))
	s.put(t, Point{x, y}, p)
}

// keyChip draws the token of a key in a workqueue, which says no more than the
// key.
func (s *stage) keyChip(t token, r rect, lit bool) {
	var p pen
	kind := "chip"
	extra := []string{}
	if lit {
		kind, extra = "lit", []string{"data-tone", string(toneWarning)}
	}
	p.box(kind, rect{0, 0, r.W, r.H}, 5, extra...)
	room := r.W
	if t.Mark != "" {
		room -= faceSmall.Width(t.Mark) + 6
		p.text(faceSmall, anchorEnd, r.W-6, r.H/2+3.5, t.Mark)
	}
	p.text(faceMono, anchorMiddle, room/2, r.H/2+4, faceMono.FitKey(t.Label, room-10))
	s.put(t, Point{r.X, r.Y}, p)
}

// bundle draws many tokens as one with their number.
func (s *stage) bundle(place string, n int, delta cache.DeltaType, x, y, width float64) {
	t := token{Delta: delta}
	var p pen
	p.box("pill", rect{4, 3, width - 4, pillHeight}, pillHeight/2)
	p.box("pill", rect{0, 0, width - 4, pillHeight}, pillHeight/2)
	p.circle("dot", 10, 10, 7)
	p.text(faceSign, anchorMiddle, 10, 13.6, signOf(delta))
	p.text(faceMono, anchorStart, pillText, 14, faceMono.Fit("× "+itoa(n), width-pillText-pillEnd))
	node := element("g", "data-bundle", itoa(n), "data-delta", string(t.Delta))
	node.Key, node.At, node.Children = "bundle:"+place, &Point{x, y}, p.nodes
	s.tokens.nodes = append(s.tokens.nodes, node)
}

// nameOf is an object's name without its namespace.
func nameOf(key string) string {
	for i := len(key) - 1; i >= 0; i-- {
		if key[i] == '/' {
			return key[i+1:]
		}
	}
	return key
}

// nameAt is the short form of an object at a version, "web-1 · 42", cut to a
// width so that the version stays.
func nameAt(key, rv string, width float64) string {
	tail := ""
	if rv != "" {
		tail = " · " + rv
	}
	name := faceMono.FitKey(nameOf(key), width-faceMono.Width(tail))
	return name + tail
}
