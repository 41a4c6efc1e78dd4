package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// crew is a worker and whose it is.
type crew struct {
	controller *engine.Controller
	worker     *engine.Worker
	name       string
}

func (s *stage) crews() []crew {
	var all []crew
	for _, c := range s.world.Controllers {
		for i, w := range c.Workers {
			all = append(all, crew{c, w, c.Config.Name + "/worker-" + itoa(i+1)})
		}
	}
	return all
}

// workersStand says how many workers have something to do.
func (s *stage) workersStand() standing {
	all := s.crews()
	busy := 0
	for _, c := range all {
		if c.worker.Key != "" {
			busy++
		}
	}
	if len(all) == 0 {
		return busyIf(false, s.t("wait-for-sync"))
	}
	return busyIf(busy > 0, s.t("count.busy", "n", busy, "all", len(all)))
}

// workerToken is the key that a worker has.
func (s *stage) workerToken(c crew) token {
	return s.keyToken(c.controller.Config.Queue, c.worker.Key, c.worker.Token())
}

// workers draws the workers of all controllers.
func (s *stage) workers(r rect) {
	all := s.crews()
	title := explain.Room(trace.Worker, s.o.Lang)
	title.Sub = "Get → reconcile → Done"
	s.room(trace.Worker, r, s.workersStand(), title, func(p *pen) {
		foot := 42.0
		if !s.o.Still {
			foot += 63
			s.crewControls(p, rect{r.X + 14, r.bottom() - 101, r.W - 28, 53})
		}
		in := rect{r.X + 14, r.Y + 50, r.W - 28, r.H - 50 - foot}
		const card, row, space = 82, 28, 8
		h := float64(card)
		if float64(len(all))*(card+space) > in.H+space {
			h = row
		}
		places := int((in.H + space) / (h + space))
		for i, c := range all {
			at := rect{in.X, in.Y + float64(i)*(h+space), in.W, h}
			switch {
			case i >= places-1 && len(all) > places:
				s.ghost(p, trace.Of(trace.Worker, c.name), s.standing(c.name))
				if i == places-1 {
					p.text(faceLabel, anchorStart, at.X+10, at.Y+18, "+ "+s.t("count.more", "n", len(all)-i))
				}
			case h == card:
				s.workerCard(p, at, c)
			default:
				s.workerRow(p, at, c)
			}
		}
		used := float64(min(len(all), places)) * (h + space)
		used += s.expectations(p, rect{in.X, in.Y + used + 4, in.W, in.H - used - 8})
		s.reconciles(p, rect{in.X, in.Y + used + 4, in.W, in.H - used - 8})
		p.text(faceLabel, anchorStart, in.X, r.bottom()-28, faceLabel.Choose(in.W, s.t("label.on-success"), s.t("success-brief")))
		p.text(faceLabel, anchorStart, in.X, r.bottom()-13, faceLabel.Choose(in.W, s.t("label.on-error"), s.t("error-brief")))
	})
}

// crewControls draws what can be changed of the workers: those of the controller on
// the shown queue.
func (s *stage) crewControls(p *pen, r rect) {
	c := s.world.Controllers[0]
	for _, each := range s.world.Controllers {
		if s.queue != nil && each.Config.Queue == s.queue.Config.Name {
			c = each
			break
		}
	}
	takes, brief := s.t("at-once"), s.t("no-delay")
	if d := c.Config.Takes.Duration; d > 0 {
		takes, brief = s.t("takes", "for", d), explain.Duration(d, s.o.Lang)
	}
	fails := s.t("fail-next")
	if c.Fails > 0 {
		fails = s.t("fail-next-n", "n", c.Fails)
	}
	above := rect{r.X, r.Y, r.W, 24}.columns(2, 5)
	p.button(above[0], toneDanger, fails, c.Config.Name+": "+fails, "fail-reconcile", c.Config.Name, faceLabel)
	p.button(above[1], toneNone, faceLabel.Choose(above[1].W-4, takes, brief), c.Config.Name+": "+takes, "reconcile-slower", c.Config.Name, faceLabel)
	below := rect{r.X, r.Y + 29, r.W - 30, 24}
	p.button(below, toneNone, s.t("more-workers"), s.t("more-workers"), "more-workers", c.Config.Name, faceLabel)
	p.button(rect{below.right() + 5, below.Y, 25, below.H}, toneNone, "…", s.t("panel.pipeline"), "pipeline", "workers", faceButton)
}

// expectations lists what controllers wait for besides keys, and returns the height
// that takes: what a replicas controller has written and not yet seen in its cache,
// and InformersStarted, for which a QuotaMonitor waits.
func (s *stage) expectations(p *pen, r rect) float64 {
	const pitch, after = 17, 6
	places, rows := int((r.H-after)/pitch), 0
	line := func(name, value string, tone Tone) {
		if rows++; rows <= places {
			p.pair(r, r.Y+12+float64(rows-1)*pitch, name, value, "data-tone", string(tone), "data-tint", "1")
		}
	}
	for _, c := range s.world.Controllers {
		if m := c.Config.Name + "/monitors"; s.world.Goroutine(m).On == "InformersStarted" {
			line("QuotaMonitor", "", toneNone)
			line("", s.t("state.blocked", "on", "InformersStarted"), toneWarning)
		}
		keys := c.Expected()
		switch {
		case c.Config.Reconcile != engine.ReconcileReplicas:
			continue
		case !*c.Config.Expectations:
			line(s.t("expectations"), s.t("expectations.off"), toneWarning)
		case len(keys) == 0:
			line(s.t("expectations"), s.t("expectations.none"), toneAdded)
		default:
			line(s.t("expectations"), s.t("expectations.stale"), toneWarning)
		}
		for _, key := range keys {
			e, _ := c.Expectations(key)
			words := ""
			if e.Add > 0 {
				words = "+" + itoa(e.Add)
			}
			if n := len(e.Deletes); n > 0 {
				words += " −" + itoa(n)
			}
			line(faceMono.FitKey(key, r.W-40), strings.TrimSpace(words), toneWarning)
		}
	}
	if rows == 0 {
		return 0
	}
	return float64(min(rows, places))*pitch + after
}

