package conformance

import (
	"slices"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// exercises says how to see in a script that a number of the catalogue has been
// exercised.
//
// Not here is what no script can show. Sections 10, 15 and 17 and the numbers
// marked [13] are not about v0.37's informers and queues., P-3
// and Q-9 cannot be set through an informer., W-2 to W-4, W-7, W-8,
// D-5, D-8, F-2 and C-9 need a server that breaks its word, or one that is slow
// within an answer. D-12, F-12, F-14, F-15, G-4, L-7, L-8, Q-8, Y-6, S-1, S-12
// and S-14 show in no report.
var exercises = map[string]func(*sight) bool{
	"R-1":  data(trace.BackoffStart, "then", "ListAndWatch"),
	"R-2":  happened(trace.WatchErrorHandler),
	"R-3":  all(happened(trace.WatchError), happened(trace.WatchErrorHandler)),
	"R-4":  all(paused(800*time.Millisecond), paused(1600*time.Millisecond), paused(3200*time.Millisecond)),
	"R-5":  all(data(trace.BackoffStart, "then", "watch: request"), data(trace.BackoffStart, "then", "ListAndWatch")),
	"R-6":  followed(is(trace.WatchOpen), isPause(1600*time.Millisecond)),
	"R-7":  followed(isPause(1600*time.Millisecond), isPause(800*time.Millisecond)),
	"R-11": asked(func(r scenarios.Request) bool { return isList(r) && r.ResourceVersion == "0" }),
	"R-12": asked(func(r scenarios.Request) bool { return listsAt(r) && r.Limit == 0 }),
	"R-13": asked(func(r scenarios.Request) bool { return listsNewest(r) && r.Limit == 0 }),
	"R-14": asked(func(r scenarios.Request) bool { return listsNewest(r) && r.Limit > 0 }),
	"R-16": asked(func(r scenarios.Request) bool { return listsAt(r) && r.Limit > 0 }),
	"R-17": event(func(e trace.Event) bool { return e.Kind == trace.ListResponse }),
	"R-18": all(happened(trace.Resync), many(trace.QueueReplace, 2)),
	"R-19": asked(func(r scenarios.Request) bool { return r.Verb == "watch" && !r.SendInitialEvents }),
	"R-20": data(trace.BackoffStart, "then", "watch: request"),
	"R-21": next(is(trace.WatchClosed), is(trace.WatchRequest)),
	"R-22": next(is(trace.WatchClosed), is(trace.BackoffStart)),
	"R-23": happened(trace.WatchError),
	"R-25": happened(trace.WatchStop),
	"R-26": happened(trace.WatchReceive),
	"R-28": asked(func(r scenarios.Request) bool { return r.SendInitialEvents }),
	"R-29": asked(func(r scenarios.Request) bool { return r.SendInitialEvents && r.ResourceVersion != "" }),
	"R-30": happened(trace.WatchListDone),
	"R-31": many(trace.WatchListAdd, 2),
	"R-32": happened(trace.WatchListFallback),
	"R-34": followed(is(trace.WatchListDone), is(trace.WatchReceive)),
	"R-35": all(happened(trace.WatchListAdd), transforms),
	"R-36": data(trace.Resync, "due", true),
	"R-37": followed(is(trace.Resync), is(trace.QueueReplace)),
	"R-38": data(trace.Resync, "due", false),
	"R-39": happened(trace.QueueResync),
	"G-1":  asked(func(r scenarios.Request) bool { return r.Continue && r.Status == 200 }),
	"G-2":  asked(func(r scenarios.Request) bool { return isList(r) && r.Limit > 0 && r.Items < r.Limit }),
	"G-3":  asked(func(r scenarios.Request) bool { return r.Continue && r.Status == 410 }),
	"W-1":  received("DELETED"),
	"W-5":  received("MODIFIED"),
	"W-6":  received("BOOKMARK"),

	"D-1":  all(mode(engine.DeltaFIFO), happened(trace.QueueAdd)),
	"D-2":  severalDeltas,
	"D-3":  severalDeltas,
	"D-6":  all(mode(engine.DeltaFIFO), popped("tombstone"), popped("Replaced@")),
	"D-7":  all(mode(engine.DeltaFIFO), data(trace.QueuePop, "initial", true)),
	"D-9":  all(mode(engine.DeltaFIFO), popped("Sync@")),
	"D-10": all(mode(engine.DeltaFIFO), happened(trace.QueuePop)),
	"D-11": all(mode(engine.DeltaFIFO), happened(trace.InformerSynced)),
	"D-13": all(mode(engine.DeltaFIFO), transforms),
	"F-1":  all(mode(engine.RealFIFO), happened(trace.QueueAdd)),
	"F-3":  all(mode(engine.RealFIFO+"-atomic"), happened(trace.QueuePop)),
	"F-4":  popped("ReplacedAll@"),
	"F-5":  popped("SyncAll"),
	"F-6":  popped("Bookmark@"),
	"F-7":  all(mode(engine.RealFIFO), popped("tombstone"), popped("Replaced@")),
	"F-8":  all(mode(engine.RealFIFO+"-atomic"), data(trace.QueuePop, "initial", true)),
	"F-9":  happened(trace.IndexerBatch),
	"F-10": all(mode(engine.RealFIFO+"-atomic"), simple, slow),
	"F-11": all(mode(engine.RealFIFO), data(trace.QueuePop, "initial", true)),
	"F-13": all(transforms, popped("Replaced")),

	"C-1":  happened(trace.InformerStart),
	"C-2":  many(trace.QueuePop, 2),
	"C-3":  happened(trace.ProcessStop),
	"C-4":  all(simple, happened(trace.HandlerPanic)),
	"C-5":  happened(trace.IndexerAdd),
	"C-6":  event(func(e trace.Event) bool { return e.Kind == trace.IndexerUpdate && e.Delta == string(cache.Replaced) }),
	"C-7":  happened(trace.IndexerDelete),
	"C-8":  all(mode(engine.RealFIFO+"-atomic"), tombstones),
	"C-10": event(func(e trace.Event) bool { return e.Kind == trace.Distribute && e.Delta == string(cache.SyncAll) }),
	"C-11": happened(trace.IndexerBookmark),
	"C-12": happened(trace.IndexerBatch),
	"C-13": happened(trace.ListenerReplay),
	"C-14": tombstones,
	"C-15": recreated,
	"C-16": data(trace.Distribute, "sync", true),
	"C-17": happened(trace.QueueAdd),
	"I-1":  all(indexed("namespace"), happened(trace.IndexerAdd)),
	"I-2":  all(indexed("label:app"), happened(trace.IndexerUpdate)),
	"I-3":  all(indexed("field:spec.nodeName"), happened(trace.IndexerDelete)),
	"I-4":  all(indexed("label:app"), happened(trace.IndexerReplace)),
	"I-5":  indexed("field:spec.nodeName"),
	"I-7":  indexed("namespace"),
	"I-10": happened(trace.IndexerBookmark),

	"P-1":  all(data(trace.Distribute, "sync", true), func(s *sight) bool { return s.kinds[trace.Resync] == 0 }),
	"P-2":  data(trace.Distribute, "sync", false),
	"P-4":  happened(trace.ListenerNext),
	"P-5":  happened(trace.Resync),
	"P-6":  followed(is(trace.Resync), func(e trace.Event) bool { return e.Delta == string(cache.Replaced) && e.Data.Bool("sync") }),
	"L-1":  happened(trace.ListenerAdd),
	"L-2":  happened(trace.ListenerReceive),
	"L-3":  happened(trace.ListenerBuffer),
	"L-4":  happened(trace.HandlerReturn),
	"L-5":  all(happened(trace.ListenerBuffer), slow),
	"L-6":  event(func(e trace.Event) bool { return e.Kind == trace.ListenerStop && e.Data.Int("dropped") > 0 }),
	"L-9":  followed(is(trace.HandlerPanic), is(trace.HandlerCall)),
	"L-10": followed(isInitialCall, is(trace.HandlerPanic)),
	"S-2":  happened(trace.InformerStart),
	"S-3":  happened(trace.InformerStop),
	"S-4":  followed(is(trace.InformerStop), is(trace.InformerStart)),
	"S-5":  happened(trace.ListenerAdd),
	"S-6":  all(happened(trace.Resync), ownPeriod),
	"S-7":  all(ownPeriod, func(s *sight) bool { return s.scenario.World.Informers[0].Resync.Duration == 0 }),
	"S-8":  all(happened(trace.ActAddHandler), happened(trace.Resync)),
	"S-9":  happened(trace.ListenerReplay),
	"S-10": followed(is(trace.ListenerReplay), isInitialCall),
	"S-11": happened(trace.ActRemoveHandler),
	"S-13": happened(trace.InformerSynced),
	"S-15": happened(trace.WatchReceive),
	"T-1":  happened(trace.HandlerSynced),
	"T-2":  followed(is(trace.InformerSynced), is(trace.HandlerSynced)),
	"T-3":  all(happened(trace.HandlerSynced), happened(trace.ActRemoveHandler)),
	"T-4":  event(isInitialCall),
	"T-6":  event(isInitialCall),

	"Q-1":  happened(trace.WorkqueueSkip),
	"Q-2":  happened(trace.WorkqueueGet),
	"Q-3":  happened(trace.WorkqueueRequeue),
	"Q-4":  happened(trace.WorkqueueDirty),
	"Q-5":  happened(trace.WorkqueueAdd),
	"Q-6":  mistakes(engine.MistakeNoDone),
	"Q-7":  event(func(e trace.Event) bool { return e.Kind == trace.WorkqueueShutDown && e.Data.Int("left") > 0 }),
	"Q-10": happened(trace.WorkqueueDirty),
	"Y-1":  happened(trace.WorkqueueWait),
	"Y-2":  happened(trace.WorkqueueReady),
	"Y-3":  happened(trace.WorkqueueEarlier),
	"Y-4":  followed(is(trace.WorkqueueWait), is(trace.WorkqueueAdd)),
	"Q-8":  event(func(e trace.Event) bool { return e.Kind == trace.WorkqueueDrained }),
	"Y-5":  event(func(e trace.Event) bool { return e.Kind == trace.WorkqueueShutDown && e.Data.Int("discarded") > 0 }),
	"B-1":  happened(trace.WorkqueueForget),
	"B-2":  event(func(e trace.Event) bool { return e.Kind == trace.WorkqueueWait && e.Data.Int("requeues") > 2 }),
	"B-3":  event(func(e trace.Event) bool { return e.Kind == trace.WorkqueueWait && e.Data.Duration("for") > time.Second }),
	"B-4":  happened(trace.WorkqueueWait),
	"B-7":  data(trace.ReconcileEnd, "result", "error"),
}

func isList(r scenarios.Request) bool { return r.Verb == "list" && !r.Continue }

// listsAt is a list at a revision, listsNewest one at "".
func listsAt(r scenarios.Request) bool {
	return isList(r) && r.ResourceVersion != "" && r.ResourceVersion != "0"
}

func listsNewest(r scenarios.Request) bool { return isList(r) && r.ResourceVersion == "" }

func isPause(d time.Duration) func(trace.Event) bool {
	return func(e trace.Event) bool { return e.Kind == trace.BackoffStart && e.Data.Duration("for") == d }
}

func isInitialCall(e trace.Event) bool {
	return e.Kind == trace.HandlerCall && e.Data.Bool("initial")
}

func received(kind string) func(*sight) bool { return data(trace.WatchReceive, "type", kind) }

// severalDeltas: a Pop of a DeltaFIFO has handed over more than one.
func severalDeltas(s *sight) bool {
	return event(func(e trace.Event) bool {
		lines, _ := e.Data.Get("popped").([]string)
		return len(lines) == 1 && strings.Count(lines[0], "@") > 1
	})(s)
}

func tombstones(s *sight) bool { return data(trace.HandlerCall, "tombstone", true)(s) }

// recreated: a relist brought another object under a known name.
func recreated(s *sight) bool {
	uids := map[string]string{}
	for _, e := range s.events {
		if e.Kind == trace.Distribute || e.Kind == trace.HandlerCall {
			if old := uids[e.Key]; old != "" && old != e.UID && e.Data.String("call") == engine.OnUpdate {
				return true
			}
			uids[e.Key] = e.UID
		}
	}
	return false
}

func transforms(s *sight) bool { return s.scenario.World.Informers[0].Transform != "" }

func simple(s *sight) bool {
	shared := s.scenario.World.Informers[0].Shared
	return shared != nil && !*shared
}

// slow: some handler takes time.
func slow(s *sight) bool {
	return slices.ContainsFunc(s.scenario.World.Informers[0].Handlers, func(h engine.HandlerConfig) bool {
		return h.Takes.Duration > 0
	})
}

// ownPeriod: some handler has asked for a resync period of its own.
func ownPeriod(s *sight) bool {
	return slices.ContainsFunc(s.scenario.World.Informers[0].Handlers, func(h engine.HandlerConfig) bool {
		return h.Resync != nil && h.Resync.Duration > 0
	})
}

func indexed(name string) func(*sight) bool {
	return func(s *sight) bool { return slices.Contains(s.scenario.World.Informers[0].Indexers, name) }
}

func mistakes(mistake string) func(*sight) bool {
	return func(s *sight) bool {
		return slices.ContainsFunc(s.scenario.World.Controllers, func(c engine.ControllerConfig) bool {
			return slices.Contains(c.Mistakes, mistake)
		})
	}
}
