package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"informerscope/engine"
	"informerscope/engine/conformance/harness"
	"informerscope/scenarios"
)

// RunReal runs a scenario on the real library. The scenario must have an `until`
// and no jitter, and nothing in it that only a simulation can do.
func RunReal(t *testing.T, s *scenarios.Scenario) (Result, error) {
	if err := possible(s); err != nil {
		return Result{}, fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	run := func(script harness.Script) (harness.Result, error) { return harness.Run(t, library{}, script) }
	if isOld(s) {
		run = ask113
	}
	script, err := scriptOf(s)
	if err != nil {
		return Result{}, fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	result, err := run(script)
	if err != nil {
		return Result{}, fmt.Errorf("scenario %s, on the real library: %w", s.Name, err)
	}
	var told Result
	decode(encode(result), &told)
	return told, nil
}

// possible says what of a scenario the real library cannot do.
func possible(s *scenarios.Scenario) error {
	world := s.World.Complete()
	switch {
	case s.Until == nil:
		return errors.New("needs an until: the library does not say what is left to happen")
	case world.Jitter != engine.JitterNone:
		return errors.New("needs jitter: none")
	}
	if len(world.Managers) > 0 {
		return errors.New("the harness has no processes")
	}
	for _, q := range world.Workqueues {
		if q.Kind != engine.QueueRateLimiting {
			return errors.New("the priority queue is controller-runtime's")
		}
	}
	for _, step := range s.Steps {
		if step.When != "" || step.AfterEvent != 0 || step.Hold != "" || step.Release != "" {
			return errors.New("the library can neither be held nor wait for a part of the report")
		}
	}
	return nil
}

// scriptOf is a scenario as the harness knows it; what it has no word for is an
// error.
func scriptOf(s *scenarios.Scenario) (harness.Script, error) {
	script := harness.Script{Name: s.Name, Seed: s.Seed, Until: s.Until.Duration}
	if err := translate(completed(s.World), &script.World); err != nil {
		return script, fmt.Errorf("world: %w", err)
	}
	for _, step := range s.Timeline() {
		timed := harness.TimedStep{At: step.At}
		if err := translate(completedCommand(step.Command, s.World.Client), &timed.Command); err != nil {
			return script, fmt.Errorf("steps[%d]: %w", step.Index, err)
		}
		script.Steps = append(script.Steps, timed)
	}
	return script, nil
}

// translate says in the harness's words what the engine's say.
func translate(from, into any) error {
	strict := json.NewDecoder(bytes.NewReader(encode(from)))
	strict.DisallowUnknownFields()
	if err := strict.Decode(into); err != nil {
		return fmt.Errorf("the harness does not know it: %w", err)
	}
	return nil
}

// completed is a world with all defaults, without those that say nothing to the
// library.
func completed(world engine.Config) engine.Config {
	world = world.Complete()
	world.Client, world.Jitter = "", ""
	world.Server.Objects = slices.Clip(world.Server.Objects)
	for _, g := range world.Server.Generate {
		for i := range g.Count {
			world.Server.Objects = append(world.Server.Objects, engine.Expand(g.Manifest, i).(map[string]any))
		}
	}
	world.Server.Generate = nil
	for i := range world.Workqueues {
		world.Workqueues[i].Kind = ""
	}
	for i := range world.Controllers {
		world.Controllers[i].FullResync, world.Controllers[i].Expectations = nil, nil
	}
	return world
}

// completedCommand is a command with the defaults of what it adds to the world.
func completedCommand(c engine.Command, client string) engine.Command {
	added := engine.Config{Client: client}
	switch {
	case c.AddInformer != nil:
		added.Informers = []engine.InformerConfig{*c.AddInformer}
		c.AddInformer = &completed(added).Informers[0]
	case c.AddWorkqueue != nil:
		added.Workqueues = []engine.WorkqueueConfig{*c.AddWorkqueue}
		c.AddWorkqueue = &completed(added).Workqueues[0]
	case c.AddController != nil:
		added.Controllers = []engine.ControllerConfig{*c.AddController}
		c.AddController = &completed(added).Controllers[0]
	}
	return c
}
