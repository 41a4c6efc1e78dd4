package draw

import (
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
	seq := c.worker.Token()
	return token{Seq: seq, Object: c.worker.Key, Copy: c.controller.Config.Queue, Delta: s.deltaOf(seq), Label: c.worker.Key}
}

// workers draws the workers of all controllers.
func (s *stage) workers(r rect) {
	all := s.crews()
	title := explain.Room(trace.Worker, s.o.Lang)
	title.Sub = "Get → reconcile → Done"
	s.room(trace.Worker, r, s.workersStand(), title, func(p *pen) {
		in := rect{r.X + 14, r.Y + 50, r.W - 28, r.H - 50 - 44}
		const card, row, space = 74, 30, 8
		h := float64(card)
		if float64(len(all))*(card+space) > in.H+space {
			h = row
		}
		places := int((in.H + space) / (h + space))
		for i, c := range all {
			at := rect{in.X, in.Y + float64(i)*(h+space), in.W, h}
			if i == places-1 && len(all) > places {
				p.text(faceLabel, anchorStart, at.X+10, at.Y+19, "+ "+s.t("count.more", "n", len(all)-i))
				break
			}
			s.worker(p, at, c)
		}
		p.fit(faceLabel, in.X, r.bottom()-28, in.W, s.t("label.on-success"))
		p.fit(faceLabel, in.X, r.bottom()-13, in.W, s.t("label.on-error"))
	})
}

// worker draws one worker: its key, and what it is doing with it.
func (s *stage) worker(p *pen, r rect, c crew) {
	place := trace.Of(trace.Worker, c.name)
	g := s.standing(c.name)
	n := element("g", "data-room", place, "data-state", string(g.state), "role", "group", "aria-label", c.name+": "+g.words,
		"data-now", s.isNow(place), "data-chosen", s.isChosen(place))
	n.Key = "room:" + place
	var in pen
	in.box("field", r, 7)
	in.circle("state", r.X+14, r.Y+16, 4, "data-tone", string(toneOfState(g.state)))
	title := explain.Room(place, s.o.Lang).Title
	if len(s.world.Controllers) > 1 {
		title = c.controller.Config.Name + " " + title
	}
	var h pen
	h.box("hit", rect{r.X + 4, r.Y + 3, r.W - 8, 24}, 6)
	tall := r.H > 40
	room := r.W - 34
	if !tall {
		room = r.W * 0.4
	}
	h.fit(faceStrong, r.X+24, r.Y+20, room, title)
	s.pressed(&in, "select-place", place, c.name, h)
	if tall {
		in.fit(faceLabel, r.X+10, r.bottom()-12, r.W-20, s.doing(c, g))
	}
	if c.worker.Key != "" {
		chip := rect{r.X + 10, r.Y + 29, min(r.W-20, faceMono.Width(c.worker.Key)+14), 19}
		if !tall {
			chip = rect{r.X + r.W*0.5, r.Y + 5.5, r.W*0.5 - 8, 19}
		}
		s.keyChip(s.workerToken(c), chip, true)
	}
	n.Children = in.nodes
	p.add(n)
}

// doing says what a worker does, with the version that it read.
func (s *stage) doing(c crew, g standing) string {
	if o := c.worker.Object; o != nil {
		return g.words + " · " + explain.Version(o.GetResourceVersion(), s.o.Lang)
	}
	return g.words
}
