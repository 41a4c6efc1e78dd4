package explain

import (
	"slices"
	"sort"

	"informerscope/engine/trace"
)

// Because is one link of a chain of causes or effects: an event and a short
// phrase for it. Seq is 0 where links were left out.
type Because struct {
	Seq  int64
	Text string
}

// A chain longer than mostLinks shows its first firstLinks and its last ones.
const (
	mostLinks  = 12
	firstLinks = 3
)

// carriers only pass on what the link before or behind them tells.
var carriers = map[trace.Kind]bool{
	trace.ListAnswer: true, trace.WatchAnswer: true, trace.WatchOpen: true, trace.WatchReceive: true,
	trace.ListenerAdd: true, trace.ListenerReceive: true, trace.ListenerNext: true,
	trace.HandlerReturn: true, trace.WriteAnswer: true,
}

// Why is what led to e, as the panel shows it: from the root, which is an act, the
// server's own doing or a timer, down to e's direct cause. Where a missed write
// came to light by a list, the write stands in the chain too.
func Why(e trace.Event, ctx Context, lang string) []Because {
	chain := causes(e, ctx)
	chain = append(chain, missedDeletes(append(chain, e), ctx)...)
	chain = append(chain, missedChange(e, chain, ctx)...)
	sort.Slice(chain, func(i, j int) bool { return chain[i].Seq < chain[j].Seq })
	chain = slices.CompactFunc(chain, func(a, b trace.Event) bool { return a.Seq == b.Seq })
	return shorten(phrases(chain, ctx, lang), lang)
}

// causes are the events that led to e, oldest first.
func causes(e trace.Event, ctx Context) []trace.Event {
	var chain []trace.Event
	for {
		e = causeOf(e, ctx)
		if e.Seq == 0 {
			slices.Reverse(chain)
			return chain
		}
		chain = append(chain, e)
	}
}

// missedDeletes are, with their causes, the deletes that the tombstones of a
// chain stand for: for each key the last one before the tombstone.
func missedDeletes(chain []trace.Event, ctx Context) []trace.Event {
	var found []trace.Event
	for _, e := range chain {
		keys := tombstones(e)
		if e.Data.Bool("tombstone") {
			keys = []string{e.Key}
		}
		for _, key := range keys[:min(len(keys), mostNames)] {
			if d, ok := lastDelete(key, e, ctx); ok {
				found = append(append(found, causes(d, ctx)...), d)
			}
		}
	}
	return found
}

// missedChange is, with its causes, the write of the version that e is about, where
// no link of the chain is a write of the object: a list has brought it.
func missedChange(e trace.Event, chain []trace.Event, ctx Context) []trace.Event {
	of := func(d trace.Event) bool { return isStored(d.Kind) && d.Key == e.Key }
	if e.Key == "" || e.RV == "" || e.Data.Bool("tombstone") || isStored(e.Kind) || slices.ContainsFunc(chain, of) {
		return nil
	}
	for seq := e.Seq - 1; ctx != nil && seq > 0; seq-- {
		if d, ok := ctx.Event(seq); ok && of(d) && d.RV == e.RV {
			return append(causes(d, ctx), d)
		}
	}
	return nil
}

// lastDelete is the deletion of key, with e's UID if it has one, before e.
func lastDelete(key string, e trace.Event, ctx Context) (trace.Event, bool) {
	for seq := e.Seq - 1; ctx != nil && seq > 0; seq-- {
		d, ok := ctx.Event(seq)
		if ok && d.Kind == trace.ObjectDeleted && d.Key == key && (e.UID == "" || d.UID == e.UID) {
			return d, true
		}
	}
	return trace.Event{}, false
}

// phrases are the links of a chain, without the carriers. A write and what the
// server made of it are one link, and so are a pause and the request behind it.
func phrases(chain []trace.Event, ctx Context, lang string) []Because {
	var list []Because
	for i := 0; i < len(chain); i++ {
		e := chain[i]
		if carriers[e.Kind] {
			continue
		}
		next := trace.Event{}
		if i+1 < len(chain) && chain[i+1].Cause == e.Seq {
			next = chain[i+1]
		}
		switch {
		case isWrite(e.Kind) && isStored(next.Kind):
			e.RV = next.RV
			list = append(list, Because{e.Seq, link(e, ctx, lang)})
			i++
		case e.Kind == trace.BackoffStart && (next.Kind == trace.ListRequest || next.Kind == trace.WatchRequest):
			list = append(list, Because{e.Seq, T(lang, "chain.then", "first", link(e, ctx, lang), "second", link(next, ctx, lang))})
			i++
		default:
			list = append(list, Because{e.Seq, link(e, ctx, lang)})
		}
	}
	return list
}

func link(e trace.Event, ctx Context, lang string) string { return fill(links(), e, ctx, lang) }

func isWrite(k trace.Kind) bool {
	return k == trace.ActCreate || k == trace.ActUpdate || k == trace.ActDelete || k == trace.WriteRequest
}

func isStored(k trace.Kind) bool {
	return k == trace.ObjectAdded || k == trace.ObjectModified || k == trace.ObjectDeleted
}

// shorten leaves out the middle of a long chain.
func shorten(list []Because, lang string) []Because {
	left := len(list) - mostLinks + 1
	if len(list) <= mostLinks {
		return list
	}
	gap := Because{Text: T(lang, "chain.more", "n", left)}
	return slices.Concat(list[:firstLinks], []Because{gap}, list[firstLinks+left:])
}

// LeadsTo is what e has led to so far, as far as ctx has events: the first few
// effects and effects of effects, in the order in which they happened.
func LeadsTo(e trace.Event, ctx Context, lang string) []Because {
	if ctx == nil {
		return nil
	}
	descends := map[int64]bool{e.Seq: true}
	var effects []trace.Event
	for seq := e.Seq + 1; len(effects) < 2*mostLinks; seq++ {
		next, ok := ctx.Event(seq)
		if !ok {
			break
		}
		if next.Cause >= e.Seq && descends[next.Cause] {
			descends[seq] = true
			if !carriers[next.Kind] {
				effects = append(effects, next)
			}
		}
	}
	list := phrases(effects, ctx, lang)
	return list[:min(len(list), mostLinks)]
}
