// Package cache holds the data structures of client-go's tools/cache as plain
// data: DeltaFIFO, RealFIFO and Indexer. Nothing here waits, locks or knows of
// time; the engine's actors call these and tell what came of it.
package cache

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Object is a Kubernetes object; one that is stored is never changed in place.
type Object = *unstructured.Unstructured

// DeltaType is upstream's DeltaType (delta_fifo.go).
type DeltaType string

// The delta types. ReplacedAll, SyncAll and Bookmark are only made by an atomic
// RealFIFO.
const (
	Added       DeltaType = "Added"
	Updated     DeltaType = "Updated"
	Deleted     DeltaType = "Deleted"
	Replaced    DeltaType = "Replaced"
	Sync        DeltaType = "Sync"
	ReplacedAll DeltaType = "ReplacedAll"
	SyncAll     DeltaType = "SyncAll"
	Bookmark    DeltaType = "Bookmark"
)

// Delta is one change on its way to the Indexer. Upstream puts different types
// behind Delta.Object; here each has a field.
type Delta struct {
	Type DeltaType
	// Key and Object are empty for ReplacedAll, SyncAll and Bookmark.
	Key    string
	Object Object
	// Tombstone: Object is the Obj of a DeletedFinalStateUnknown.
	Tombstone bool
	// Objects is the list of a ReplacedAll.
	Objects []Object
	// ResourceVersion is that of a ReplacedAll or a Bookmark.
	ResourceVersion string
	Origin
}

// Origin is where something that travels comes from, as trace events: the one
// with which it began to travel, and the one that put it where it is.
type Origin struct{ Token, Cause int64 }

// batchable says which types may share a batch (the_real_fifo.go, batchable).
func (d Delta) batchable() bool {
	return d.Type != ReplacedAll && d.Type != SyncAll && d.Type != Bookmark
}

// Version is the resource version that the delta brings.
func (d Delta) Version() string {
	if d.Object != nil {
		return VersionOf(d.Object)
	}
	return d.ResourceVersion
}

// KeyOf is MetaNamespaceKeyFunc (store.go): namespace/name, or the name alone.
func KeyOf(o Object) string {
	name := metadata(o, "name")
	if ns := metadata(o, "namespace"); ns != "" {
		return ns + "/" + name
	}
	return name
}

// VersionOf is o.GetResourceVersion, UIDOf o.GetUID. They are asked for so often
// that the general way to a field would take a tenth of the engine's time.
func VersionOf(o Object) string { return metadata(o, "resourceVersion") }

// UIDOf is o.GetUID.
func UIDOf(o Object) string { return metadata(o, "uid") }

func metadata(o Object, name string) string {
	m, _ := o.Object["metadata"].(map[string]any)
	s, _ := m[name].(string)
	return s
}

// Popped is what one Pop or PopBatch hands to the process function.
type Popped struct {
	Deltas []Delta
	// Batch: these are deltas of several keys (PopBatch), to be stored in one
	// transaction. Otherwise they are the deltas of one key, oldest first.
	Batch bool
	// InInitialList: the queue had not synced when they were taken.
	InInitialList bool
}

// Queue is the part of upstream's Queue that both FIFOs share. Methods that
// need upstream's knownObjects take the Indexer.
type Queue interface {
	// Add, Update and Delete are upstream's, told apart by d.Type.
	Add(d Delta, known *Indexer) Outcome
	// Replace puts a whole list in: tombstones for what it lacks included.
	Replace(list []Object, rv string, from Origin, known *Indexer) Replacement
	// Resync puts the known objects in again, and says how many.
	Resync(known *Indexer, from Origin) int
	// Bookmark puts a bookmark in if the queue takes them.
	Bookmark(rv string, from Origin) bool
	// Pop takes the next out; false if there is none.
	Pop() (Popped, bool)
	// Processed is to be called when what Pop gave has been processed.
	Processed(p Popped)
	// HasSynced: the first list's population has been popped (and, in a
	// RealFIFO, processed).
	HasSynced() bool
	// HoldsLock: Pop holds the queue's lock while processing, so that nothing
	// can be put in meanwhile.
	HoldsLock() bool
	// Len counts keys (DeltaFIFO) or deltas (RealFIFO).
	Len() int
	// Clone is a copy that shares nothing that changes.
	Clone() Queue
}

// Outcome is what became of one delta.
type Outcome string

// Outcomes of Add.
const (
	Queued  Outcome = "queued"
	Merged  Outcome = "merged"  // two Deleted in a row became one (D-4)
	Ignored Outcome = "ignored" // a delete of what nobody knows (D-5), or a Sync behind a Deleted (D-15)
)

// Replacement says what a Replace put in.
type Replacement struct {
	Items      int
	Tombstones []string
}
