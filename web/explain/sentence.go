package explain

import (
	"strconv"
	"strings"

	"informerscope/engine/trace"
)

// Sentence says in one sentence of plain language what happened. The caption,
// the screen reader, the log and exports all use it.
func Sentence(e trace.Event, ctx Context, lang string) string {
	return fill(sentences(), e, ctx, lang)
}

// fill is the text for e, from one of the tables, with e's values in it. A kind
// that no table knows is called by its name.
func fill(from map[string]text, e trace.Event, ctx Context, lang string) string {
	t, err := pick(from, string(e.Kind), facetOf(e, ctx))
	if err != nil {
		return string(e.Kind)
	}
	f := facts{e, ctx, lang}
	return expand(t.in(lang), lang, f.get)
}

// facts are what a text can say of an event.
type facts struct {
	trace.Event
	ctx  Context
	lang string
}

// get is the value of a placeholder: a field, something found out, or a value of
// Data.
func (f facts) get(name string) value {
	switch name {
	case "key":
		return value{text: f.Key}
	case "rv":
		return value{text: f.RV}
	case "oldRV":
		return value{text: f.OldRV}
	case "delta":
		return value{text: f.Delta}
	case "actor":
		if f.Actor == "user" && !f.Kind.IsAct() { // a method called by hand: "you" would need another verb
			return value{text: T(f.lang, "actor.caller")}
		}
		return value{text: ActorName(f.Actor, f.lang)}
	case "informer":
		return named("informer", informerOf(f.Event), f.lang)
	case "listener":
		return named("listener", handlerOf(f.Event), f.lang)
	case "handler":
		return named("handler", handlerOf(f.Event), f.lang)
	case "queue":
		return named("queue", queueOf(f.Event), f.lang)
	case "controller":
		return named("controller", f.controller(), f.lang)
	case "fifo":
		return value{text: fifoOf(f.Event)}
	case "writer":
		return f.writer()
	case "failure":
		return f.failure()
	case "error":
		return f.error()
	case "count":
		return f.count()
	}
	return f.fromData(name)
}

// fromData are the values that Data holds, some of them to be translated.
func (f facts) fromData(name string) value {
	switch name {
	case "target":
		who := f.Data.String("actor")
		if who == "" {
			who = f.Data.String("chose")
		}
		return value{text: ActorName(who, f.lang)}
	case "verb":
		if id := "verb." + f.Data.String("verb"); has(id) {
			return value{text: T(f.lang, id)}
		}
		return value{}
	case "do":
		do := f.Data.String("do")
		return value{text: strings.ToUpper(do[:min(1, len(do))]) + do[min(1, len(do)):]}
	case "cache":
		if v := f.Data.String("cache"); v != "none" {
			return value{text: v}
		}
		return value{}
	case "of":
		if f.Kind == trace.Choice {
			return f.candidates()
		}
		_, of := setting(f.Event)
		return value{text: of}
	case "value":
		return settingValue(f.Event, f.lang)
	}
	return spell(f.Data.Get(name), f.lang)
}

func (f facts) controller() string {
	if name := f.Data.String("controller"); name != "" {
		return name
	}
	if of, role := splitActor(f.Actor); strings.HasPrefix(role, "worker-") {
		return of
	} else if f.Kind == trace.CacheSynced {
		return f.Actor
	}
	return ""
}

// writer is the worker whose write the server took; a person is not named.
func (f facts) writer() value {
	cause := causeOf(f.Event, f.ctx)
	if cause.Kind != trace.WriteRequest {
		return value{}
	}
	return value{text: ActorName(cause.Actor, f.lang)}
}

// candidates are the actors among which a choice was made.
func (f facts) candidates() value {
	actors, _ := f.Data.Get("of").([]string)
	names := make([]string, len(actors))
	for i, actor := range actors {
		names[i] = ActorName(actor, f.lang)
	}
	return value{text: Names(names, f.lang)}
}

// count is how many deltas a Pop handed over.
func (f facts) count() value {
	n := 0
	for _, line := range popped(f.Event) {
		n += deltasIn(line)
	}
	if n == 0 {
		return value{}
	}
	return value{text: strconv.Itoa(n)}
}
