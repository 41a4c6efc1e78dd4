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
	start := j.birth(&e)
	j.back(e.Seq)
	j.back(start)
	j.back(j.origin(&e))
	j.forward(start)
	return j.seqs()
}

// KeyJourney is everything that happened to the objects of a key, and what led
// to it.
func KeyJourney(key string, events []trace.Event) []int64 {
	j := newJourney(events)
	j.key = key
	for i := range events {
		e := &events[i]
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
	// queued says with which version a key waits in a queue of deltas; joined that
	// it waits in a workqueue as part of an earlier add, and delayed that an
	// earlier delay stands for it there. See slot for their keys.
	queued          map[string]string
	joined, delayed map[string]bool
	// listed are the Reflectors that hold the object in a temporary store.
	listed map[string]bool
	// waiting are the events, of any journey, that became one in a queue or in a
	// temporary store and have not been taken yet.
	waiting map[string][]int64
}

func newJourney(events []trace.Event) *journey {
	return &journey{
		events: events, in: make([]bool, len(events)+1), tokens: map[int64]bool{},
		queued: map[string]string{}, joined: map[string]bool{}, delayed: map[string]bool{}, listed: map[string]bool{},
		waiting: map[string][]int64{},
	}
}

// slot names where a key waits.
func slot(place, key string) string { return place + " " + key }

// at is the event of that number; a zero Event if there is none.
func (j *journey) at(seq int64) *trace.Event {
	if seq < 1 || seq > int64(len(j.events)) {
		return &trace.Event{}
	}
	return &j.events[seq-1]
}

// cause is the event that made e happen; a cause always comes before.
func (j *journey) cause(e *trace.Event) *trace.Event { return j.at(min(e.Cause, e.Seq-1)) }

// has says whether an event is marked.
func (j *journey) has(seq int64) bool { return seq > 0 && seq < int64(len(j.in)) && j.in[seq] }

// back marks an event and what led to it. What led to the Pop of a batch is told
// of its first object: the others have come there on ways of their own.
func (j *journey) back(seq int64) {
	for seq > 0 && seq < int64(len(j.in)) && !j.in[seq] {
		j.in[seq] = true
		if j.popsOthers(j.at(seq)) {
			return
		}
		seq = min(j.events[seq-1].Cause, seq-1)
	}
}

// popsOthers says that e is a Pop that another object comes first in.
func (j *journey) popsOthers(e *trace.Event) bool {
	return e.Kind == trace.QueuePop && j.key != "" && e.Key != "" && objectKey(e.Key) != j.key
}

// birth is where the token began with which e's object travels: that of e or of
// what led to it. Without a token the journey begins at e.
func (j *journey) birth(e *trace.Event) int64 {
	for c := e; c.Seq != 0; c = j.cause(c) {
		if token := tokenOf(c); token != 0 {
			return token
		}
	}
	return e.Seq
}

// origin is the write that e's object comes from, for what a list has brought:
// there no cause leads back to it. A tombstone comes from the last delete.
func (j *journey) origin(e *trace.Event) int64 {
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
	for i := range j.events {
		e, seq := &j.events[i], int64(i+1)
		if seq > start && (j.in[seq] || j.follows(e)) {
			j.in[seq] = true
			j.note(e)
			for _, joined := range j.waiting[takenFrom(e)] {
				j.back(joined)
			}
		}
		j.gather(seq, e)
	}
}

// takenFrom is the slot that e empties, "" if it takes nothing.
func takenFrom(e *trace.Event) string {
	switch e.Kind {
	case trace.QueuePop, trace.WorkqueueGet:
		return slot(e.From, e.Key)
	case trace.WatchListDone:
		return e.Actor
	}
	return ""
}

// gather keeps what becomes one before it is taken: the deltas of a key in a
// DeltaFIFO, the adds of a key to a workqueue, the events that put the object
// into the temporary store of a streaming list.
func (j *journey) gather(seq int64, e *trace.Event) {
	at := ""
	switch {
	case e.Kind == trace.WorkqueueAdd, e.Kind == trace.WorkqueueSkip,
		(e.Kind == trace.QueueAdd || e.Kind == trace.QueueDedup) && fifoOf(*e) == "DeltaFIFO":
		at = slot(e.To, e.Key)
	case e.Kind == trace.WatchListAdd && e.Key == j.key:
		at = e.Actor
	case e.Kind == trace.WatchRequest:
		delete(j.waiting, e.Actor)
	}
	if at != "" {
		j.waiting[at] = append(j.waiting[at], seq)
	} else if taken := takenFrom(e); taken != "" {
		delete(j.waiting, taken)
	}
}

// follows says whether e goes on with what has been marked.
func (j *journey) follows(e *trace.Event) bool {
	switch {
	case !j.concerns(e):
		return false
	case e.Kind == trace.QueuePop && j.pops(e):
		return true
	case e.Kind == trace.WatchListDone && j.listed[e.Actor]:
		return true
	case e.Kind == trace.WorkqueueGet && j.joined[slot(e.From, e.Key)], e.Kind == trace.WorkqueueReady && j.delayed[slot(e.To, e.Key)]:
		return true
	case j.has(e.Cause):
		return !j.alien(e)
	}
	return j.tokens[tokenOf(e)] && !strings.HasPrefix(string(e.Kind), "workqueue.")
}

// pops says whether a Pop hands over the delta with which the object waits.
func (j *journey) pops(e *trace.Event) bool {
	version := j.queued[slot(e.From, j.key)]
	return version != "" && carries(e, j.key, version)
}

// concerns says whether e is about the object, or carries it with others.
func (j *journey) concerns(e *trace.Event) bool {
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
func (j *journey) alien(e *trace.Event) bool {
	kind, _, _ := strings.Cut(string(e.Kind), ".")
	token := tokenOf(e)
	switch kind {
	case "indexer", "distribute", "listener", "handler":
		return token != 0 && len(j.tokens) > 0 && !j.tokens[token]
	}
	return false
}

// note remembers where the object now is.
func (j *journey) note(e *trace.Event) {
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
		j.queued[slot(e.To, e.Key)] = "@" + e.RV + " "
	case trace.QueueDedup:
		j.queued[slot(e.To, e.Key)] = "@"
	case trace.QueuePop:
		delete(j.queued, slot(e.From, j.key))
	case trace.WorkqueueSkip:
		j.joined[slot(e.To, e.Key)] = true
	case trace.WorkqueueEarlier:
		j.delayed[slot(e.To, e.Key)] = true
	case trace.WorkqueueReady:
		delete(j.delayed, slot(e.To, e.Key))
	case trace.WorkqueueGet:
		delete(j.joined, slot(e.From, e.Key))
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
func carries(e *trace.Event, key, at string) bool {
	for _, line := range popped(*e) {
		deltas, ok := strings.CutPrefix(line, key+": ")
		if ok && (fifoOf(*e) == "DeltaFIFO" || strings.Contains(deltas+" ", at)) {
			return true
		}
	}
	return false
}

// tokenOf is the number of the event with which e's token was born; 0 if it has
// none.
func tokenOf(e *trace.Event) int64 {
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
