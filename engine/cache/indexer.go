package cache

import (
	"fmt"
	"strings"

	"github.com/tidwall/btree"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Indexer models thread_safe_store.go: the objects by key, and indices over
// them. Whatever upstream leaves to map order comes by key here.
type Indexer struct {
	// Indices are in the order in which they were asked for.
	Indices []*Index

	items btree.Map[string, Object]
	// rv is LastStoreSyncResourceVersion (I-10).
	rv string
	// keepEmpty: index values without objects stay (I-3 [13]).
	keepEmpty bool
	// tracksVersion: the store moves rv (gate AtomicFIFO).
	tracksVersion bool
}

// Index is one index: which keys have which value.
type Index struct {
	Name string

	values IndexFunc
	// entries holds value, a zero byte, key; an entry with an empty key marks a
	// value that has had objects.
	entries btree.Set[string]
}

// IndexFunc gives the values of an object in one index; none, one or many.
type IndexFunc func(Object) []string

const indexSeparator = "\x00"

// NewIndexer makes an empty store. tracksVersion is the gate AtomicFIFO,
// keepEmpty the habit of 1.13.
func NewIndexer(tracksVersion, keepEmpty bool) *Indexer {
	return &Indexer{tracksVersion: tracksVersion, keepEmpty: keepEmpty}
}

// ParseIndexer understands "namespace", "label:KEY" and "field:PATH", a path
// such as spec.nodeName.
func ParseIndexer(name string) (IndexFunc, error) {
	kind, arg, _ := strings.Cut(name, ":")
	switch {
	case name == "namespace":
		return func(o Object) []string { return []string{o.GetNamespace()} }, nil
	case kind == "label" && arg != "":
		return func(o Object) []string {
			if v, ok := o.GetLabels()[arg]; ok {
				return []string{v}
			}
			return nil
		}, nil
	case kind == "field" && arg != "":
		path := strings.Split(strings.Trim(arg, "{}."), ".")
		return func(o Object) []string { return fieldValues(o, path) }, nil
	}
	return nil, fmt.Errorf("indexer %q is none of: namespace, label:KEY, field:PATH", name)
}

func fieldValues(o Object, path []string) []string {
	v, found, err := unstructured.NestedFieldNoCopy(o.Object, path...)
	if err != nil || !found || v == nil {
		return nil
	}
	return []string{fmt.Sprint(v)}
}

// AddIndexers adds an index over what is stored and what will be (I-8).
func (x *Indexer) AddIndexers(name string, f IndexFunc) {
	i := &Index{Name: name, values: f}
	x.items.Scan(func(key string, o Object) bool {
		i.add(key, o)
		return true
	})
	x.Indices = append(x.Indices, i)
}

// Set is Add and Update (I-1): it swaps the object and re-indexes.
func (x *Indexer) Set(key string, o Object) {
	old, _ := x.items.Set(key, o)
	for _, i := range x.Indices {
		i.update(key, old, o, x.keepEmpty)
	}
	x.moveVersion(VersionOf(o))
}

// Delete removes a key; one that is absent is no error (I-1). A tombstone has
// no version, so only an object seen deleted moves the store's (I-10).
func (x *Indexer) Delete(key, rv string) {
	old, ok := x.items.Delete(key)
	if ok {
		for _, i := range x.Indices {
			i.update(key, old, nil, x.keepEmpty)
		}
	}
	if rv != "" {
		x.moveVersion(rv)
	}
}

// Replace swaps the whole content (I-4).
func (x *Indexer) Replace(list []Object, rv string) {
	x.items = btree.Map[string, Object]{}
	for _, o := range list {
		x.items.Set(KeyOf(o), o)
	}
	for n, old := range x.Indices {
		i := &Index{Name: old.Name, values: old.values}
		x.items.Scan(func(key string, o Object) bool {
			i.add(key, o)
			return true
		})
		x.Indices[n] = i
	}
	x.moveVersion(rv)
}

// Bookmark only moves the store's version (C-11).
func (x *Indexer) Bookmark(rv string) { x.moveVersion(rv) }

func (x *Indexer) moveVersion(rv string) {
	if x.tracksVersion {
		x.rv = rv
	}
}

// Get is GetByKey.
func (x *Indexer) Get(key string) (Object, bool) { return x.items.Get(key) }

// Len is the number of objects.
func (x *Indexer) Len() int { return x.items.Len() }

// Scan calls f for each object by key until f returns false.
func (x *Indexer) Scan(f func(key string, o Object) bool) { x.items.Scan(f) }

// LastStoreSyncResourceVersion is "" where the release does not track it.
func (x *Indexer) LastStoreSyncResourceVersion() string { return x.rv }

// ByIndex returns the keys that have value in the index called name (IndexKeys).
func (x *Indexer) ByIndex(name, value string) ([]string, error) {
	for _, i := range x.Indices {
		if i.Name == name {
			return i.Keys(value), nil
		}
	}
	return nil, fmt.Errorf("Index with name %s does not exist", name)
}

// Clone copies x.
func (x *Indexer) Clone() *Indexer {
	c := *x
	c.items = *x.items.Copy()
	c.Indices = make([]*Index, len(x.Indices))
	for n, i := range x.Indices {
		c.Indices[n] = &Index{Name: i.Name, values: i.values, entries: *i.entries.Copy()}
	}
	return &c
}

// Values lists the values of the index in order (ListIndexFuncValues).
func (i *Index) Values() []string {
	var values []string
	i.entries.Scan(func(entry string) bool {
		value, _, _ := strings.Cut(entry, indexSeparator)
		if n := len(values); n == 0 || values[n-1] != value {
			values = append(values, value)
		}
		return true
	})
	return values
}

// ValuesOf gives the values of an object in the index.
func (i *Index) ValuesOf(o Object) []string { return i.values(o) }

// Has says whether key is under value.
func (i *Index) Has(value, key string) bool { return i.entries.Contains(value + indexSeparator + key) }

// Keys lists the keys that have value, in order.
func (i *Index) Keys(value string) []string {
	keys := []string{}
	prefix := value + indexSeparator
	i.entries.Ascend(prefix, func(entry string) bool {
		key, ok := strings.CutPrefix(entry, prefix)
		if ok && key != "" {
			keys = append(keys, key)
		}
		return ok
	})
	return keys
}

func (i *Index) add(key string, o Object) {
	for _, v := range i.values(o) {
		i.entries.Insert(v + indexSeparator + key)
	}
}

// update re-indexes one object (updateSingleIndex, I-2); o nil removes it.
func (i *Index) update(key string, old, o Object, keepEmpty bool) {
	if old != nil {
		for _, v := range i.values(old) {
			i.entries.Delete(v + indexSeparator + key)
			if keepEmpty {
				i.entries.Insert(v + indexSeparator)
			}
		}
	}
	if o != nil {
		i.add(key, o)
	}
}
