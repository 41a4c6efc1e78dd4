package engine

import (
	"slices"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// ProcessLoop models controller.processLoop (controller.go) with the process
// functions behind it: it pops, writes the Indexer, then tells the listeners.
type ProcessLoop struct {
	// Holding is what was popped and is being processed.
	Holding []cache.Delta
	// Notifying is the notification being handed to the listeners, and To the
	// listeners that have not got it yet, by name.
	Notifying *Notification
	To        []string
	// InHandler: a simple informer's callback is running, until WakeAt.
	InHandler bool
	WakeAt    time.Duration
	Stopped   bool

	informer  int
	actorName string
	stopping  bool
	popped    cache.Popped
	// next is the first delta of Holding that has not been stored; queued are
	// the notifications that have not been handed out.
	next   int
	queued []Notification
	cause  int64
	// callback is the simple informer's call under way.
	callback *callback
	woken    bool
	// sleeping is the event of the call or the crash after which it sleeps.
	sleeping int64
	// crashed: the loop waits for its restart (C-4).
	crashed bool
}

// Unstored is how many of the deltas that it holds are not in the Indexer yet.
func (p *ProcessLoop) Unstored() int { return max(len(p.Holding)-p.next, 0) }

// Notification is a notice on its way to a listener.
type Notification struct {
	*Notice
	// Cause is the event that put it where it is.
	Cause int64
}

// Notice models addNotification, updateNotification and deleteNotification
// (shared_informer.go). All listeners share it: it never changes.
type Notice struct {
	// Call is OnAdd, OnUpdate or OnDelete.
	Call string
	Key  string
	Old  cache.Object
	// Object is the new object, or the last known one of a delete.
	Object cache.Object
	// Initial is isInInitialList; Tombstone: OnDelete gets a
	// DeletedFinalStateUnknown.
	Initial, Tombstone bool
	// Sync goes only to listeners whose resync is due (C-16).
	Sync  bool
	Delta cache.DeltaType
	// Token is the event with which it began to travel.
	Token int64

	// rv, oldRV and uid are those of Object and Old: every event on the way
	// tells them.
	rv, oldRV, uid string
}

// The calls of a ResourceEventHandler.
const (
	OnAdd    = "OnAdd"
	OnUpdate = "OnUpdate"
	OnDelete = "OnDelete"
)

const upstreamController = "tools/cache/controller.go: "

func (p *ProcessLoop) name() string { return p.actorName }

func (p *ProcessLoop) clone() *ProcessLoop {
	c := *p
	c.queued = slices.Clip(p.queued) // taken from in front, added to behind
	c.To = slices.Clone(p.To)
	if p.callback != nil {
		call := *p.callback
		c.callback = &call
	}
	return &c
}

// busy: something has been popped and not yet been processed to the end.
func (p *ProcessLoop) busy() bool { return len(p.Holding) > 0 }

func (p *ProcessLoop) ready(w *World) bool {
	i := w.all[p.informer]
	switch {
	case p.Stopped:
		return false
	case p.InHandler:
		return p.woken
	case p.crashed:
		return p.woken || p.stopping
	case len(p.To) > 0:
		l := i.listener(p.To[0])
		return l == nil || l.Pop.closed || l.Pop.AddCh == nil
	case p.busy():
		return true
	case p.stopping:
		return i.Reflector.Phase == PhaseStopped || i.Reflector.requesting(w) || i.Queue.Len() > 0 && w.profile.DrainsOnStop
	}
	return i.Queue.Len() > 0
}

func (p *ProcessLoop) step(w *World) {
	i := w.all[p.informer]
	switch {
	case p.InHandler:
		p.returnFromHandler(w, i)
	case p.crashed:
		p.woken, p.crashed, p.WakeAt = false, false, 0
	case len(p.To) > 0:
		p.handOver(w, i)
	case p.Notifying != nil:
		p.Notifying = nil
	case len(p.queued) > 0:
		p.notify(w, i)
	case p.next < len(p.Holding):
		p.store(w, i)
	case p.busy():
		p.finish(w, i)
	case p.stopping && !(w.profile.DrainsOnStop && i.Queue.Len() > 0):
		p.stop(w, i)
	default:
		p.pop(w, i)
	}
}

// pop is Pop or PopBatch.
func (p *ProcessLoop) pop(w *World, i *Informer) {
	p.popped, _ = i.Queue.Pop()
	p.Holding, p.next = p.popped.Deltas, 0
	first := p.Holding[0]
	method := "Pop"
	if i.Config.Queue == RealFIFO {
		method = "PopBatch"
	}
	p.cause = w.emit(trace.Event{
		Actor: p.actorName, Kind: trace.QueuePop, Key: first.Key, RV: first.Version(), Delta: string(first.Type),
		From: i.place(trace.Queue), To: i.place(trace.ProcessLoop), Cause: first.Cause, Upstream: i.queueUpstream(method),
	}, trace.Strings("popped", poppedLines(p.popped)), trace.Int64("token", first.Token), trace.Bool("initial", p.popped.InInitialList))
	if i.syncsByChannel(w) {
		i.noteSynced(w, p.cause) // DeltaFIFO counts down before it processes (D-11)
	}
}

// store writes what comes next into the Indexer and makes its notifications:
// processDeltas and processDeltasInBatch (C-5 to C-12).
func (p *ProcessLoop) store(w *World, i *Informer) {
	if p.popped.Batch {
		p.storeBatch(w, i)
		return
	}
	d := p.Holding[p.next]
	p.next++
	e := trace.Event{Actor: p.actorName, Key: d.Key, RV: d.Version(), Delta: string(d.Type), From: i.place(trace.ProcessLoop), To: i.place(trace.Indexer),
		Cause: p.cause, Upstream: upstreamController + "processDeltas"}
	switch d.Type {
	case cache.ReplacedAll:
		e.Kind, e.Upstream = trace.IndexerReplace, upstreamController+"processReplacedAllInfo"
		p.queued = replaceAll(i.Indexer, d, p.popped.InInitialList)
		p.completeNotifications(w, w.emit(e, trace.Int64("token", d.Token), trace.Int("items", len(d.Objects))))
		return
	case cache.SyncAll:
		// The store is not written (C-10); there is nothing to tell of it.
		p.queued = syncAll(i.Indexer, d)
		p.completeNotifications(w, p.cause)
		return
	case cache.Bookmark:
		e.Kind = trace.IndexerBookmark
		i.Indexer.Bookmark(d.ResourceVersion)
	default:
		n := notificationOf(i.Indexer, d, p.popped.InInitialList)
		e.Kind, e.UID, e.OldRV = indexerKind(n.Call), n.uid, n.oldRV
		write(i.Indexer, d)
		p.queued = append(p.queued, n)
	}
	p.completeNotifications(w, w.emit(e, trace.Int64("token", d.Token)))
}

// storeBatch looks everything up first, then writes in one transaction (C-12).
func (p *ProcessLoop) storeBatch(w *World, i *Informer) {
	for _, d := range p.Holding {
		p.queued = append(p.queued, notificationOf(i.Indexer, d, p.popped.InInitialList))
	}
	for _, d := range p.Holding {
		write(i.Indexer, d)
	}
	p.next = len(p.Holding)
	seq := w.emit(trace.Event{Actor: p.actorName, Kind: trace.IndexerBatch, From: i.place(trace.ProcessLoop), To: i.place(trace.Indexer), Cause: p.cause,
		Upstream: upstreamController + "processDeltasInBatch"}, trace.Int("n", len(p.Holding)))
	p.completeNotifications(w, seq)
}

// completeNotifications fills in what depends on the release.
func (p *ProcessLoop) completeNotifications(w *World, cause int64) {
	for n := range p.queued {
		q := &p.queued[n]
		q.Cause = cause
		if w.profile.SyncByResourceVersion {
			q.Sync = q.Call == OnUpdate && q.oldRV == q.rv
		} else {
			q.Sync = q.Delta == cache.Sync && q.Call != OnDelete
		}
	}
}

// notify begins to hand a notification out: distribute, or the simple
// informer's call.
func (p *ProcessLoop) notify(w *World, i *Informer) {
	n := p.queued[0]
	p.queued = p.queued[1:]
	if !*i.Config.Shared {
		p.call(w, i, n)
		return
	}
	p.To = nil
	for _, l := range i.Listeners {
		if !l.Pop.closed && (!n.Sync || l.Syncing) {
			p.To = append(p.To, l.Config.Name)
		}
	}
	p.Notifying = &n
	n.Cause = w.emit(trace.Event{Actor: p.actorName, Kind: trace.Distribute, Key: n.Key, RV: n.rv, OldRV: n.oldRV, UID: n.uid, Delta: string(n.Delta),
		From: i.place(trace.ProcessLoop), To: i.place(trace.Processor), Cause: n.Cause, Upstream: "tools/cache/shared_informer.go: sharedProcessor.distribute"},
		trace.String("call", n.Call), trace.Bool("sync", n.Sync), trace.Strings("listeners", p.To), trace.Int64("token", n.Token))
}

// handOver sends the notification to one listener's addCh.
func (p *ProcessLoop) handOver(w *World, i *Informer) {
	l := i.listener(p.To[0])
	p.To = p.To[1:]
	if l != nil && !l.Pop.closed {
		l.add(w, i, *p.Notifying, p.actorName)
	}
	if len(p.To) == 0 {
		p.Notifying = nil
	}
}

// finish ends the processing of what was popped.
func (p *ProcessLoop) finish(w *World, i *Informer) {
	i.Queue.Processed(p.popped)
	p.Holding, p.popped, p.queued, p.next = nil, cache.Popped{}, nil, 0
	i.noteSynced(w, p.cause)
	i.register(w)
}

// stop ends the loop: what is left in the queue, or comes in now, stays there
// (C-3). Run waits for the Reflector.
func (p *ProcessLoop) stop(w *World, i *Informer) {
	p.Stopped = true
	cause := w.emit(trace.Event{Actor: p.actorName, Kind: trace.ProcessStop, Cause: p.cause, Upstream: upstreamController + "controller.processLoop"}, trace.Int("left", i.Queue.Len()))
	if i.Reflector.Phase == PhaseStopped {
		i.finishStop(w, cause)
	}
}

// poppedLines are the lines that a report gives for what Pop handed over.
func poppedLines(p cache.Popped) []string {
	if !p.Batch {
		return []string{poppedLine(p.Deltas)}
	}
	lines := make([]string, len(p.Deltas))
	for n := range p.Deltas {
		lines[n] = poppedLine(p.Deltas[n : n+1])
	}
	return lines
}
