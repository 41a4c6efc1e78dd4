package cache

import (
	"github.com/tidwall/btree"
)

// DeltaFIFO models delta_fifo.go: the deltas of each key, and the keys in the
// order in which they were first queued.
//
// Simplified: there is no AddIfNotPresent, and Pop puts nothing back (D-17). Up to
// v0.30 an item came back whose process function returns ErrRequeue, or fails where
// RetryOnError is set; no informer does either, as conformance/v113 proves.
type DeltaFIFO struct {
	// Queue holds each key once.
	Queue []string

	// items holds the deltas of each queued key, oldest first; lists are never
	// changed in place.
	items                  btree.Map[string, *[]Delta]
	populated              bool
	initialPopulationCount int
	synced                 bool
	options                DeltaFIFOOptions
}

// DeltaFIFOOptions is what differs between releases (D-13 to D-16).
type DeltaFIFOOptions struct {
	// EmitDeltaTypeReplaced: Replace emits Replaced instead of Sync.
	EmitDeltaTypeReplaced bool
	// QueuedTombstones: Replace also invents deletes for queued keys.
	QueuedTombstones bool
	// SyncAfterDelete keeps a Sync that follows a queued Deleted.
	SyncAfterDelete bool
	// CountsDistinctKeys: a key listed twice counts once.
	CountsDistinctKeys bool
	Transform          func(Object) Object
}

// NewDeltaFIFO is NewDeltaFIFOWithOptions.
func NewDeltaFIFO(o DeltaFIFOOptions) *DeltaFIFO { return &DeltaFIFO{options: o} }

// Add is Add, Update and Delete of delta_fifo.go (D-2 to D-5).
func (f *DeltaFIFO) Add(d Delta, known *Indexer) Outcome {
	f.populated = true
	f.checkSynced()
	if d.Type == Deleted {
		_, queued := f.items.Get(d.Key)
		if _, exists := known.Get(d.Key); !exists && !queued {
			return Ignored
		}
	}
	return f.queueAction(f.transformed(d))
}

// transformed is the transform of queueActionInternalLocked. Neither what
// Resync puts in again nor a tombstone comes here: they have been through it
// (D-13).
func (f *DeltaFIFO) transformed(d Delta) Delta {
	if f.options.Transform != nil {
		d.Object = f.options.Transform(d.Object)
	}
	return d
}

// queueAction is the rest of queueActionInternalLocked.
func (f *DeltaFIFO) queueAction(d Delta) Outcome {
	old, queued := f.Deltas(d.Key)
	if !f.options.SyncAfterDelete && d.Type == Sync && queued && old[len(old)-1].Type == Deleted {
		return Ignored
	}
	deltas, merged := dedupDeltas(append(old[:len(old):len(old)], d))
	if !queued {
		f.Queue = append(f.Queue, d.Key)
	}
	f.items.Set(d.Key, &deltas)
	if merged {
		return Merged
	}
	return Queued
}

// dedupDeltas merges the last two deltas if both are Deleted, and keeps the one
// that knows more (isDeletionDup).
func dedupDeltas(deltas []Delta) ([]Delta, bool) {
	n := len(deltas)
	if n < 2 || deltas[n-1].Type != Deleted || deltas[n-2].Type != Deleted {
		return deltas, false
	}
	if deltas[n-2].Tombstone {
		deltas[n-2] = deltas[n-1]
	}
	return deltas[:n-1], true
}

