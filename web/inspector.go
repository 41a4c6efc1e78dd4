package web

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// inspecting says whether the inspector is open.
func (m *Model) inspecting() bool { return m.Selection != Selection{} }

// subject is the event that the inspector explains: the chosen one, or the last
// one shown that concerns what is chosen; 0 if there is none.
func (m *Model) subject() int {
	s := m.Selection
	if s.Event > 0 {
		return min(s.Event, m.Branch.Len())
	}
	key, place := m.chosenKey(), m.chosenPlace()
	for n := m.Event; n > 0; n-- {
		e := m.Branch.Event(n)
		if place != "" && concerns(e, place) || key != "" && e.Key == key {
			return n
		}
	}
	return 0
}

// chosenKey is the key of the chosen object.
func (m *Model) chosenKey() string {
	ref, err := m.world().Server.ParseRef(m.Selection.Object)
	if m.Selection.Object == "" || err != nil {
		return ""
	}
	return ref.Key()
}

// chosenPlace is the chosen room with its informer's name: on the stage the rooms
// of the informer that is open go without.
func (m *Model) chosenPlace() string {
	place := m.Selection.Place
	switch place {
	case trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer, trace.Processor:
		if i := m.informer(); i != nil {
			return trace.Of(place, i.Config.Name)
		}
	}
	return place
}

// concerns says whether an event belongs to a room: a goroutine that stands there
// did it, or, where none does, something came or went.
func concerns(e *trace.Event, place string) bool {
	kind, name, _ := strings.Cut(place, ":")
	switch kind {
	case trace.APIServer:
		return e.Actor == "server" || e.Actor == "user" && e.To == place
	case trace.Reflector:
		return e.Actor == name+"/reflector" || e.Actor == name+"/resync"
	case trace.ProcessLoop:
		return e.Actor == name+"/processLoop"
	case trace.Listener:
		return e.Actor == name+"/pop"
	case trace.Handler:
		return e.Actor == name+"/run"
	case trace.Manager:
		return e.Actor == name+"/manager" || e.Actor == name+"/leaderElector"
	case trace.Worker:
		return strings.Contains(e.Actor, "/worker-") && strings.HasPrefix(e.Actor, name)
	}
	return e.From == place || e.To == place
}

// setup is what decides which program the goroutines of an event run.
func (m *Model) setup(e *trace.Event) explain.Setup {
	s := explain.Setup{Client: m.world().Profile().Release}
	name, _, _ := strings.Cut(e.Actor, "/")
	for _, i := range m.world().Informers {
		if i.Config.Name == name {
			s.Queue, s.Atomic = i.Config.Queue, i.Config.Queue == engine.RealFIFO && *i.Config.Atomic
			s.WatchList, s.Shared = *i.Config.WatchList, *i.Config.Shared
		}
	}
	return s
}

// field is a line of what the inspector knows of the state of something.
type field struct{ name, value string }

// fields are the state of what is chosen.
func (m *Model) fields(n int) []field {
	switch s := m.Selection; {
	case s.Place != "":
		return m.placeFields(m.chosenPlace())
	case s.Object != "":
		return m.objectFields()
	case n > 0:
		return eventFields(m.Branch.Event(n), m.Lang)
	}
	return nil
}

// eventFields are an event as the trace has it.
func eventFields(e *trace.Event, lang string) []field {
	var out []field
	add := func(name, value string) {
		if value != "" && value != "0" {
			out = append(out, field{name, value})
		}
	}
	add("seq", itoa(int(e.Seq)))
	add("at", explain.At(e.At, lang))
	add("actor", e.Actor)
	add("kind", string(e.Kind))
	add("key", e.Key)
	add("rv", e.RV)
	add("oldRV", e.OldRV)
	add("uid", e.UID)
	add("delta", e.Delta)
	add("from", e.From)
	add("to", e.To)
	add("cause", itoa(int(e.Cause)))
	add("upstream", e.Upstream)
	for _, p := range e.Data {
		if d, ok := p.Value().(time.Duration); ok {
			add(p.Name, explain.Duration(d, lang))
			continue
		}
		add(p.Name, fmt.Sprint(p.Value()))
	}
	return out
}

