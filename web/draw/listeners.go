package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

const (
	// processorHeight is that of the sharedProcessor's line.
	processorHeight = 30
	// handlerPart is the part of a listener's box that is the handler.
	handlerPart = 0.36
	// A listener has a card, where there is room for as many, or a row.
	cardLeast, cardGap = 86, 8
	rowLeast, rowMost  = 28, 40
	rowGap             = 6
)

// listeners draws the sharedProcessor and below it each listener, with the
// handler that it calls: that is the reader's own code.
func (s *stage) listeners(r rect) {
	if r.W == 0 {
		return // folded
	}
	s.processor(rect{r.X, r.Y, r.W, processorHeight})
	area := rect{r.X, r.Y + processorHeight + 8, r.W, r.H - processorHeight - 8}
	all := s.informer.Listeners
	n := float64(len(all))
	if h := (area.H - cardGap*(n-1)) / n; n > 0 && h >= cardLeast {
		for i, l := range all {
			s.listenerCard(rect{area.X, area.Y + float64(i)*(h+cardGap), area.W, h}, l)
		}
		return
	}
	h := min(max((area.H+rowGap)/n-rowGap, rowLeast), rowMost)
	places := int((area.H + rowGap) / (h + rowGap))
	for i, l := range all {
		at := rect{area.X, area.Y + float64(i)*(h+rowGap), area.W, h}
		if i == places-1 && len(all) > places {
			s.moreListeners(at, all[i:])
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
	words, title := "→ "+explain.Names(names, s.o.Lang), explain.Room(trace.Processor, s.o.Lang).Title
	brief := "→ × " + itoa(len(names))
	if n := loop.Notifying; n != nil {
		words = n.Call + " " + nameOf(n.Key) + " → " + explain.Names(loop.To, s.o.Lang)
		brief = n.Call + " " + nameOf(n.Key)
	}
	if !*s.informer.Config.Shared {
		words, title = s.t("not-shared"), s.t("no-processor")
		brief = s.t("not-shared-brief")
	}
	s.part(trace.Processor, r, busyIf(loop.Notifying != nil, words), title, func(p *pen) {
		var h pen
		end := r.right() - 12
		if !s.o.Still && *s.informer.Config.Shared {
			end -= 52
			p.button(rect{end + 8, r.Y + 5, 24, 20}, toneNone, "+", s.t("add-handler"), "handler-add", s.informer.Config.Name, faceButton)
			p.button(rect{end + 36, r.Y + 5, 24, 20}, toneNone, "…", s.t("panel.pipeline"), "pipeline", "", faceButton)
		}
		h.box("hit", rect{r.X + 6, r.Y + 3, faceStrong.Width(title) + 12, 24}, 6)
		h.fit(faceStrong, r.X+12, r.Y+19, r.W/2, title)
		s.pressed(p, "select-place", trace.Processor, title, h)
		p.text(faceLabel, anchorEnd, end, r.Y+19, faceLabel.Choose(end-r.X-faceStrong.Width(title)-24, words, brief))
	})
}

// halves are the boxes of a listener and of its handler.
func halves(r rect) (left, right rect) {
	left = rect{r.X, r.Y, r.W*(1-handlerPart) - 4, r.H}
	return left, rect{left.right() + 8, r.Y, r.right() - left.right() - 8, r.H}
}

// listenerPlaces are the names of a listener and of its handler.
func (s *stage) listenerPlaces(l *engine.Listener) (name, listener, handler string) {
	name = s.informer.Config.Name + "/" + l.Config.Name
	return name, trace.Of(trace.Listener, name), trace.Of(trace.Handler, name)
}

// listenerCard draws a listener and its handler with room for names.
func (s *stage) listenerCard(r rect, l *engine.Listener) {
	name, place, handler := s.listenerPlaces(l)
	left, right := halves(r)
	g := s.standing(name + "/pop")
	title := s.t("listener-of", "name", l.Config.Name)
	s.part(place, left, g, title, func(p *pen) {
		s.partHead(p, place, left, g, title, l.Config.Name)
		in := left.inset(12, 0)
		ring := 24.0
		if r.H >= 180 {
			ring = r.H - 48 - 32
		}
		slots := slotsOf(rect{in.X, r.Y + 48, in.W, ring})
		for i, label := range []string{"addCh", "pendingNotifications", "nextCh"} {
			count := ""
			if n := len(l.Pop.PendingNotifications); i == 1 && n > 0 {
				count = itoa(n)
			}
			p.heading(slots[i], r.Y+42, label, count, strings.TrimSuffix(label, "Notifications"))
		}
		s.fill(p, slots, l, name)
		if r.H >= 100 {
			synced := "HasSynced …"
			if l.Synced {
				synced = "HasSynced ✓"
			}
			p.text(faceLabel, anchorStart, in.X, r.bottom()-12, faceLabel.Choose(in.W, s.resyncOf(l)+" · "+synced, synced))
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

// slotsOf are the three places of a listener: addCh, the ring, nextCh.
func slotsOf(r rect) [3]rect {
	const channel, space = 38, 8
	return [3]rect{
		{r.X, r.Y, channel, min(r.H, 24)},
		{r.X + channel + space, r.Y, r.W - 2*(channel+space), r.H},
		{r.right() - channel, r.Y, channel, min(r.H, 24)},
	}
}

// fill draws what stands in the three places.
func (s *stage) fill(p *pen, slots [3]rect, l *engine.Listener, name string) {
	for i, slot := range slots {
		kind := "field"
		if i == 1 && len(l.Pop.PendingNotifications) > 0 && slot.H < 2*pillPitch {
			kind = "lit"
		}
		p.box(kind, slot, 5, "data-tone", string(toneWarning))
	}
	for i, n := range []*engine.Notification{l.Pop.AddCh, l.Pop.NextCh} {
		if slot := slots[2*i]; n != nil {
			s.dot(s.notice(*n, name), slot.X+slot.W/2, slot.Y+slot.H/2)
		}
	}
	if slots[1].H >= 2*pillPitch {
		s.ringOfPills(p, slots[1], l.Pop.PendingNotifications, name)
	} else {
		s.ringOfDots(p, slots[1], l.Pop.PendingNotifications, name)
	}
}

// ringOfDots draws what is pending in a line; the next to be handed on stands at
// nextCh.
func (s *stage) ringOfDots(p *pen, r rect, pending []engine.Notification, name string) {
	const pitch = 20
	places := int((r.W - 6) / pitch)
	if len(pending) > places {
		places = max(0, int((r.W-36)/pitch)) // the rest is for the number of the others
	}
	middle := r.Y + r.H/2
	for i, n := range pending {
		if i == places {
			p.text(faceSmall, anchorMiddle, r.X+(r.W-float64(places)*pitch)/2, middle+3.5, moreOf(len(pending)-i))
			return
		}
		s.dot(s.notice(n, name), r.right()-13-float64(i)*pitch, middle)
	}
}

// moreOf is the number of what is not drawn, in four letters.
func moreOf(n int) string {
	if n > 999 {
		return "+" + itoa(n/1000) + "k"
	}
	return "+" + itoa(n)
}

// ringOfPills draws what is pending as a list; the next to be handed on stands
// first.
func (s *stage) ringOfPills(p *pen, r rect, pending []engine.Notification, name string) {
	places := int((r.H - 4) / pillPitch)
	for i, n := range pending {
		y := r.Y + 4 + float64(i)*pillPitch
		if i == places-1 && len(pending) > places {
			p.text(faceLabel, anchorMiddle, r.X+r.W/2, y+14, "+ "+s.t("count.more", "n", len(pending)-i))
			return
		}
		t := s.notice(n, name)
		t.Label = nameAt(n.Key, n.Object.GetResourceVersion(), r.W-8-pillText-pillEnd)
		s.pill(t, r.X+4, y, r.W-8)
	}
}

// notice is the token of a notification on its way to one listener. What came
// in a whole list or a resync is told apart by what the handler is told.
func (s *stage) notice(n engine.Notification, listener string) token {
	t := token{Seq: n.Token, Object: n.Key, Copy: listener, Delta: n.Delta, Arg: s.refOf(n.Key)}
	from := token{Seq: n.Token, Object: n.Key}
	if n.Delta == cache.ReplacedAll || n.Delta == cache.SyncAll {
		from.Object = ""
	}
	t.From = from.key()
	return t
}

// handlerCard draws the reader's own handler.
func (s *stage) handlerCard(r rect, l *engine.Listener, name, place string) {
	g, n := s.handling(l, name)
	title := s.t("handler-of", "name", l.Config.Name)
	s.part(place, r, g, title, func(p *pen) {
		in := r.inset(12, 0)
		p.circle("state", in.right()-4, r.Y+16, 4, "data-tone", string(toneOfState(g.state)))
		var h pen
		h.box("hit", rect{r.X + 5, r.Y + 4, r.W - 10, 38}, 6)
		short := title
		if faceStrong.Width(short) > in.W-16 {
			short = strings.TrimSpace(s.t("handler-of", "name", "")) // the listener beside it has the name
		}
		h.fit(faceStrong, in.X, r.Y+20, in.W-16, short)
		h.fit(faceLabel, in.X, r.Y+38, in.W, g.within(in.W))
		s.pressed(p, "select-place", place, title, h)
		if n != nil {
			t := s.notice(*n, name)
			t.Label = nameAt(n.Key, n.Object.GetResourceVersion(), in.W-pillText-pillEnd)
			s.pill(t, in.X, r.Y+50, in.W)
		}
		if r.H < 120 {
			return
		}
		s.calls(p, rect{in.X, r.Y + 84, in.W, r.H - 84 - 52}, name)
		to := s.t("records")
		if q := s.queueOf(l); q != "" {
			to = faceLabel.Choose(in.W, "→ "+q+".Add(key)", "→ "+q)
		}
		if s.o.Still {
			p.fit(faceLabel, in.X, r.bottom()-29, in.W, to)
			p.fit(faceLabel, in.X, r.bottom()-12, in.W, s.takesOf(l))
			return
		}
		p.fit(faceLabel, in.X, r.bottom()-36, in.W, to)
		takes := rect{in.X, r.bottom() - 29, in.W - 26, 21}
		words := faceLabel.Choose(takes.W-4, s.t("no-delay"), explain.Duration(0, s.o.Lang))
		if d := l.Config.Takes.Duration; d > 0 {
			words = faceLabel.Choose(takes.W-4, s.takesOf(l), explain.Duration(d, s.o.Lang))
		}
		p.button(takes, toneNone, words, title+": "+s.takesOf(l), "handler-slower", name, faceLabel)
		p.button(rect{takes.right() + 5, takes.Y, 21, 21}, toneNone, "✕", s.t("remove-handler", "name", l.Config.Name), "handler-remove", name, faceLabel)
	})
}

// calls lists the last calls of a handler, the newest first: all by their names, or
// all by their signs where one has no room for its name.
func (s *stage) calls(p *pen, r rect, handler string) {
	place := trace.Of(trace.Handler, handler)
	signs := false
	line := func(e trace.Event) (string, Tone) {
		if e.Kind != trace.HandlerCall || e.To != place {
			return "", toneNone
		}
		call := e.Data.String("call")
		words := call + " " + nameOf(e.Key)
		if signs {
			words = signOfCall[call] + " " + nameOf(e.Key)
		}
		return words, toneNone
	}
	for _, e := range s.recent(r, line) {
		words, _ := line(e)
		signs = signs || faceMono.Width(words) > r.W
	}
	s.lately(p, r, s.t("last-calls"), line)
}

// signOfCall stands for a call where there is little room.
var signOfCall = map[string]string{engine.OnAdd: "+", engine.OnUpdate: "~", engine.OnDelete: "−"}

// handling is where a handler's goroutine stands and what it handles: that of
// run, or of the process loop of a simple informer.
func (s *stage) handling(l *engine.Listener, name string) (standing, *engine.Notification) {
	if *s.informer.Config.Shared {
		return s.standing(name + "/run"), l.Run.Handling
	}
	return s.standing(s.informer.Config.Name + "/processLoop"), s.informer.Loop.Calling()
}

func (s *stage) takesOf(l *engine.Listener) string {
	if d := l.Config.Takes.Duration; d > 0 {
		return s.t("takes", "for", d)
	}
	return s.t("at-once")
}

// listenerRow draws a listener and its handler in one line.
func (s *stage) listenerRow(r rect, l *engine.Listener) {
	name, place, handler := s.listenerPlaces(l)
	left, right := halves(r)
	g := s.standing(name + "/pop")
	s.part(place, left, g, place, func(p *pen) {
		s.rowHead(p, place, rect{left.X, r.Y, left.W * 0.34, r.H}, g, l.Config.Name, faceStrong)
		s.fill(p, slotsOf(rect{left.X + left.W*0.34, left.Y + (left.H-20)/2, left.W*0.66 - 8, 20}), l, name)
	})
	g, n := s.handling(l, name)
	s.part(handler, right, g, handler, func(p *pen) {
		words := g.within(right.W - 28)
		if n != nil {
			words = ""
			t := s.notice(*n, name)
			t.Label = nameAt(n.Key, n.Object.GetResourceVersion(), right.W-30-pillText-pillEnd)
			s.pill(t, right.X+22, right.Y+(right.H-pillHeight)/2, right.W-28)
		}
		s.rowHead(p, handler, right, g, words, faceLabel)
	})
}

// rowHead draws the state and the name of a row, which chooses it.
func (s *stage) rowHead(p *pen, place string, r rect, g standing, title string, f Face) {
	p.circle("state", r.X+12, r.Y+r.H/2, 4, "data-tone", string(toneOfState(g.state)))
	var h pen
	h.box("hit", rect{r.X + 3, r.Y + 2, r.W - 6, r.H - 4}, 6)
	h.fit(f, r.X+22, r.Y+r.H/2+4, r.W-28, title)
	s.pressed(p, "select-place", place, place, h)
}

// moreListeners stands for the listeners that have no row.
func (s *stage) moreListeners(r rect, rest []*engine.Listener) {
	pending := 0
	for _, l := range rest {
		pending += len(l.Pop.PendingNotifications)
	}
	words := "+ " + s.t("count.more", "n", len(rest)) + " · " + s.t("count.pending", "n", pending)
	s.fit(faceLabel, r.X+12, r.Y+18, r.W-24, words)
	for _, l := range rest {
		s.hidden(l)
	}
}

// hidden are the rooms of a listener that is not drawn: they are there for
// whoever looks for them.
func (s *stage) hidden(l *engine.Listener) {
	name, listener, handler := s.listenerPlaces(l)
	s.ghost(&s.pen, listener, s.standing(name+"/pop"))
	s.ghost(&s.pen, handler, s.standing(name+"/run"))
}
