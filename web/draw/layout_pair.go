package draw

import "informerscope/engine/trace"

// planPair is one of two stages side by side: two columns, in which what the runs
// differ in is open, or the room in focus, and the others are folded.
func planPair(width float64, h shape) plan {
	const space, openLeast = 20, 360
	var p plan
	y := float64(edge)
	if h.lanes > 1 {
		p.tabs = rect{edge, y, width - 2*edge, tabsRow - 8}
		y += tabsRow
	}
	left := pairColumn{rooms: []narrowRoom{{trace.APIServer, &p.apiserver}, {trace.Reflector, &p.reflector}, {trace.Queue, &p.queue}, {trace.ProcessLoop, &p.loop}}, open: []string{trace.Queue}}
	right := pairColumn{rooms: []narrowRoom{{trace.Indexer, &p.indexer}, {trace.Processor, &p.listeners}, {trace.Workqueue, &p.workqueue}, {trace.Worker, &p.workers}}, open: []string{trace.Indexer, trace.Processor}}
	if !h.work {
		right.rooms = right.rooms[:2]
	}
	rows := 4
	if h.managers > 0 {
		right.rooms = append([]narrowRoom{{trace.Manager, &p.managers}}, right.rooms...)
		rows++
	}
	height := max(left.choose(h), right.choose(h), openLeast) + float64(rows-1)*(foldedHeight+foldedGap) + wireStrip
	columns := rect{edge, y, width - 2*edge, height}.columns(2, space)
	left.place(&p, columns[0], wireStrip-foldedGap)
	right.place(&p, columns[1], 0)
	from := columns[0].X + columns[0].W/2
	strip := rect{columns[0].X + 4, left.strip + 7, columns[0].W - 8, 22}
	p.lanes = []lane{{allOfWire, []Point{{from, left.strip}, {from, left.strip + wireStrip}}, strip}}
	p.height = y + height + edge
	return p
}

// pairColumn is a column of rooms, of which some are open.
type pairColumn struct {
	rooms []narrowRoom
	open  []string
	// strip is where the first room ends.
	strip float64
}

// choose opens the room in focus instead if the column has it, and returns the
// height that what is open wants.
func (c *pairColumn) choose(h shape) float64 {
	focus := h.open
	for _, r := range c.rooms {
		if r.kind == focus && !c.isOpen(focus) {
			c.open = []string{focus}
			return h.heightOpen(focus)
		}
	}
	return 0
}

func (c *pairColumn) isOpen(kind string) bool {
	for _, k := range c.open {
		if k == kind {
			return true
		}
	}
	return false
}

// place gives each room its part of the column: one line to those that are folded,
// the rest to those that are open. extra is what the first gap has more.
func (c *pairColumn) place(p *plan, in rect, extra float64) {
	folds := len(c.rooms) - len(c.open)
	rest := in.H - float64(folds)*foldedHeight - float64(len(c.rooms)-1)*foldedGap - extra
	y := in.Y
	for i, room := range c.rooms {
		r := rect{in.X, y, in.W, foldedHeight}
		if c.isOpen(room.kind) {
			r.H = rest / float64(len(c.open))
			*room.r = r
		} else {
			p.folded = append(p.folded, folded{room.kind, r})
		}
		y = r.bottom() + foldedGap
		if i == 0 {
			c.strip = r.bottom()
			y += extra
		}
		if i > 0 && i < len(c.rooms)-1 || i == 0 && extra == 0 {
			p.ways = append(p.ways, way{line: []Point{{in.X + in.W/2, r.bottom()}, {in.X + in.W/2, r.bottom() + foldedGap}}})
		}
	}
}
