package draw

import (
	"informerscope/engine"
	"informerscope/web/explain"
)

// wire draws the network between the server and its clients, and what is on it.
func (s *stage) wire(r rect) {
	in := r.inset(8, 0)
	away := s.world.AwayUntil() > s.world.Now()
	n := element("g", "role", "group", "aria-label", s.t("network"))
	n.Key = "wire"
	var p pen
	x := in.X + in.W/2
	if away {
		p.box("warn", rect{in.X, r.Y + 8, in.W, r.H - 16}, 8, "data-tone", string(toneDanger))
	}
	p.text(faceLabel, anchorMiddle, x, r.Y+23, faceLabel.Fit(s.t("network"), in.W))
	note := s.t("one-way", "for", s.world.Network.Watch)
	if away {
		note = s.t("state.away", "until", explain.At(s.world.AwayUntil(), s.o.Lang))
	}
	p.text(faceSub, anchorMiddle, x, r.Y+38, faceSub.Fit(note, in.W))
	n.Children = p.nodes
	s.add(n)

	lanes := s.lanesOfWire()
	s.lane(rect{in.X, r.Y + 60, in.W, 40}, lanes[0], false)
	s.lane(rect{in.X, r.Y + 112, in.W, 0.42*r.H - 120}, lanes[1], true)
	s.lane(rect{in.X, r.Y + r.H*0.62, in.W, 40}, lanes[2], false)
	s.lane(rect{in.X, r.Y + r.H*0.62 + 52, in.W, 40}, lanes[3], true)
}

// lanesOfWire sorts what is on the wire: requests, answers and events, writes,
// their answers. Only those of the shown informer are drawn.
func (s *stage) lanesOfWire() [4][]engine.Flight {
	var lanes [4][]engine.Flight
	for _, f := range s.world.InFlight() {
		lane := 1
		switch f.Kind {
		case engine.FlightList, engine.FlightWatch:
			lane = 0
		case engine.FlightWrite:
			lane = 2
		case engine.FlightWriteAnswer:
			lane = 3
		}
		if lane < 2 && !s.concerns(f) {
			continue
		}
		lanes[lane] = append(lanes[lane], f)
	}
	return lanes
}

func (s *stage) concerns(f engine.Flight) bool {
	return s.samePlace("reflector", f.From) || s.samePlace("reflector", f.To)
}

// lane draws one direction of the wire: an arrow, and below it what travels, the
// next to arrive first; what has no place is bundled.
func (s *stage) lane(r rect, all []engine.Flight, toClient bool) {
	y := r.Y + 4
	if toClient {
		s.arrow(Point{r.X - 8, y}, Point{r.right() + 8, y})
	} else {
		s.arrow(Point{r.right() + 8, y}, Point{r.X - 8, y})
	}
	places := max(1, int((r.H-10)/(pillHeight+4)))
	for i, f := range all {
		at := r.Y + 12 + float64(i)*(pillHeight+4)
		if i == places-1 && len(all) > places {
			s.bundle("wire", len(all)-i, f.Delta, r.X, at, r.W)
			return
		}
		s.pill(s.flight(f, r.W), r.X, at, r.W)
	}
}

func (s *stage) flight(f engine.Flight, width float64) token {
	t := token{Seq: f.Token, Delta: f.Delta}
	room := width - pillText - pillEnd
	switch f.Kind {
	case engine.FlightList:
		t.Label = s.t("wire.list", "rv", quoted(f.RV))
	case engine.FlightWatch:
		t.Label = s.t("wire.watch", "rv", quoted(f.RV))
	case engine.FlightEvent:
		t.Object, t.Label = f.Key, nameAt(f.Key, f.RV, room)
		if f.Key == "" {
			t.Label = "rv " + f.RV
		} else {
			t.Arg = s.reference(f.Key)
		}
	case engine.FlightEnd:
		t.Label = s.t("wire.end")
	case engine.FlightWrite:
		t.Label = "PUT " + faceMono.FitKey(nameOf(f.Key), room-faceMono.Width("PUT "))
	case engine.FlightWriteAnswer:
		t.Label = itoa(f.Status)
	default:
		t.Label = s.answer(f)
	}
	return t
}

func (s *stage) answer(f engine.Flight) string {
	switch {
	case f.Status == 0:
		return s.t("wire.refused")
	case f.Status != 200:
		return itoa(f.Status)
	case f.RV != "":
		return s.t("wire.items", "n", f.Items)
	}
	return "200 OK"
}

func quoted(rv string) string {
	if rv == "" {
		return `""`
	}
	return rv
}
