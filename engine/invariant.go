package engine

import (
	"fmt"
	"strconv"

	"informerscope/engine/cache"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Invariant is something that always holds between two steps.
type Invariant struct {
	// Name says it in words.
	Name string
	// Check returns to how much in w it applies at the moment, such as the number of
	// informers, and what is wrong, or nil.
	Check func(w *World) (of int, wrong error)
}

// Finding is what has become of an invariant.
type Finding struct {
	Name string
	// Of is to how much it applies; 0: to nothing at the moment.
	Of int
	// Wrong is what breaks it: nil unless the engine has a bug.
	Wrong error
}

// Invariants are what the page shows and the tests check after every step. What
// only the course of events can show is checked by a Watcher.
func Invariants() []Invariant {
	return []Invariant{
		{"a key is in DeltaFIFO's queue if and only if it has deltas", ofInformers(hasDeltaFIFO, queuedIffInItems)},
		{"the cache is never ahead of the server, nor the store of its Reflector", ofInformers(always, neverAhead)},
		{"a cached object is in exactly the index entries of its values", ofInformers(hasIndices, indexedAsStored)},
		{"a listener's buffer is empty while pop offers nothing", ofListeners(bufferBehindNext)},
		{"the count of initial adds is never negative", ofListeners(initialNotNegative)},
		{"a handler has synced only if its informer has", ofListeners(syncedInOrder)},
		{"a dirty key is queued exactly once, or with a worker", ofWorkqueues(dirtyIsQueuedOnce)},
		{"a key is in at most one worker, and in processing while it is", oneWorkerPerKey},
		{"once quiet and nothing is wrong, the cache holds what the server has", ofInformers(holdsAll, cacheIsServer)},
	}
}

// Findings are what has become of each of the Invariants.
func (w *World) Findings() []Finding {
	var all []Finding
	for _, i := range Invariants() {
		of, wrong := i.Check(w)
		all = append(all, Finding{i.Name, of, wrong})
	}
	return all
}

// Violations lists the invariants that do not hold; it is empty unless the
// engine has a bug.
func (w *World) Violations() []string {
	all := []string{}
	for _, f := range w.Findings() {
		if f.Wrong != nil {
			all = append(all, f.Name+": "+f.Wrong.Error())
		}
	}
	return all
}

// Settled says that an informer has nothing more to learn: the world is quiet,
// nobody stands still, and the informer watches.
func (w *World) Settled(i *Informer) bool {
	return len(w.Held) == 0 && i.Reflector.Phase == PhaseWatching && !i.Reflector.stopping && w.Quiet()
}

// ofInformers checks every informer to which it applies.
func ofInformers(applies func(w *World, i *Informer) bool, check func(w *World, i *Informer) error) func(*World) (int, error) {
	return func(w *World) (of int, _ error) {
		for _, i := range w.Informers {
			if !applies(w, i) {
				continue
			}
			of++
			if err := check(w, i); err != nil {
				return of, fmt.Errorf("informer %s: %w", i.Config.Name, err)
			}
		}
		return of, nil
	}
}

func always(*World, *Informer) bool { return true }

// ofListeners checks every listener.
func ofListeners(check func(i *Informer, l *Listener) error) func(*World) (int, error) {
	return func(w *World) (of int, _ error) {
		for _, i := range w.Informers {
			for _, l := range i.Listeners {
				of++
				if err := check(i, l); err != nil {
					return of, fmt.Errorf("informer %s: handler %s: %w", i.Config.Name, l.Config.Name, err)
				}
			}
		}
		return of, nil
	}
}

// ofWorkqueues checks every workqueue on which nobody has called Done for what
// a worker has: after that, upstream promises nothing.
func ofWorkqueues(check func(q *Workqueue) error) func(*World) (int, error) {
	return func(w *World) (of int, _ error) {
		for _, q := range w.Workqueues {
			if q.Misused {
				continue
			}
			of++
			if err := check(q); err != nil {
				return of, fmt.Errorf("workqueue %s: %w", q.Config.Name, err)
			}
		}
		return of, nil
	}
}

func hasDeltaFIFO(_ *World, i *Informer) bool {
	_, has := i.Queue.(*cache.DeltaFIFO)
	return has
}

// queuedIffInItems is D-1.
func queuedIffInItems(_ *World, i *Informer) error {
	f := i.Queue.(*cache.DeltaFIFO)
	seen := map[string]bool{}
	for _, key := range f.Queue {
		if deltas, ok := f.Deltas(key); !ok || len(deltas) == 0 || seen[key] {
			return fmt.Errorf("%s is queued, queued before: %v, with %d deltas", key, seen[key], len(deltas))
		}
		seen[key] = true
	}
	if f.Keys() != len(seen) {
		return fmt.Errorf("%d keys have deltas, %d are queued", f.Keys(), len(seen))
	}
	return nil
}

// neverAhead: what is known of a change stands in this order: server,
// Reflector, store (section 1, steps 4 and 6).
func neverAhead(w *World, i *Informer) error {
	reflector := number(i.Reflector.LastSyncResourceVersion)
	if reflector > w.Server.Revision() {
		return fmt.Errorf("the reflector is at %d, the server at %d", reflector, w.Server.Revision())
	}
	if store := number(i.Indexer.LastStoreSyncResourceVersion()); store > reflector {
		return fmt.Errorf("the store is at %d, its reflector at %d", store, reflector)
	}
	var err error
	i.Indexer.Scan(func(key string, o cache.Object) bool {
		if number(o.GetResourceVersion()) > reflector {
			err = fmt.Errorf("%s is cached at %s, the reflector is at %d", key, o.GetResourceVersion(), reflector)
		}
		return err == nil
	})
	return err
}

func number(version string) int64 {
	n, _ := strconv.ParseInt(version, 10, 64)
	return n
}

func hasIndices(_ *World, i *Informer) bool { return len(i.Indexer.Indices) > 0 }

// indexedAsStored compares the indices with ones that are built anew (I-2, I-4).
func indexedAsStored(_ *World, i *Informer) error {
	for _, x := range i.Indexer.Indices {
		stored, indexed := 0, 0
		for _, value := range x.Values() {
			indexed += len(x.Keys(value))
		}
		var err error
		i.Indexer.Scan(func(key string, o cache.Object) bool {
			for _, value := range x.ValuesOf(o) {
				stored++
				if !x.Has(value, key) {
					err = fmt.Errorf("index %s lacks %s under %q", x.Name, key, value)
				}
			}
			return err == nil
		})
		if err == nil && stored != indexed {
			err = fmt.Errorf("index %s has %d entries for %d values", x.Name, indexed, stored)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bufferBehindNext is L-2.
func bufferBehindNext(_ *Informer, l *Listener) error {
	if n := len(l.Pop.PendingNotifications); l.Pop.NextCh == nil && n > 0 {
		return fmt.Errorf("%d notifications are buffered behind nothing", n)
	}
	return nil
}

// initialNotNegative is T-1.
func initialNotNegative(_ *Informer, l *Listener) error {
	if l.Initial < 0 {
		return fmt.Errorf("the count is %d", l.Initial)
	}
	return nil
}

// syncedInOrder is T-3.
func syncedInOrder(i *Informer, l *Listener) error {
	if l.Synced && !i.Synced {
		return fmt.Errorf("it has synced, informer %s has not", i.Config.Name)
	}
	return nil
}

// dirtyIsQueuedOnce is.
func dirtyIsQueuedOnce(q *Workqueue) error {
	queued := map[string]int{}
	for _, key := range q.Queue.Queue {
		queued[key]++
		if !q.Dirty.Contains(key) || q.Processing.Contains(key) {
			return fmt.Errorf("%s is queued; dirty: %v, processing: %v", key, q.Dirty.Contains(key), q.Processing.Contains(key))
		}
	}
	var err error
	q.Dirty.Scan(func(key string) bool {
		want := 1
		if q.Processing.Contains(key) {
			want = 0
		}
		if queued[key] != want {
			err = fmt.Errorf("%s is dirty and queued %d times, want %d", key, queued[key], want)
		}
		return err == nil
	})
	return err
}

// oneWorkerPerKey is Q-4, over all the workers of one queue.
func oneWorkerPerKey(w *World) (of int, _ error) {
	taken := map[[2]string]string{}
	for _, c := range w.Controllers {
		for _, wk := range c.Workers {
			q, err := w.workqueue(wk.queueName)
			if wk.Key == "" || err != nil || q.Misused {
				continue
			}
			of++
			at := [2]string{wk.queueName, wk.Key}
			if other, ok := taken[at]; ok {
				return of, fmt.Errorf("%s is in %s and in %s", wk.Key, other, wk.actorName)
			}
			taken[at] = wk.actorName
			if !q.Processing.Contains(wk.Key) {
				return of, fmt.Errorf("%s is in %s, but not in processing", wk.Key, wk.actorName)
			}
		}
	}
	return of, nil
}

// holdsAll: an informer has had the time to learn everything. 1.13's DeltaFIFO
// breaks cacheIsServer in two ways (D-14, D-15).
func holdsAll(w *World, i *Informer) bool {
	return w.profile.QueuedTombstones && w.profile.SyncAfterDelete && !i.Lost && w.Settled(i)
}

// cacheIsServer is what all of it is for: the cache is what a list would answer
// now.
func cacheIsServer(w *World, i *Informer) error {
	list, err := w.Server.List(i.resource, i.Config.Namespace, metav1.ListOptions{
		LabelSelector: i.Config.LabelSelector, FieldSelector: i.Config.FieldSelector,
	})
	if err != nil {
		return err
	}
	for _, o := range list.Items {
		cached, ok := i.Indexer.Get(cache.KeyOf(o))
		if !ok || cached.GetResourceVersion() != o.GetResourceVersion() {
			return fmt.Errorf("%s is %s on the server; cached: %v", cache.KeyOf(o), o.GetResourceVersion(), ok)
		}
	}
	if i.Indexer.Len() != len(list.Items) {
		return fmt.Errorf("%d objects are cached, the server has %d", i.Indexer.Len(), len(list.Items))
	}
	return nil
}
