package conformance

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
	"informerscope/scenarios/observed"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// unprovedFile lists the built-in scenarios that the real library cannot be made
// to run, each with the reason: NAME: REASON.
const unprovedFile = "unproved.txt"

// Every built-in scenario gives the report of the real library, and so does the
// part of it that stands in its `expect`; or it is listed with the reason why
// that cannot be tried. With -expect=NAME (or all) the `expect` is written anew.
func TestTheBuiltInScenariosAgreeWithTheRealLibrary(t *testing.T) {
	unproved := readUnproved(t)
	proves(t, func() int { return len(builtin.Names()) - len(unproved) }, func(p proof) { found.Builtin, found.Unproved = p, slices.Sorted(maps.Keys(unproved)) })
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			s, err := builtin.Load(name)
			require.NoError(t, err)
			run, err := observed.OfEngine(s, nil)
			require.NoError(t, err)
			report := run.Report
			played, err := actsOf(s, report)
			var real Result
			if err == nil {
				real, err = RunReal(t, played)
			}
			if err != nil {
				assert.Contains(t, unproved, name, "%s cannot be proved (%v) and is not listed in %s", name, err, unprovedFile)
			} else {
				assert.NotContains(t, unproved, name, "%s can be proved", name)
				again, err := observed.OfEngine(played, nil)
				require.NoError(t, err)
				assert.Empty(t, Differences(real.Run, again))
			}
			if *expect == name || *expect == "all" {
				writeExpect(t, s, report, real, err == nil)
			}
		})
	}
	for name := range unproved {
		assert.Contains(t, builtin.Names(), name, "%s lists a scenario that is not there", unprovedFile)
	}
}

// actsOf is a scenario as the library can be made to run it: without captions,
// without chance, up to the moment at which the engine's run ended.
func actsOf(s *scenarios.Scenario, report scenarios.Report) (*scenarios.Scenario, error) {
	c := *s
	c.World.Jitter = engine.JitterNone
	ended, err := time.ParseDuration(report.EndedAt)
	if err != nil {
		return nil, err
	}
	c.Until, c.Steps = &metav1.Duration{Duration: ended}, nil
	for _, step := range s.Timeline() {
		if reflect.ValueOf(step.Command).IsZero() {
			continue
		}
		if step.Waits >= 0 || step.When != "" {
			return nil, fmt.Errorf("steps[%d] waits for something that only the engine tells", step.Index)
		}
		c.Steps = append(c.Steps, scenarios.Step{At: &metav1.Duration{Duration: step.At}, Command: step.Command})
	}
	return &c, nil
}

// readUnproved reads unprovedFile.
func readUnproved(t *testing.T) map[string]string {
	text, err := os.ReadFile(unprovedFile)
	require.NoError(t, err)
	reasons := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, reason, _ := strings.Cut(line, ": ")
		require.NotEmpty(t, reason, "%s needs a reason", name)
		reasons[name] = reason
	}
	return reasons
}

// writeExpect writes the last part of a scenario's file anew: what the library
// came to and, in what it does not tell, the engine.
func writeExpect(t *testing.T, s *scenarios.Scenario, report scenarios.Report, real Result, proved bool) {
	file := filepath.Join("../../scenarios/builtin", s.Name+".yaml")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "\nexpect:")
	told := report
	if proved {
		told = real.Report
		for name, informer := range told.Informers {
			informer.Popped = report.Informers[name].Popped
			told.Informers[name] = informer
		}
		told.Writes, told.Violations = report.Writes, report.Violations
	}
	times := s.World.Jitter == engine.JitterNone
	require.NoError(t, os.WriteFile(file, []byte(strings.TrimRight(head, "\n")+"\n"+expectOf(told, times)), 0o644))
}
