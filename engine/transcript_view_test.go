package engine

import (
	"fmt"
	"strings"

	"informerscope/engine/cache"
)

// views print what is where at a moment.
var views = map[string]func(*World) string{
	"cache": viewCache, "queue": viewQueue, "listeners": viewListeners, "workqueue": viewWorkqueue,
	"goroutines": viewGoroutines, "server": viewServer,
}

func viewCache(w *World) string {
	var out strings.Builder
	for _, i := range w.Informers {
		fmt.Fprintf(&out, "%s: synced=%v reflector=%q store=%q\n", i.Config.Name, i.Synced, i.Reflector.LastSyncResourceVersion, i.Indexer.LastStoreSyncResourceVersion())
		i.Indexer.Scan(func(key string, o cache.Object) bool {
			fmt.Fprintf(&out, "  %s@%s\n", short(key), o.GetResourceVersion())
			return true
		})
		for _, x := range i.Indexer.Indices {
			for _, value := range x.Values() {
				fmt.Fprintf(&out, "  %s %q: %s\n", x.Name, value, short(strings.Join(x.Keys(value), " ")))
			}
		}
	}
	return out.String()
}

func viewQueue(w *World) string {
	var out strings.Builder
	for _, i := range w.Informers {
		fmt.Fprintf(&out, "%s: %s synced=%v\n", i.Config.Name, i.Config.Queue, i.Queue.HasSynced())
		if len(i.Loop.Holding) > 0 {
			fmt.Fprintf(&out, "  processing %s\n", short(strings.Join(poppedLines(i.Loop.popped), " | ")))
		}
		switch q := i.Queue.(type) {
		case *cache.DeltaFIFO:
			for _, key := range q.Queue {
				deltas, _ := q.Deltas(key)
				fmt.Fprintf(&out, "  %s\n", short(poppedLine(deltas)))
			}
		case *cache.RealFIFO:
			for n := range q.Items {
				fmt.Fprintf(&out, "  %s\n", short(poppedLine(q.Items[n:n+1])))
			}
		}
	}
	return out.String()
}

func viewListeners(w *World) string {
	var out strings.Builder
	for _, i := range w.Informers {
		for _, l := range i.Listeners {
			fmt.Fprintf(&out, "%s/%s: synced=%v initial=%d syncing=%v resync=%s", i.Config.Name, l.Config.Name, l.Synced, l.Initial, l.Syncing, l.ResyncPeriod)
			fmt.Fprintf(&out, " handling=%s next=%s ring=%d\n", noticeText(l.Run.Handling), noticeText(l.Pop.NextCh), len(l.Pop.PendingNotifications))
		}
	}
	return out.String()
}

func noticeText(n *Notification) string {
	if n == nil {
		return "-"
	}
	return short(n.Call + "(" + n.Key + "@" + n.rv + ")")
}

func viewWorkqueue(w *World) string {
	var out strings.Builder
	for _, q := range w.Workqueues {
		fmt.Fprintf(&out, "%s: adds=%d queue=[%s] dirty=[%s] processing=[%s]", q.Config.Name, q.Adds, short(strings.Join(q.Queue.Queue, " ")),
			short(strings.Join(q.Dirty.Keys(), " ")), short(strings.Join(q.Processing.Keys(), " ")))
		for _, e := range q.Waiting.Entries() {
			fmt.Fprintf(&out, " waiting %s until %s", short(e.Key), e.ReadyAt)
		}
		q.Limiter.Requeues(func(key string, n int) { fmt.Fprintf(&out, " requeues %s=%d", short(key), n) })
		fmt.Fprintln(&out)
	}
	return out.String()
}

func viewGoroutines(w *World) string {
	var out strings.Builder
	for _, g := range w.Goroutines() {
		fmt.Fprintf(&out, "%-20s %-8s %s", g.Actor, g.State, g.On)
		if g.State == Sleeping {
			fmt.Fprintf(&out, " until %s", g.Until)
		}
		if g.Held {
			fmt.Fprint(&out, " (held)")
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

func viewServer(w *World) string {
	var out strings.Builder
	fmt.Fprintf(&out, "revision %d\n", w.Server.Revision())
	for _, r := range w.Server.Resources() {
		for key, o := range w.Server.Objects(r) {
			fmt.Fprintf(&out, "  %s/%s@%s\n", r.Resource, short(key), o.GetResourceVersion())
		}
	}
	return out.String()
}
