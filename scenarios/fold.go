package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"informerscope/engine"
	"informerscope/engine/trace"
)

// fold is the part of a report that is made from the trace, event by event.
type fold struct {
	events     int64
	handlers   journals
	popped     journals
	reconciles journals
	writes     journals
	// requests are those of all informers, in order.
	requests []request
}

// journals are lists of lines, by the name of whoever wrote them.
type journals map[string]journal

// journal is a list of lines, each with the event that wrote it.
type journal struct {
	lines []string
	seqs  []int64
}

// request is a Request with the informer that made it and the event it is.
type request struct {
	Request
	informer string
	seq      int64
}

// add takes the next event in.
func (f *fold) add(e trace.Event) {
	f.events = e.Seq
	switch e.Kind {
	case trace.HandlerCall:
		write(&f.handlers, e.Data.String("informer")+"/"+e.Data.String("handler"), e.Seq, callLine(e))
	case trace.ActRemoveHandler: // it stays in the report, called or not
		write(&f.handlers, e.Data.String("informer")+"/"+e.Data.String("handler"), e.Seq)
	case trace.QueuePop:
		popped, _ := e.Data.Get("popped").([]string)
		write(&f.popped, strings.TrimPrefix(e.From, trace.Queue+":"), e.Seq, popped...)
	case trace.ReconcileEnd:
		write(&f.reconciles, e.Data.String("controller"), e.Seq, e.Key+" cache="+e.Data.String("cache")+" "+e.Data.String("result"))
	case trace.WriteAnswer:
		if e.Data.String("method") == "GET" {
			return // a look is no write
		}
		write(&f.writes, e.Data.String("controller"), e.Seq, writeLine(e))
	case trace.ListRequest:
		f.ask(e, "list")
	case trace.WatchRequest:
		f.ask(e, "watch")
	case trace.ListAnswer, trace.WatchAnswer:
		f.answer(e)
	case trace.WatchEvent:
		if t := e.Data.String("type"); t == "ADDED" || t == "MODIFIED" || t == "DELETED" {
			f.request(e.Data.Int("request")).Items++
		}
	case trace.WatchEnd, trace.WatchStop:
		f.request(e.Data.Int("request")).End = e.Data.String("how")
	}
}

func (f *fold) ask(e trace.Event, verb string) {
	f.requests = append(f.requests, request{
		informer: strings.TrimPrefix(e.From, trace.Reflector+":"), seq: e.Seq,
		Request: Request{
			AllowWatchBookmarks: e.Data.Bool("allowWatchBookmarks"), At: rounded(e.At), Continue: e.Data.Bool("continue"),
			Limit: e.Data.Int("limit"), ResourceVersion: e.Data.String("resourceVersion"),
			ResourceVersionMatch: e.Data.String("resourceVersionMatch"), SendInitialEvents: e.Data.Bool("sendInitialEvents"),
			Status: -1, Verb: verb,
		},
	})
}

func (f *fold) answer(e trace.Event) {
	r := f.request(e.Cause)
	r.Status, r.Items = e.Data.Int("status"), e.Data.Int("items")
	if e.Kind == trace.WatchAnswer && r.Status == 200 {
		r.End = "open"
	}
}

// request finds a request by its event.
func (f *fold) request(seq int64) *Request {
	n := sort.Search(len(f.requests), func(i int) bool { return f.requests[i].seq >= seq })
	return &f.requests[n].Request
}

func (f *fold) requestsOf(informer string) []Request {
	list := []Request{}
	for _, r := range f.requests {
		if r.informer == informer {
			list = append(list, r.Request)
		}
	}
	return list
}

// callLine is a handler's line for one callback.
func callLine(e trace.Event) string {
	line := e.Key + " " + e.RV
	switch e.Data.String("call") {
	case engine.OnAdd:
		line = "add " + line
	case engine.OnUpdate:
		line = "update " + e.Key + " " + e.OldRV + "->" + e.RV
	case engine.OnDelete:
		line = "delete " + line
	}
	if e.Data.Bool("initial") {
		line += " initial"
	}
	if e.Data.Bool("tombstone") {
		line += " tombstone"
	}
	return line
}

// writeLine is a controller's line for one write that the server answered.
func writeLine(e trace.Event) string {
	line := e.Data.String("method") + " " + e.Key
	if from := e.Data.String("from"); from != "" {
		line += " rv=" + from
	}
	line += fmt.Sprintf(" -> %d", e.Data.Int("status"))
	if e.RV != "" {
		line += " " + e.RV
	}
	return line
}

// write appends lines to the journal called name.
func write(all *journals, name string, seq int64, lines ...string) {
	if *all == nil {
		*all = journals{}
	}
	j := (*all)[name]
	j.lines = append(j.lines, lines...)
	for range lines {
		j.seqs = append(j.seqs, seq)
	}
	(*all)[name] = j
}

// lines are those written so far, by name.
func (all journals) lines() map[string][]string {
	out := make(map[string][]string, len(all))
	for name, j := range all {
		out[name] = slices.Clip(j.lines)
		present(out, name)
	}
	return out
}

// clone shares the lines written so far: both sides only ever append.
func (all journals) clone() journals {
	c := maps.Clone(all)
	for name, j := range c {
		c[name] = journal{slices.Clip(j.lines), slices.Clip(j.seqs)}
	}
	return c
}

func (f *fold) clone() fold {
	return fold{
		events: f.events, handlers: f.handlers.clone(), popped: f.popped.clone(),
		reconciles: f.reconciles.clone(), writes: f.writes.clone(), requests: slices.Clone(f.requests),
	}
}
