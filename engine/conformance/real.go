package conformance

import (
	"errors"
	"fmt"
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
	result, err := run(scriptOf(s))
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

// scriptOf is a scenario as the harness knows it, which has no word for what is
// left out of a scenario.
func scriptOf(s *scenarios.Scenario) harness.Script {
	world := s.World.Complete()
	for _, g := range world.Server.Generate {
		for i := range g.Count {
			world.Server.Objects = append(world.Server.Objects, engine.Expand(g.Manifest, i).(map[string]any))
		}
	}
	script := harness.Script{Name: s.Name, Seed: s.Seed, Until: s.Until.Duration}
	decode(encode(world), &script.World)
	for _, step := range s.Timeline() {
		timed := harness.TimedStep{At: step.At}
		decode(encode(completed(step.Command)), &timed.Command)
		script.Steps = append(script.Steps, timed)
	}
	return script
}

// completed is a command with the defaults of what it adds to the world.
func completed(c engine.Command) engine.Command {
	var added engine.Config
	switch {
	case c.AddInformer != nil:
		added.Informers = []engine.InformerConfig{*c.AddInformer}
		c.AddInformer = &added.Complete().Informers[0]
	case c.AddWorkqueue != nil:
		added.Workqueues = []engine.WorkqueueConfig{*c.AddWorkqueue}
		c.AddWorkqueue = &added.Complete().Workqueues[0]
	case c.AddController != nil:
		added.Controllers = []engine.ControllerConfig{*c.AddController}
		c.AddController = &added.Complete().Controllers[0]
	}
	return c
}
