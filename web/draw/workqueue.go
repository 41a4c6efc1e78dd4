package draw

import (
	"math"
	"strings"
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
	title := explain.Room(place, s.o.Lang)
	if q.Priority != nil {
		title.Sub = s.t("priority-queue")
	}
	s.room(place, r, g, title, func(p *pen) {
		parts := partsOf(r)
		labels := []string{"queue", s.t("label.dirty"), s.t("label.processing"), s.t("label.waiting")}
		counts := []int{len(q.Queue.Queue), q.Dirty.Len(), q.Processing.Len(), q.Waiting.Len() + len(q.Feed)}
		for i, part := range parts {
			count := ""
			if counts[i] > 0 {
				count = itoa(counts[i])
			}
			brief := labels[i]
			if i == 3 {
				brief = s.t("waiting-brief")
			}
			p.heading(part, part.Y-8, labels[i], count, brief)
			p.box("field", part, 6)
		}
		s.queued(p, parts[0].inset(8, 6), q)
		s.names(p, parts[1].inset(8, 6), q.Dirty.Keys(), false)
		s.names(p, parts[2].inset(8, 6), q.Processing.Keys(), true)
		s.waiting(p, parts[3].inset(8, 6), q)
	})
}

// partsOf are the boxes of queue, dirty, processing and waiting: side by side, or
// two and two where they would be too narrow.
func partsOf(r rect) [4]rect {
	const space, heading, beside = 14, 66, 560
	in := rect{r.X + 14, r.Y + heading, r.W - 28, r.H - heading - 12}
	var parts [4]rect
	if in.W >= beside {
		x := in.X
		for i, share := range []float64{0.24, 0.21, 0.19, 0.36} {
			parts[i] = rect{x, in.Y, (in.W - 3*space) * share, in.H}
			x = parts[i].right() + space
		}
		return parts
	}
	in.H = (in.H - 24) / 2
	for i, half := range in.columns(2, space) {
		parts[i], parts[i+2] = half, half
		parts[i+2].Y += in.H + 24
	}
	return parts
}

// queued draws the keys in their order; the first is the next to be taken.
func (s *stage) queued(p *pen, r rect, q *engine.Workqueue) {
	rows := max(1, int((r.H+3)/chipPitch))
	for i, key := range q.Queue.Queue {
		at := rect{r.X, r.Y + float64(i)*chipPitch, r.W, 19}
		if i == rows-1 && len(q.Queue.Queue) > rows {
			p.text(faceLabel, anchorMiddle, r.X+r.W/2, at.Y+14, "+ "+s.t("count.more", "n", len(q.Queue.Queue)-i))
			return
		}
		s.keyChip(s.ranked(q, s.keyToken(q.Config.Name, key, q.Token(key))), at, false)
	}
}

// keyToken is the token of a key in a workqueue: of what happened to the object
// only the key is left.
func (s *stage) keyToken(queue, key string, seq int64) token {
	t := token{Seq: seq, Object: key, Copy: queue, Delta: s.deltaOf(seq), Label: key}
	if s.informer != nil && !strings.Contains(key, "#") {
		t.Arg = s.refOf(key)
	}
	if e := s.o.Changed; e != nil && e.Key == key {
		if handler, ok := strings.CutSuffix(e.Actor, "/run"); ok {
			t.From = token{Seq: seq, Object: key, Copy: handler}.key()
		}
	}
	return t
}

// ranked marks a key of a priority queue with its priority.
func (s *stage) ranked(q *engine.Workqueue, t token) token {
	if q.Priority != nil {
		t.Mark = itoa(q.PriorityOf(t.Label))
	}
	return t
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
		s.keyChip(s.ranked(q, s.keyToken(q.Config.Name, e.Key, e.Token)), rect{r.X + 26, y - 8, r.W - 36 - faceLabel.Width(text), 19}, false)
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
