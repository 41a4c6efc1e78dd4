package draw

import (
	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// What goes over the network.
const (
	wireRequests = iota
	wireAnswers
	wireWrites
	wireWritten
	wireLeases
	wireKinds
)

var allOfWire = []int{wireRequests, wireAnswers, wireWrites, wireWritten, wireLeases}

// ends are the rooms between which it goes.
var ends = [wireKinds][2]string{
	wireRequests: {trace.Reflector, trace.APIServer},
	wireAnswers:  {trace.APIServer, trace.Reflector},
	wireWrites:   {trace.Worker, trace.APIServer},
	wireWritten:  {trace.APIServer, trace.Worker},
	wireLeases:   {trace.Manager, trace.APIServer},
}

// wire draws the network between the server and its clients, and what is on it.
func (s *stage) wire(p plan) {
	if p.reflector.W > 0 && p.apiserver.W > 0 && p.reflector.X > p.apiserver.right() {
		s.network(rect{p.apiserver.right() + 6, p.labelOfNetwork(), p.reflector.X - p.apiserver.right() - 12, 0})
	}
	all := s.onWire()
	for _, l := range p.lanes {
		tone := toneNone
		var here []engine.Flight
		for _, kind := range l.kinds {
			here = append(here, all[kind]...)
			if s.moved(way{from: ends[kind][0], to: ends[kind][1]}) {
				tone = toneAccent
			}
		}
		s.arrow(tone, l.line...)
		s.travellers(l.area, here)
	}
}

// labelOfNetwork is where the way is told of: at the top, or where the processes
// have their way there, below it.
func (p *plan) labelOfNetwork() float64 {
	if p.band.W > 0 {
		return p.band.bottom()
	}
	return edge
}

// network says how long the way takes, or that there is none.
func (s *stage) network(r rect) {
	name, note, tone := s.t("network"), s.t("one-way", "for", s.world.Network.Watch), toneNone
	if until := s.world.AwayUntil(); until > s.world.Now() {
		note, tone = s.t("state.away", "until", explain.At(until, s.o.Lang)), toneDanger
	}
	x := r.X + r.W/2
	s.text(faceLabel, anchorMiddle, x, r.Y+22, faceLabel.Fit(name, r.W), "data-tone", string(tone))
	s.text(faceLabel, anchorMiddle, x, r.Y+37, faceLabel.Fit(note, r.W), "data-tone", string(tone))
}

// onWire sorts what travels: requests, answers and events, writes, and their
// answers. Of lists and watches only those of the shown informer are drawn.
func (s *stage) onWire() [wireKinds][]engine.Flight {
	var all [wireKinds][]engine.Flight
	for _, f := range s.world.InFlight() {
		kind := wireAnswers
		switch f.Kind {
		case engine.FlightList, engine.FlightWatch:
			kind = wireRequests
		case engine.FlightWrite:
			kind = wireWrites
		case engine.FlightWriteAnswer:
			kind = wireWritten
		}
		if kindOf(f.From) == trace.Manager || kindOf(f.To) == trace.Manager {
			kind = wireLeases
		}
		if kind < wireWrites && !s.samePlace(trace.Reflector, f.From) && !s.samePlace(trace.Reflector, f.To) {
			continue
		}
		all[kind] = append(all[kind], f)
	}
	return all
}

// travellers draws what travels on one way, the next to arrive first; what has no
// place is bundled.
func (s *stage) travellers(r rect, all []engine.Flight) {
	const pitch = pillHeight + 4
	columns := r.columns(max(1, int((r.W+6)/110)), 6)
	rows := max(1, int((r.H+4)/pitch))
	for i, f := range all {
		c := columns[i%len(columns)]
		y := r.Y + float64(i/len(columns))*pitch
		if i == rows*len(columns)-1 && i < len(all)-1 {
			s.bundle("wire", len(all)-i, f.Delta, c.X, y, c.W)
			return
		}
		t := s.flight(f, c.W)
		s.pill(t, c.X, y, c.W)
	}
}

func (s *stage) flight(f engine.Flight, width float64) token {
	t := token{Seq: f.Token, Delta: f.Delta}
	room := width - pillText - pillEnd
	switch f.Kind {
	case engine.FlightList:
		t.Label = "LIST rv=" + quoted(f.RV)
	case engine.FlightWatch:
		t.Label = "WATCH " + quoted(f.RV)
	case engine.FlightEvent:
		t.Object, t.Label, t.From = f.Key, "rv "+f.RV, "log:"+f.RV
		if f.Key != "" {
			t.Label, t.Arg = nameAt(f.Key, f.RV, room), s.refOf(f.Key)
		}
	case engine.FlightEnd:
		t.Label = s.t("wire.end")
	case engine.FlightWrite:
		t.Label = f.Method + " " + faceMono.FitKey(nameOf(f.Key), room-faceMono.Width(f.Method+" "))
	case engine.FlightWriteAnswer:
		t.Label = itoa(f.Status)
	default:
		t.Label = s.answer(f)
	}
	return t
}

// answer says what the server answered.
func (s *stage) answer(f engine.Flight) string {
	switch {
	case f.Status != 200:
		return s.status(f.Status)
	case f.RV != "":
		return s.t("wire.items", "n", f.Items)
	}
	return "200 OK"
}

// status is that of an answer; 0 is a refused connection.
func (s *stage) status(code int) string {
	if code == 0 {
		return s.t("wire.refused")
	}
	return itoa(code)
}

func quoted(rv string) string {
	if rv == "" {
		return `""`
	}
	return rv
}
