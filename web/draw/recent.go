package draw

import "informerscope/engine/trace"

// lookBack is how many events are searched for what happened last.
const lookBack = 400

// last are the last n events that are wanted, the newest first: what the state
// does not keep.
func (s *stage) last(n int, wanted func(trace.Event) bool) []trace.Event {
	var all []trace.Event
	now := s.world.Seq()
	for seq := now; seq > max(0, now-lookBack) && len(all) < n; seq-- {
		e := s.event(seq)
		if e == nil {
			break
		}
		if wanted(*e) {
			all = append(all, *e)
		}
	}
	return all
}

// lately lists the last events of which line has something to say, the newest
// first, as far as there is room.
func (s *stage) lately(p *pen, r rect, heading string, line func(trace.Event) (string, Tone)) {
	const pitch = 17
	rows := int(r.H/pitch) - 1
	if rows < 1 {
		return
	}
	all := s.last(rows, func(e trace.Event) bool {
		words, _ := line(e)
		return words != ""
	})
	if len(all) == 0 {
		return
	}
	p.fit(faceLabel, r.X, r.Y+12, r.W, heading)
	for i, e := range all {
		words, tone := line(e)
		extra := []string{"data-quiet", "1"}
		if tone != toneNone {
			extra = []string{"data-tone", string(tone), "data-tint", "1"}
		}
		p.fit(faceMono, r.X, r.Y+12+float64(i+1)*pitch, r.W, words, extra...)
	}
}
