package draw

import (
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

const (
	// processRow is a process in one line, electionRow the line of its leader
	// elector below it.
	processRow, electionRow = 32, 26
	processGap              = 8
	processLeast            = 236
)

// heightOfProcess is that of one, of a world whose processes have leader election
// or have not.
func (h shape) heightOfProcess() float64 {
	if h.election {
		return processRow + electionRow
	}
	return processRow
}

// band draws the processes side by side; those that have no room are counted.
func (s *stage) band(r rect) {
	if r.W == 0 {
		return
	}
	all := s.world.Managers
	n := min(len(all), max(1, int((r.W+processGap)/(processLeast+processGap))))
	for i, column := range r.columns(n, processGap) {
		if i == n-1 && len(all) > n {
			s.restOfProcesses(column, all[i:])
			return
		}
		s.part(all[i].Place(), column, s.process(all[i]), explain.Room(all[i].Place(), s.o.Lang).Title, func(p *pen) { s.processCard(p, column, all[i]) })
	}
}

func (s *stage) restOfProcesses(r rect, all []*engine.Manager) {
	var p pen
	for _, m := range all {
		s.ghost(&p, m.Place(), s.process(m))
	}
	p.box("empty", r, 10)
	p.text(faceLabel, anchorMiddle, r.X+r.W/2, r.Y+20, "+ "+s.t("count.more", "n", len(all)))
	s.nodes = append(s.nodes, p.nodes...)
}

// managers draws the processes one below the other, in a room of their own.
func (s *stage) managers(r rect) {
	s.room(trace.Manager, r, s.processesStand(), explain.Room(trace.Manager, s.o.Lang), func(p *pen) {
		in := rect{r.X + 14, r.Y + 50, r.W - 28, s.shape().heightOfProcess()}
		for _, m := range s.world.Managers {
			if in.bottom() > r.bottom()-8 {
				s.ghost(p, m.Place(), s.process(m))
				continue
			}
			n := s.frame(m.Place(), s.process(m), explain.Room(m.Place(), s.o.Lang).Title)
			var card pen
			card.box("field", in, 7)
			s.processCard(&card, in, m)
			n.Children = card.nodes
			p.add(n)
			in.Y = in.bottom() + processGap
		}
	})
}

// processCard draws a process: where it stands, which controllers it has started,
// and who leads as far as its elector knows.
func (s *stage) processCard(p *pen, r rect, m *engine.Manager) {
	g := s.process(m)
	in := r.inset(12, 0)
	p.circle("state", in.X+3, r.Y+16, 4, "data-tone", string(toneOfState(g.state)))
	x := in.X + 14
	var h pen
	h.box("hit", rect{r.X + 3, r.Y + 3, in.W * 0.3, processRow - 6}, 6)
	h.fit(faceStrong, x, r.Y+20, in.W*0.4, m.Config.Name)
	s.pressed(p, "select-place", m.Place(), m.Config.Name, h)
	x += faceStrong.Width(faceStrong.Fit(m.Config.Name, in.W*0.4)) + 10
	words := faceLabel.Fit(g.words, in.right()-x)
	p.text(faceLabel, anchorStart, x, r.Y+20, words)
	x += faceLabel.Width(words) + 14
	s.startedChips(p, rect{x, r.Y + 6, in.right() - x, 20}, m)
	if m.Elector != nil {
		s.elector(p, rect{in.X, r.Y + processRow, in.W, electionRow}, m)
	}
}

// process is where a process stands.
func (s *stage) process(m *engine.Manager) standing {
	g := standing{state: engine.Running, words: s.t("process.runs")}
	switch leads := m.Elector != nil && m.Elector.Leading; {
	case m.Phase == engine.ManagerIdle || m.Phase == engine.ManagerStopped:
		g = standing{state: engine.Stopped, words: s.t("state.stopped")}
	case m.Phase == engine.ManagerElecting:
		g = standing{state: engine.Blocked, words: s.t("process.waits")}
	case m.Next(s.world) != nil && m.WakeAt > 0:
		g = standing{state: engine.Sleeping, words: s.t("process.starts", "name", m.Next(s.world).Config.Name, "for", m.WakeAt-s.world.Now())}
	case leads:
		g.words = s.t("process.leads")
	}
	g.brief = g.words
	return g
}

// processesStand says which process leads, or how many run.
func (s *stage) processesStand() standing {
	running := 0
	for _, m := range s.world.Managers {
		if m.Elector != nil && m.Elector.Leading {
			return busyIf(true, m.Config.Name+" "+s.t("process.leads"))
		}
		if s.process(m).state != engine.Stopped {
			running++
		}
	}
	return busyIf(running > 0, s.t("process.running", "n", running, "all", len(s.world.Managers)))
}

// startedChips draws the controllers of a process in the order in which it starts
// them, at the right end of a line, and its InformersStarted; what has no room is
// counted.
func (s *stage) startedChips(p *pen, r rect, m *engine.Manager) {
	const space = 5
	type chip struct {
		words, kind string
		tone        Tone
	}
	var all []chip
	add := func(name string, there, ready bool) {
		switch {
		case !there:
			all = append(all, chip{name, "gone", toneNone})
		case !ready:
			all = append(all, chip{"… " + name, "chip", toneNone})
		default:
			all = append(all, chip{"✓ " + name, "lit", toneAdded})
		}
	}
	for i, c := range m.Controllers(s.world) {
		add(c.Config.Name, m.HasStarted(i), c.CacheSynced)
	}
	add("InformersStarted", m.InformersStarted, m.InformersStarted)
	widthOf := func(words string) float64 { return faceSmall.Width(words) + 12 }
	fits, used := 0, 0.0
	for _, c := range all {
		if used+widthOf(c.words) > r.W {
			break
		}
		used += widthOf(c.words) + space
		fits++
	}
	for rest := len(all) - fits; rest > 0 && fits > 0; rest = len(all) - fits { // the last place is for the number of the others
		more := widthOf("+" + itoa(rest))
		if used+more <= r.W {
			all = append(all[:fits:fits], chip{"+" + itoa(rest), "chip", toneNone})
			used += more + space
			break
		}
		fits--
		used -= widthOf(all[fits].words) + space
	}
	if fits == 0 {
		return
	}
	var chips pen
	x := r.right() - used + space
	for _, c := range all {
		at := rect{x, r.Y, widthOf(c.words), r.H}
		chips.box(c.kind, at, 5, "data-tone", string(c.tone))
		chips.text(faceSmall, anchorMiddle, at.X+at.W/2, at.Y+13.5, c.words)
		x = at.right() + space
	}
	group := element("g")
	group.Children = chips.nodes
	p.add(group)
}

// elector draws where a leader elector stands and what it knows of the Lease, by
// its own clock: a bar shows how much of its time is left.
func (s *stage) elector(p *pen, r rect, m *engine.Manager) {
	e := m.Elector
	g := s.standing(m.Config.Name + "/leaderElector")
	words, left, tone := s.lease(m)
	words = faceLabel.Fit(words, r.W*0.62)
	p.text(faceLabel, anchorEnd, r.right(), r.Y+11, words, "data-tone", string(tone))
	room, stands := r.W-faceLabel.Width(words)-10, "leaderElector · "+g.words
	if faceLabel.Width(stands) > room {
		stands = g.words
	}
	p.fit(faceLabel, r.X, r.Y+11, room, stands)
	if e.Phase == engine.ElectorStopped {
		return
	}
	bar := rect{r.X, r.Y + 17, r.W, 3}
	p.box("step", bar, 1.5)
	if tone == toneNone {
		tone = toneIdle
	}
	if bar.W *= left; bar.W > 0 {
		p.box("step", bar, 1.5, "data-tone", string(tone))
	}
}

// lease is what an elector knows of the Lease, and which part of its time is left.
func (s *stage) lease(m *engine.Manager) (words string, left float64, tone Tone) {
	e, c, now := m.Elector, m.Config.LeaderElection, s.world.Now()
	part := func(until, whole time.Duration) float64 { return min(1, max(0, float64(until)/float64(whole))) }
	runsOut := e.ObservedAt + c.LeaseDuration.Duration - now
	switch {
	case e.Phase == engine.ElectorStopped:
		return c.Lease, 0, toneNone
	case e.Failing:
		until := e.Deadline - now
		return s.t("lease.gives-up", "for", max(0, until)), part(until, c.RenewDeadline.Duration), toneDanger
	case e.Holder == "":
		return s.t("lease.unseen"), 0, toneNone
	case runsOut <= 0:
		return s.t("lease.out", "name", e.Holder), 0, toneWarning
	case e.Leading:
		tone = toneAccent
	}
	return s.t("lease.held", "name", e.Holder, "for", runsOut), part(runsOut, c.LeaseDuration.Duration), tone
}
