// Package draw makes the picture of a moment: the stage, from the state of a
// World, and the timeline, from its trace. A picture is a tree of Nodes, plain
// values; one renderer keeps the page's document equal to it, WriteSVG puts it
// into a file, and tests compare it. Nothing here knows of a browser.
package draw

import "strconv"

// Node is an SVG element as a value.
type Node struct {
	Tag string
	// Key names the node among its siblings, and through all pictures, so that
	// what moves is found again. Nodes without one are told apart by their place.
	Key string
	// From is the key of the node at whose last place one begins that was not in
	// the picture before; empty if it appears where it is.
	From string
	// At is where the node stands, if it is placed as a whole: its origin. The
	// renderers write it as a translation.
	At       *Point
	Attrs    []Attr
	Text     string
	Children []Node
}

// Attr is an attribute of a Node.
type Attr struct{ Name, Value string }

// Point is a place in the picture, in CSS pixels.
type Point struct{ X, Y float64 }

// Attr returns the value of an attribute, "" if the node has none of that name.
func (n Node) Attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// Transform is the value of the node's transform attribute, "" if it needs none.
func (n Node) Transform() string {
	if n.At == nil {
		return ""
	}
	return "translate(" + number(n.At.X) + "," + number(n.At.Y) + ")"
}

// Walk calls f for n and everything below it, with the place of its origin.
func (n Node) Walk(f func(n Node, origin Point)) { n.walk(Point{}, f) }

func (n Node) walk(origin Point, f func(Node, Point)) {
	if n.At != nil {
		origin = Point{origin.X + n.At.X, origin.Y + n.At.Y}
	}
	f(n, origin)
	for _, c := range n.Children {
		c.walk(origin, f)
	}
}

// element makes a Node of names and values of attributes; those without a value
// are left out.
func element(tag string, attrs ...string) Node {
	n := Node{Tag: tag, Attrs: make([]Attr, 0, len(attrs)/2)}
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			n.Attrs = append(n.Attrs, Attr{attrs[i], attrs[i+1]})
		}
	}
	return n
}

// number writes a coordinate: at most two decimals, no needless zeros.
func number(f float64) string {
	const precision = 100
	whole := int64(f*precision + 0.5)
	if f < 0 {
		whole = int64(f*precision - 0.5)
	}
	return strconv.FormatFloat(float64(whole)/precision, 'f', -1, 64)
}
