package draw

import (
	"strconv"
	"strings"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// indexer draws the cache: its objects, its indices, and how far behind it is.
func (s *stage) indexer(r rect) {
	x := s.informer.Indexer
	g := busyIf(true, s.t("count.objects", "n", x.Len()))
	s.room(trace.Indexer, r, g, explain.Room(trace.Indexer, s.o.Lang), func(p *pen) {
		in := rect{r.X + 14, r.Y + 50, r.W - 28, r.H - 50 - 30}
		versions, note, tone := s.staleness()
		noteAt := r.bottom() - 14
		if faceLabel.Width(versions)+faceLabel.Width(note)+12 > in.W { // none of the two may be cut
			in.H -= 15
			noteAt -= 15
		}
		objects := in
		if len(x.Indices) > 0 {
			halves := in.columns(2, 16)
			objects = halves[0]
			s.indices(p, halves[1], x)
		}
		s.cached(p, objects, x)
		p.fit(faceLabel, in.X, r.bottom()-14, in.W, versions)
		p.fitEnd(faceLabel, in.right(), noteAt, in.W, note, "data-tone", string(tone))
	})
}

// cached draws the objects of the cache, in as many columns as there is room for.
func (s *stage) cached(p *pen, r rect, x *cache.Indexer) {
	columns := r.columns(max(1, int((r.W+10)/210)), 10)
	rows := max(1, int((r.H+3)/objectRow))
	places := rows * len(columns)
	at := func(i int) rect {
		c := columns[i/rows]
		return rect{c.X, c.Y + float64(i%rows)*objectRow, c.W, 22}
	}
	if s.deleted() {
		places = max(places-1, 1)
		s.gone(p, at(min(places, x.Len())))
	}
	shown, more := s.choose(trace.Indexer, x.Len(), places, x.Scan)
	for i, e := range shown {
		s.object(p, trace.Indexer, at(i), e, "")
	}
	if more > 0 {
		last := at(len(shown))
		p.text(faceLabel, anchorStart, last.X+8, last.Y+15, "+ "+s.t("count.more", "n", more))
	}
	if x.Len() == 0 && !s.deleted() {
		s.nothing(p, at(0))
	}
}

// indices draws each index: its values and the keys that have them.
func (s *stage) indices(p *pen, r rect, x *cache.Indexer) {
	y := r.Y
	for _, i := range x.Indices {
		values := i.Values()
		if y+16+19 > r.bottom() { // a name without a value says nothing
			return
		}
		p.heading(rect{r.X, 0, r.W, 0}, y+9, s.t("label.index", "name", i.Name), "")
		y += 16
		for n, v := range values {
			if y+19 > r.bottom() {
				return
			}
			if y+19+23 > r.bottom() && n < len(values)-1 {
				p.text(faceLabel, anchorStart, r.X+8, y+13, "+ "+s.t("count.more", "n", len(values)-n))
				return
			}
			p.box("chip", rect{r.X, y, r.W, 19}, 5)
			p.text(faceMono, anchorStart, r.X+8, y+13.5, indexLine(v, i.Keys(v), r.W-16))
			y += 23
		}
		y += 3
	}
}

// indexLine is a value and its keys, "prod → db-0 db-1"; of many keys the number.
func indexLine(value string, keys []string, width float64) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = nameOf(k)
	}
	head := orDash(value) + " → "
	if line := head + strings.Join(names, " "); faceMono.Width(line) <= width {
		return line
	}
	tail := "× " + itoa(len(keys))
	return faceMono.Fit(orDash(value), width-faceMono.Width(" → "+tail)) + " → " + tail
}

// staleness says how far server, Reflector and cache are, and what to think of it.
func (s *stage) staleness() (versions, note string, tone Tone) {
	cached := s.cacheVersion()
	behind := 0
	for range s.world.Server.Events(s.informer.Resource(), cached) {
		behind++
	}
	note, tone = s.t("fresh"), toneAdded
	if s.world.Server.Revision() > cached { // the rest was written to other resources
		note = s.t("fresh-here", "resource", s.world.Server.NameOf(s.informer.Resource()))
	}
	switch {
	case cached < s.world.Server.Floor(s.informer.Resource()): // nobody can count what was missed
		note, tone = s.t("history-gone"), toneWarning
	case behind > 0:
		note, tone = s.t("behind", "n", behind), toneWarning
	case s.unstored() > 0: // a newer object may be stored before an older one
		note, tone = s.t("lane-holds", "n", s.unstored()), toneWarning
	}
	versions = s.t("stale.versions", "server", strconv.FormatInt(s.world.Server.Revision(), 10),
		"reflector", orDash(s.informer.Reflector.LastSyncResourceVersion), "cache", orDash(version(cached)))
	return versions, note, tone
}

// unstored counts what is in the queue, or was taken out of it and is not in the cache
// yet.
func (s *stage) unstored() int { return s.informer.Queue.Len() + s.informer.Loop.Unstored() }

// cacheVersion is how far the cache has come: what the store says itself, else
// the newest object in it.
func (s *stage) cacheVersion() int64 {
	x := s.informer.Indexer
	if rv := x.LastStoreSyncResourceVersion(); rv != "" {
		return parse(rv)
	}
	var newest int64
	x.Scan(func(_ string, o cache.Object) bool {
		newest = max(newest, parse(o.GetResourceVersion()))
		return true
	})
	return newest
}

func parse(rv string) int64 {
	n, _ := strconv.ParseInt(rv, 10, 64)
	return n
}

func version(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
