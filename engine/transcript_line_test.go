package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"informerscope/engine/trace"

	"github.com/cockroachdb/datadriven"
)

// groups are names for kinds of events that belong together; an event's own
// kind is a name too, and "all" means every one.
var groups = map[string][]trace.Kind{
	"requests": {trace.ListRequest, trace.WatchRequest},
	"answers":  {trace.ListAnswer, trace.WatchAnswer, trace.WatchEnd},
	"reflector": {
		trace.ListRequest, trace.ListResponse, trace.ListFailed, trace.WatchRequest, trace.WatchOpen, trace.WatchRefused, trace.WatchReceive,
		trace.WatchListAdd, trace.WatchListDone, trace.WatchListFallback, trace.WatchError, trace.WatchClosed, trace.WatchStop,
		trace.WatchErrorHandler, trace.BackoffStart, trace.Resync, trace.ReflectorStop,
	},
	"queue": {
		trace.QueueAdd, trace.QueueDedup, trace.QueueIgnored, trace.QueueReplace, trace.QueueResync, trace.QueueBookmark, trace.QueuePop,
	},
	"store": {
		trace.IndexerAdd, trace.IndexerUpdate, trace.IndexerDelete, trace.IndexerReplace, trace.IndexerBatch, trace.IndexerBookmark,
	},
	"listeners": {
		trace.Distribute, trace.ListenerAdd, trace.ListenerReceive, trace.ListenerBuffer, trace.ListenerNext, trace.ListenerReplay, trace.ListenerStop,
	},
	"handlers": {trace.HandlerCall, trace.HandlerPanic},
	"synced":   {trace.InformerSynced, trace.HandlerSynced, trace.CacheSynced},
	"workqueue": {
		trace.WorkqueueAdd, trace.WorkqueueDirty, trace.WorkqueueSkip, trace.WorkqueueIgnored, trace.WorkqueueWait, trace.WorkqueueEarlier,
		trace.WorkqueueReady, trace.WorkqueueGet, trace.WorkqueueForget, trace.WorkqueueDone, trace.WorkqueueRequeue, trace.WorkqueueShutDown, trace.WorkqueueDrained,
	},
	"expectations": {trace.ExpectationsSet, trace.ExpectationsObserved, trace.ExpectationsPending},
	"managers":     {trace.ManagerStart, trace.ManagerStop, trace.ControllerStart, trace.FactoryStart, trace.LeaderHeld, trace.LeaderAcquired, trace.LeaderLost},
	"reconciles":   {trace.ReconcileStart, trace.ReconcileEnd},
	"writes":       {trace.WriteRequest, trace.WriteAnswer, trace.WriteResponse},
	"life":         {trace.InformerStart, trace.InformerStop, trace.ReflectorStop, trace.ProcessStop, trace.ListenerStop, trace.WorkerStop},
	"objects":      {trace.ObjectAdded, trace.ObjectModified, trace.ObjectDeleted, trace.ObjectSame},
}

// kindsOf spells out the names of a show=(…).
func kindsOf(t *testing.T, d *datadriven.TestData, names []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		kinds, isGroup := groups[name]
		switch {
		case isGroup:
			for _, k := range kinds {
				all[string(k)] = true
			}
		case slices.Contains(everyKind, trace.Kind(name)):
			all[name] = true
		case name == "all":
			for _, k := range everyKind {
				all[string(k)] = true
			}
		default:
			d.Fatalf(t, "show=%s: no kind of events has this name", name)
		}
	}
	return all
}

// line is the stable one-line form of an event: its kind, then what it is about.
func line(e trace.Event) string {
	words := []string{}
	switch e.Kind {
	case trace.ListRequest, trace.WatchRequest:
		words = append(words, requestLine(e))
	case trace.HandlerCall, trace.HandlerSkip:
		words = append(words, e.Data.String("handler")+":", call(e))
	case trace.QueuePop:
		words = append(words, short(strings.Join(e.Data.Get("popped").([]string), " | ")))
	default:
		if what := about(e); what != "" {
			words = append(words, what)
		}
		for _, p := range e.Data {
			if text, ok := pair(p); ok {
				words = append(words, text)
			}
		}
	}
	return strings.TrimRight(fmt.Sprintf("%-19s %s", e.Kind, strings.Join(words, " ")), " ")
}

// about is the object, its versions and the delta.
func about(e trace.Event) string {
	what := short(e.Key)
	switch {
	case e.OldRV != "":
		what += "@" + e.OldRV + "->" + e.RV
	case e.RV != "":
		what += "@" + e.RV
	}
	if e.Delta != "" {
		what = strings.TrimSpace(what + " " + e.Delta)
	}
	return what
}

// request is a list or watch request in the catalogue's notation.
func requestLine(e trace.Event) string {
	text := fmt.Sprintf("rv=%q", e.Data.String("resourceVersion"))
	if e.Kind == trace.ListRequest {
		text += fmt.Sprintf(" limit=%d", e.Data.Int("limit"))
	}
	if e.Data.Bool("continue") {
		text += " continue"
	}
	if e.Data.Bool("sendInitialEvents") {
		text += " sendInitialEvents"
	}
	return text
}

// call is a callback as a report writes it.
func call(e trace.Event) string {
	text := ""
	switch e.Data.String("call") {
	case OnAdd:
		text = "add " + e.Key + " " + e.RV
	case OnUpdate:
		text = "update " + e.Key + " " + e.OldRV + "->" + e.RV
	case OnDelete:
		text = "delete " + e.Key + " " + e.RV
	default:
		text = "nothing of " + e.Key + " " + e.RV
	}
	if e.Data.Bool("initial") {
		text += " initial"
	}
	if e.Data.Bool("tombstone") {
		text += " tombstone"
	}
	return short(text)
}

// hidden are data that the rest of the line says, or that only follow numbers.
var hidden = []string{"token", "request", "informer", "resource", "queue", "takes", "controller"}

// longest is how much is shown of a text.
const longest = 60

func pair(p trace.Pair) (string, bool) {
	value := p.Value()
	if slices.Contains(hidden, p.Name) || value == "" || value == false {
		return "", false
	}
	if list, ok := value.([]string); ok && len(list) == 0 {
		return "", false
	} else if ok {
		return fmt.Sprintf("%s=[%s]", p.Name, short(strings.Join(list, " "))), true
	}
	if text, ok := value.(string); ok && strings.Contains(text, " ") {
		if len(text) > longest {
			text = text[:longest] + "…"
		}
		return fmt.Sprintf("%s=%q", p.Name, text), true
	}
	return fmt.Sprintf("%s=%v", p.Name, value), true
}

// short leaves out the namespace in which nearly everything is.
func short(text string) string { return strings.ReplaceAll(text, "default/", "") }
