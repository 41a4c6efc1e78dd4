package picture

import (
	"encoding/xml"
	"strconv"
	"strings"

	"informerscope/web/draw"
)

// track is one part of the pictures through all frames: nil where it is not.
type track struct {
	id    string
	nodes []*draw.Node
}

// children writes everything that is below a part in any of the frames.
func (a *animation) children(parents []*draw.Node) {
	tracks := a.tracks(parents)
	outermost := a.depth == 0
	a.depth++
	for i := range tracks {
		done := a.done
		if outermost {
			done = filmShare + (1-filmShare)*float64(i)/float64(len(tracks))
		}
		if !a.pause(done) {
			return
		}
		a.write(&tracks[i], tracks, parents)
	}
	a.depth--
}

// tracks finds the parts again from frame to frame: those with a key by that,
// others by what they are. They come in the order in which they lie.
func (a *animation) tracks(parents []*draw.Node) []track {
	var all []track
	places := map[string]int{} // by id, in all
	for frame, parent := range parents {
		if parent == nil {
			continue
		}
		seen := map[string]int{}
		before := -1
		for i := range parent.Children {
			c := &parent.Children[i]
			id := identity(c)
			seen[id]++
			if n := seen[id]; n > 1 {
				id += "#" + strconv.Itoa(n)
			}
			at, known := places[id]
			if !known {
				at = before + 1
				all = append(all, track{})
				copy(all[at+1:], all[at:])
				all[at] = track{id, make([]*draw.Node, len(parents))}
				for id, p := range places {
					if p >= at {
						places[id] = p + 1
					}
				}
				places[id] = at
			}
			all[at].nodes[frame] = c
			before = at
		}
	}
	return all
}

// identity is what makes a part the same one in another frame.
func identity(n *draw.Node) string {
	if n.Key != "" {
		return "k" + n.Key
	}
	var out strings.Builder
	open(&out, n, "")
	if len(n.Children) == 0 {
		out.WriteString(n.Text)
	}
	return out.String()
}

// write writes a part with everything below it.
func (a *animation) write(t *track, siblings []track, parents []*draw.Node) {
	visible := a.visibility(t.nodes, parents)
	first := 0
	for t.nodes[first] == nil {
		first++
	}
	n := t.nodes[first]
	if n.Key == "" {
		open(a.body, n, visible)
		_ = xml.EscapeText(a.body, []byte(n.Text))
		a.children(t.nodes)
		a.body.WriteString("</" + n.Tag + ">")
		return
	}
	closing := ""
	if visible != "" {
		a.body.WriteString(`<g class="` + visible + `">`)
		closing += "</g>"
	}
	if n.At != nil {
		class, last := a.motion(t.nodes, comesFrom(n, first, siblings))
		moved := draw.Node{Tag: "g", At: &last}
		open(a.body, &moved, class)
		closing += "</g>"
	}
	// What it looks like may change on its way.
	looks := make([]*draw.Node, len(t.nodes))
	for i, n := range t.nodes {
		if n != nil {
			look := *n
			look.Key, look.At = "", nil
			looks[i] = &draw.Node{Children: []draw.Node{look}}
		}
	}
	a.children(looks)
	a.body.WriteString(closing)
}

// comesFrom is the place at which a new part begins: where the one it comes from
// was last.
func comesFrom(n *draw.Node, first int, siblings []track) *draw.Point {
	if first == 0 || n.From == "" {
		return nil
	}
	for i := range siblings {
		if siblings[i].id == "k"+n.From {
			if before := siblings[i].nodes[first-1]; before != nil {
				return before.At
			}
		}
	}
	return nil
}

// shown are the attributes that a file needs: those that say how something looks.
func shown(name string) bool {
	switch name {
	case "data-token", "data-state", "data-action", "data-arg", "data-bundle", "data-layer", "data-picture", "role", "tabindex":
		return false
	}
	return !strings.HasPrefix(name, "aria-")
}

// open writes the beginning of an element.
func open(out *strings.Builder, n *draw.Node, class string) {
	out.WriteString("<" + n.Tag)
	if class != "" {
		out.WriteString(` class="` + class + `"`)
	}
	if at := n.Transform(); at != "" {
		out.WriteString(` transform="` + at + `"`)
	}
	for _, attr := range n.Attrs {
		if !shown(attr.Name) || attr.Value == "" {
			continue
		}
		out.WriteString(" " + attr.Name + `="`)
		_ = xml.EscapeText(out, []byte(attr.Value))
		out.WriteString(`"`)
	}
	out.WriteString(">")
}
