package draw

import (
	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// listeners draws the sharedProcessor and below it each listener with the
// handler that it calls; the handlers are the reader's own code.
func (s *stage) listeners(r rect) {
	if r.W == 0 {
		return // folded
	}
	all := s.informer.Listeners
	s.processor(rect{r.X, r.Y, r.W, processorHeight})
	area := rect{r.X, r.Y + processorHeight + 8, r.W, r.H - processorHeight - 8}
	const least, row, rowGap = 86, 30, 8
	n := len(all)
	if n == 0 {
		return
	}
	if h := (area.H - rowGap*float64(n-1)) / float64(n); h >= least {
		for i, l := range all {
			s.listenerCard(rect{area.X, area.Y + float64(i)*(h+rowGap), area.W, h}, l)
		}
		return
	}
	places := int((area.H + rowGap) / (row + rowGap))
	for i, l := range all {
		at := rect{area.X, area.Y + float64(i)*(row+rowGap), area.W, row}
		if i == places-1 && n > places {
			s.text(faceLabel, anchorStart, at.X+14, at.Y+19, "+ "+s.t("count.more", "n", n-i))
			return
		}
		s.listenerRow(at, l)
	}
}

// processor draws the sharedProcessor: to whom it is handing what.
func (s *stage) processor(r rect) {
	loop := s.informer.Loop
	names := make([]string, len(s.informer.Listeners))
	for i, l := range s.informer.Listeners {
		names[i] = l.Config.Name
	}
	words := "→ " + explain.Names(names, s.o.Lang)
	if n := loop.Notifying; n != nil {
		words = n.Call + " → " + explain.Names(loop.To, s.o.Lang)
	}
	title := explain.Room(trace.Processor, s.o.Lang)
	n := element("g", "data-room", trace.Processor, "data-state", string(busyIf(loop.Notifying != nil, "").state), "role", "group",
		"aria-label", title.Title+": "+words, "data-now", s.isNow(trace.Processor), "data-chosen", s.isChosen(trace.Processor))
	n.Key = "room:processor"
	var p, h pen
	p.box("room", r, 8)
	h.box("hit", rect{r.X + 6, r.Y + 3, r.W/2 - 12, 24}, 6)
	h.fit(faceStrong, r.X+14, r.Y+19, r.W/2, title.Title)
	s.pressed(&p, "select-place", trace.Processor, title.Title, h)
	p.fitEnd(faceLabel, r.right()-14, r.Y+19, r.W-faceStrong.Width(title.Title)-40, words)
	n.Children = p.nodes
	s.add(n)
}

// processorHeight is that of the sharedProcessor's line.
const processorHeight = 30

// handlerPart is the part of a listener's box that is the handler.
const handlerPart = 0.38

// group draws a room that is a part of a box, without a frame of its own.
func (s *stage) group(place string, r rect, g standing, label string, draw func(p *pen)) {
	n := element("g", "data-room", place, "data-state", string(g.state), "role", "group", "aria-label", label+": "+g.words,
		"data-now", s.isNow(place), "data-chosen", s.isChosen(place))
	n.Key = "room:" + place
	var p pen
	p.box("room", r, 10)
	draw(&p)
	n.Children = p.nodes
	s.add(n)
}

func (s *stage) listenerPlaces(l *engine.Listener) (name, listener, handler string) {
	name = s.informer.Config.Name + "/" + l.Config.Name
	return name, trace.Of(trace.Listener, name), trace.Of(trace.Handler, name)
}

// listenerCard draws a listener and its handler with room for names.
func (s *stage) listenerCard(r rect, l *engine.Listener) {
	name, listener, handler := s.listenerPlaces(l)
	left := rect{r.X, r.Y, r.W * (1 - handlerPart), r.H}
	right := rect{left.right() + 8, r.Y, r.W*handlerPart - 8, r.H}
	pop := s.standing(name + "/pop")
	s.group(listener, left, pop, listener, func(p *pen) {
		in := left.inset(12, 0)
		s.smallHead(p, listener, left, pop, l.Config.Name)
		y := r.Y + 42
		slots := s.slots(rect{in.X, y + 6, in.W, 24})
		for i, label := range []string{"addCh", "pendingNotifications", "nextCh"} {
			count := ""
			if n := len(l.Pop.PendingNotifications); i == 1 && n > 0 {
				count = itoa(n)
			}
			p.heading(slots[i], y, label, count)
		}
		s.fill(p, slots, l, name)
		if r.H >= 100 {
			synced := "HasSynced …"
			if l.Synced {
				synced = "HasSynced ✓"
			}
			p.fit(faceLabel, in.X, r.bottom()-12, in.W, s.resyncOf(l)+" · "+synced)
		}
	})
	s.handlerCard(right, l, name, handler)
}

func (s *stage) resyncOf(l *engine.Listener) string {
	if l.ResyncPeriod == 0 {
		return s.t("label.no-resync")
	}
	return s.t("label.resync", "for", l.ResyncPeriod)
}

// smallHead is the head of a box that has no room for two lines.
func (s *stage) smallHead(p *pen, place string, r rect, g standing, title string) {
	in := r.inset(12, 0)
	words := faceLabel.Fit(g.words, in.W-faceStrong.Width(title)-26)
	p.text(faceLabel, anchorEnd, in.right(), r.Y+20, words)
	p.circle("state", in.right()-faceLabel.Width(words)-10, r.Y+16, 4, "data-tone", string(toneOfState(g.state)))
	var h pen
	h.box("hit", rect{r.X + 5, r.Y + 4, in.W - faceLabel.Width(words) - 16, 24}, 6)
	h.fit(faceStrong, in.X, r.Y+20, in.W-20, title)
	s.pressed(p, "select-place", place, place, h)
}

// slots are the three places of a listener: addCh, the ring, nextCh.
func (s *stage) slots(r rect) [3]rect {
	const channel = 38
	return [3]rect{
		{r.X, r.Y, channel, r.H},
		{r.X + channel + 8, r.Y, r.W - 2*channel - 16, r.H},
		{r.right() - channel, r.Y, channel, r.H},
	}
}

// fill draws what stands in the three places.
func (s *stage) fill(p *pen, slots [3]rect, l *engine.Listener, name string) {
	pending := l.Pop.PendingNotifications
	for i, slot := range slots {
		kind := "field"
		if i == 1 && len(pending) > 0 {
			kind = "lit"
		}
		p.box(kind, slot, 5, "data-tone", string(toneWarning))
	}
	middle := slots[0].Y + slots[0].H/2
	if n := l.Pop.AddCh; n != nil {
		s.dot(s.notice(*n, name), slots[0].X+slots[0].W/2, middle)
	}
	if n := l.Pop.NextCh; n != nil {
		s.dot(s.notice(*n, name), slots[2].X+slots[2].W/2, middle)
	}
	const pitch = 20
	places := int((slots[1].W - 6) / pitch)
	for i, n := range pending { // the next to be handed on stands at nextCh
		x := slots[1].right() - 14 - float64(i)*pitch
		if i == places-1 && len(pending) > places {
			p.text(faceMono, anchorStart, slots[1].X+4, middle+4, ellipsis)
			return
		}
		s.dot(s.notice(n, name), x, middle)
	}
}

// notice is the token of a notification on its way to one listener.
func (s *stage) notice(n engine.Notification, listener string) token {
	t := token{Seq: n.Token, Object: n.Key, Copy: listener, Delta: n.Delta, Arg: s.reference(n.Key)}
	if n.Delta == "ReplacedAll" || n.Delta == "SyncAll" {
		t.Delta = deltaOfCall(n.Call)
	}
	t.From = token{Seq: n.Token, Object: n.Key}.key()
	if n.Delta == "ReplacedAll" || n.Delta == "SyncAll" {
		t.From = token{Seq: n.Token}.key()
	}
	return t
}

// deltaOfCall is what a call tells a handler.
func deltaOfCall(call string) deltaType {
	switch call {
	case engine.OnAdd:
		return added
	case engine.OnDelete:
		return deleted
	}
	return updated
}

// handlerCard draws the reader's own handler.
func (s *stage) handlerCard(r rect, l *engine.Listener, name, place string) {
	actor := name + "/run"
	g := s.standing(actor)
	s.group(place, r, g, place, func(p *pen) {
		in := r.inset(12, 0)
		s.smallHead(p, place, r, g, s.t("room.handler"))
		if n := l.Run.Handling; n != nil {
			t := s.notice(*n, name)
			t.Label = n.Call + " " + nameOf(n.Key)
			s.pill(t, in.X, r.Y+36, min(in.W, pillWidth(t.Label)))
		}
		to := s.t("records")
		if q := l.Config.Enqueue; q != "" {
			to = "→ " + q + ".Add(key)"
		}
		p.fit(faceMono, in.X, r.Y+74, in.W, to, "data-quiet", "1")
		if r.H >= 100 {
			takes := s.t("at-once")
			if d := l.Config.Takes.Duration; d > 0 {
				takes = s.t("takes", "for", d)
			}
			p.fit(faceLabel, in.X, r.bottom()-12, in.W, takes)
		}
	})
}

// listenerRow draws a listener and its handler in one line.
func (s *stage) listenerRow(r rect, l *engine.Listener) {
	name, listener, handler := s.listenerPlaces(l)
	left := rect{r.X, r.Y, r.W * (1 - handlerPart), r.H}
	right := rect{left.right() + 8, r.Y, r.W*handlerPart - 8, r.H}
	pop := s.standing(name + "/pop")
	s.group(listener, left, pop, listener, func(p *pen) {
		p.circle("state", left.X+13, left.Y+15, 4, "data-tone", string(toneOfState(pop.state)))
		label := left.W * 0.3
		var h pen
		h.box("hit", rect{left.X + 4, left.Y + 3, label, 24}, 6)
		h.fit(faceStrong, left.X+22, left.Y+19, label-20, l.Config.Name)
		s.pressed(p, "select-place", listener, listener, h)
		s.fill(p, s.slots(rect{left.X + label + 8, left.Y + 4, left.W - label - 16, 22}), l, name)
	})
	run := s.standing(name + "/run")
	s.group(handler, right, run, handler, func(p *pen) {
		p.circle("state", right.X+13, right.Y+15, 4, "data-tone", string(toneOfState(run.state)))
		if n := l.Run.Handling; n != nil {
			t := s.notice(*n, name)
			t.Label = n.Call
			s.pill(t, right.X+22, right.Y+5, min(right.W-30, pillWidth(t.Label)))
			return
		}
		var h pen
		h.box("hit", rect{right.X + 4, right.Y + 3, right.W - 8, 24}, 6)
		h.fit(faceLabel, right.X+22, right.Y+19, right.W-30, run.words)
		s.pressed(p, "select-place", handler, handler, h)
	})
}
