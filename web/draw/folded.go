package draw

import (
	"strconv"
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// fold draws a room that is closed to one line: its name, the tokens in it as
// signs, and a summary. Pressing it opens it.
func (s *stage) fold(f folded) {
	place, title, words, g, tokens := s.summary(f.kind)
	n := s.frame(place, g, title)
	var p, h pen
	p.box("room", f.r, 9)
	in := f.r.inset(14, 0)
	y := f.r.Y + f.r.H/2
	words = faceLabel.Fit(words, in.W*0.46)
	h.box("hit", f.r.inset(3, 3), 7)
	h.circle("state", in.X+4, y, 4, "data-tone", string(toneOfState(g.state)))
	h.fit(faceTitle, in.X+16, y+5, in.W*0.46, title)
	h.text(faceLabel, anchorEnd, in.right(), y+4, words)
	s.pressed(&p, "focus", f.kind, title, h)
	s.parts(&p, f)
	n.Children = p.nodes
	s.add(n)

	from := in.X + 16 + min(faceTitle.Width(title), in.W*0.46) + 8
	to := in.right() - faceLabel.Width(words) - 8
	places := int((to - from) / 20)
	for i, t := range tokens {
		if i >= places {
			break
		}
		x := to - dotRadius - float64(i)*20
		s.dot(t, x, y)
	}
}

// parts are the rooms inside a folded one.
func (s *stage) parts(p *pen, f folded) {
	switch f.kind {
	case trace.Processor:
		for _, l := range s.informer.Listeners {
			name, listener, handler := s.listenerPlaces(l)
			s.ghost(p, listener, s.standing(name+"/pop"))
			s.ghost(p, handler, s.standing(name+"/run"))
		}
	case trace.Worker:
		for _, c := range s.crews() {
			s.ghost(p, trace.Of(trace.Worker, c.name), s.standing(c.name))
		}
	}
}

// summary is what a folded room says of itself.
func (s *stage) summary(kind string) (place, title, words string, g standing, tokens []token) {
	place, title = kind, explain.Room(kind, s.o.Lang).Title
	switch kind {
	case trace.APIServer:
		g, words = s.serving(), s.t("server-summary", "rv", s.world.Server.Revision(), "objects", s.t("count.objects", "n", s.world.Server.Count(s.resource())))
	case trace.Reflector:
		g = s.standing(s.informer.Config.Name + "/reflector")
		words = g.words
		if h := s.informer.Reflector.Holding; h != nil {
			tokens = []token{s.heldToken(h, 0)}
		}
	case trace.Queue:
		title = s.informer.Config.Queue
		g, words, tokens = s.queueSummary()
	case trace.ProcessLoop:
		title = "processLoop"
		g = s.standing(s.informer.Config.Name + "/processLoop")
		words = g.words
		for _, d := range s.informer.Loop.Holding {
			tokens = append(tokens, s.deltaToken(d, 0))
		}
	case trace.Indexer:
		g = busyIf(true, "")
		words = s.t("count.objects", "n", s.informer.Indexer.Len()) + " · rv " + orDash(version(s.cacheVersion()))
	case trace.Processor:
		title = s.t("listeners")
		g, words, tokens = s.listenersSummary()
	case trace.Workqueue:
		place = trace.Of(trace.Workqueue, s.queue.Config.Name)
		title = explain.Room(kind, s.o.Lang).Title
		g = s.standing(s.queue.Config.Name + "/waitingLoop")
		words = s.t("count.depth", "n", s.queue.Len()) + " · " + s.t("count.waiting", "n", s.queue.Waiting.Len())
		for _, key := range s.queue.Queue.Queue[:min(3, s.queue.Len())] {
			tokens = append(tokens, s.keyToken(s.queue, key, s.queue.Token(key)))
		}
	case trace.Worker:
		title = s.t("room.workers")
		g = s.workersStand()
		words = g.words
		for _, c := range s.crews() {
			if c.worker.Key != "" {
				tokens = append(tokens, s.workerToken(c))
			}
		}
	}
	return place, title, words, g, tokens
}

func (s *stage) queueSummary() (g standing, words string, tokens []token) {
	n := s.informer.Queue.Len()
	switch q := s.informer.Queue.(type) {
	case *cache.DeltaFIFO:
		words = s.t("count.keys", "n", n)
		for _, key := range q.Queue[:min(4, n)] {
			deltas, _ := q.Items.Get(key)
			tokens = append(tokens, s.deltaToken(deltas[len(deltas)-1], 0))
		}
	case *cache.RealFIFO:
		words = s.t("count.deltas", "n", n)
		for _, d := range q.Items[:min(4, n)] {
			tokens = append(tokens, s.deltaToken(d, 0))
		}
	}
	return busyIf(n > 0, words), words, tokens
}

func (s *stage) listenersSummary() (g standing, words string, tokens []token) {
	var each []string
	for _, l := range s.informer.Listeners {
		name, _, _ := s.listenerPlaces(l)
		g := s.world.Goroutine(name + "/run")
		say := s.t("state.idle")
		if n := len(l.Pop.PendingNotifications); n > 0 {
			say = s.t("count.pending", "n", n)
		} else if g.State == engine.Running || g.State == engine.Sleeping {
			say = g.On
		}
		each = append(each, l.Config.Name+" "+say)
		for _, n := range []*engine.Notification{l.Run.Handling, l.Pop.NextCh, l.Pop.AddCh} {
			if n != nil {
				tokens = append(tokens, s.notice(*n, name))
			}
		}
	}
	words = strings.Join(each, " · ")
	if len(each) > 2 {
		words = strconv.Itoa(len(each)) + " " + s.t("listeners")
	}
	return busyIf(len(tokens) > 0, words), words, tokens
}
