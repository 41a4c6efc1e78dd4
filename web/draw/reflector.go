package draw

import (
	"strings"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"

	"k8s.io/apimachinery/pkg/watch"
)

// reflector draws the Reflector: where in its loop it stands, what it knows, and
// what it holds.
func (s *stage) reflector(r rect) {
	f := s.informer.Reflector
	s.room(trace.Reflector, r, s.standing(s.informer.Config.Name+"/reflector"), explain.Room(trace.Reflector, s.o.Lang), func(p *pen) {
		in := r.inset(14, 0)
		y := r.Y + 52
		steps, at := s.steps()
		for i, step := range steps {
			row := rect{in.X, y, in.W, 20}
			if i == at {
				p.box("lit", row, 5, "data-tone", string(toneWarning))
			} else {
				p.box("field", row, 5)
			}
			brief, _, _ := strings.Cut(step, ", ")
			number := itoa(i+1) + ". "
			p.text(faceBody, anchorStart, row.X+9, row.Y+14, faceBody.Choose(row.W-14, number+step, number+brief))
			y += 23
		}
		y += 13
		values := [][3]string{
			{"lastSyncResourceVersion", orDash(f.LastSyncResourceVersion), "lastSyncRV"},
			{s.t("backoff-next"), explain.Duration(f.Backoff.Next, s.o.Lang)},
			{s.t("resync-timer"), s.resyncIn(), s.t("resync-brief")},
		}
		if f.Temporary != nil {
			values = append(values, [3]string{s.t("temporary-store"), itoa(f.Temporary.Len())})
		}
		for _, v := range values {
			name, brief := v[0], v[2]
			if brief != "" {
				name = faceLabel.Choose(in.W-faceMono.Width(v[1])-8, name, brief)
			}
			p.pair(in, y, name, v[1])
			y += 17
		}
		lowest := r.Y + 157 + 4*17
		s.requests(p, rect{in.X, lowest, in.W, r.bottom() - 46 - lowest})
		slot := rect{in.X, r.bottom() - 37, in.W, 26}
		p.box("field", slot, 6)
		if f.Holding == nil {
			p.fit(faceLabel, slot.X+9, slot.Y+17, slot.W-18, s.t("holds-nothing"))
			return
		}
		t := s.heldToken(f.Holding, slot.W-6)
		s.pill(t, slot.X+3, slot.Y+3, min(slot.W-6, pillWidth(t.Label)))
	})
}

// requests lists what the Reflector asked for and what came of it, the newest
// first.
func (s *stage) requests(p *pen, r rect) {
	actor := s.informer.Config.Name + "/reflector"
	s.lately(p, r, s.t("lately"), func(e trace.Event) (string, Tone) {
		if e.Actor != actor {
			return "", toneNone
		}
		switch e.Kind {
		case trace.ListRequest:
			return "LIST rv=" + quoted(e.Data.String("resourceVersion")), toneNone
		case trace.WatchRequest:
			return "WATCH rv=" + quoted(e.Data.String("resourceVersion")), toneNone
		case trace.ListFailed, trace.WatchRefused, trace.WatchError:
			return "✕ " + s.status(int(e.Data.Int("status"))), toneDanger
		case trace.WatchClosed:
			return "✕ " + s.t("wire.end"), toneDanger
		case trace.BackoffStart:
			return s.t("state.backoff", "for", e.Data.Duration("for")), toneWarning
		}
		return "", toneNone
	})
}

// steps are the parts of ListAndWatch, and the one at which the Reflector is.
func (s *stage) steps() (all []string, at int) {
	f := s.informer.Reflector
	first := "LIST"
	if *s.informer.Config.PageSize > 0 {
		first = s.t("step.list")
	}
	switch f.Phase {
	case engine.PhaseListSend, engine.PhaseListWait:
	default:
		if *s.informer.Config.WatchList {
			first = s.t("step.stream")
		}
	}
	all = []string{first, s.t("step.replace"), s.t("step.watch", "rv", orDash(f.LastSyncResourceVersion)), s.t("step.wait")}
	switch f.Phase {
	case engine.PhaseIdle, engine.PhaseStopped:
		return all, -1
	case engine.PhaseReplace:
		return all, 1
	case engine.PhaseWatchSend, engine.PhaseWatchWait, engine.PhaseWatching:
		return all, 2
	case engine.PhaseReturned, engine.PhaseBackoff:
		if f.WakeAt > s.world.Now() {
			all[3] = s.t("step.wait-for", "for", f.WakeAt-s.world.Now())
		}
		return all, 3
	}
	return all, 0
}

func (s *stage) resyncIn() string {
	if at := s.informer.Resync.FiresAt; at > 0 {
		return s.t("in", "for", at-s.world.Now())
	}
	return s.t("never")
}

// heldToken is the event that was read from the watch and not stored yet.
func (s *stage) heldToken(e *watch.Event, width float64) token {
	t := token{Seq: s.informer.Reflector.Token(), Delta: deltaOfEvent(e.Type), From: "bundle:wire"}
	o, _ := e.Object.(object)
	rv := o.GetResourceVersion()
	t.Label = "rv " + rv
	if e.Type != watch.Bookmark {
		t.Object = keyOf(o)
		t.Label, t.Arg = nameAt(t.Object, rv, width-pillText-pillEnd), s.refOf(t.Object)
	}
	return t
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
