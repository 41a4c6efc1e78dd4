package draw

import (
	"strconv"

	"informerscope/engine/apiserver"
	"informerscope/engine/trace"
)

const (
	cellWidth, cellHeight = 36, 34
	// cellPitch and cellRow are the distances of cells side by side and one below
	// another, where a mark of a watch stands between them.
	cellPitch, cellRow = 38, 46
)

// eventLog draws the newest changes of the shown resource by revision, the line
// below which history is gone, and how far each watch has been sent.
func (s *stage) eventLog(p *pen, r rect, rows int) {
	resource := s.resource()
	columns := int((r.W + cellPitch - cellWidth) / cellPitch)
	events := s.latest(resource, columns*rows)
	at := func(i int) Point {
		return Point{r.X + float64(i%columns)*cellPitch, r.Y + 8 + float64(i/columns)*cellRow}
	}
	p.heading(r, r.Y, s.t("label.event-log"), "")
	first := 0
	if floor := s.world.Server.Floor(resource); floor > 0 && len(events) < columns*rows {
		first = 1
		s.logCell(p, at(0), "≤"+shortRV(floor, 3), "log:before", "", "gone", toneIdle)
		p.path("mark", "M"+number(r.X+cellPitch-1)+" "+number(r.Y+4)+"v44", "data-tone", string(toneDanger))
		p.fit(faceLabel, r.X, r.Y+12+float64(rows)*cellRow, r.W, s.t("label.compacted", "rv", floor), "data-tone", string(toneDanger))
	}
	for i, e := range events {
		d := deltaOfEvent(e.Type)
		rv := strconv.FormatInt(e.Revision, 10)
		kind := "cell"
		if c := s.o.Changed; c != nil && c.To == trace.APIServer && c.RV == rv {
			kind = "lit"
		}
		s.logCell(p, at(first+i), shortRV(e.Revision, 5), "log:"+rv, signOf(d), kind, toneOf(d))
	}
	for _, t := range s.streams() {
		if i := reached(events, parse(t.Sent)); i >= 0 {
			c := at(first + i)
			p.path("head", "M"+number(c.X+cellWidth/2)+" "+number(c.Y+cellHeight+2)+"l5 7h-10z", "data-tone", string(toneAccent))
		}
	}
}

// latest are the last n changes of a resource, the oldest of them first.
func (s *stage) latest(r apiserver.Resource, n int) []apiserver.Event {
	events := make([]apiserver.Event, 0, n)
	for e := range s.world.Server.LatestEvents(r) {
		if len(events) == n {
			break
		}
		events = append(events, e)
	}
	for i, j := 0, len(events)-1; i < j; i, j = i+1, j-1 {
		events[i], events[j] = events[j], events[i]
	}
	return events
}

// reached is the place of the last event that a watch has been sent; -1 if it is
// none of these.
func reached(events []apiserver.Event, sent int64) int {
	last := -1
	for i, e := range events {
		if e.Revision <= sent {
			last = i
		}
	}
	return last
}

func (s *stage) logCell(p *pen, at Point, rv, key, sign, kind string, tone Tone) {
	n := element("g", "data-tone", string(tone))
	n.Key, n.At = key, &at
	var c pen
	c.box(kind, rect{0, 0, cellWidth, cellHeight}, 5)
	c.text(faceSmall, anchorMiddle, cellWidth/2, 14, rv)
	c.text(faceStrong, anchorMiddle, cellWidth/2, 28, sign, "data-tint", "1")
	n.Children = c.nodes
	p.add(n)
}

// shortRV is a version in at most n letters; of a long one the end counts.
func shortRV(rv int64, n int) string {
	text := strconv.FormatInt(rv, 10)
	if len(text) > n {
		return ellipsis + text[len(text)-n+1:]
	}
	return text
}
