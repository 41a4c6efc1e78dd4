package conformance

import "informerscope/scenarios"

// RunEngine runs a scenario on the engine.
func RunEngine(s *scenarios.Scenario) (scenarios.Report, error) {
	run, err := scenarios.NewRun(s)
	if err != nil {
		return scenarios.Report{}, err
	}
	if err := run.Finish(); err != nil {
		return scenarios.Report{}, err
	}
	return run.Report(), nil
}
