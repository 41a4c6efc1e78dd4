package engine

import (
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/watch"
)

// Flight is something on the wire between the API server and a client.
type Flight struct {
	// Kind is a FlightKind.
	Kind FlightKind
	// From and To are places.
	From, To string
	// Token is the event with which it began to travel.
	Token int64
	// Key, RV and Delta are those of the object, where it carries one.
	Key, RV string
	Delta   cache.DeltaType
	// Method is that of a write or of a look, and of its answer.
	Method string
	// Items counts the objects of a list's answer; Status is that of any answer.
	Items, Status int
	Arrives       time.Duration
}

// FlightKind says what travels.
type FlightKind string

// What travels.
const (
	FlightList        FlightKind = "list"
	FlightWatch       FlightKind = "watch"
	FlightAnswer      FlightKind = "answer"
	FlightEvent       FlightKind = "event"
	FlightEnd         FlightKind = "end"
	FlightWrite       FlightKind = "write"
	FlightWriteAnswer FlightKind = "write answer"
)

// travels is an action that is something arriving.
type travels interface{ flight(w *World) Flight }

// InFlight lists what is on the wire, in the order in which it will arrive.
func (w *World) InFlight() []Flight {
	var all []Flight
	for _, item := range w.agenda.inOrder() {
		if t, ok := item.do.(travels); ok {
			f := t.flight(w)
			if f.From == "" || f.To == "" || item.at < w.now {
				continue // who asked has gone, or did not wait for it
			}
			f.Arrives = item.at
			all = append(all, f)
		}
	}
	return all
}

func (a listArrives) flight(w *World) Flight {
	return Flight{Kind: FlightList, From: w.all[a.informer].place(trace.Reflector), To: trace.APIServer, Token: a.request, RV: a.options.ResourceVersion}
}

func (a watchArrives) flight(w *World) Flight {
	return Flight{Kind: FlightWatch, From: w.all[a.informer].place(trace.Reflector), To: trace.APIServer, Token: a.request, RV: a.options.ResourceVersion}
}

func (a messageArrives) flight(w *World) Flight {
	f := Flight{Kind: FlightAnswer, From: trace.APIServer, To: w.all[a.informer].place(trace.Reflector), Token: a.m.cause, Status: 200}
	switch {
	case a.m.end != "":
		f.Kind = FlightEnd
	case a.m.event != nil:
		f.Kind, f.Token, f.Delta = FlightEvent, a.m.token, cache.DeltaType(deltaOf(a.m.event.Type))
		if o, ok := a.m.event.Object.(cache.Object); ok {
			f.RV = cache.VersionOf(o)
			if a.m.event.Type != watch.Bookmark {
				f.Key = cache.KeyOf(o)
			}
		}
	case a.m.err != nil:
		f.Status = statusOf(a.m.err)
	case a.m.list != nil:
		f.Delta, f.RV, f.Items = cache.Replaced, a.m.list.ResourceVersion, len(a.m.list.Items)
	}
	return f
}

func (a requestArrives) flight(w *World) Flight {
	_, _, place, _ := w.waits(a.from)
	return Flight{Kind: FlightWrite, From: place, To: trace.APIServer, Token: a.sent, Key: a.request.key(), RV: a.request.version(), Delta: a.request.delta(), Method: a.request.method}
}

func (a requestAnswered) flight(w *World) Flight {
	c, _, place, _ := w.waits(a.from)
	f := Flight{Kind: FlightWriteAnswer, From: trace.APIServer, To: place, Token: a.sent, Status: 200}
	if c != nil && c.sent == a.sent {
		f.Method, f.Status = c.request.method, statusOfAnswer(c.request.method)
	}
	if a.err != nil {
		f.Status = statusOf(a.err)
	}
	return f
}

// Token is the event with which what the Reflector holds began to travel.
func (r *Reflector) Token() int64 { return r.token }

// Token is the event with which the worker's key began to travel.
func (wk *Worker) Token() int64 { return wk.token }

// Calling is the notification that a simple informer's handler is called with;
// nil if it is not.
func (p *ProcessLoop) Calling() *Notification {
	if p.callback == nil {
		return nil
	}
	return &p.callback.notification
}

// Fault is a number of requests of an informer, or of a manager, that will fail on purpose; status
// 0 is a refused connection.
type Fault struct {
	Informer, Verb string
	Times, Status  int
}

// Faults are those that were ordered and have not happened yet.
func (w *World) Faults() []Fault {
	all := make([]Fault, len(w.link.faults))
	for n, f := range w.link.faults {
		all[n] = Fault{Informer: f.client, Verb: f.verb, Times: f.times, Status: f.status}
	}
	return all
}
