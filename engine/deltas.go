package engine

import (
	"strconv"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// notificationOf is what processDeltas will tell of d: whether the key is in the
// store decides between add and update, not the delta's type (C-6, C-7).
func notificationOf(x *cache.Indexer, d cache.Delta, initial bool) Notification {
	n := Notice{Key: d.Key, Object: d.Object, Delta: d.Type, Token: d.Token}
	if d.Type == cache.Deleted {
		n.Call, n.Tombstone = OnDelete, d.Tombstone
		return n.sent(d.Cause)
	}
	n.Call, n.Initial = OnAdd, initial
	if old, ok := x.Get(d.Key); ok {
		n.Call, n.Old, n.Initial = OnUpdate, old, false
	}
	return n.sent(d.Cause)
}

// write is the store's part of processDeltas.
func write(x *cache.Indexer, d cache.Delta) {
	if d.Type != cache.Deleted {
		x.Set(d.Key, d.Object)
		return
	}
	rv := d.Version()
	if d.Tombstone {
		rv = ""
	}
	x.Delete(d.Key, rv)
}

// replaceAll is processReplacedAllInfo (C-8): the store is swapped first, then
// come all deletes, then updates and adds in the order of the list.
func replaceAll(x *cache.Indexer, d cache.Delta, initial bool) []Notification {
	listed := make(map[string]bool, len(d.Objects))
	for _, o := range d.Objects {
		listed[cache.KeyOf(o)] = true
	}
	var all []Notification
	x.Scan(func(key string, o cache.Object) bool {
		if !listed[key] {
			all = append(all, Notice{Call: OnDelete, Key: key, Object: o, Tombstone: true, Delta: d.Type, Token: d.Token}.sent(d.Cause))
		}
		return true
	})
	for _, o := range d.Objects {
		all = append(all, notificationOf(x, cache.Delta{Type: d.Type, Key: cache.KeyOf(o), Object: o, Origin: d.Origin}, initial))
	}
	x.Replace(d.Objects, d.ResourceVersion)
	return all
}

// syncAll is the SyncAll case of processDeltas (C-10).
func syncAll(x *cache.Indexer, d cache.Delta) []Notification {
	var all []Notification
	x.Scan(func(key string, o cache.Object) bool {
		all = append(all, Notice{Call: OnUpdate, Key: key, Old: o, Object: o, Delta: d.Type, Token: d.Token}.sent(d.Cause))
		return true
	})
	return all
}

func indexerKind(call string) trace.Kind {
	switch call {
	case OnAdd:
		return trace.IndexerAdd
	case OnUpdate:
		return trace.IndexerUpdate
	}
	return trace.IndexerDelete
}

// sent puts a notice on its way, and fills in what events tell of its objects.
func (n Notice) sent(cause int64) Notification {
	n.rv, n.oldRV, n.uid = cache.VersionOf(n.Object), "", cache.UIDOf(n.Object)
	if n.Old != nil {
		n.oldRV = cache.VersionOf(n.Old)
	}
	return Notification{&n, cause}
}

// poppedLine is the report's line for the deltas of one key, or for one delta
// without a key.
func poppedLine(deltas []cache.Delta) string {
	d := deltas[0]
	switch d.Type {
	case cache.ReplacedAll:
		return "ReplacedAll@" + d.ResourceVersion + " n=" + strconv.Itoa(len(d.Objects))
	case cache.Bookmark:
		return "Bookmark@" + d.ResourceVersion
	case cache.SyncAll:
		return "SyncAll"
	}
	if len(deltas) == 1 && !d.Tombstone {
		return d.Key + ": " + string(d.Type) + "@" + d.Version() // in one piece, as nearly always
	}
	line := d.Key + ":"
	for _, d := range deltas {
		line += " " + string(d.Type) + "@" + d.Version()
		if d.Tombstone {
			line += " tombstone"
		}
	}
	return line
}
