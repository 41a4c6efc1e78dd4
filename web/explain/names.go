package explain

import (
	"strings"

	"informerscope/engine/trace"
)

// ActorName says who an event's Actor is: "pods/reflector" is "the Reflector of
// pods", "user" is "you". The name of an informer or a controller stays as it is.
func ActorName(actor, lang string) string {
	of, role := splitActor(actor)
	if n, ok := strings.CutPrefix(role, "worker-"); ok && of != "" {
		return T(lang, "actor.worker", "of", of, "n", n)
	}
	if id := "actor." + role; has(id) {
		return T(lang, id, "of", of)
	}
	return actor
}

// splitActor cuts "pods/main/run" into whose it is, "pods/main", and its role.
func splitActor(actor string) (of, role string) {
	cut := strings.LastIndexByte(actor, '/')
	if cut < 0 {
		return "", actor
	}
	return actor[:cut], actor[cut+1:]
}

// Title is a room's heading and the line under it.
type Title struct{ Title, Sub string }

// Room is the heading of a place: "listener:pods/main" is "Listener pods/main".
// The queue's own heading is its type, DeltaFIFO or RealFIFO, where that is
// known; "worker" without a name is all of them.
func Room(place, lang string) Title {
	kind, name, named := strings.Cut(place, ":")
	t := Title{T(lang, "room."+kind), T(lang, "room."+kind+".sub")}
	switch {
	case kind == trace.Worker && !named:
		t.Title = T(lang, "room.workers")
	case kind == trace.Manager && !named:
		t.Title = T(lang, "room.managers")
	case kind == trace.Worker:
		_, role := splitActor(name)
		t.Title += " " + strings.TrimPrefix(role, "worker-")
	case named && (kind == trace.Listener || kind == trace.Handler || kind == trace.Workqueue || kind == trace.Manager):
		t.Title += " " + name
	}
	return t
}

// named is a name with what it is the name of: "workqueue main".
func named(what, name, lang string) value {
	if name == "" {
		return value{}
	}
	return value{text: T(lang, "name."+what, "of", name)}
}

// placed is the name of one of the places between which e moves, if it is of one
// of those kinds.
func placed(e trace.Event, kinds ...string) string {
	for _, place := range []string{e.To, e.From} {
		kind, name, _ := strings.Cut(place, ":")
		for _, k := range kinds {
			if kind == k && name != "" {
				return name
			}
		}
	}
	return ""
}

// informerOf is the name of the informer that e concerns, "" if there is none.
func informerOf(e trace.Event) string {
	if name := e.Data.String("informer"); name != "" {
		return name
	}
	if name := placed(e, trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer, trace.Processor); name != "" {
		return name
	}
	name, _, _ := strings.Cut(placed(e, trace.Listener, trace.Handler), "/")
	if name != "" {
		return name
	}
	of, role := splitActor(e.Actor)
	switch {
	case role == "reflector" || role == "resync" || role == "processLoop":
		return of
	case role == "pop" || role == "run":
		name, _, _ := strings.Cut(of, "/")
		return name
	case strings.HasPrefix(string(e.Kind), "informer."):
		return e.Actor
	}
	return ""
}

// handlerOf is the INFORMER/HANDLER that e concerns, "" if there is none.
func handlerOf(e trace.Event) string {
	if name := placed(e, trace.Listener, trace.Handler); name != "" {
		return name
	}
	name, informer := e.Data.String("handler"), informerOf(e)
	if name != "" && informer != "" {
		return informer + "/" + name
	}
	if of, role := splitActor(e.Actor); role == "pop" || role == "run" {
		return of
	}
	return name
}

// queueOf is the name of the workqueue that e concerns, "" if there is none.
func queueOf(e trace.Event) string {
	if name := placed(e, trace.Workqueue); name != "" {
		return name
	}
	return e.Data.String("queue")
}

// fifoOf is the type of the queue between Reflector and processLoop, which the
// upstream function tells, or "".
func fifoOf(e trace.Event) string {
	for _, fifo := range []string{"DeltaFIFO", "RealFIFO"} {
		if e.Data.String("queue") == fifo || strings.Contains(e.Upstream, fifo+".") {
			return fifo
		}
	}
	return ""
}
