package draw

import (
	"math"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/engine/workqueue"
	"informerscope/web/explain"
)

const chipPitch = 22

// workqueue draws the queue of keys, what is dirty, what workers have, and what
// waits for its time.
func (s *stage) workqueue(r rect) {
	q := s.queue
	place := trace.Of(trace.Workqueue, q.Config.Name)
	g := s.standing(q.Config.Name + "/waitingLoop")
	g.words = s.t("count.depth", "n", q.Len())
	s.room(place, r, g, explain.Room(place, s.o.Lang), func(p *pen) {
		in := r.inset(14, 0)
		top := r.Y + 66
		field := rect{in.X, top, in.W, r.bottom() - 12 - top}
		free := field.W - 3*14
		parts := [4]rect{}
		x := field.X
		for i, share := range []float64{0.24, 0.21, 0.19, 0.36} {
			parts[i] = rect{x, field.Y, free * share, field.H}
			x += free*share + 14
		}
		labels := []string{"queue", s.t("label.dirty"), s.t("label.processing"), s.t("label.waiting")}
		counts := []int{q.Len(), q.Dirty.Len(), q.Processing.Len(), q.Waiting.Len() + len(q.Feed)}
		for i, part := range parts {
			count := ""
			if counts[i] > 0 {
				count = itoa(counts[i])
			}
			p.heading(part, r.Y+58, labels[i], count)
			p.box("field", part, 6)
		}
		s.queued(p, parts[0].inset(8, 6), q)
		s.names(p, parts[1].inset(8, 6), q.Dirty.Keys(), false)
		s.names(p, parts[2].inset(8, 6), q.Processing.Keys(), true)
		s.waiting(p, parts[3].inset(8, 6), q)
	})
}

// queued draws the keys in their order; the first is the next to be taken.
func (s *stage) queued(p *pen, r rect, q *engine.Workqueue) {
	rows := max(1, int((r.H+3)/chipPitch))
	for i, key := range q.Queue.Queue {
		at := rect{r.X, r.Y + float64(i)*chipPitch, r.W, 19}
		if i == rows-1 && q.Len() > rows {
			p.text(faceLabel, anchorMiddle, r.X+r.W/2, at.Y+14, "+ "+s.t("count.more", "n", q.Len()-i))
			return
		}
		s.keyChip(s.keyToken(q, key, q.Token(key)), at, false)
	}
}

// keyToken is the token of a key in a workqueue.
func (s *stage) keyToken(q *engine.Workqueue, key string, seq int64) token {
	t := token{Seq: seq, Object: key, Copy: q.Config.Name, Delta: s.deltaOf(seq), Label: key}
	if e := s.o.Changed; e != nil && e.Key == key {
		if of, ok := cutSuffix(e.Actor, "/run"); ok {
			t.From = token{Seq: seq, Object: key, Copy: of}.key()
		}
	}
	return t
}

func cutSuffix(s, suffix string) (string, bool) {
	if len(s) > len(suffix) && s[len(s)-len(suffix):] == suffix {
		return s[:len(s)-len(suffix)], true
	}
	return s, false
}

// names draws the members of a set.
func (s *stage) names(p *pen, r rect, keys []string, lit bool) {
	rows := max(1, int((r.H+3)/chipPitch))
	for i, key := range keys {
		at := rect{r.X, r.Y + float64(i)*chipPitch, r.W, 19}
		if i == rows-1 && len(keys) > rows {
			p.text(faceLabel, anchorMiddle, r.X+r.W/2, at.Y+14, "+ "+s.t("count.more", "n", len(keys)-i))
			return
		}
		kind := "chip"
		if lit {
			kind = "lit"
		}
		p.box(kind, at, 5, "data-tone", string(toneWarning))
		p.text(faceMono, anchorMiddle, at.X+at.W/2, at.Y+13.5, faceMono.FitKey(key, at.W-10))
	}
}

// waiting draws the keys of AddAfter and AddRateLimited with the time they have
// left.
func (s *stage) waiting(p *pen, r rect, q *engine.Workqueue) {
	all := append(q.Waiting.Entries(), q.Feed...)
	rows := max(1, int((r.H+5)/28))
	for i, e := range all {
		y := r.Y + float64(i)*28 + 10
		if i == rows-1 && len(all) > rows {
			p.text(faceLabel, anchorStart, r.X+4, y+4, "+ "+s.t("count.more", "n", len(all)-i))
			return
		}
		left := max(0, e.ReadyAt-s.world.Now())
		s.countdown(p, Point{r.X + 10, y + 2}, s.fraction(q, e, left))
		text := s.t("in", "for", left)
		if n := q.Limiter.NumRequeues(e.Key); n > 0 {
			text = s.t("label.retry", "n", n, "for", left)
		}
		text = faceLabel.Fit(text, r.W*0.5)
		p.text(faceLabel, anchorEnd, r.right(), y+6, text)
		s.keyChip(s.keyToken(q, e.Key, e.Token), rect{r.X + 26, y - 8, r.W - 36 - faceLabel.Width(text), 19}, false)
	}
}

// fraction is how much of its time a waiting key has left, as far as can be
// said: the whole of it is that of its last failure.
func (s *stage) fraction(q *engine.Workqueue, e workqueue.Entry, left time.Duration) float64 {
	whole := float64(q.Limiter.Exponential.Base) * math.Pow(2, float64(max(0, q.Limiter.NumRequeues(e.Key)-1)))
	whole = max(min(whole, float64(q.Limiter.Exponential.Max)), float64(left), 1)
	return float64(left) / whole
}

// countdown draws a ring of which a part is left.
func (s *stage) countdown(p *pen, at Point, left float64) {
	const radius = 8
	p.circle("track", at.X, at.Y, radius)
	p.circle("ring", at.X, at.Y, radius, "stroke-dasharray", number(2*math.Pi*radius*left)+" 60",
		"transform", "rotate(-90 "+number(at.X)+" "+number(at.Y)+")")
}
