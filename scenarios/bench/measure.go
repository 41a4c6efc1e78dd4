package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
)

const (
	// updates is how many updates follow the first list.
	updates = 4_000
	// rounds of a run are measured and the best counts, but no further ones once
	// they took enough together.
	rounds, enough = 3, 10 * time.Second
	// seekEvents is the length of the run in which is sought, seeks how often.
	seekEvents = 100_000
	seeks      = 300
)

// storm is a run over n objects with everything in it: an index, two handlers,
// a workqueue and two workers.
const storm = `apiVersion: informerscope/v1
kind: Scenario
name: storm
world:
  server: {generate: [{count: %d, manifest: {apiVersion: v1, kind: Pod, metadata: {name: "web-{i}", namespace: default}}}]}
  informers: [{resource: pods, indexers: [namespace], handlers: [{name: main, enqueue: main}, {name: audit}]}]
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods, workers: 2, takes: 1ms}]
steps:
  - {at: 1000s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "1"}}}}}
  - {at: 2000s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "2"}}}}}
  - {at: 3000s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "3"}}}}}
  - {at: 4000s, repeat: 1000, update: {object: "pods/default/web-{i}", merge: {metadata: {labels: {v: "4"}}}}}
until: 5000s
`

// figures are what was measured of the world of one size.
type figures struct {
	objects int
	// steps were taken in the time took, the making of the world included: the
	// best of some rounds.
	steps int
	took  time.Duration
	// bytesPerObject and bytesPerEvent are KB per 1,000.
	bytesPerObject, bytesPerEvent float64
	// seeks are the times that they took, the shortest first.
	seeks []time.Duration
}

func (f figures) stepsPerSecond() float64 { return float64(f.steps) / f.took.Seconds() }

// seek is the time within which that many of 100 seeks are.
func (f figures) seek(percent int) time.Duration { return f.seeks[len(f.seeks)*percent/100] }

func measure(objects int) (figures, error) {
	f := figures{objects: objects}
	s, err := scenarios.Load("storm.yaml", fmt.Appendf(nil, storm, objects))
	if err != nil {
		return f, err
	}
	if err := f.objectsIn(s); err != nil {
		return f, err
	}
	if err := f.run(s); err != nil {
		return f, err
	}
	return f, f.session(s)
}

// run measures the time of a whole run.
func (f *figures) run(s *scenarios.Scenario) error {
	spent := time.Duration(0)
	for n := 0; n < rounds && spent < enough; n++ {
		runtime.GC()
		began := time.Now()
		r, err := scenarios.NewRun(s)
		if err != nil {
			return err
		}
		f.steps = 0
		for r.Step() != nil {
			f.steps++
		}
		took := time.Since(began)
		if err := r.Err(); err != nil {
			return err
		}
		if spent += took; n == 0 || took < f.took {
			f.took = took
		}
	}
	return nil
}

// objectsIn measures the memory of a world whose informer has listed the objects.
func (f *figures) objectsIn(s *scenarios.Scenario) error {
	before := heap()
	w, err := engine.New(s.World)
	if err != nil {
		return err
	}
	for w.StepUntil(500*time.Second) != nil {
	}
	f.bytesPerObject = float64(heap()-before) / float64(f.objects)
	runtime.KeepAlive(w)
	return nil
}

// session measures the memory of trace events, which is what a session has more
// than a run that is at the same point, and seeks in the session.
func (f *figures) session(s *scenarios.Scenario) error {
	before := heap()
	r, err := scenarios.NewRun(s)
	if err != nil {
		return err
	}
	for r.Events() < seekEvents && r.Step() != nil {
	}
	run := heap() - before
	runtime.KeepAlive(r)
	r = nil

	before = heap()
	session, err := scenarios.NewSession(s)
	if err != nil {
		return err
	}
	branch := session.Branches[0]
	branch.Ensure(seekEvents, func() bool { return false })
	f.bytesPerEvent = float64(heap()-before-run) / float64(branch.Len())

	random := rand.New(rand.NewPCG(1, uint64(f.objects)))
	for range seeks {
		n := random.IntN(branch.Len() + 1)
		began := time.Now()
		branch.At(n)
		f.seeks = append(f.seeks, time.Since(began))
	}
	slices.Sort(f.seeks)
	return nil
}

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what the first has freed only now
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
