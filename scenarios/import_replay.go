package scenarios

import (
	"maps"
	"slices"
	"sort"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerscope/engine"
	"informerscope/engine/apiserver"
)

// begin tells apart what was there at the start from the changes after it.
func (b *builder) begin() (initial, changes []record) {
	events := b.importer.events
	if len(events) == 0 {
		return b.lastStates(b.importer.objects), nil
	}
	listed := listedFirst(events)
	initial = slices.Clone(events[:listed])
	known := map[string]bool{}
	for _, r := range initial {
		known[b.ref(r)] = true
	}
	// What is changed or deleted without having been added was there before.
	for _, r := range events[listed:] {
		if ref := b.ref(r); !known[ref] {
			known[ref] = true
			if r.event != "ADDED" {
				initial = append(initial, unseen(r))
			}
		}
	}
	byVersion(initial)
	return initial, events[listed:]
}

// lastStates keeps the newest of each object.
func (b *builder) lastStates(objects []record) []record {
	newest := map[string]int{}
	for i, r := range objects {
		ref := b.ref(r)
		if before, ok := newest[ref]; !ok || objects[before].version <= r.version {
			newest[ref] = i
		}
	}
	out := make([]record, 0, len(newest))
	for _, i := range slices.Sorted(maps.Values(newest)) {
		out = append(out, objects[i])
	}
	byVersion(out)
	return out
}

// byVersion puts objects into the order in which the server wrote them; those
// without a version first, where they cannot raise it above the others'.
func byVersion(objects []record) {
	sort.SliceStable(objects, func(i, j int) bool { return objects[i].version < objects[j].version })
}

// listedFirst counts the events at the beginning that only say what was there:
// a watch begins with ADDED for each object of a list, by namespace and name.
// The last of them may have been created while the watch ran and stand in order
// only by chance: those that are as they were created, after all the others.
func listedFirst(events []record) int {
	n := 0
	for n < len(events) && events[n].event == "ADDED" && (n == 0 || storageKey(events[n-1]) < storageKey(events[n])) {
		n++
	}
	if n == len(events) {
		return n
	}
	for n > 1 && createdAfter(events[n-1], events[:n-1]) {
		n--
	}
	return n
}

func storageKey(r record) string {
	return metadataText(r.object, "namespace") + "/" + metadataText(r.object, "name")
}

func createdAfter(r record, others []record) bool {
	return r.changed.Equal(r.created) && !slices.ContainsFunc(others, func(o record) bool {
		return o.version >= r.version || !r.created.After(o.changed)
	})
}

// unseen is the state before the first change that was seen, as far as that can
// be told: without a version.
func unseen(r record) record {
	metadata, _ := r.object["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	for _, key := range []string{"resourceVersion", "deletionTimestamp", "deletionGracePeriodSeconds"} {
		delete(metadata, key)
	}
	object := maps.Clone(r.object)
	object["metadata"] = metadata
	return record{object: object}
}

// replay turns the events of a watch into steps that do the same to a server.
type replay struct {
	builder *builder
	// state is what the server has, and revision where it stands.
	state    map[string]engine.Manifest
	revision uint64
	done     []Step
}

func newReplay(b *builder, initial []record) *replay {
	p := &replay{builder: b, state: map[string]engine.Manifest{}, revision: uint64(len(b.definitions))}
	for _, r := range initial {
		p.state[b.ref(r)] = r.object
		p.revision = max(p.revision+1, r.version)
	}
	p.revision = max(p.revision, 1) // where an empty server stands
	return p
}

func (p *replay) steps(changes []record) []Step {
	at := timesOf(changes)
	for i, r := range changes {
		p.change(r, at[i])
	}
	return p.done
}

