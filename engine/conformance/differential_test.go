package conformance

import (
	"strings"
	"testing"

	"informerscope/scenarios"

	"github.com/stretchr/testify/require"
)

// The engine comes to the same reports as the library that it models.
func TestTheEngineAgreesWithTheRealLibrary(t *testing.T) {
	for _, mode := range Modes() {
		t.Run(mode.String(), func(t *testing.T) {
			for seed := range uint64(*scripts) {
				s := Generate(mode, seed)
				if len(disagreement(t, s)) > 0 {
					fail(t, s)
				}
			}
		})
	}
}

// disagreement runs a scenario on both.
func disagreement(t *testing.T, s *scenarios.Scenario) []string {
	real, err := RunReal(t, s)
	require.NoError(t, err)
	engine, err := RunEngine(s)
	require.NoError(t, err)
	return Differences(real, engine)
}

// fail shrinks a scenario on which both disagree and shows it.
func fail(t *testing.T, s *scenarios.Scenario) {
	s = Shrink(s, func(s *scenarios.Scenario) bool {
		real, err := RunReal(t, s)
		if err != nil {
			return false
		}
		engine, err := RunEngine(s)
		return err == nil && len(Differences(real, engine)) > 0
	})
	text, err := scenarios.Marshal(s)
	require.NoError(t, err)
	require.Fail(t, "the engine disagrees with the real library", "%s\n\n%s", strings.Join(disagreement(t, s), "\n"), text)
}
