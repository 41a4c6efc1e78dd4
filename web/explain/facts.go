package explain

import (
	"strings"
	"time"

	"informerscope/engine/trace"
)

// Context gives access to the events around the one that is explained; a nil
// Context has none.
type Context interface {
	// Event is the event of that number, and whether there is one.
	Event(seq int64) (trace.Event, bool)
}

// causeOf is the event that made e happen; the zero Event if there is none.
func causeOf(e trace.Event, ctx Context) trace.Event {
	if ctx == nil || e.Cause == 0 || e.Cause >= e.Seq {
		return trace.Event{}
	}
	cause, _ := ctx.Event(e.Cause)
	return cause
}

// facets say which of its kind's texts an event takes, for the kinds that have
// more than one. What they return is looked up behind the kind, and need not be
// there (see pick).
var facets = map[trace.Kind]func(e trace.Event, ctx Context) string{
	trace.ActDropWatch:    data("how"),
	trace.ActSet:          func(e trace.Event, _ Context) string { facet, _ := setting(e); return facet },
	trace.ActStop:         target,
	trace.ActStart:        target,
	trace.ActFailRequests: target,

	trace.ListAnswer:   flag("error", "error"),
	trace.WatchAnswer:  flag("error", "error"),
	trace.WriteRequest: data("method"),
	trace.WriteAnswer: func(e trace.Event, _ Context) string {
		if e.Data.String("error") != "" {
			return "error"
		}
		return e.Data.String("method")
	},
	trace.WriteResponse: writeResponse,
	trace.WatchEvent:    watchEvent,
	trace.WatchEnd:      data("how"),

	trace.ListRequest:  listRequest,
	trace.WatchRequest: watchRequest,
	trace.WatchReceive: data("type"),
	trace.WatchListAdd: func(e trace.Event, _ Context) string {
		return map[string]string{"Bookmark": "BOOKMARK", "Deleted": "DELETED"}[e.Delta]
	},
	trace.WatchClosed: func(e trace.Event, _ Context) string {
		if e.Data.Bool("veryShort") {
			return "short"
		}
		return e.Data.String("how")
	},
	trace.BackoffStart: backoff,
	trace.Resync:       flag("due", "due"),

	trace.QueueAdd:      func(e trace.Event, _ Context) string { return fifoOf(e) },
	trace.QueueReplace:  queueReplace,
	trace.QueueResync:   func(e trace.Event, _ Context) string { return e.Delta },
	trace.QueueBookmark: flag("queued", "queued"),
	trace.QueuePop:      queuePop,

	trace.Distribute:  distribute,
	trace.HandlerSkip: handlerSkip,
	trace.HandlerCall: handlerCall,

	trace.CacheSynced: func(e trace.Event, _ Context) string {
		if waited, known := e.Data.Get("waited").(bool); known && !waited {
			return "unwaited"
		}
		return ""
	},
	trace.ReconcileStart: func(e trace.Event, _ Context) string {
		if e.Data.String("cache") == "none" {
			return "none"
		}
		return ""
	},
	trace.ReconcileEnd:  data("result"),
	trace.WorkqueueSkip: flag("raised", "raised"),
}

func facetOf(e trace.Event, ctx Context) string {
	if f := facets[e.Kind]; f != nil {
		return f(e, ctx)
	}
	return ""
}

// data takes a value of Data as the facet.
func data(name string) func(trace.Event, Context) string {
	return func(e trace.Event, _ Context) string { return e.Data.String(name) }
}

// flag gives the facet if Data has a value of that name that is not zero.
func flag(name, facet string) func(trace.Event, Context) string {
	return func(e trace.Event, _ Context) string {
		if spell(e.Data.Get(name), English).there() {
			return facet
		}
		return ""
	}
}

// target tells what is stopped or started apart.
func target(e trace.Event, _ Context) string {
	for _, what := range []string{"controller", "manager", "leader"} {
		if e.Data.Get(what) != nil {
			return what
		}
	}
	return ""
}

// writeResponse tells a look from a write, which only the request knows.
func writeResponse(e trace.Event, ctx Context) string {
	if facet := failed(e, ctx); facet != "" {
		return facet
	}
	return causeOf(e, ctx).Data.String("method")
}

