package cache

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestTranscripts runs the transcripts of testdata: what the queues and the
// Indexer do by themselves, without goroutines. Directives:
//
//	deltafifo [release=1.13] [transform]
//	realfifo [atomic] [transform]      begin with an empty queue and store
//	indexer [keepEmpty] INDEX …        a store with indices
//	do                                 does its lines and tells what came of each
//	queue, store                       print what is where
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		b := &bench{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string { return b.directive(t, d) })
	})
}

// bench is a queue and the store behind it.
type bench struct {
	queue Queue
	store *Indexer
	// popped is what the last pop gave, until processed.
	popped Popped
}

func (b *bench) directive(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "deltafifo":
		new := !d.HasArg("release")
		b.queue, b.store = NewDeltaFIFO(DeltaFIFOOptions{
			EmitDeltaTypeReplaced: new, QueuedTombstones: new, SyncAfterDelete: new, CountsDistinctKeys: new, Transform: transformOf(d),
		}), NewIndexer(false, !new)
	case "realfifo":
		b.queue, b.store = NewRealFIFO(RealFIFOOptions{Atomic: d.HasArg("atomic"), Transform: transformOf(d)}), NewIndexer(true, false)
	case "indexer":
		b.store = NewIndexer(true, d.HasArg("keepEmpty"))
		for _, arg := range d.CmdArgs {
			if f, err := ParseIndexer(arg.Key); err == nil {
				b.store.AddIndexers(arg.Key, f)
			} else if arg.Key != "keepEmpty" {
				return err.Error() + "\n"
			}
		}
	case "do":
		var out strings.Builder
		for _, line := range strings.Split(d.Input, "\n") {
			fmt.Fprintln(&out, strings.TrimRight(fmt.Sprintf("%-20s %s", line, b.do(strings.Fields(line))), " "))
		}
		return out.String()
	case "queue":
		return b.showQueue()
	case "store":
		return b.showStore()
	default:
		d.Fatalf(t, "there is no directive %q", d.Cmd)
	}
	return ""
}

// transformOf marks each object that passes it.
func transformOf(d *datadriven.TestData) func(Object) Object {
	if !d.HasArg("transform") {
		return nil
	}
	return func(o Object) Object {
		o = o.DeepCopy()
		o.SetResourceVersion(o.GetResourceVersion() + "'")
		return o
	}
}

// do is one line: add|update|delete NAME@VERSION [LABEL=VALUE …],
// replace VERSION NAME@VERSION …, resync, bookmark VERSION, pop, processed; and
// of the store set, unset, swap VERSION NAME@VERSION …, get NAME, index NAME VALUE.
func (b *bench) do(words []string) string {
	switch verb, args := words[0], words[1:]; verb {
	case "add", "update", "delete":
		o := object(args)
		types := map[string]DeltaType{"add": Added, "update": Updated, "delete": Deleted}
		return string(b.queue.Add(Delta{Type: types[verb], Key: KeyOf(o), Object: o}, b.store))
	case "replace":
		r := b.queue.Replace(objects(args[1:]), args[0], Origin{}, b.store)
		return fmt.Sprintf("items=%d tombstones=%v", r.Items, r.Tombstones)
	case "resync":
		return fmt.Sprint(b.queue.Resync(b.store, Origin{}))
	case "bookmark":
		return fmt.Sprint(b.queue.Bookmark(args[0], Origin{}))
	case "pop":
		popped, ok := b.queue.Pop()
		if b.popped = popped; !ok {
			return "nothing"
		}
		return fmt.Sprintf("%s batch=%v initial=%v synced=%v locked=%v", deltas(popped.Deltas), popped.Batch, popped.InInitialList, b.queue.HasSynced(), b.queue.HoldsLock())
	case "processed":
		b.queue.Processed(b.popped)
		return fmt.Sprintf("synced=%v", b.queue.HasSynced())
	default:
		return b.doStore(verb, args)
	}
}

func (b *bench) doStore(verb string, args []string) string {
	switch verb {
	case "set":
		o := object(args)
		b.store.Set(KeyOf(o), o)
	case "unset":
		name, rv, _ := strings.Cut(args[0], "@")
		b.store.Delete(name, rv)
	case "swap":
		b.store.Replace(objects(args[1:]), args[0])
	case "mark":
		b.store.Bookmark(args[0])
	case "get":
		o, ok := b.store.Get(args[0])
		if !ok {
			return "nothing"
		}
		return text(o)
	case "index":
		keys, err := b.store.ByIndex(args[0], args[1])
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(keys)
	case "addIndexers":
		f, err := ParseIndexer(args[0])
		if err != nil {
			return err.Error()
		}
		b.store.AddIndexers(args[0], f)
	default:
		return "there is no such operation"
	}
	return ""
}

func object(words []string) Object {
	name, version, _ := strings.Cut(words[0], "@")
	o := &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": name, "resourceVersion": version}}}
	if namespace, name, ok := strings.Cut(name, "/"); ok {
		o.SetNamespace(namespace)
		o.SetName(name)
	}
	labels := map[string]string{}
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		if path, ok := strings.CutPrefix(key, "."); ok {
			_ = unstructured.SetNestedField(o.Object, value, strings.Split(path, ".")...)
			continue
		}
		labels[key] = value
	}
	if len(labels) > 0 {
		o.SetLabels(labels)
	}
	return o
}

func objects(words []string) []Object {
	var all []Object
	for _, word := range words {
		all = append(all, object([]string{word}))
	}
	return all
}

func text(o Object) string { return KeyOf(o) + "@" + o.GetResourceVersion() }

func deltas(all []Delta) string {
	words := make([]string, len(all))
	for n, d := range all {
		words[n] = string(d.Type)
		switch {
		case d.Object != nil:
			words[n] += " " + text(d.Object)
		case d.Type == ReplacedAll:
			words[n] += fmt.Sprintf("@%s n=%d", d.ResourceVersion, len(d.Objects))
			for _, o := range d.Objects {
				words[n] += " " + text(o)
			}
		case d.Type == Bookmark:
			words[n] += "@" + d.ResourceVersion
		}
		if d.Tombstone {
			words[n] += " tombstone"
		}
	}
	return strings.Join(words, ", ")
}

func (b *bench) showQueue() string {
	var out strings.Builder
	fmt.Fprintf(&out, "len=%d synced=%v\n", b.queue.Len(), b.queue.HasSynced())
	switch q := b.queue.(type) {
	case *DeltaFIFO:
		for _, key := range q.Queue {
			list, _ := q.Deltas(key)
			fmt.Fprintf(&out, "%s: %s\n", key, deltas(list))
		}
	case *RealFIFO:
		for n := range q.Items {
			fmt.Fprintln(&out, deltas(q.Items[n:n+1]))
		}
	}
	return out.String()
}

func (b *bench) showStore() string {
	var out strings.Builder
	fmt.Fprintf(&out, "version=%q\n", b.store.LastStoreSyncResourceVersion())
	b.store.Scan(func(_ string, o Object) bool {
		fmt.Fprintln(&out, text(o))
		return true
	})
	for _, i := range b.store.Indices {
		for _, value := range i.Values() {
			fmt.Fprintf(&out, "%s %q: %v\n", i.Name, value, i.Keys(value))
		}
	}
	return out.String()
}
