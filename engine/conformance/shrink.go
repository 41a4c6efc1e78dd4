package conformance

import (
	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Shrink makes a scenario smaller as long as it stays interesting: first steps
// are left out, then whatever of the world can go.
func Shrink(s *scenarios.Scenario, interesting func(*scenarios.Scenario) bool) *scenarios.Scenario {
	for size := len(s.Steps); size > 0; {
		smaller, found := shrinkOnce(s, size, interesting)
		switch {
		case found:
			s = smaller
		case size > 1:
			size /= 2
		default:
			size = 0
		}
	}
	for again := true; again; {
		again = false
		for _, candidate := range smallerWorlds(s) {
			if interesting(candidate) {
				s, again = candidate, true
				break
			}
		}
	}
	return s
}

// shrinkOnce leaves out that many steps in a row. Those behind keep their time.
func shrinkOnce(s *scenarios.Scenario, size int, interesting func(*scenarios.Scenario) bool) (*scenarios.Scenario, bool) {
	steps := timed(s)
	for from := 0; from+size <= len(steps); from++ {
		candidate := *s
		candidate.Steps = append(append([]scenarios.Step{}, steps[:from]...), steps[from+size:]...)
		if interesting(&candidate) {
			return &candidate, true
		}
	}
	return nil, false
}

// timed are the steps, each with its time.
func timed(s *scenarios.Scenario) []scenarios.Step {
	steps := append([]scenarios.Step{}, s.Steps...)
	for i := range steps {
		if steps[i].At == nil && i > 0 {
			steps[i].At = steps[i-1].At
		}
	}
	return steps
}

// smallerWorlds are the scenarios with one thing less in the world.
func smallerWorlds(s *scenarios.Scenario) []*scenarios.Scenario {
	var out []*scenarios.Scenario
	with := func(change func(*engine.Config)) {
		candidate := *s
		change(&candidate.World)
		out = append(out, &candidate)
	}
	for i := range s.World.Server.Objects {
		with(func(w *engine.Config) { w.Server.Objects = without(w.Server.Objects, i) })
	}
	for i, inf := range s.World.Informers {
		with(func(w *engine.Config) { w.Informers = without(w.Informers, i) })
		for _, smaller := range smallerInformers(inf) {
			with(func(w *engine.Config) {
				w.Informers = append([]engine.InformerConfig{}, w.Informers...)
				w.Informers[i] = smaller
			})
		}
	}
	if len(s.World.Controllers) > 0 {
		with(func(w *engine.Config) { w.Controllers = nil })
	}
	w := s.World
	if w.Server.History != nil || w.Server.WatchCache != nil || w.Server.BookmarkEvery != nil {
		with(func(w *engine.Config) { w.Server.History, w.Server.WatchCache, w.Server.BookmarkEvery = nil, nil, nil })
	}
	if w.Network.List != nil || w.Network.Watch != nil {
		with(func(w *engine.Config) { w.Network = engine.NetworkConfig{} })
	}
	return out
}

// smallerInformers are the informers with one option or handler less.
func smallerInformers(inf engine.InformerConfig) []engine.InformerConfig {
	var out []engine.InformerConfig
	with := func(differs bool, change func(*engine.InformerConfig)) {
		if differs {
			smaller := inf
			change(&smaller)
			out = append(out, smaller)
		}
	}
	for i := range inf.Handlers {
		with(true, func(inf *engine.InformerConfig) { inf.Handlers = without(inf.Handlers, i) })
	}
	with(inf.Indexers != nil, func(inf *engine.InformerConfig) { inf.Indexers = nil })
	with(inf.PageSize != nil, func(inf *engine.InformerConfig) { inf.PageSize = nil })
	with(inf.Resync.Duration != 0, func(inf *engine.InformerConfig) { inf.Resync = metav1.Duration{} })
	with(inf.Transform != "", func(inf *engine.InformerConfig) { inf.Transform = "" })
	with(inf.LabelSelector+inf.FieldSelector+inf.Namespace != "", func(inf *engine.InformerConfig) {
		inf.LabelSelector, inf.FieldSelector, inf.Namespace = "", "", ""
	})
	return out
}

// without is a list without one element.
func without[T any](list []T, i int) []T {
	return append(append([]T{}, list[:i]...), list[i+1:]...)
}
