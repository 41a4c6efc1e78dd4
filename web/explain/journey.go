package explain

import (
	"strings"

	"informerscope/engine/trace"
)

// Journey is the whole path of what e is about, from the act to the last Done:
// the numbers of the events that led to e, of all that its token became
// afterwards, of what was coalesced into it, and of what it was coalesced into.
// events are the trace from its beginning. Of a list or a batch only the part
// that concerns e's object belongs to it.
func Journey(e trace.Event, events []trace.Event) []int64 {
	j := newJourney(events)
	j.key = objectKey(e.Key)
	start := e.Seq
	for c := e; c.Seq != 0 && start == e.Seq; c = j.cause(c) {
		if token := tokenOf(c); token != 0 {
			start = token
		}
	}
	j.back(e.Seq)
	j.back(start)
	j.back(j.origin(e))
	j.forward(start)
	return j.seqs()
}

// KeyJourney is everything that happened to the objects of a key, and what led
// to it.
func KeyJourney(key string, events []trace.Event) []int64 {
	j := newJourney(events)
	j.key = key
	for _, e := range events {
		if objectKey(e.Key) == key || carries(e, key, "") {
			j.back(e.Seq)
		}
	}
	return j.seqs()
}

// journey collects events that belong together.
type journey struct {
	events []trace.Event
	in     []bool
	key    string
	// tokens are those with which the object travelled.
	tokens map[int64]bool
	// queued says with which version it waits in a queue of deltas, by place.
	queued map[string]string
	// listed are the Reflectors that hold it in a temporary store.
	listed map[string]bool
	// joined are the workqueues in which it waits as part of an earlier add, and
	// delayed those in which an earlier delay stands for it.
	joined, delayed map[string]bool
}

func newJourney(events []trace.Event) *journey {
	return &journey{
		events: events, in: make([]bool, len(events)+1), tokens: map[int64]bool{},
		queued: map[string]string{}, listed: map[string]bool{}, joined: map[string]bool{}, delayed: map[string]bool{},
	}
}

// at is the event of that number; the zero Event if there is none.
func (j *journey) at(seq int64) trace.Event {
	if seq < 1 || seq > int64(len(j.events)) {
		return trace.Event{}
	}
	return j.events[seq-1]
}

// cause is the event that made e happen; a cause always comes before.
func (j *journey) cause(e trace.Event) trace.Event { return j.at(min(e.Cause, e.Seq-1)) }

// has says whether an event is marked.
func (j *journey) has(seq int64) bool { return seq > 0 && seq < int64(len(j.in)) && j.in[seq] }

// back marks an event and what led to it.
func (j *journey) back(seq int64) {
	for seq > 0 && seq < int64(len(j.in)) && !j.in[seq] {
		j.in[seq] = true
		seq = min(j.events[seq-1].Cause, seq-1)
	}
}

// origin is the write that e's object comes from, for what a list has brought:
// there no cause leads back to it. A tombstone comes from the last delete.
func (j *journey) origin(e trace.Event) int64 {
	for e.Seq != 0 && (e.RV == "" || objectKey(e.Key) != j.key) {
		e = j.cause(e)
	}
	gone := e.Data.Bool("tombstone")
	for seq := e.Seq - 1; seq > 0; seq-- {
		w := j.at(seq)
		if isStored(w.Kind) && w.Key == e.Key && (e.UID == "" || w.UID == e.UID) && (w.RV == e.RV || gone && w.Kind == trace.ObjectDeleted) {
			return seq
		}
	}
	return 0
}

// forward marks what came of the event start.
func (j *journey) forward(start int64) {
	j.note(j.at(start))
	for i := max(start, 0); i < int64(len(j.events)); i++ {
		e := j.events[i]
		if !j.in[i+1] && !j.follows(e) {
			continue
		}
		j.in[i+1] = true
		j.note(e)
		switch {
		case e.Kind == trace.WorkqueueGet, e.Kind == trace.QueuePop && fifoOf(e) == "DeltaFIFO":
			j.coalesced(e)
		case e.Kind == trace.WatchListDone:
			j.collected(e)
		}
	}
}