// placeFields are the goroutines of a room, and the fields of upstream's that it
// stands for.
func (m *Model) placeFields(place string) []field {
	w := m.world()
	var out []field
	for _, g := range w.Goroutines() {
		e := trace.Event{Actor: g.Actor}
		if concerns(&e, place) {
			out = append(out, field{explain.ActorName(g.Actor, m.Lang), explain.Standing(g, m.Time, m.Lang)})
		}
	}
	kind, name, _ := strings.Cut(place, ":")
	for _, i := range w.Informers {
		informer, handler, _ := strings.Cut(name, "/")
		if i.Config.Name != informer {
			continue
		}
		out = append(out, m.informerFields(kind, handler, i)...)
	}
	for _, q := range w.Workqueues {
		if kind == trace.Workqueue && q.Config.Name == name {
			out = append(out, queueFields(q, m.Time)...)
		}
	}
	for _, manager := range w.Managers {
		if manager.Place() == place {
			out = append(out, managerFields(manager, m.Time)...)
		}
	}
	for _, c := range w.Controllers {
		if controller, _, _ := strings.Cut(name, "/"); kind == trace.Worker && c.Config.Name == controller {
			for _, key := range c.Expected() {
				e, _ := c.Expectations(key)
				out = append(out, field{"expectations " + key, strings.TrimSpace("add=" + itoa(e.Add) + " " + strings.Join(e.Deletes, " "))})
			}
		}
	}
	if kind == trace.APIServer {
		out = append(out, field{"resourceVersion", fmt.Sprint(w.Server.Revision())})
		for _, r := range w.Server.Resources() {
			out = append(out, field{w.Server.NameOf(r), itoa(w.Server.Count(r))})
		}
	}
	return out
}

// objectFields say where the versions of an object stand.
func (m *Model) objectFields() []field {
	ref, err := m.world().Server.ParseRef(m.Selection.Object)
	if err != nil {
		return nil
	}
	var out []field
	if o, err := m.world().Server.Get(ref, ""); err == nil {
		out = append(out, field{m.t("actor.server"), explain.Version(o.GetResourceVersion(), m.Lang)})
	}
	for _, i := range m.world().Informers {
		if i.Resource().GroupResource() != ref.Resource.GroupResource() {
			continue
		}
		if o, ok := i.Indexer.Get(ref.Key()); ok {
			out = append(out, field{"Indexer " + i.Config.Name, explain.Version(o.GetResourceVersion(), m.Lang)})
		}
	}
	return out
}

// versions are the object that the inspector is about and the state before its
// last change; nil where there is none. gone says that it was deleted.
func (m *Model) versions(n int) (now, before *unstructured.Unstructured, gone bool) {
	key := m.chosenKey()
	if key == "" && n > 0 {
		key = m.Branch.Event(n).Key
	}
	s := m.world().Server
	for _, r := range s.Resources() {
		if ref, err := s.ParseRef(m.Selection.Object); m.Selection.Object != "" && err == nil && ref.Resource.GroupResource() != r.GroupResource() {
			continue
		}
		for e := range s.LatestEvents(r) {
			if e.Key == key {
				return e.Object, e.Prev, e.Type == "DELETED"
			}
		}
		for k, o := range s.Objects(r) {
			if k == key {
				return o, nil, false
			}
		}
	}
	o := m.lastKnown(key, n)
	return o, nil, o != nil
}

// lastKnown is the last state of an object that was known by event n, where the
// server has it no more: what a handler was told, which in a tombstone is what the
// cache had, or what was deleted.
func (m *Model) lastKnown(key string, n int) *unstructured.Unstructured {
	for ; n > 0 && key != ""; n-- {
		e := m.Branch.Event(n)
		if e.Key != key {
			continue
		}
		switch e.Kind {
		case trace.HandlerCall:
			if told := toldAt(m.Branch.At(n).World, e.To, key); told != nil {
				return told
			}
		case trace.ObjectDeleted:
			s := m.Branch.At(n - 1).World.Server
			for _, r := range s.Resources() {
				for k, o := range s.Objects(r) {
					if k == key {
						return o
					}
				}
			}
		}
	}
	return nil
}

// toldAt is what the handler at a place is being told of an object.
func toldAt(w *engine.World, place, key string) *unstructured.Unstructured {
	for _, i := range w.Informers {
		for _, l := range i.Listeners {
			n := l.Run.Handling
			if !*i.Config.Shared {
				n = i.Loop.Calling()
			}
			if n != nil && n.Key == key && trace.Of(trace.Handler, i.Config.Name+"/"+l.Config.Name) == place {
				return n.Object
			}
		}
	}
	return nil
}
