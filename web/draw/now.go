package draw

import (
	"strings"

	"informerscope/engine/trace"
)

// What of a picture stands out: where the last event happened and what it moved,
// and what the reader has chosen.

// isNow is "1" for the room in which the last event happened.
func (s *stage) isNow(place string) string {
	return mark(s.o.Changed != nil && s.samePlace(place, placeOf(*s.o.Changed)))
}

// isChosen is "1" for the room that the reader chose or is told about.
func (s *stage) isChosen(place string) string {
	return mark(s.o.Selected != "" && s.samePlace(place, s.o.Selected) || s.o.Focus != "" && s.samePlace(place, s.o.Focus))
}

// mark is the value of an attribute that is there or not.
func mark(there bool) string {
	if there {
		return "1"
	}
	return ""
}

// samePlace says whether a room is the place that is meant, which may name an
// informer that the room leaves out, or leave out the name of one of several.
func (s *stage) samePlace(room, meant string) bool {
	kind, name, named := strings.Cut(meant, ":")
	roomKind, roomName, several := strings.Cut(room, ":")
	switch {
	case kind != roomKind:
		return false
	case !named || name == roomName:
		return true
	}
	return !several && (s.informer != nil && name == s.informer.Config.Name || kind == trace.Workqueue || kind == trace.Worker || kind == trace.Manager)
}

// kindOf is the kind of a place.
func kindOf(place string) string {
	kind, _, _ := strings.Cut(place, ":")
	return kind
}

// placeOf is where an event happened: where it put something, else where
// something left, else where the goroutine is at home that did it.
func placeOf(e trace.Event) string {
	switch {
	case e.To != "":
		return e.To
	case e.From != "":
		return e.From
	}
	return homeOf(e)
}

// homeOf is where the goroutine of an event is at home.
func homeOf(e trace.Event) string {
	of, role := "", e.Actor
	if cut := strings.LastIndexByte(e.Actor, '/'); cut >= 0 {
		of, role = e.Actor[:cut], e.Actor[cut+1:]
	}
	switch {
	case role == "reflector" || role == "resync":
		return trace.Of(trace.Reflector, of)
	case role == "processLoop":
		return trace.Of(trace.ProcessLoop, of)
	case role == "pop":
		return trace.Of(trace.Listener, of)
	case role == "run":
		return trace.Of(trace.Handler, of)
	case role == "waitingLoop":
		return trace.Of(trace.Workqueue, of)
	case strings.HasPrefix(role, "worker-"):
		return trace.Of(trace.Worker, e.Actor)
	case role == "manager" || role == "leaderElector":
		return trace.Of(trace.Manager, of)
	case e.Kind == trace.CacheSynced:
		return trace.Worker
	case strings.HasPrefix(string(e.Kind), "informer."):
		return trace.Of(trace.Reflector, e.Actor)
	}
	return trace.APIServer
}

// moved says whether the last event moved something from one kind of room to
// another.
func (s *stage) moved(w way) bool {
	e := s.o.Changed
	if e == nil || e.To == "" || w.to == "" {
		return false
	}
	from := e.From
	if from == "" {
		from = homeOf(*e)
	}
	kind := func(place string) string {
		kind := kindOf(place)
		if kind == trace.Listener || kind == trace.Handler && w.to != trace.Workqueue {
			kind = trace.Processor
		}
		return kind
	}
	return kind(from) == w.from && kind(e.To) == w.to && w.from != w.to
}

// changed says whether the last event was about an object in a room.
func (s *stage) changed(room, key string) bool {
	e := s.o.Changed
	return e != nil && e.Key == key && (s.samePlace(room, placeOf(*e)) || e.From != "" && s.samePlace(room, e.From))
}

// isMoved says whether a token is the one that the last event is about.
func (s *stage) isMoved(t token) bool {
	e := s.o.Changed
	return e != nil && t.Seq != 0 && (e.Data.Int("token") == t.Seq || e.Seq == t.Seq) && (t.Object == "" || e.Key == "" || e.Key == t.Object)
}

// changedDelta is the kind of change that the last event is about.
func (s *stage) changedDelta() deltaType {
	switch {
	case s.o.Changed.Delta != "":
		return deltaType(s.o.Changed.Delta)
	case s.o.Changed.Kind == trace.ObjectAdded:
		return added
	case s.o.Changed.Kind == trace.ObjectDeleted:
		return deleted
	}
	return updated
}
