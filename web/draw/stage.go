package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// Options say how a moment is to be drawn, and what of it stands out.
type Options struct {
	// Width is that of the picture in CSS pixels; the height follows from it.
	Width int
	// Lang is en or zh.
	Lang string
	// Focus is the place that the reader is told about, Selected the place or
	// the object, a reference, that was chosen. On a narrow screen Focus is the
	// room that is open.
	Focus, Selected string
	// Informer and Workqueue are those that are shown, by name; the first unless
	// there is one of that name.
	Informer, Workqueue string
	// Changed is the event that made the moment: what it did is marked.
	Changed *trace.Event
	// Event gives an event of the trace by its number, for what the state does
	// not keep: the requests of open watches, the last writes. It may be nil.
	Event func(seq int64) *trace.Event
	// Still leaves out what can be pressed: pictures for files.
	Still bool
}

// Stage draws a moment of a world, which it only reads.
func Stage(w *engine.World, o Options) Node {
	s := &stage{world: w, o: o}
	s.informer = pick(w.Informers, o.Informer, func(i *engine.Informer) string { return i.Config.Name })
	s.queue = s.pickQueue()
	p := planFor(float64(o.Width), s.shape())
	s.draw(p)
	root := element("svg", "data-picture", "stage", "viewBox", "0 0 "+number(p.width)+" "+number(p.height),
		"width", number(p.width), "height", number(p.height), "role", "group", "aria-label", s.t("panel.stage"), "lang", o.Lang)
	tokens := element("g", "data-layer", "tokens", "aria-hidden", "true")
	tokens.Key, tokens.Children = "tokens", s.tokens.nodes
	root.Children = append(s.nodes, tokens)
	return root
}

// stage is a picture being drawn.
type stage struct {
	pen
	world *engine.World
	o     Options
	// informer and queue are those that are shown; nil if there are none.
	informer *engine.Informer
	queue    *engine.Workqueue
	tokens   layer
}