// follows says whether e goes on with what has been marked.
func (j *journey) follows(e trace.Event) bool {
	switch {
	case !j.concerns(e):
		return false
	case e.Kind == trace.QueuePop && j.queued[e.From] != "" && carries(e, j.key, j.queued[e.From]):
		return true
	case e.Kind == trace.WatchListDone && j.listed[e.Actor]:
		return true
	case e.Kind == trace.WorkqueueGet && j.joined[e.From], e.Kind == trace.WorkqueueReady && j.delayed[e.To]:
		return true
	case j.has(e.Cause):
		return !j.alien(e)
	}
	return j.tokens[tokenOf(e)] && !strings.HasPrefix(string(e.Kind), "workqueue.")
}

// concerns says whether e is about the object, or carries it with others.
func (j *journey) concerns(e trace.Event) bool {
	if j.key == "" || e.Kind == trace.QueuePop && carries(e, j.key, "") {
		return true
	}
	if e.Key == "" {
		return e.Delta != "" || e.Kind == trace.IndexerBatch
	}
	return objectKey(e.Key) == j.key
}

// alien says that e came out of the same Pop with another token. Behind the
// handler tokens no longer tell: there keys coalesce.
func (j *journey) alien(e trace.Event) bool {
	kind, _, _ := strings.Cut(string(e.Kind), ".")
	token := tokenOf(e)
	switch kind {
	case "indexer", "distribute", "listener", "handler":
		return token != 0 && len(j.tokens) > 0 && !j.tokens[token]
	}
	return false
}

// note remembers where the object now is.
func (j *journey) note(e trace.Event) {
	if e.Kind == trace.WatchEvent || e.Kind == trace.ListAnswer || len(j.tokens) == 0 && tokenOf(e) == e.Seq {
		j.tokens[e.Seq] = true
	}
	switch e.Kind {
	case trace.WatchListAdd:
		j.listed[e.Actor] = true
	case trace.WatchListDone:
		j.tokens[tokenOf(e)] = true
		delete(j.listed, e.Actor)
	case trace.QueueAdd:
		j.queued[e.To] = "@" + e.RV + " "
	case trace.QueueDedup:
		j.queued[e.To] = "@"
	case trace.QueuePop:
		delete(j.queued, e.From)
	case trace.WorkqueueSkip:
		j.joined[e.To] = true
	case trace.WorkqueueEarlier:
		j.delayed[e.To] = true
	case trace.WorkqueueReady:
		delete(j.delayed, e.To)
	case trace.WorkqueueGet:
		delete(j.joined, e.From)
	}
}

// coalesced marks what became one with what has now been taken: the deltas of a
// key in a DeltaFIFO, the adds of a key to a workqueue, since it was last taken.
func (j *journey) coalesced(taken trace.Event) {
	for seq := taken.Seq - 1; seq > 0; seq-- {
		e := j.at(seq)
		if e.Key != taken.Key {
			continue
		}
		if e.Kind == taken.Kind && e.From == taken.From {
			return
		}
		switch e.Kind {
		case trace.QueueAdd, trace.QueueDedup, trace.WorkqueueAdd, trace.WorkqueueSkip:
			if e.To == taken.From {
				j.back(seq)
			}
		}
	}
}

// collected marks how the object came into the temporary store of a streaming
// list that is now complete.
func (j *journey) collected(done trace.Event) {
	for seq := done.Seq - 1; seq > 0; seq-- {
		e := j.at(seq)
		switch {
		case e.Actor != done.Actor:
		case e.Kind == trace.WatchRequest:
			return
		case e.Kind == trace.WatchListAdd && e.Key == j.key:
			j.back(seq)
		}
	}
}

// seqs are the numbers of the marked events, in order.
func (j *journey) seqs() []int64 {
	var all []int64
	for seq, in := range j.in {
		if in {
			all = append(all, int64(seq))
		}
	}
	return all
}

// carries says whether a Pop handed over a delta of key, at being "@5 " for that
// of version 5 or "" for any; of a DeltaFIFO all deltas of a key come at once.
func carries(e trace.Event, key, at string) bool {
	for _, line := range popped(e) {
		deltas, ok := strings.CutPrefix(line, key+": ")
		if ok && (fifoOf(e) == "DeltaFIFO" || strings.Contains(deltas+" ", at)) {
			return true
		}
	}
	return false
}

// tokenOf is the number of the event with which e's token was born; 0 if it has
// none.
func tokenOf(e trace.Event) int64 {
	if token := e.Data.Int("token"); token != 0 {
		return token
	}
	if e.Kind == trace.WatchEvent {
		return e.Seq
	}
	return 0
}

// objectKey is a workqueue key without what stands for a pointer.
func objectKey(key string) string {
	key, _, _ = strings.Cut(key, "#")
	return key
}