// reconciles lists the last ones, the newest first.
func (s *stage) reconciles(p *pen, r rect) {
	s.lately(p, r, s.t("last-reconciles"), func(e trace.Event) (string, Tone) {
		if e.Kind != trace.ReconcileEnd {
			return "", toneNone
		}
		sign, tone := "✓ ", toneAdded
		if e.Data.String("result") != "ok" {
			sign, tone = "✕ ", toneDanger
		}
		rv := e.Data.String("cache")
		if rv == "none" {
			rv = "–"
		}
		return sign + nameAt(e.Key, rv, r.W-faceMono.Width(sign)), tone
	})
}

// inWorker draws the group of a worker.
func (s *stage) inWorker(p *pen, r rect, c crew, draw func(p *pen, place string, g standing, title string)) {
	place := trace.Of(trace.Worker, c.name)
	title := s.crewTitle(c)
	g := s.standing(c.name)
	n := s.frame(place, g, title)
	var in pen
	in.box("field", r, 7)
	draw(&in, place, g, title)
	n.Children = in.nodes
	p.add(n)
}

// crewTitle says whose worker it is and which, crewName the same in short.
func (s *stage) crewTitle(c crew) string {
	title := explain.Room(trace.Of(trace.Worker, c.name), s.o.Lang).Title
	if len(s.world.Controllers) > 1 {
		title = c.controller.Config.Name + " · " + title
	}
	return title
}

// nameOfCrew is as much of that as fits and is needed.
func (s *stage) nameOfCrew(c crew, title string, width float64) string {
	if short := s.crewName(c); s.alone(c) || faceStrong.Width(title) > width {
		return short
	}
	return title
}

func (s *stage) crewName(c crew) string {
	number := c.name[strings.LastIndexByte(c.name, '-')+1:]
	switch {
	case s.alone(c):
		return c.controller.Config.Name
	case len(s.world.Controllers) > 1:
		return c.controller.Config.Name + " · " + number
	}
	return number
}

// alone says that a worker needs no number: it is the only one of its controller,
// whose name tells it from the others.
func (s *stage) alone(c crew) bool {
	return len(s.world.Controllers) > 1 && len(c.controller.Workers) == 1
}

// workerCard draws a worker: its key, the version it read, and how far it is.
func (s *stage) workerCard(p *pen, r rect, c crew) {
	s.inWorker(p, r, c, func(p *pen, place string, g standing, title string) {
		p.circle("state", r.X+14, r.Y+16, 4, "data-tone", string(toneOfState(g.state)))
		var h pen
		h.box("hit", rect{r.X + 4, r.Y + 3, r.W - 8, 24}, 6)
		h.text(faceStrong, anchorStart, r.X+24, r.Y+20, s.nameOfCrew(c, title, r.W-34))
		s.pressed(p, "select-place", place, c.name, h)
		if c.worker.Key != "" {
			read := s.read(c)
			width := r.W - 28 - faceMono.Width(read)
			s.keyChip(s.workerToken(c), rect{r.X + 10, r.Y + 29, min(width, faceMono.Width(c.worker.Key)+14), 19}, true)
			p.text(faceMono, anchorEnd, r.right()-10, r.Y+43, read, "data-quiet", "1")
		}
		p.fit(faceLabel, r.X+10, r.Y+63, r.W-20, g.within(r.W-20))
		s.progress(p, rect{r.X + 10, r.bottom() - 11, r.W - 20, 4}, c.worker.State)
	})
}

// read is the version that the Lister gave.
func (s *stage) read(c crew) string {
	switch {
	case c.worker.Object != nil:
		return "rv " + c.worker.Object.GetResourceVersion()
	case c.worker.State == engine.WorkerReading:
		return ""
	}
	return s.t("not-found")
}

// turns are the parts of a worker's turn.
var turns = []engine.WorkerState{engine.WorkerGetting, engine.WorkerReading, engine.WorkerReconciling, engine.WorkerWriting, engine.WorkerForgetting, engine.WorkerDone}

// progress draws the parts of a worker's turn, with the present one lit.
func (s *stage) progress(p *pen, r rect, state engine.WorkerState) {
	if state == engine.WorkerEnding {
		state = engine.WorkerForgetting
	}
	for i, part := range r.columns(len(turns), 3) {
		tone := toneNone
		if turns[i] == state {
			tone = toneWarning
		}
		p.box("step", part, 2, "data-tone", string(tone))
	}
}

// workerRow draws a worker in one line.
func (s *stage) workerRow(p *pen, r rect, c crew) {
	s.inWorker(p, r, c, func(p *pen, place string, g standing, title string) {
		need := faceStrong.Width(s.crewName(c)) + 30
		head := rect{r.X, r.Y, min(max(r.W*0.46, need), r.W*0.66), r.H}
		s.rowHead(p, place, head, g, s.nameOfCrew(c, title, head.W-28), faceStrong)
		chip := rect{head.right(), r.Y + 4.5, r.W - head.W - 8, 19}
		if c.worker.Key != "" {
			s.keyChip(s.workerToken(c), chip, true)
			return
		}
		p.fit(faceLabel, chip.X, r.Y+18, chip.W, g.within(chip.W))
	})
}
