package cache

// RealFIFO models the_real_fifo.go: all deltas in the order in which they came.
type RealFIFO struct {
	Items []Delta

	populated              bool
	initialPopulationCount int
	synced                 bool
	// unlocked: what was popped last is processed without the queue's lock.
	unlocked bool
	options  RealFIFOOptions
}

// RealFIFOOptions is upstream's, as far as informers set them (F-3).
type RealFIFOOptions struct {
	// Atomic is AtomicEvents with UnlockWhileProcessing and
	// EmitDeltaTypeBookmark, which informers switch on together.
	Atomic    bool
	Transform func(Object) Object
}

// The bounds of the_real_fifo.go: how many deltas one batch may hold, and how
// many may remain queued if the lock is to be released while processing.
const (
	BatchSize   = 1000
	UnlockBelow = 2 * BatchSize
)

// initialCapacity is that of the_real_fifo.go's slice of items.
const initialCapacity = 10

// NewRealFIFO is NewRealFIFOWithOptions.
func NewRealFIFO(o RealFIFOOptions) *RealFIFO { return &RealFIFO{options: o} }

// Add appends; nothing is merged and no delete is looked up (F-1, F-2).
func (f *RealFIFO) Add(d Delta, _ *Indexer) Outcome {
	f.populated = true
	f.checkSynced()
	f.append(d)
	return Queued
}

// append is addToItems_locked.
func (f *RealFIFO) append(d Delta) {
	if f.options.Transform != nil && !d.Tombstone && d.Type != Sync {
		d.Object = f.options.Transform(d.Object)
	}
	if cap(f.Items) == 0 {
		f.Items = make([]Delta, 0, initialCapacity)
	}
	f.Items = append(f.Items, d)
}

// Replace is Replace: one ReplacedAll if atomic (F-4), else tombstones first
// and then the listed objects (F-7).
func (f *RealFIFO) Replace(list []Object, rv string, from Origin, known *Indexer) Replacement {
	r := Replacement{Items: len(list)}
	if f.options.Atomic {
		f.Items = append(f.Items, Delta{Type: ReplacedAll, Objects: f.transformAll(list), ResourceVersion: rv, Origin: from})
	} else {
		gone := reconcileReplacement(f.Items, known, list)
		r.Tombstones = keysOf(gone)
		for _, d := range gone {
			d.Origin = from
			f.append(d)
		}
		for _, o := range list {
			f.append(Delta{Type: Replaced, Key: KeyOf(o), Object: o, Origin: from})
		}
	}
	if !f.populated {
		f.populated = true
		f.initialPopulationCount = len(f.Items)
		f.checkSynced()
	}
	return r
}

func (f *RealFIFO) transformAll(list []Object) []Object {
	if f.options.Transform == nil {
		return list
	}
	out := make([]Object, len(list))
	for i, o := range list {
		out[i] = f.options.Transform(o)
	}
	return out
}

// reconcileReplacement is upstream's function of that name: the tombstones for
// queued and for known keys that the list lacks. Known keys come by key.
func reconcileReplacement(queued []Delta, known *Indexer, list []Object) []Delta {
	listed := make(map[string]bool, len(list))
	for _, o := range list {
		listed[KeyOf(o)] = true
	}
	var order []string
	last := map[string]Delta{}
	for _, d := range queued {
		if _, seen := last[d.Key]; !seen {
			order = append(order, d.Key)
		}
		last[d.Key] = d
	}
	var gone []Delta
	for _, key := range order {
		if !listed[key] && last[key].Type != Deleted {
			gone = append(gone, Delta{Type: Deleted, Key: key, Object: last[key].Object, Tombstone: true})
		}
	}
	known.Scan(func(key string, o Object) bool {
		if _, queued := last[key]; !queued && !listed[key] {
			gone = append(gone, Delta{Type: Deleted, Key: key, Object: o, Tombstone: true})
		}
		return true
	})
	return gone
}

// Resync is Resync: one SyncAll if atomic (F-5), else a Sync for each known key
// with nothing queued (F-7).
func (f *RealFIFO) Resync(known *Indexer, from Origin) int {
	if f.options.Atomic {
		f.Items = append(f.Items, Delta{Type: SyncAll, Origin: from})
		return 1
	}
	queued := make(map[string]bool, len(f.Items))
	for _, d := range f.Items {
		queued[d.Key] = true
	}
	n := 0
	known.Scan(func(key string, o Object) bool {
		if !queued[key] {
			f.append(Delta{Type: Sync, Key: key, Object: o, Origin: from})
			n++
		}
		return true
	})
	return n
}

// Bookmark appends a bookmark if atomic; it does not populate (F-6).
func (f *RealFIFO) Bookmark(rv string, from Origin) bool {
	if f.options.Atomic {
		f.Items = append(f.Items, Delta{Type: Bookmark, ResourceVersion: rv, Origin: from})
	}
	return f.options.Atomic
}

// Pop is PopBatch (F-9): the longest run from the front of batchable deltas of
// distinct keys, not across the border of the initial population; or one delta
// of another type.
func (f *RealFIFO) Pop() (Popped, bool) {
	if len(f.Items) == 0 {
		return Popped{}, false
	}
	n := f.batch()
	p := Popped{Deltas: f.Items[:n:n], Batch: n > 1, InInitialList: !f.synced}
	f.Items = f.Items[n:]
	f.unlocked = f.options.Atomic && len(f.Items) < UnlockBelow
	return p, true
}

func (f *RealFIFO) batch() int {
	if len(f.Items) == 1 {
		return 1
	}
	limit := min(BatchSize, len(f.Items))
	if f.initialPopulationCount > 0 {
		limit = min(limit, f.initialPopulationCount)
	}
	keys := map[string]bool{}
	for i, d := range f.Items[:limit] {
		if !d.batchable() {
			return max(i, 1)
		}
		if keys[d.Key] {
			return i
		}
		keys[d.Key] = true
	}
	return limit
}

// Processed counts the initial population down, after processing (F-11).
func (f *RealFIFO) Processed(p Popped) {
	if f.initialPopulationCount > 0 {
		f.initialPopulationCount -= len(p.Deltas)
		f.checkSynced()
	}
}

// HasSynced says whether the initial population has been processed.
func (f *RealFIFO) HasSynced() bool { return f.synced }

// HoldsLock: only an atomic queue is unlocked while processing, and only if few
// deltas remained when it began (F-10).
func (f *RealFIFO) HoldsLock() bool { return !f.unlocked }

// Len is the number of queued deltas.
func (f *RealFIFO) Len() int { return len(f.Items) }

// Clone copies f.
func (f *RealFIFO) Clone() Queue {
	c := *f
	c.Items = f.Items[:len(f.Items):len(f.Items)]
	return &c
}

func (f *RealFIFO) checkSynced() {
	if f.populated && f.initialPopulationCount == 0 {
		f.synced = true
	}
}