// change does what an event says. An object with another uid is another object,
// whose creation and whose predecessor's end were not seen.
func (p *replay) change(r record, at time.Duration) {
	ref := p.builder.ref(r)
	old, there := p.state[ref]
	if there && (r.event == "DELETED" || metadataText(old, "uid") != metadataText(r.object, "uid")) {
		p.remove(ref, old, r, at)
		there = false
	}
	switch {
	case r.event == "DELETED":
	case !there:
		p.do(at, engine.Command{Create: &r.object})
		p.written(ref, r)
	default:
		if patch := mergePatch(old, r.object); len(patch) > 0 {
			p.do(at, engine.Command{Update: &engine.UpdateCommand{Object: ref, Merge: patch}})
			p.written(ref, r)
		}
	}
}

func (p *replay) written(ref string, r record) {
	p.state[ref] = r.object
	p.revision = max(p.revision+1, r.version)
}

// remove deletes an object. A delete takes the next revision, so others move the
// server up to the one before that of the recording. An object with finalizers
// goes when the last of them does.
func (p *replay) remove(ref string, old engine.Manifest, r record, at time.Duration) {
	delete(p.state, ref)
	if r.event == "DELETED" && r.version > p.revision+1 {
		p.do(at, engine.Command{Bump: int64(min(r.version-p.revision-1, maxBump))})
		p.revision = r.version - 1
	}
	p.revision++
	metadata, _ := old["metadata"].(map[string]any)
	if metadata["finalizers"] == nil {
		p.do(at, engine.Command{Delete: ref})
		return
	}
	merge := map[string]any{"finalizers": nil}
	if metadata["deletionTimestamp"] == nil {
		merge["deletionTimestamp"] = apiserver.Epoch.Add(at).Format(time.RFC3339)
	}
	p.do(at, engine.Command{Update: &engine.UpdateCommand{Object: ref, Merge: map[string]any{"metadata": merge}}})
}

func (p *replay) do(at time.Duration, c engine.Command) {
	p.done = append(p.done, Step{At: &metav1.Duration{Duration: at}, Command: c})
}

// mergePatch is the JSON merge patch (RFC 7386) that makes new of old; neither
// has nulls in its maps.
func mergePatch(old, new map[string]any) map[string]any {
	patch := map[string]any{}
	for key := range old {
		if _, still := new[key]; !still {
			patch[key] = nil
		}
	}
	for key, value := range new {
		before, isMap := old[key].(map[string]any)
		after, still := value.(map[string]any)
		switch {
		case isMap && still:
			if inner := mergePatch(before, after); len(inner) > 0 {
				patch[key] = inner
			}
		case !equalJSON(old[key], value):
			patch[key] = value
		}
	}
	return patch
}

// equalJSON is reflect.DeepEqual for what JSON can hold, several times faster.
func equalJSON(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, equalJSON)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equalJSON)
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// The pace of a recording: it begins when the informers have had their list;
// what tells no time comes a pace after the one before; one that takes longer
// than a day is told by its order alone.
const (
	firstChange = time.Second
	onePace     = time.Second
	longestTape = 24 * time.Hour
)

// timesOf says when each change happens. Objects tell their times to the second at
// best; what happened in one second is spread over it, in order.
func timesOf(changes []record) []time.Duration {
	seconds, told := seconds(changes)
	out := make([]time.Duration, len(changes))
	for from := 0; from < len(changes); {
		to := from
		for to < len(changes) && seconds[to] == seconds[from] {
			to++
		}
		for i := from; i < to; i++ {
			out[i] = firstChange + seconds[i] + (time.Duration(i-from) * time.Second / time.Duration(to-from)).Truncate(time.Millisecond)
			if !told {
				out[i] = firstChange + time.Duration(i)*onePace
			}
			if i > 0 {
				out[i] = max(out[i], out[i-1]+time.Millisecond)
			}
		}
		from = to
	}
	return out
}

// seconds returns the second, from the first change on, in which each happened:
// no earlier than the one before. It is false if the times cannot be told.
func seconds(changes []record) ([]time.Duration, bool) {
	out := make([]time.Duration, len(changes))
	var start, now time.Time
	for i, r := range changes {
		now = later(now, r.changed)
		if start.IsZero() {
			start = now
		}
		out[i] = now.Sub(start)
	}
	return out, !start.IsZero() && now.Sub(start) <= longestTape
}
