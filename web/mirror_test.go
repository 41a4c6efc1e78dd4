package web

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios/builtin"
	"informerscope/web/draw"
)

// paper is a host without a browser.
type paper struct{ writes int }

type sheet struct {
	tag, text string
	attrs     map[string]string
	children  []*sheet
	inserted  int
}

func (p *paper) create(tag string) *sheet {
	p.writes++
	return &sheet{tag: tag, attrs: map[string]string{}}
}

func (p *paper) setAttr(s *sheet, name, value string) { p.writes++; s.attrs[name] = value }
func (p *paper) removeAttr(s *sheet, name string)     { p.writes++; delete(s.attrs, name) }
func (p *paper) setText(s *sheet, text string)        { p.writes++; s.text = text }

func (p *paper) insert(parent, s *sheet, before **sheet) {
	p.writes++
	s.inserted++
	parent.children = slices.DeleteFunc(parent.children, func(c *sheet) bool { return c == s })
	at := len(parent.children)
	if before != nil {
		at = slices.Index(parent.children, *before)
	}
	parent.children = slices.Insert(parent.children, at, s)
}

func (p *paper) remove(parent, s *sheet) {
	p.writes++
	parent.children = slices.DeleteFunc(parent.children, func(c *sheet) bool { return c == s })
}

func (s *sheet) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s", s.tag)
	for _, name := range slices.Sorted(maps.Keys(s.attrs)) {
		fmt.Fprintf(&b, " %s=%q", name, s.attrs[name])
	}
	fmt.Fprintf(&b, ">%s", s.text)
	for _, c := range s.children {
		b.WriteString(c.String())
	}
	fmt.Fprintf(&b, "</%s>", s.tag)
	return b.String()
}

func newMirror() (*mirror[*sheet], *paper) {
	p := &paper{}
	return &mirror[*sheet]{host: p, into: &sheet{}}, p
}

// fresh is what a new mirror shows of a drawing.
func fresh(n draw.Node) string {
	m, _ := newMirror()
	m.show(n)
	return m.into.String()
}

// Whatever drawing follows another, the document is equal to it.
func TestMirrorIsEqualToTheDrawing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m, _ := newMirror()
	for range 2000 {
		n := randomNode(random, 3)
		n.Tag = "svg"
		m.show(n)
		require.Equal(t, fresh(n), m.into.String())
	}
}

func randomNode(r *rand.Rand, depth int) draw.Node {
	n := draw.Node{Tag: []string{"g", "rect", "text"}[r.IntN(3)]}
	if r.IntN(2) == 0 {
		n.At = &draw.Point{X: float64(r.IntN(3)), Y: 1}
	}
	for _, name := range []string{"x", "data-token", "fill"} {
		if r.IntN(2) == 0 {
			n.Attrs = append(n.Attrs, draw.Attr{Name: name, Value: fmt.Sprint(r.IntN(3))})
		}
	}
	if depth == 0 || r.IntN(4) == 0 {
		n.Text = []string{"", "a", "b"}[r.IntN(3)]
		return n
	}
	keys := r.Perm(6)
	for i := range r.IntN(6) {
		c := randomNode(r, depth-1)
		if r.IntN(3) > 0 {
			c.Key = fmt.Sprint("k", keys[i])
		}
		n.Children = append(n.Children, c)
	}
	return n
}

func TestMirrorWritesOnlyWhatChanged(t *testing.T) {
	list := func(keys ...string) draw.Node {
		n := draw.Node{Tag: "svg"}
		for _, k := range keys {
			n.Children = append(n.Children, draw.Node{Tag: "g", Key: k, Attrs: []draw.Attr{{Name: "id", Value: k}}})
		}
		return n
	}
	m, p := newMirror()
	m.show(list("a", "b", "c", "d"))
	b := m.root.children[1].element

	p.writes = 0
	m.show(list("a", "b", "c", "d"))
	assert.Zero(t, p.writes)
	m.show(list("b", "c", "d"))
	assert.Equal(t, 1, p.writes, "the head goes")
	p.writes = 0
	m.show(list("b", "c", "x", "d"))
	assert.Equal(t, 3, p.writes, "one is made, gets an attribute, and is put in")
	assert.Same(t, b, m.root.children[0].element, "an element lives as long as its key")
}

func TestMirrorTellsWhatMoved(t *testing.T) {
	token := func(key, from string, x float64) draw.Node {
		return draw.Node{Tag: "g", Key: key, From: from, At: &draw.Point{X: x}, Attrs: []draw.Attr{{Name: "data-token", Value: key}}}
	}
	scene := func(room float64, tokens ...draw.Node) draw.Node {
		return draw.Node{Tag: "svg", Children: []draw.Node{{Tag: "g", Key: "room", At: &draw.Point{X: room}, Children: tokens}}}
	}
	m, _ := newMirror()
	assert.Empty(t, m.show(scene(10, token("1", "", 5))), "the first picture stands still")
	assert.Empty(t, m.show(scene(10, token("1", "", 5))))

	moved := m.show(scene(10, token("1", "", 25)))
	require.Len(t, moved, 1)
	assert.Equal(t, draw.Point{X: -20}, moved[0].by)

	moved = m.show(scene(12, token("1", "", 25), token("2", "1", 50), token("3", "", 7)))
	require.Len(t, moved, 3)
	assert.Equal(t, draw.Point{X: -2}, moved[0].by, "its room has moved")
	assert.Equal(t, draw.Point{X: -27}, moved[1].by, "it begins where the one stood that it comes from")
	assert.True(t, moved[2].appears)
}

// Whoever has the focus on a control keeps it, whatever happens around it: the
// control is the same element after every event, and was not put in again.
func TestControlsLiveAsLongAsTheyAreThere(t *testing.T) {
	for _, name := range builtin.Names() {
		for _, width := range []int{336, 728, 1400} {
			p := openPage(t, "?scenario="+name)
			m, _ := newMirror()
			var before map[string]*sheet
			for event := range p.Branch.Len() + 1 {
				p.show(event)
				m.show(draw.Stage(p.shownWorld(), p.stageOptions(width)))
				now := map[string]*sheet{}
				m.into.controls("", now)
				for id, c := range now {
					if was, there := before[id]; there {
						require.Same(t, was, c, "%s at event %d of %s, %d px", id, event, name, width)
					}
					require.Equal(t, 1, c.inserted, "%s at event %d of %s, %d px", id, event, name, width)
				}
				before = now
			}
		}
	}
}

// controls collects the controls below s by their room and what they do.
func (s *sheet) controls(room string, into map[string]*sheet) {
	room += s.attrs["data-room"]
	if s.attrs["role"] == "button" {
		into[room+" "+s.attrs["data-action"]+" "+s.attrs["data-arg"]] = s
	}
	for _, c := range s.children {
		c.controls(room, into)
	}
}
