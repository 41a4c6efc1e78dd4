package web

import (
	"fmt"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// informerFields are what one room of an informer holds.
func (m *Model) informerFields(kind, handler string, i *engine.Informer) []field {
	switch kind {
	case trace.Reflector:
		return m.reflectorFields(i)
	case trace.Queue:
		return append([]field{{"type", i.Config.Queue}, {"len", itoa(i.Queue.Len())}, {"HasSynced", fmt.Sprint(i.Queue.HasSynced())}}, queued(i.Queue)...)
	case trace.ProcessLoop:
		return append([]field{{"deltas", itoa(len(i.Loop.Holding))}}, deltaFields(i.Loop.Holding)...)
	case trace.Indexer:
		return indexerFields(i.Indexer)
	}
	for _, l := range i.Listeners {
		if l.Config.Name == handler && (kind == trace.Listener || kind == trace.Handler) {
			return listenerFields(l)
		}
	}
	return nil
}

// mostFields is how many of many things are listed.
const mostFields = 40

// reflectorFields are where a Reflector stands and what it knows.
func (m *Model) reflectorFields(i *engine.Informer) []field {
	r := i.Reflector
	out := []field{{"resource", i.Config.Resource}, {"phase", string(r.Phase)}, {"lastSyncResourceVersion", r.LastSyncResourceVersion},
		{"backoff", explain.Duration(r.Backoff.Next, m.Lang)}}
	if at := i.Resync.FiresAt; at > 0 {
		out = append(out, field{"resync", explain.At(at, m.Lang)})
	}
	if r.Temporary != nil {
		out = append(out, field{"temporaryStore", itoa(r.Temporary.Len())})
	}
	if r.Error != nil {
		out = append(out, field{"error", r.Error.Error()})
	}
	return out
}

// queued are the deltas of a queue, those of a key of a DeltaFIFO in one line.
func queued(q cache.Queue) []field {
	switch q := q.(type) {
	case *cache.DeltaFIFO:
		var out []field
		for _, key := range q.Queue[:min(len(q.Queue), mostFields)] {
			deltas, _ := q.Deltas(key)
			var all []string
			for _, d := range deltas {
				all = append(all, string(d.Type)+" "+d.Version())
			}
			out = append(out, field{key, strings.Join(all, ", ")})
		}
		return out
	case *cache.RealFIFO:
		return deltaFields(q.Items)
	}
	return nil
}

// deltaFields list deltas, those of whole lists too.
func deltaFields(deltas []cache.Delta) []field {
	var out []field
	for _, d := range deltas[:min(len(deltas), mostFields)] {
		name, version := d.Key, d.ResourceVersion
		if name == "" {
			name = "–"
		} else {
			version = d.Version()
		}
		out = append(out, field{name, string(d.Type) + " " + version})
	}
	return out
}

// indexerFields are the objects of a cache with their versions, and its indices.
func indexerFields(x *cache.Indexer) []field {
	out := []field{{"len", itoa(x.Len())}}
	x.Scan(func(key string, o cache.Object) bool {
		out = append(out, field{key, o.GetResourceVersion()})
		return len(out) <= mostFields
	})
	for _, i := range x.Indices {
		for _, value := range i.Values() {
			keys := i.Keys(value)
			out = append(out, field{i.Name + ": " + value, strings.Join(keys[:min(len(keys), mostFields)], " ")})
		}
	}
	return out
}

// listenerFields are a listener's channels and its buffer.
func listenerFields(l *engine.Listener) []field {
	out := []field{{"addCh", noticeText(l.Pop.AddCh)}, {"nextCh", noticeText(l.Pop.NextCh)},
		{"pendingNotifications", itoa(len(l.Pop.PendingNotifications))}, {"resyncPeriod", l.ResyncPeriod.String()}, {"HasSynced", fmt.Sprint(l.Synced)}}
	for n, p := range l.Pop.PendingNotifications[:min(len(l.Pop.PendingNotifications), mostFields)] {
		out = append(out, field{itoa(n + 1), noticeText(&p)})
	}
	return out
}

// noticeText is a notification in one line.
func noticeText(n *engine.Notification) string {
	if n == nil {
		return "–"
	}
	return n.Call + " " + n.Key + " " + n.Object.GetResourceVersion()
}

// managerFields are what a process and its leader elector hold.
func managerFields(m *engine.Manager, now time.Duration) []field {
	out := []field{{"InformersStarted", fmt.Sprint(m.InformersStarted)}}
	if e := m.Elector; e != nil {
		out = append(out, field{"IsLeader", fmt.Sprint(e.Leading)}, field{"observedRecord.HolderIdentity", e.Holder}, field{"observedTime", e.ObservedAt.String()},
			field{"LeaseDuration", m.Config.LeaderElection.LeaseDuration.Duration.String()})
		if e.Holder != "" {
			left := e.ObservedAt + m.Config.LeaderElection.LeaseDuration.Duration - now
			out = append(out, field{"isLeaseValid", fmt.Sprint(left > 0) + " " + left.Round(time.Millisecond).String()})
		}
	}
	return out
}

// queueFields are what a workqueue holds.
func queueFields(q *engine.Workqueue, now time.Duration) []field {
	out := []field{
		{"queue", strings.Join(q.Queue.Queue, " ")}, {"dirty", strings.Join(q.Dirty.Keys(), " ")},
		{"processing", strings.Join(q.Processing.Keys(), " ")}, {"adds", fmt.Sprint(q.Adds)},
	}
	for _, e := range q.Waiting.Entries() {
		out = append(out, field{"waiting " + e.Key, (e.ReadyAt - now).Round(time.Millisecond).String()})
	}
	for _, key := range q.Queue.Queue {
		if q.Priority != nil {
			out = append(out, field{"priority " + key, itoa(q.PriorityOf(key))})
		}
	}
	return out
}
