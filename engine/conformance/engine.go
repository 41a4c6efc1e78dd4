package conformance

import (
	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// RunEngine runs a scenario on the engine; see is told of every event.
func RunEngine(s *scenarios.Scenario, see func(trace.Event)) (scenarios.Report, error) {
	run, err := scenarios.NewRun(s)
	if err != nil {
		return scenarios.Report{}, err
	}
	for events := run.Step(); events != nil; events = run.Step() {
		for _, e := range events {
			see(e)
		}
	}
	return run.Report(), run.Err()
}
