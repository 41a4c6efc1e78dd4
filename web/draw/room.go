package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/web/explain"
)

// room draws a room's frame and head, and what draw puts into it; a room that is
// folded has no width.
func (s *stage) room(place string, r rect, g standing, title explain.Title, draw func(p *pen)) {
	if r.W == 0 {
		return
	}
	s.part(place, r, g, title.Title, func(p *pen) {
		s.head(p, place, r, g, title)
		draw(p)
	})
}

// part draws a room that is a part of a larger whole: it has a frame and no
// head.
func (s *stage) part(place string, r rect, g standing, label string, draw func(p *pen)) {
	n := s.frame(place, g, label)
	var p pen
	p.box("room", r, 10)
	draw(&p)
	n.Children = p.nodes
	s.add(n)
}

// frame is the group of a room, with what others may rely on.
func (s *stage) frame(place string, g standing, label string) Node {
	n := element("g", "data-room", place, "data-state", string(g.state), "role", "group", "aria-label", label+": "+g.words,
		"data-now", s.isNow(place), "data-chosen", s.isChosen(place))
	n.Key = "room:" + place
	return n
}

// ghost is a room that has no place in the picture.
func (s *stage) ghost(p *pen, place string, g standing) {
	n := element("g", "data-room", place, "data-state", string(g.state), "aria-hidden", "true")
	n.Key = "room:" + place
	p.add(n)
}

// head draws a room's title, which chooses the room, and where its goroutine
// stands; words that find no room beside the title take the line below it.
func (s *stage) head(p *pen, place string, r rect, g standing, title explain.Title) {
	in := r.inset(14, 0)
	beside, below := g.words, faceSub
	if room := in.W - faceTitle.Width(title.Title) - stateWidth - 12; faceLabel.Width(beside) > room {
		beside, below = "", faceLabel
		title.Sub = g.words
	}
	width := s.state(p, Point{in.right(), r.Y + 22}, g, beside)
	var h pen
	h.box("hit", rect{r.X + 6, r.Y + 5, in.W - width, 38}, 6)
	h.fit(faceTitle, in.X, r.Y+23, in.W-width-8, title.Title)
	h.text(below, anchorStart, in.X, r.Y+38, below.Choose(in.W, title.Sub, briefly(title.Sub)))
	s.pressed(p, "select-place", place, title.Title, h)
}

// briefly is the first of several names, and of a qualified one its last part.
func briefly(names string) string {
	first, _, _ := strings.Cut(names, " · ")
	return first[strings.LastIndexByte(first, '.')+1:]
}

// partHead is the head of a box that has no room for two lines; name is the title
// where that leaves no room for the state.
func (s *stage) partHead(p *pen, place string, r rect, g standing, title, name string) {
	in := r.inset(12, 0)
	shown := faceStrong.Choose(in.W-stateWidth-10-faceLabel.Width(g.brief), title, name)
	words := g.within(in.W - faceStrong.Width(shown) - stateWidth - 10)
	width := s.state(p, Point{in.right(), r.Y + 20}, g, words)
	var h pen
	h.box("hit", rect{r.X + 5, r.Y + 4, in.W - width, 24}, 6)
	h.fit(faceStrong, in.X, r.Y+20, in.W-width-8, shown)
	s.pressed(p, "select-place", place, title, h)
}

// stateWidth is that of the dot of a state with the space before its words.
const stateWidth = 18

// state writes where a goroutine stands, with the dot of its state before it,
// and returns how much of the line that takes.
func (s *stage) state(p *pen, end Point, g standing, words string) float64 {
	width := 0.0
	if words != "" {
		width = faceLabel.Width(words) + 10
		p.text(faceLabel, anchorEnd, end.X, end.Y, words)
	}
	p.circle("state", end.X-width-4, end.Y-4, 4, "data-tone", string(toneOfState(g.state)))
	return width + 8
}

// pressed puts what h holds into a control.
func (s *stage) pressed(p *pen, action, arg, label string, h pen) {
	n := element("g", "role", "button", "tabindex", "0", "data-action", action, "data-arg", arg)
	if n.Children = named(label, h.nodes); s.o.Still {
		n = element("g")
		n.Children = h.nodes
	}
	n.Key = controlKey(action, arg)
	p.add(n)
}

// named is what a control holds, with its name in front. That is a title and no
// aria-label, of which screen readers and speech control expect that it has the
// letters that are to be seen; and it tells whoever points at letters that are cut.
func named(label string, nodes []Node) []Node {
	title := element("title")
	title.Text = label
	return append([]Node{title}, nodes...)
}

// controlKey is the key of a control: whoever has the focus on it keeps it,
// whatever comes and goes around it.
func controlKey(action, arg string) string { return "control:" + action + ":" + arg }

// standing is where a room's goroutine stands, as it is shown; brief is the same
// in as few words as will do.
type standing struct {
	state        engine.State
	words, brief string
}

func (s *stage) standing(actor string) standing {
	g := s.world.Goroutine(actor)
	out := standing{state: g.State, words: explain.Standing(g, s.world.Now(), s.o.Lang)}
	out.brief = out.words
	if id := "on." + g.On; g.State != engine.Stopped && !g.Held && s.t(id) != id {
		out.brief = s.t(id)
	}
	return out
}

// within are the words that fit into a width: none, if only a few letters would,
// for the colour says as much.
func (g standing) within(width float64) string {
	const few = 60
	words := faceLabel.Choose(width, g.words, g.brief)
	if width < few && words != g.brief {
		return ""
	}
	return words
}

// busyIf is the standing of a room without a goroutine of its own.
func busyIf(busy bool, words string) standing {
	if busy {
		return standing{engine.Running, words, words}
	}
	return standing{engine.Blocked, words, words}
}