// Replace is Replace (D-6, D-7): the listed objects first, then a tombstone for
// each queued key, then for each known key, that the list lacks.
func (f *DeltaFIFO) Replace(list []Object, _ string, from Origin, known *Indexer) Replacement {
	action := Sync
	if f.options.EmitDeltaTypeReplaced {
		action = Replaced
	}
	listed := make(map[string]bool, len(list))
	for _, o := range list {
		key := KeyOf(o)
		listed[key] = true
		f.queueAction(f.transformed(Delta{Type: action, Key: key, Object: o, Origin: from}))
	}
	gone := f.missing(listed, known)
	for _, d := range gone {
		d.Origin = from
		f.queueAction(d)
	}
	if !f.populated {
		f.populated = true
		f.initialPopulationCount = len(listed) + len(gone)
		if !f.options.CountsDistinctKeys {
			f.initialPopulationCount = len(list) + len(gone)
		}
		f.checkSynced()
	}
	return Replacement{Items: len(list), Tombstones: keysOf(gone)}
}

// missing returns the tombstones for queued and known keys that are not listed,
// each by key.
func (f *DeltaFIFO) missing(listed map[string]bool, known *Indexer) []Delta {
	var gone []Delta
	if f.options.QueuedTombstones {
		f.items.Scan(func(key string, deltas *[]Delta) bool {
			if !listed[key] {
				gone = append(gone, Delta{Type: Deleted, Key: key, Object: (*deltas)[len(*deltas)-1].Object, Tombstone: true})
			}
			return true
		})
	}
	known.Scan(func(key string, o Object) bool {
		_, queued := f.items.Get(key)
		if !listed[key] && !(queued && f.options.QueuedTombstones) {
			gone = append(gone, Delta{Type: Deleted, Key: key, Object: o, Tombstone: true})
		}
		return true
	})
	return gone
}

// Resync is Resync (D-9): a Sync for each known key with nothing queued.
func (f *DeltaFIFO) Resync(known *Indexer, from Origin) int {
	n := 0
	known.Scan(func(key string, o Object) bool {
		if _, queued := f.items.Get(key); !queued {
			f.queueAction(Delta{Type: Sync, Key: key, Object: o, Origin: from})
			n++
		}
		return true
	})
	return n
}

// Bookmark does nothing: a DeltaFIFO takes no bookmarks.
func (f *DeltaFIFO) Bookmark(string, Origin) bool { return false }

// Pop takes the head key with all its deltas. The count goes down before they
// are processed (D-10, D-11).
func (f *DeltaFIFO) Pop() (Popped, bool) {
	if len(f.Queue) == 0 {
		return Popped{}, false
	}
	initial := !f.synced
	key := f.Queue[0]
	f.Queue = f.Queue[1:]
	if f.initialPopulationCount > 0 {
		f.initialPopulationCount--
		f.checkSynced()
	}
	deltas, _ := f.items.Delete(key)
	return Popped{Deltas: *deltas, InInitialList: initial}, true
}

// Processed does nothing: the count went down in Pop.
func (f *DeltaFIFO) Processed(Popped) {}

// HasSynced says whether the initial population has been popped.
func (f *DeltaFIFO) HasSynced() bool { return f.synced }

// HoldsLock is true: Pop processes under the lock (D-10).
func (f *DeltaFIFO) HoldsLock() bool { return true }

// Deltas are those of a queued key, oldest first. They must not be changed.
func (f *DeltaFIFO) Deltas(key string) ([]Delta, bool) {
	if deltas, ok := f.items.Get(key); ok {
		return *deltas, true
	}
	return nil, false
}

// Keys is the number of keys that have deltas.
func (f *DeltaFIFO) Keys() int { return f.items.Len() }

// Len is the number of queued keys.
func (f *DeltaFIFO) Len() int { return len(f.Queue) }

// Clone copies f.
func (f *DeltaFIFO) Clone() Queue {
	c := *f
	c.items = *f.items.Copy()
	c.Queue = f.Queue[:len(f.Queue):len(f.Queue)]
	return &c
}

func (f *DeltaFIFO) checkSynced() {
	if f.populated && f.initialPopulationCount == 0 {
		f.synced = true
	}
}

func keysOf(deltas []Delta) []string {
	keys := make([]string, len(deltas))
	for i, d := range deltas {
		keys[i] = d.Key
	}
	return keys
}