func failed(e trace.Event, _ Context) string {
	if status, known := e.Data.Get("status").(int64); known && status/100 != 2 {
		return "error"
	}
	return ""
}

// watchEvent tells what was there before the watch from what came later.
func watchEvent(e trace.Event, ctx Context) string {
	kind := e.Data.String("type")
	if kind == "ADDED" && causeOf(e, ctx).Kind == trace.WatchAnswer {
		return "initial"
	}
	return kind
}

func listRequest(e trace.Event, _ Context) string {
	switch {
	case e.Data.Bool("continue"):
		return "page"
	case e.Data.String("resourceVersion") == "0":
		return "any"
	case e.Data.String("resourceVersion") == "":
		return "newest"
	}
	return ""
}

func watchRequest(e trace.Event, ctx Context) string {
	switch {
	case e.Data.Bool("sendInitialEvents"):
		return "stream"
	case causeOf(e, ctx).Kind == trace.WatchClosed:
		return "again"
	}
	return ""
}

func backoff(e trace.Event, _ Context) string {
	then := e.Data.String("then")
	switch {
	case strings.HasPrefix(then, "watchList"):
		return "stream"
	case strings.HasPrefix(then, "watch"):
		return "watch"
	case e.Data.Get("handler") != nil:
		return "panic"
	}
	return ""
}

func queueReplace(e trace.Event, _ Context) string {
	if len(tombstones(e)) > 0 {
		return "tombstones"
	}
	return e.Delta
}

func queuePop(e trace.Event, _ Context) string {
	switch lines := popped(e); {
	case len(lines) > 1:
		return "batch"
	case len(lines) == 0:
		return e.Delta
	case e.Key != "" && deltasIn(lines[0]) > 1:
		return "several"
	case strings.HasSuffix(lines[0], " tombstone"):
		return "tombstone"
	}
	return e.Delta
}

func distribute(e trace.Event, _ Context) string {
	if e.Data.Bool("sync") {
		return "sync"
	}
	return e.Data.String("call")
}

func handlerSkip(e trace.Event, _ Context) string {
	if e.Data.String("call") != "" {
		return "same"
	}
	return ""
}

func handlerCall(e trace.Event, _ Context) string {
	call := e.Data.String("call")
	switch {
	case call == "OnAdd" && e.Data.Bool("initial"):
		return "OnAdd.initial"
	case call == "OnUpdate" && e.RV != "" && e.RV == e.OldRV:
		return "OnUpdate.same"
	case call == "OnDelete" && e.Data.Bool("tombstone"):
		return "OnDelete.tombstone"
	case call == "OnDelete" && e.Delta != "" && e.Delta != "Deleted":
		return "OnDelete.filtered" // a filter made it of an update (M-2)
	}
	return call
}

// popped are the lines of what Pop handed over, "default/a: Added@1 Updated@3".
func popped(e trace.Event) []string {
	lines, _ := e.Data.Get("popped").([]string)
	return lines
}

// deltasIn counts the deltas in a line of popped.
func deltasIn(line string) int { return strings.Count(line, "@") }

// tombstones are the keys for which a Replace invented a delete.
func tombstones(e trace.Event) []string {
	keys, _ := e.Data.Get("tombstones").([]string)
	return keys
}

// setting takes the name of what an act.set changes apart: which sort of number
// it is, and whose.
func setting(e trace.Event) (facet, of string) {
	name := e.Data.String("name")
	if way, ok := strings.CutPrefix(name, "network."); ok {
		return way, name
	}
	sort, rest, found := strings.Cut(name, " ")
	of, field, _ := strings.Cut(rest, ".")
	switch {
	case !found:
		return "", name
	case field == "workers" || field == "fails":
		return field, of
	}
	return sort, of
}

// settingValue is the value that an act.set gives, a duration or a number.
func settingValue(e trace.Event, lang string) value {
	s := e.Data.String("value")
	if d, err := time.ParseDuration(s); err == nil && s != "0" {
		return value{text: Duration(d, lang)}
	}
	return value{text: s}
}
