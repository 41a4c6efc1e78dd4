package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// summary is what a room says of itself in one line: its name, where its
// goroutine stands, what there is to know, and the tokens that are in it.
type summary struct {
	place, title string
	standing
	tokens []token
}

// fold draws a room that is closed to one line: its name, the tokens in it as
// signs, and a summary. Pressing it opens it.
func (s *stage) fold(f folded) {
	const half = 0.46
	m := s.summary(f.kind)
	n := s.frame(m.place, m.standing, m.title)
	var p, h pen
	p.box("room", f.r, 9)
	in := f.r.inset(14, 0)
	y := f.r.Y + f.r.H/2
	words := faceLabel.Fit(m.words, in.W*half)
	h.box("hit", f.r.inset(3, 3), 7)
	h.circle("state", in.X+4, y, 4, "data-tone", string(toneOfState(m.state)))
	h.fit(faceTitle, in.X+16, y+5, in.W*half, m.title)
	h.text(faceLabel, anchorEnd, in.right(), y+4, words)
	s.pressed(&p, "focus", f.kind, m.title, h)
	s.parts(&p, f)
	n.Children = p.nodes
	s.add(n)

	const pitch = 20
	from := in.X + 24 + min(faceTitle.Width(m.title), in.W*half)
	to := in.right() - faceLabel.Width(words) - 8
	for i, t := range m.tokens[:min(len(m.tokens), max(0, int((to-from)/pitch)))] {
		s.dot(t, to-dotRadius-float64(i)*pitch, y)
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
	case trace.Manager:
		for _, m := range s.world.Managers {
			s.ghost(p, m.Place(), s.process(m))
		}
	case trace.Worker:
		for _, c := range s.crews() {
			s.ghost(p, trace.Of(trace.Worker, c.name), s.standing(c.name))
		}
	}
}

func (s *stage) summary(kind string) summary {
	m := summary{place: kind, title: explain.Room(kind, s.o.Lang).Title}
	i := s.informer
	switch kind {
	case trace.APIServer:
		m.standing = s.serving()
		if m.state == engine.Running {
			m.words = s.t("server-summary", "rv", s.world.Server.Revision(), "objects", s.t("count.objects", "n", s.world.Server.Count(s.resource())))
		}
	case trace.Reflector:
		m.standing = s.standing(i.Config.Name + "/reflector")
		if h := i.Reflector.Holding; h != nil {
			m.tokens = []token{s.heldToken(h, 0)}
		}
	case trace.Queue:
		m.title = i.Config.Queue
		m.standing, m.tokens = s.queueSummary()
	case trace.ProcessLoop:
		m.title = "processLoop"
		m.standing = s.standing(i.Config.Name + "/processLoop")
		for _, d := range i.Loop.Holding {
			m.tokens = append(m.tokens, s.deltaToken(d, 0))
		}
	case trace.Indexer:
		m.standing = busyIf(true, s.t("count.objects", "n", i.Indexer.Len())+" · rv "+orDash(version(s.cacheVersion())))
	case trace.Processor:
		m.title = s.t("listeners")
		m.standing, m.tokens = s.listenersSummary()
	case trace.Workqueue:
		if s.queue == nil {
			break
		}
		m.place = trace.Of(trace.Workqueue, s.queue.Config.Name)
		m.standing, m.tokens = s.workqueueSummary()
	case trace.Manager:
		m.standing = s.processesStand()
	case trace.Worker:
		m.title = s.t("room.workers")
		m.standing = s.workersStand()
		for _, c := range s.crews() {
			if c.worker.Key != "" {
				m.tokens = append(m.tokens, s.workerToken(c))
			}
		}
	}
	return m
}

// mostSigns is how many tokens of a queue a summary shows at most.
const mostSigns = 4

func (s *stage) queueSummary() (g standing, tokens []token) {
	n := s.informer.Queue.Len()
	words := ""
	switch q := s.informer.Queue.(type) {
	case *cache.DeltaFIFO:
		words = s.t("count.keys", "n", n)
		for _, key := range q.Queue[:min(mostSigns, n)] {
			deltas, _ := q.Deltas(key)
			tokens = append(tokens, s.deltaToken(deltas[len(deltas)-1], 0))
		}
	case *cache.RealFIFO:
		words = s.t("count.deltas", "n", n)
		for _, d := range q.Items[:min(mostSigns, n)] {
			tokens = append(tokens, s.deltaToken(d, 0))
		}
	}
	return busyIf(n > 0, words), tokens
}

func (s *stage) listenersSummary() (g standing, tokens []token) {
	var each []string
	for _, l := range s.informer.Listeners {
		name, _, _ := s.listenerPlaces(l)
		g, handling := s.handling(l, name)
		say := s.t("state.idle")
		if n := len(l.Pop.PendingNotifications); n > 0 {
			say = s.t("count.pending", "n", n)
		} else if handling != nil {
			say = g.brief
		}
		each = append(each, l.Config.Name+" "+say)
		for _, n := range []*engine.Notification{handling, l.Pop.NextCh, l.Pop.AddCh} {
			if n != nil {
				tokens = append(tokens, s.notice(*n, name))
			}
		}
	}
	words := strings.Join(each, " · ")
	if len(each) > 2 {
		words = itoa(len(each)) + " " + s.t("listeners")
	}
	return busyIf(len(tokens) > 0, words), tokens
}

func (s *stage) workqueueSummary() (g standing, tokens []token) {
	q := s.queue
	g = s.standing(q.Config.Name + "/waitingLoop")
	g.words = s.t("count.depth", "n", q.Len()) + " · " + s.t("count.waiting", "n", q.Waiting.Len())
	for _, key := range q.Queue.Queue[:min(mostSigns, len(q.Queue.Queue))] {
		tokens = append(tokens, s.keyToken(q.Config.Name, key, q.Token(key)))
	}
	return g, tokens
}
