package explain

import (
	"strings"
	"testing"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
)

// journeyOf is what a journey says, without what is only passed on.
func journeyOf(path []int64, s story) string {
	var lines []string
	for _, seq := range path {
		if e := s[seq-1]; !carriers[e.Kind] {
			lines = append(lines, link(e, s, English))
		}
	}
	return strings.Join(lines, "\n")
}

// While processLoop stands still, a changes, b changes and a changes again: the
// DeltaFIFO hands both changes of a over at once (S3, D-2, D-3). Both find the
// key waiting in the workqueue, where they become one.
const coalescing = `
apiVersion: informerscope/v1
kind: Scenario
name: coalescing
title: {en: coalescing}
world:
  jitter: none
  server:
    objects:
      - {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: default}}
      - {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: default}}
  informers:
    - {name: pods, resource: pods, queue: DeltaFIFO, watchList: false, handlers: [{name: main, enqueue: main}]}
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods, takes: 1s}]
steps:
  - at: 5s
    hold: pods/processLoop
  - update: {object: pods/default/b, merge: {spec: {n: 1}}}
  - update: {object: pods/default/a, merge: {spec: {n: 1}}}
  - update: {object: pods/default/a, merge: {spec: {n: 2}}}
  - at: 6s
    release: pods/processLoop
until: 20s
`

func TestTheJourneyOfAChangeThatWasCoalesced(t *testing.T) {
	all := told(t, "coalescing.yaml", []byte(coalescing), nil)
	second := all.first(t, trace.ActUpdate, "default/a", all.first(t, trace.ActUpdate, "default/a", 0).Seq)

	assert.Equal(t, strings.TrimSpace(`
you changed default/a
default/a changed · rv 4
MODIFIED default/a sent · rv 4
you changed default/a
default/a changed · rv 5
MODIFIED default/a sent · rv 5
Updated default/a queued · rv 4
Updated default/a queued · rv 5
Deltas of default/a popped: 2
Indexer.Update default/a · rv 4
change of default/a announced · rv 4
Indexer.Update default/a · rv 5
change of default/a announced · rv 5
default/a waited in pendingNotifications
handler pods/main: OnUpdate default/a · rv 4
workqueue.Add default/a
handler pods/main: OnUpdate default/a · rv 5
default/a joins the one that waits
workqueue.Get → default/a
Lister.Get default/a → rv 5
default/a reconciled
Forget default/a
Done default/a`), journeyOf(Journey(second, all), all))
}

// The change of b came first and went its own way.
func TestAJourneyLeavesOutWhatTravelledAlongside(t *testing.T) {
	all := told(t, "coalescing.yaml", []byte(coalescing), nil)
	assert.Equal(t, strings.TrimSpace(`
you changed default/b
default/b changed · rv 3
MODIFIED default/b sent · rv 3
Updated default/b queued · rv 3
Updated default/b popped · rv 3
Indexer.Update default/b · rv 3
change of default/b announced · rv 3
handler pods/main: OnUpdate default/b · rv 3
workqueue.Add default/b
workqueue.Get → default/b
Lister.Get default/b → rv 3
default/b reconciled
Forget default/b
Done default/b`), journeyOf(Journey(all.first(t, trace.ActUpdate, "default/b", 0), all), all))
}

// Of a list only the part about the object belongs to its journey.
func TestTheJourneyOfAnObjectThatWasListed(t *testing.T) {
	all := told(t, "coalescing.yaml", []byte(coalescing), nil)
	listed := strings.TrimSpace(`
informer pods started
LIST rv=0
list of 2 objects at rv 2
Replace with 2 objects at rv 2
Replaced default/b popped · rv 2
Indexer.Add default/b · rv 2
default/b announced · rv 2
handler pods/main: OnAdd default/b · rv 2
workqueue.Add default/b
workqueue.Get → default/b
Lister.Get default/b → rv 2
default/b reconciled
Forget default/b
Done default/b`)
	for _, kind := range []trace.Kind{trace.QueuePop, trace.HandlerCall, trace.WorkqueueDone} {
		assert.Equal(t, listed, journeyOf(Journey(all.first(t, kind, "default/b", 0), all), all), kind)
	}
}

// A streaming list collects objects until the bookmark; what became of each goes
// on behind it.
func TestTheJourneyThroughAStreamingList(t *testing.T) {
	streaming := strings.Replace(coalescing, "queue: DeltaFIFO, watchList: false, ", "", 1)
	all := told(t, "streaming.yaml", []byte(streaming), nil)
	want := strings.TrimSpace(`
informer pods started
streaming LIST
ADDED default/b sent · rv 2
bookmark sent · rv 2
default/b in the temporary store · rv 2
initial events complete at rv 2
Replace with 2 objects at rv 2
ReplacedAll popped · rv 2
Indexer.Replace at rv 2
default/b announced · rv 2
handler pods/main: OnAdd default/b · rv 2
workqueue.Add default/b
workqueue.Get → default/b
Lister.Get default/b → rv 2
default/b reconciled
Forget default/b
Done default/b`)
	for _, kind := range []trace.Kind{trace.WatchEvent, trace.WatchListAdd, trace.HandlerCall, trace.ReconcileEnd} {
		assert.Equal(t, want, journeyOf(Journey(all.first(t, kind, "default/b", 0), all), all), kind)
	}
}

// What no watch brought still comes from a write: a tombstone from the delete
// that was missed, a listed object from its last change.
func TestAJourneyBeginsAtTheActThatAListBrought(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	gone := all.first(t, trace.HandlerCall, "default/web-2", all.first(t, trace.ActDropWatch, "", 0).Seq)
	path := Journey(gone, all)
	assert.Contains(t, path, all.first(t, trace.ActDelete, "default/web-2", 0).Seq)
	assert.Contains(t, path, all.first(t, trace.WorkqueueDone, "default/web-2", gone.Seq).Seq)
}

func TestTheJourneyOfAKeyIsEverythingAboutIt(t *testing.T) {
	all := told(t, "coalescing.yaml", []byte(coalescing), nil)
	path := KeyJourney("default/b", all)
	for _, e := range all {
		if e.Key == "default/b" {
			assert.Contains(t, path, e.Seq)
		} else if e.Key != "" {
			assert.NotContains(t, path, e.Seq)
		}
	}
	assert.Contains(t, path, int64(1), "from where it all began")
	assert.Empty(t, KeyJourney("default/nobody", all))
}
