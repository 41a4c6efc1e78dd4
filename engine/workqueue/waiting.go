package workqueue

import (
	"time"

	"github.com/tidwall/btree"

	"informerscope/engine/ordered"
)

// Waiting models the heap of delaying_queue.go and its map from key to entry.
// Entries that fall due at one moment come out as they went in; upstream leaves
// their order open (Y-3).
type Waiting struct {
	byKey, inOrder btree.Map[string, *Entry]
	added          int64
}

// Entry is one key that waits.
type Entry struct {
	Key     string
	ReadyAt time.Duration
	// Cause is the trace event that made it wait, Token the one with which it
	// came.
	Cause, Token int64
	// Priority is what a priority queue was given with the key.
	Priority int

	added int64
}

// place is where e stands in inOrder.
func (e *Entry) place() string { return ordered.Key(int64(e.ReadyAt), e.added) }

// Insert adds e; of a key that waits already the earlier time wins, and Insert
// returns false if the one that was there stays (Y-3).
func (w *Waiting) Insert(e Entry) bool {
	if old, ok := w.byKey.Get(e.Key); ok {
		if old.ReadyAt <= e.ReadyAt {
			return false
		}
		w.inOrder.Delete(old.place())
	}
	w.added++
	e.added = w.added
	w.inOrder.Set(e.place(), &e)
	w.byKey.Set(e.Key, &e)
	return true
}

// Next is the entry that falls due first.
func (w *Waiting) Next() (Entry, bool) {
	_, e, ok := w.inOrder.Min()
	if !ok {
		return Entry{}, false
	}
	return *e, true
}

// Pop takes out the entry that falls due first.
func (w *Waiting) Pop() Entry {
	_, e, _ := w.inOrder.PopMin()
	w.byKey.Delete(e.Key)
	return *e
}

// Len is how many keys wait.
func (w *Waiting) Len() int { return w.byKey.Len() }

// Entries are those that wait, in the order in which they fall due.
func (w *Waiting) Entries() []Entry {
	var all []Entry
	w.inOrder.Scan(func(_ string, e *Entry) bool {
		all = append(all, *e)
		return true
	})
	return all
}

func (w *Waiting) clone() Waiting {
	return Waiting{byKey: *w.byKey.Copy(), inOrder: *w.inOrder.Copy(), added: w.added}
}

// Get returns the entry of a key that waits.
func (w *Waiting) Get(key string) (Entry, bool) {
	if e, ok := w.byKey.Get(key); ok {
		return *e, true
	}
	return Entry{}, false
}

// Remove takes out a key, if it waits.
func (w *Waiting) Remove(key string) {
	if e, ok := w.byKey.Get(key); ok {
		w.inOrder.Delete(e.place())
		w.byKey.Delete(key)
	}
}
