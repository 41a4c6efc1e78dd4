package draw

import (
	"slices"

	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// leaveOut takes the rooms that are not shown out of a plan, with the ways that
// lead there. Where there is room for the whole loop an outline keeps each one's
// place.
func (s *stage) leaveOut(p *plan) {
	if len(s.o.Rooms) == 0 {
		return
	}
	shown := func(kind string) bool { return slices.Contains(s.o.Rooms, kind) }
	for _, room := range []struct {
		kind string
		r    *rect
	}{
		{trace.APIServer, &p.apiserver}, {trace.Reflector, &p.reflector}, {trace.Queue, &p.queue}, {trace.ProcessLoop, &p.loop},
		{trace.Indexer, &p.indexer}, {trace.Processor, &p.listeners}, {trace.Workqueue, &p.workqueue}, {trace.Worker, &p.workers},
	} {
		if !shown(room.kind) {
			s.outline(room.kind, *room.r)
			*room.r = rect{}
		}
	}
	ways := p.ways
	p.ways = nil
	for _, w := range ways {
		if w.from == "" || shown(w.from) && shown(w.to) {
			p.ways = append(p.ways, w)
		}
	}
	if !shown(trace.Processor) {
		p.border = nil
	}
}

// outline is the place of a room that is not shown.
func (s *stage) outline(kind string, r rect) {
	if r.W == 0 {
		return
	}
	title := explain.Room(kind, s.o.Lang).Title
	switch kind {
	case trace.Queue:
		title = s.informer.Config.Queue
	case trace.Processor:
		title = s.t("listeners")
	case trace.Worker:
		title = s.t("room.workers")
	}
	s.box("empty", r, 10)
	s.text(faceLabel, anchorMiddle, r.X+r.W/2, r.Y+r.H/2+4, faceLabel.Fit(title, r.W-20))
}
