package draw

import (
	"informerscope/engine"
	"informerscope/engine/cache"
)

// informers draws a lane for each informer, of which one is open: its rooms are
// the stage's, while the server is there once for all. Where there are more than
// have room, those around the open one are drawn, and the others are a press away.
func (s *stage) informers(r rect) {
	if r.W == 0 {
		return
	}
	const least, turn = 150, 44
	all := s.world.Informers
	n := min(len(all), max(1, int(r.W/least)))
	first := 0
	if n < len(all) {
		n = max(1, int((r.W-2*turn-16)/least))
		first = min(max(s.place()-n/2, 0), len(all)-n)
		s.turn(rect{r.X, r.Y, turn, r.H}, "‹ ", all[:first], first-1)
		s.turn(rect{r.right() - turn, r.Y, turn, r.H}, "› ", all[first+n:], first+n)
		r = r.inset(turn+8, 0)
	}
	for k, lane := range r.columns(n, 8) {
		s.lane(lane, all[first+k])
	}
}

// place is that of the open informer among all.
func (s *stage) place() int {
	for k, i := range s.world.Informers {
		if i == s.informer {
			return k
		}
	}
	return 0
}

// turn draws what leads to the informers on one side that have no lane; pressing
// it opens the nearest of them.
func (s *stage) turn(r rect, sign string, hidden []*engine.Informer, nearest int) {
	if len(hidden) == 0 {
		return
	}
	name := s.world.Informers[nearest].Config.Name
	s.button(r, toneNone, sign+itoa(len(hidden)), name, "informer", name, faceButton)
}

// lane draws an informer in one line: where its Reflector stands, its name, how
// much is on its way to the cache, and how much is in it.
func (s *stage) lane(r rect, i *engine.Informer) {
	kind, tone := "button", toneNone
	if i == s.informer {
		kind, tone = "lit", toneAccent
	}
	var h pen
	h.box(kind, r, 7, "data-tone", string(tone))
	h.circle("state", r.X+13, r.Y+14, 4, "data-tone", string(toneOfState(s.world.Goroutine(i.Config.Name+"/reflector").State)))
	words := s.t("count.objects", "n", i.Indexer.Len())
	if n := onTheWay(i); n > 0 {
		words = s.t("lane-holds", "n", n)
		h.text(faceLabel, anchorEnd, r.right()-10, r.Y+18, words, "data-tone", string(toneWarning), "data-tint", "1")
	} else {
		h.text(faceLabel, anchorEnd, r.right()-10, r.Y+18, words)
	}
	h.fit(faceStrong, r.X+23, r.Y+18, r.W-43-faceLabel.Width(words), i.Config.Name)
	s.pressed(&s.pen, "informer", i.Config.Name, i.Config.Name+": "+words, h)
}

// onTheWay is how many changes an informer has in hand, from the Reflector to its
// handlers.
func onTheWay(i *engine.Informer) int {
	n := i.Queue.Len() + len(i.Loop.Holding)
	if q, ok := i.Queue.(*cache.DeltaFIFO); ok {
		for _, key := range q.Queue {
			deltas, _ := q.Deltas(key)
			n += len(deltas) - 1
		}
	}
	if i.Reflector.Holding != nil {
		n++
	}
	for _, l := range i.Listeners {
		n += len(l.Pop.PendingNotifications)
		for _, held := range []*engine.Notification{l.Pop.AddCh, l.Pop.NextCh, l.Run.Handling} {
			if held != nil {
				n++
			}
		}
	}
	return n
}
