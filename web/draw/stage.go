package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
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
	// Target is the object that Update and Delete are about, by name; empty where
	// there is none.
	Target string
	// Changed is the event that made the moment: what it did is marked.
	Changed *trace.Event
	// Event gives an event of the trace by its number, for what the state does
	// not keep: the requests of open watches, the last writes. It may be nil.
	Event func(seq int64) *trace.Event
	// Rooms are the kinds of rooms that are shown; all unless given.
	Rooms []string
	// Pair says that another stage stands beside this one: there is half the room.
	Pair bool
	// Still leaves out what can be pressed: pictures for files.
	Still bool
}

// Stage draws a moment of a world, which it only reads.
func Stage(w *engine.World, o Options) Node {
	s := &stage{world: w, o: o}
	s.informer = pick(w.Informers, LaneOf(o.Informer, o.Focus), func(i *engine.Informer) string { return i.Config.Name })
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

// LaneOf names the informer to show: the one that is asked for, else the one that
// the place to look at belongs to.
func LaneOf(informer, focus string) string {
	kind, of, _ := strings.Cut(focus, ":")
	if informer != "" || kind == trace.Workqueue || kind == trace.Worker || kind == trace.Manager {
		return informer
	}
	name, _, _ := strings.Cut(of, "/")
	return name
}

// pickQueue is the workqueue that is asked for, else the one that the place to
// look at is, else the one into which the handlers of the shown informer put
// their keys.
func (s *stage) pickQueue() *engine.Workqueue {
	name := s.o.Workqueue
	if kind, of, _ := strings.Cut(s.o.Focus, ":"); name == "" && kind == trace.Workqueue {
		name = of
	}
	if name == "" && s.informer != nil {
		for _, l := range s.informer.Listeners {
			if name = s.queueOf(l); name != "" {
				break
			}
		}
	}
	return pick(s.world.Workqueues, name, func(q *engine.Workqueue) string { return q.Config.Name })
}

// queueOf is the workqueue into which a listener's handler puts keys: one of the
// controller whose handler it is, the last where it is a monitor's; "" if there is
// none.
func (s *stage) queueOf(l *engine.Listener) string {
	for _, c := range s.world.Controllers {
		if l.Config.Controller != c.Config.Name {
			continue
		}
		if n := len(c.Config.Queues); c.Config.Reconcile == engine.ReconcileQuota && n > 0 && s.informer.Config.Name != c.Config.Informer {
			return c.Config.Queues[n-1]
		}
		return c.Config.Queue
	}
	return l.Config.Enqueue
}

func (s *stage) t(id string, args ...any) string { return text(s.o.Lang, id, args...) }

// shape is what there is to show of this world.
func (s *stage) shape() shape {
	h := shape{lanes: len(s.world.Informers), work: s.queue != nil || len(s.world.Controllers) > 0, open: s.open(), rooms: s.o.Rooms, pair: s.o.Pair}
	if s.informer != nil {
		h.listeners = len(s.informer.Listeners)
	}
	if h.managers = len(s.world.Managers); !h.shows(trace.Manager) {
		h.managers = 0
	}
	for _, m := range s.world.Managers {
		h.election = h.election || m.Elector != nil
	}
	return h
}

// open is the kind of the room that is open on a narrow screen. One of a pair opens
// by itself what the runs differ in.
func (s *stage) open() string {
	kind, _, _ := strings.Cut(s.o.Focus, ":")
	switch {
	case kind == "" && s.o.Pair && s.informer != nil:
		return trace.Queue
	case kind == "" || s.informer == nil:
		return trace.APIServer
	case kind == trace.Listener || kind == trace.Handler:
		return trace.Processor
	}
	return kind
}

func (s *stage) draw(p plan) {
	if s.informer == nil {
		s.apiserver(p.apiserver)
		return
	}
	s.leaveOut(&p)
	for _, w := range p.ways {
		tone := toneNone
		if s.moved(w) {
			tone = toneAccent
		}
		s.arrow(tone, w.line...)
	}
	s.border(p)
	s.band(p.band)
	s.managers(p.managers)
	s.wire(p)
	s.apiserver(p.apiserver)
	s.reflector(p.reflector)
	s.deltas(p.queue)
	s.processLoop(p.loop)
	s.indexer(p.indexer)
	s.listeners(p.listeners)
	if s.queue != nil {
		s.workqueue(p.workqueue)
	}
	if len(s.world.Controllers) > 0 {
		s.workers(p.workers)
	}
	for _, f := range p.folded {
		s.fold(f)
	}
	s.informers(p.tabs)
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
