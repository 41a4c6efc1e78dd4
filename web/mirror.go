package web

import (
	"slices"

	"informerscope/web/draw"
)

// host is a document, as far as keeping it equal to a drawing needs one. H is
// what it calls an element.
type host[H any] interface {
	create(tag string) H
	setAttr(element H, name, value string)
	removeAttr(element H, name string)
	setText(element H, text string)
	// insert puts an element before another one, or last if before is nil. It
	// may have been a child already.
	insert(parent, element H, before *H)
	remove(parent, element H)
}

// mirror keeps what is in one element equal to a drawing. Elements live as long
// as their keys, so that what moves can be animated.
type mirror[H any] struct {
	host host[H]
	into H
	root *mirrored[H]
	// places are where the keyed nodes of the last drawing stood.
	places map[string]draw.Point
}

// mirrored is a node of the drawing and the element that shows it.
type mirrored[H any] struct {
	node     draw.Node
	element  H
	children []*mirrored[H]
}

// motion is a token that stands elsewhere than before: it is at a place, in its
// parent, and came from there plus by; or it has just appeared.
type motion[H any] struct {
	element H
	at, by  draw.Point
	appears bool
}

// show makes the element equal to the drawing and returns what has moved.
func (m *mirror[H]) show(next draw.Node) []motion[H] {
	if m.root == nil || m.root.node.Tag != next.Tag {
		if m.root != nil {
			m.host.remove(m.into, m.root.element)
		}
		m.root = m.build(next)
		m.host.insert(m.into, m.root.element, nil)
		m.places = nil
	} else {
		m.patch(m.root, next)
	}
	return m.moved()
}

// moved compares where the tokens stand with where they stood.
func (m *mirror[H]) moved() []motion[H] {
	before := m.places
	m.places = make(map[string]draw.Point, len(before))
	var out []motion[H]
	m.root.walk(draw.Point{}, func(n *mirrored[H], at draw.Point) {
		if n.node.Key == "" || n.node.At == nil {
			return
		}
		m.places[n.node.Key] = at
		if before == nil || n.node.Attr("data-token") == "" {
			return
		}
		was, known := before[n.node.Key]
		if !known {
			was, known = before[n.node.From]
		}
		switch {
		case !known:
			out = append(out, motion[H]{element: n.element, appears: true})
		case was != at:
			out = append(out, motion[H]{element: n.element, at: *n.node.At, by: draw.Point{X: was.X - at.X, Y: was.Y - at.Y}})
		}
	})
	return out
}

func (n *mirrored[H]) walk(origin draw.Point, f func(n *mirrored[H], at draw.Point)) {
	if at := n.node.At; at != nil {
		origin = draw.Point{X: origin.X + at.X, Y: origin.Y + at.Y}
	}
	f(n, origin)
	for _, c := range n.children {
		c.walk(origin, f)
	}
}

// build makes the elements of a node.
func (m *mirror[H]) build(n draw.Node) *mirrored[H] {
	out := &mirrored[H]{node: n, element: m.host.create(n.Tag)}
	m.patchAttr(out.element, "transform", "", n.Transform())
	for _, a := range n.Attrs {
		m.patchAttr(out.element, a.Name, "", a.Value)
	}
	if n.Text != "" {
		m.host.setText(out.element, n.Text)
	}
	for _, c := range n.Children {
		child := m.build(c)
		out.children = append(out.children, child)
		m.host.insert(out.element, child.element, nil)
	}
	return out
}

// patch makes the elements of a node those of another one of the same tag.
func (m *mirror[H]) patch(old *mirrored[H], next draw.Node) {
	before := old.node
	old.node = next
	m.patchAttr(old.element, "transform", before.Transform(), next.Transform())
	for _, a := range next.Attrs {
		m.patchAttr(old.element, a.Name, before.Attr(a.Name), a.Value)
	}
	for _, a := range before.Attrs {
		if !slices.ContainsFunc(next.Attrs, func(b draw.Attr) bool { return a.Name == b.Name }) {
			m.host.removeAttr(old.element, a.Name)
		}
	}
	if before.Text != next.Text {
		m.host.setText(old.element, next.Text)
	}
	m.patchChildren(old, next.Children)
}

func (m *mirror[H]) patchAttr(element H, name, before, next string) {
	switch {
	case before == next:
	case next == "":
		m.host.removeAttr(element, name)
	default:
		m.host.setAttr(element, name, next)
	}
}

// patchChildren finds the elements that stay, by key, and those without a key by
// their turn; drops the others; and puts all in order with few moves, none of
// those that have a key and stand in order.
func (m *mirror[H]) patchChildren(old *mirrored[H], next []draw.Node) {
	stay := old.match(next)
	left := make([]*mirrored[H], 0, len(old.children))
	for _, c := range old.children {
		if slices.Contains(stay, c) {
			left = append(left, c)
		} else {
			m.host.remove(old.element, c.element)
		}
	}
	children := make([]*mirrored[H], len(next))
	for i, n := range next {
		c := stay[i]
		if c != nil {
			m.patch(c, n)
		} else {
			c = m.build(n)
		}
		children[i] = c
		if len(left) > 0 && left[0] == c {
			left = left[1:]
			continue
		}
		if at := slices.Index(left, c); at >= 0 {
			if n.Key != "" && !anyKeyed(left[:at]) {
				left = left[at+1:] // those without a key make way: their turn comes
				continue
			}
			left = slices.Delete(left, at, at+1)
		}
		var before *H
		if len(left) > 0 {
			before = &left[0].element
		}
		m.host.insert(old.element, c.element, before)
	}
	old.children = children
}

// anyKeyed says whether one of these has a key. What has one may hold the focus,
// which an element loses that is put in again.
func anyKeyed[H any](all []*mirrored[H]) bool {
	for _, c := range all {
		if c.node.Key != "" {
			return true
		}
	}
	return false
}

// match finds for each of the next children the present one that becomes it; nil
// if it has to be built.
func (n *mirrored[H]) match(next []draw.Node) []*mirrored[H] {
	type name struct{ tag, key string }
	present := map[name][]*mirrored[H]{}
	for _, c := range n.children {
		at := name{c.node.Tag, c.node.Key}
		present[at] = append(present[at], c)
	}
	out := make([]*mirrored[H], len(next))
	for i, want := range next {
		at := name{want.Tag, want.Key}
		if found := present[at]; len(found) > 0 {
			out[i], present[at] = found[0], found[1:]
		}
	}
	return out
}
