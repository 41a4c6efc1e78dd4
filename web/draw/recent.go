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

// latelyPitch is from one line of what happened last to the next.
const latelyPitch = 17

// recent are the events that lately lists.
func (s *stage) recent(r rect, line func(trace.Event) (string, Tone)) []trace.Event {
	return s.last(int(r.H/latelyPitch)-1, func(e trace.Event) bool {
		words, _ := line(e)
		return words != ""
	})
}

// lately lists the last events of which line has something to say, the newest
// first, as far as there is room.
func (s *stage) lately(p *pen, r rect, heading string, line func(trace.Event) (string, Tone)) {
	all := s.recent(r, line)
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
		p.fit(faceMono, r.X, r.Y+12+float64(i+1)*latelyPitch, r.W, words, extra...)
	}
}
