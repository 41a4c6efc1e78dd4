package workqueue

import (
	"time"

	"github.com/tidwall/btree"
)

// Waiting models the heap of delaying_queue.go and its map from key to entry.
// Entries that fall due at one moment come out as they went in; upstream leaves
// their order open (Y-3).
type Waiting struct {
	byKey btree.Map[string, Entry]
	order *btree.BTreeG[Entry]
	added int64
}

// Entry is one key that waits.
type Entry struct {
	Key     string
	ReadyAt time.Duration
	// Cause is the trace event that made it wait, Token the one with which it
	// came.
	Cause, Token int64

	added int64
}

func earlier(a, b Entry) bool {
	if a.ReadyAt != b.ReadyAt {
		return a.ReadyAt < b.ReadyAt
	}
	return a.added < b.added
}

// Insert adds e; of a key that waits already the earlier time wins, and Insert
// returns false if the one that was there stays (Y-3).
func (w *Waiting) Insert(e Entry) bool {
	if w.order == nil {
		w.order = btree.NewBTreeGOptions(earlier, btree.Options{NoLocks: true})
	}
	if old, ok := w.byKey.Get(e.Key); ok {
		if old.ReadyAt <= e.ReadyAt {
			return false
		}
		w.order.Delete(old)
	}
	w.added++
	e.added = w.added
	w.order.Set(e)
	w.byKey.Set(e.Key, e)
	return true
}

// Next is the entry that falls due first.
func (w *Waiting) Next() (Entry, bool) {
	if w.order == nil {
		return Entry{}, false
	}
	return w.order.Min()
}

// Pop takes out the entry that falls due first.
func (w *Waiting) Pop() Entry {
	e, _ := w.order.PopMin()
	w.byKey.Delete(e.Key)
	return e
}

// Len is how many keys wait.
func (w *Waiting) Len() int { return w.byKey.Len() }

// Entries are those that wait, in the order in which they fall due.
func (w *Waiting) Entries() []Entry {
	if w.order == nil {
		return nil
	}
	return w.order.Items()
}

func (w *Waiting) clone() Waiting {
	c := Waiting{byKey: *w.byKey.Copy(), added: w.added}
	if w.order != nil {
		c.order = w.order.Copy()
	}
	return c
}

// Get returns the entry of a key that waits.
func (w *Waiting) Get(key string) (Entry, bool) { return w.byKey.Get(key) }
