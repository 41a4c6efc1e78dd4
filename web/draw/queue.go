package draw

import (
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// deltas draws the queue between Reflector and processLoop.
func (s *stage) deltas(r rect) {
	title := explain.Room(trace.Queue, s.o.Lang)
	title.Title = s.informer.Config.Queue
	switch q := s.informer.Queue.(type) {
	case *cache.DeltaFIFO:
		title.Sub = "queue []string · items map[string]Deltas"
		s.room(trace.Queue, r, busyIf(q.Len() > 0, s.t("count.keys", "n", q.Len())), title, func(p *pen) { s.deltaFIFO(p, r, q) })
	case *cache.RealFIFO:
		title.Sub = "items []Delta"
		s.room(trace.Queue, r, busyIf(q.Len() > 0, s.t("count.deltas", "n", q.Len())), title, func(p *pen) { s.realFIFO(p, r, q) })
	}
}

const (
	wellGap = 6
	// A well is as wide as its texts want while there are few, and wide enough
	// for a version where there are many.
	wellWants, wellLeast = 112, 86
	pillPitch            = 25
)

// wells is how many wells of that many have room.
func wells(width float64, wanted int) int {
	fits := func(w float64) int { return max(1, int((width+wellGap)/(w+wellGap))) }
	return max(fits(wellWants), min(wanted, fits(wellLeast)))
}

// deltaFIFO draws the order of the keys and below each key its deltas; keys that
// have no room are counted by the kind of their last delta.
func (s *stage) deltaFIFO(p *pen, r rect, q *cache.DeltaFIFO) {
	in := r.inset(14, 0)
	p.heading(in, r.Y+60, s.t("label.queue-order"), "")
	p.heading(in, r.Y+108, s.t("label.items"), "", s.t("items-brief"))
	n := wells(in.W, len(q.Queue))
	columns := rect{in.X, r.Y + 67, in.W, 19}.columns(n, wellGap)
	bottom := r.bottom() - 16
	for i, c := range columns {
		if i >= len(q.Queue) {
			break
		}
		if i == n-1 && len(q.Queue) > n {
			s.restOfKeys(p, rect{c.X, c.Y, c.W, bottom - c.Y}, q, i)
			break
		}
		key := q.Queue[i]
		tone := toneNone
		kind := "chip"
		if i == 0 {
			kind, tone = "lit", toneAccent
		}
		p.box(kind, c, 5, "data-tone", string(tone))
		p.text(faceMono, anchorMiddle, c.X+c.W/2, c.Y+13.5, faceMono.FitKey(key, c.W-8))
		top := r.Y + 116
		p.path("well", "M"+number(c.X)+" "+number(top)+"V"+number(bottom)+"H"+number(c.right())+"V"+number(top))
		deltas, _ := q.Deltas(key)
		s.well(p, rect{c.X + 5, top, c.W - 10, bottom - top}, deltas)
	}
	if len(q.Queue) == 0 {
		s.nothing(p, rect{in.X, r.Y + 116, in.W, bottom - r.Y - 116})
	}
}

// nothing says that a queue is empty.
func (s *stage) nothing(p *pen, r rect) {
	p.box("field", r, 6)
	p.text(faceLabel, anchorMiddle, r.X+r.W/2, r.Y+r.H/2+4, s.t("empty.queue"))
}

// well stacks the deltas of one key, the oldest at the bottom.
func (s *stage) well(p *pen, r rect, deltas []cache.Delta) {
	places := int(r.H / pillPitch)
	y := r.bottom() - pillPitch
	for i, d := range deltas {
		if i == places-1 && len(deltas) > places {
			s.bundle("well:"+d.Key, len(deltas)-i, deltas[len(deltas)-1].Type, r.X, y, r.W)
			return
		}
		t := s.deltaToken(d, r.W)
		label := string(d.Type) + " · " + d.Version()
		if faceMono.Width(label) > r.W-pillText-pillEnd+3 {
			label = "rv " + d.Version()
		}
		t.Label = label
		s.pill(t, r.X, y, r.W)
		y -= pillPitch
	}
}

// deltaToken is the token of a delta, with the object's name as its text.
func (s *stage) deltaToken(d cache.Delta, width float64) token {
	t := token{Seq: d.Token, Object: d.Key, Delta: d.Type, From: "bundle:wire"}
	switch {
	case d.Key != "":
		t.Label, t.Arg = nameAt(d.Key, d.Version(), width-pillText-pillEnd), s.refOf(d.Key)
	case d.Type == cache.ReplacedAll:
		t.Label = s.t("replaced-all", "n", len(d.Objects), "rv", d.ResourceVersion)
	case d.Type == cache.SyncAll:
		t.Label = "SyncAll"
	default:
		t.Label = "rv " + d.ResourceVersion
	}
	return t
}

// restOfKeys counts the keys from number first on.
func (s *stage) restOfKeys(p *pen, r rect, q *cache.DeltaFIFO, first int) {
	counts := map[cache.DeltaType]int{}
	for _, key := range q.Queue[first:] {
		deltas, _ := q.Deltas(key)
		counts[deltas[len(deltas)-1].Type]++
	}
	s.tally(p, r, len(q.Queue)-first, counts)
}

// realFIFO draws the deltas in their order, line by line.
func (s *stage) realFIFO(p *pen, r rect, q *cache.RealFIFO) {
	in := r.inset(14, 0)
	p.heading(in, r.Y+60, s.t("label.line"), "", s.t("line-brief"))
	field := rect{in.X, r.Y + 70, in.W, r.bottom() - 14 - r.Y - 70}
	if len(q.Items) == 0 {
		s.nothing(p, field)
		return
	}
	p.box("field", field, 6)
	area := field.inset(6, 5)
	columns := wells(area.W, 0)
	rows := int(area.H / pillPitch)
	cells := area.columns(columns, wellGap)
	place := 0
	for i, d := range q.Items {
		wide := d.Key == "" && d.Type != cache.Bookmark
		if wide {
			place = (place + columns - 1) / columns * columns
		}
		if last := place >= (rows-1)*columns; last && (len(q.Items)-i > 1 || place >= rows*columns) {
			s.restOfDeltas(p, rect{area.X, area.Y + float64(rows-1)*pillPitch, area.W, pillPitch - 3}, q.Items[i:])
			return
		}
		c := cells[place%columns]
		c.Y += float64(place/columns) * pillPitch
		if wide {
			c.X, c.W = area.X, area.W
			place += columns
		} else {
			place++
		}
		s.pill(s.deltaToken(d, c.W), c.X, c.Y+2, c.W)
	}
}

func (s *stage) restOfDeltas(p *pen, r rect, rest []cache.Delta) {
	counts := map[cache.DeltaType]int{}
	for _, d := range rest {
		counts[d.Type]++
	}
	s.tallyLine(p, r, len(rest), counts)
}

// kinds are all kinds of changes, in the order in which they are counted.
var kinds = []cache.DeltaType{cache.Added, cache.Updated, cache.Deleted, cache.Replaced, cache.Sync, cache.ReplacedAll, cache.SyncAll, cache.Bookmark}

// tally says how many more there are, and of which kinds.
func (s *stage) tally(p *pen, r rect, n int, counts map[cache.DeltaType]int) {
	p.box("chip", rect{r.X, r.Y, r.W, 19}, 5)
	p.text(faceMono, anchorMiddle, r.X+r.W/2, r.Y+13.5, faceMono.Fit("+ "+s.t("count.more", "n", n), r.W-8))
	y := r.Y + 64
	most := 1
	for _, k := range kinds {
		most = max(most, counts[k])
	}
	for _, k := range kinds {
		if counts[k] == 0 || y > r.bottom() {
			continue
		}
		tone := string(toneOf(k))
		p.text(faceLabel, anchorStart, r.X+4, y, string(k), "data-tone", tone, "data-tint", "1")
		p.text(faceMono, anchorEnd, r.right()-4, y, itoa(counts[k]))
		p.box("bar", rect{r.X + 4, y + 5, (r.W - 8) * float64(counts[k]) / float64(most), 4}, 2, "data-tone", tone)
		y += 28
	}
}

// tallyLine is tally in one line.
func (s *stage) tallyLine(p *pen, r rect, n int, counts map[cache.DeltaType]int) {
	label := "+ " + s.t("count.more", "n", n)
	p.text(faceMono, anchorStart, r.X+4, r.Y+15, label)
	x := r.X + 4 + faceMono.Width(label) + 16
	for _, k := range kinds {
		if counts[k] == 0 {
			continue
		}
		text := signOf(k) + " " + itoa(counts[k])
		if x+faceStrong.Width(text) > r.right() {
			return
		}
		p.text(faceStrong, anchorStart, x, r.Y+15, text, "data-tone", string(toneOf(k)), "data-tint", "1")
		x += faceStrong.Width(text) + 14
	}
}
