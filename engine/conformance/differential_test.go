package conformance

import (
	"strings"
	"testing"

	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/scenarios/observed"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The engine comes to the same reports as the library that it models: on the
// same scripts in every run, and on one of a seed that is new each time.
func TestTheEngineAgreesWithTheRealLibrary(t *testing.T) {
	var coverage Coverage
	fresh := freshSeed(t)
	for _, mode := range Modes() {
		t.Run(mode.String(), func(t *testing.T) {
			before := coverage.Scripts()
			proves(t, func() int { return coverage.Scripts() - before }, func(p proof) { p.Mode = mode.String(); found.Modes = append(found.Modes, p) })
			for n := range uint64(*scripts - 1) {
				agree(t, Generate(mode, n), &coverage)
			}
			agree(t, Generate(mode, fresh), &coverage)
		})
	}
	t.Log(&coverage)
	if enough := 2000; *scripts >= enough && coverage.Scripts() == *scripts*len(Modes()) { // else -run has chosen some
		assert.Empty(t, coverage.Rare(20), "numbers of the catalogue that hardly any script exercises")
	}
}

// Scenario files that nobody has seen before give the reports of the library.
func TestFreshScenarioFilesGiveTheRealReports(t *testing.T) {
	fresh := freshSeed(t)
	var coverage Coverage
	proves(t, coverage.Scripts, func(p proof) { found.Fresh = p })
	for n := range uint64(200) {
		modes := Modes()
		text, err := scenarios.Marshal(Generate(modes[n%uint64(len(modes))], fresh+n))
		require.NoError(t, err)
		s, err := scenarios.Load("fresh.yaml", text)
		require.NoError(t, err, "%s", text)
		agree(t, s, &coverage)
	}
}

// agree runs a scenario on both, and fails with the smallest scenario on which
// they still disagree.
func agree(t *testing.T, s *scenarios.Scenario, coverage *Coverage) {
	real, err := RunReal(t, s)
	require.NoError(t, err)
	var events []trace.Event
	engine, err := observed.OfEngine(s, func(e trace.Event) { events = append(events, e) })
	require.NoError(t, err)
	coverage.Add(s, events, engine.Report)
	if len(Differences(real.Run, engine)) == 0 {
		return
	}
	s = Shrink(s, func(s *scenarios.Scenario) bool { return len(disagreement(t, s)) > 0 })
	text, err := scenarios.Marshal(s)
	require.NoError(t, err)
	require.Fail(t, "the engine disagrees with the real library", "%s\n\n%s", strings.Join(disagreement(t, s), "\n"), text)
}

// disagreement is the differences on a scenario; none if it cannot be run.
func disagreement(t *testing.T, s *scenarios.Scenario) []string {
	real, err := RunReal(t, s)
	if err != nil {
		return nil
	}
	engine, err := observed.OfEngine(s, nil)
	if err != nil {
		return nil
	}
	return Differences(real.Run, engine)
}
