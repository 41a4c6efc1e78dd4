package draw

import (
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// processLoop draws what was popped, and which part of HandleDeltas it is in.
func (s *stage) processLoop(r rect) {
	l := s.informer.Loop
	s.room(trace.ProcessLoop, r, s.standing(s.informer.Config.Name+"/processLoop"), explain.Room(trace.ProcessLoop, s.o.Lang), func(p *pen) {
		in := r.inset(14, 0)
		p.heading(in, r.Y+58, s.t("label.popped"), "")
		s.popped(rect{in.X, r.Y + 65, in.W, pillHeight}, l.Holding)
		at := 0
		switch {
		case l.Stopped:
			at = -1
		case l.Notifying != nil || len(l.To) > 0 || l.InHandler:
			at = 2
		case len(l.Holding) > 0:
			at = 1
		}
		parts := []string{s.t("loop.pop"), s.t("loop.store"), s.t("loop.tell")}
		for i, c := range (rect{in.X, r.bottom() - 30, in.W, 20}).columnsFor(faceBody, parts, 14) {
			kind := "field"
			if i == at {
				kind = "lit"
			}
			p.box(kind, c, 5, "data-tone", string(toneWarning))
			p.text(faceBody, anchorMiddle, c.X+c.W/2, c.Y+14, faceBody.Fit(parts[i], c.W-8))
			if i > 0 {
				p.path("head", "M"+number(c.X-3)+" "+number(c.Y+10)+"l-6 -4v8z")
			}
		}
	})
}

// popped draws the deltas that are held side by side.
func (s *stage) popped(r rect, held []cache.Delta) {
	const least = 76
	n := max(1, int((r.W+4)/(least+24)))
	if len(held) == 1 {
		n = 1
	}
	n = min(n, max(len(held), 1))
	cells := r.columns(n, 4)
	for i, d := range held {
		c := cells[i]
		t := s.deltaToken(d, c.W)
		if i == n-1 && len(held) > n {
			s.bundle("popped", len(held)-i, d.Type, c.X, c.Y, c.W)
			return
		}
		t.From = "bundle:queue"
		s.pill(t, c.X, c.Y, min(c.W, pillWidth(t.Label)))
	}
}