func pick[T any](all []*T, name string, nameOf func(*T) string) *T {
	for _, x := range all {
		if nameOf(x) == name {
			return x
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return nil
}

// pickQueue is the workqueue that is asked for, else the one into which the
// handlers of the shown informer put their keys.
func (s *stage) pickQueue() *engine.Workqueue {
	name := s.o.Workqueue
	if name == "" && s.informer != nil {
		for _, l := range s.informer.Listeners {
			if l.Config.Enqueue != "" {
				name = l.Config.Enqueue
				break
			}
		}
	}
	return pick(s.world.Workqueues, name, func(q *engine.Workqueue) string { return q.Config.Name })
}

func (s *stage) t(id string, args ...any) string { return text(s.o.Lang, id, args...) }

// shape is what there is to show of this world.
func (s *stage) shape() shape {
	h := shape{lanes: len(s.world.Informers), work: s.queue != nil || len(s.world.Controllers) > 0, open: s.open()}
	if s.informer != nil {
		h.listeners = len(s.informer.Listeners)
	}
	return h
}

// open is the kind of the room that is open on a narrow screen.
func (s *stage) open() string {
	kind, _, _ := strings.Cut(s.o.Focus, ":")
	switch kind {
	case "":
		return trace.APIServer
	case trace.Listener, trace.Handler:
		return trace.Processor
	}
	return kind
}

func (s *stage) draw(p plan) {
	for _, line := range p.lines {
		s.arrow(line...)
	}
	s.border(p)
	s.wire(p)
	s.apiserver(p.apiserver)
	if s.informer != nil {
		s.reflector(p.reflector)
		s.deltas(p.queue)
		s.processLoop(p.loop)
		s.indexer(p.indexer)
		s.listeners(p.listeners)
	}
	if s.queue != nil {
		s.workqueue(p.workqueue)
	}
	s.workers(p.workers)
	for _, f := range p.folded {
		s.fold(f)
	}
	s.tabs(p.tabs)
}

// border draws the line between client-go's part and one's own.
func (s *stage) border(p plan) {
	if len(p.border) == 0 {
		return
	}
	d := ""
	for i, at := range p.border {
		d += map[bool]string{true: "M", false: "L"}[i == 0] + number(at.X) + " " + number(at.Y)
	}
	s.path("border", d)
	if p.labels[0].X > 0 {
		s.text(faceLabel, anchorStart, p.labels[0].X, p.labels[0].Y, s.t("label.clientgo"))
		s.text(faceLabel, anchorStart, p.labels[1].X, p.labels[1].Y, s.t("label.yours"))
	}
}

// tabs draws the informers, of which one is open.
func (s *stage) tabs(r rect) {
	if r.W == 0 {
		return
	}
	n := min(len(s.world.Informers), max(1, int(r.W/150)))
	for k, tab := range r.columns(n, 8) {
		i := s.world.Informers[k]
		if k == n-1 && len(s.world.Informers) > n {
			s.text(faceLabel, anchorStart, tab.X+8, tab.Y+18, "+ "+s.t("count.more", "n", len(s.world.Informers)-k))
			return
		}
		kind, tone := "button", toneNone
		if i == s.informer {
			kind, tone = "lit", toneAccent
		}
		var h pen
		h.box(kind, tab, 7, "data-tone", string(tone))
		words := s.t("count.objects", "n", i.Indexer.Len())
		h.circle("state", tab.X+13, tab.Y+14, 4, "data-tone", string(toneOfState(s.world.Goroutine(i.Config.Name+"/reflector").State)))
		h.text(faceLabel, anchorEnd, tab.right()-10, tab.Y+18, words)
		h.fit(faceStrong, tab.X+23, tab.Y+18, tab.W-43-faceLabel.Width(words), i.Config.Name)
		s.pressed(&s.pen, "informer", i.Config.Name, i.Config.Name, h)
	}
}

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
	h.fit(below, in.X, r.Y+38, in.W, title.Sub)
	s.pressed(p, "select-place", place, title.Title, h)
}

// partHead is the head of a box that has no room for two lines.
func (s *stage) partHead(p *pen, place string, r rect, g standing, title string) {
	in := r.inset(12, 0)
	words := faceLabel.Fit(g.words, in.W-faceStrong.Width(title)-stateWidth-10)
	width := s.state(p, Point{in.right(), r.Y + 20}, g, words)
	var h pen
	h.box("hit", rect{r.X + 5, r.Y + 4, in.W - width, 24}, 6)
	h.fit(faceStrong, in.X, r.Y+20, in.W-width-8, title)
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
	n := element("g", "role", "button", "tabindex", "0", "data-action", action, "data-arg", arg, "aria-label", label)
	if s.o.Still {
		n = element("g")
	}
	n.Children = h.nodes
	p.add(n)
}

// standing is where a room's goroutine stands, as it is shown.
type standing struct {
	state engine.State
	words string
}

func (s *stage) standing(actor string) standing {
	g := s.world.Goroutine(actor)
	return standing{g.State, explain.Standing(g, s.world.Now(), s.o.Lang)}
}

// busyIf is the standing of a room without a goroutine of its own.
func busyIf(busy bool, words string) standing {
	if busy {
		return standing{engine.Running, words}
	}
	return standing{engine.Blocked, words}
}

// isNow is "1" for the room in which the last event happened.
func (s *stage) isNow(place string) string {
	if s.o.Changed != nil && s.samePlace(place, placeOf(*s.o.Changed)) {
		return "1"
	}
	return ""
}

func (s *stage) isChosen(place string) string {
	if s.o.Selected != "" && s.samePlace(place, s.o.Selected) || s.o.Focus != "" && s.samePlace(place, s.o.Focus) {
		return "1"
	}
	return ""
}

// samePlace says whether a room is the place that is meant, which may name an
// informer that the room leaves out, or leave out the name of one of several.
func (s *stage) samePlace(room, meant string) bool {
	kind, name, named := strings.Cut(meant, ":")
	roomKind, roomName, several := strings.Cut(room, ":")
	switch {
	case kind != roomKind:
		return false
	case !named || name == roomName:
		return true
	}
	return !several && s.informer != nil && name == s.informer.Config.Name
}

// placeOf is where an event happened.
func placeOf(e trace.Event) string {
	if e.To != "" {
		return e.To
	}
	if e.From != "" {
		return e.From
	}
	of, role := "", e.Actor
	if cut := strings.LastIndexByte(e.Actor, '/'); cut >= 0 {
		of, role = e.Actor[:cut], e.Actor[cut+1:]
	}
	switch {
	case role == "reflector" || role == "resync":
		return trace.Of(trace.Reflector, of)
	case role == "processLoop":
		return trace.Of(trace.ProcessLoop, of)
	case role == "pop":
		return trace.Of(trace.Listener, of)
	case role == "run":
		return trace.Of(trace.Handler, of)
	case role == "waitingLoop":
		return trace.Of(trace.Workqueue, of)
	case strings.HasPrefix(role, "worker-"):
		return trace.Of(trace.Worker, e.Actor)
	}
	return trace.APIServer
}

// changedKey is the object that the last event was about, if it happened in a
// room of that kind.
func (s *stage) changed(room, key string) bool {
	e := s.o.Changed
	return e != nil && e.Key == key && s.samePlace(room, placeOf(*e))
}

// reference is the name by which an object of the shown informer is chosen.
func (s *stage) reference(key string) string {
	return s.world.Server.NameOf(s.informer.Resource()) + "/" + key
}

// event is an event of the trace; nil if it is not to be had.
func (s *stage) event(seq int64) *trace.Event {
	if s.o.Event == nil || seq <= 0 {
		return nil
	}
	return s.o.Event(seq)
}

// deltaOf is the change with which a token began, if that is to be had.
func (s *stage) deltaOf(token int64) cache.DeltaType {
	if e := s.event(token); e != nil {
		return cache.DeltaType(e.Delta)
	}
	return ""
}

// changedDelta is the kind of change that the last event is about.
func (s *stage) changedDelta() deltaType {
	switch {
	case s.o.Changed.Delta != "":
		return deltaType(s.o.Changed.Delta)
	case s.o.Changed.Kind == trace.ObjectAdded:
		return added
	case s.o.Changed.Kind == trace.ObjectDeleted:
		return deleted
	}
	return updated
}
