package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerscope/scenarios"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden is where the scenarios and reports are kept that others have made.
const golden = "../../scenarios/testdata/golden"

// The harness is right if it comes to the reports that were made by others with
// the same library.
func TestTheHarnessReproducesTheGoldenReports(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	proves(t, func() int { return len(files) }, func(p proof) { found.Golden = p })
	for _, file := range files {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			result, err := RunReal(t, read(t, file))
			require.NoError(t, err)
			want, err := os.ReadFile(name + ".report.json")
			require.NoError(t, err)
			assert.Equal(t, string(want), string(result.JSON()))
		})
	}
}

// traces is where random scripts are kept with what was observed of the real
// library, so that the engine's own tests hold without it.
const traces = "../testdata/golden"

// The traces from which the engine's tests take what the library does are what it
// does. With -update they are written anew.
func TestTheGoldenTracesAreTheLibrarys(t *testing.T) {
	if *renew {
		writeTraces(t)
	}
	files, err := filepath.Glob(filepath.Join(traces, "*.yaml"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), tracesOfMode*len(Modes()))
	proves(t, func() int { return len(files) }, func(p proof) { found.Traces = p })
	for _, file := range files {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			result, err := RunReal(t, read(t, file))
			require.NoError(t, err)
			want, err := os.ReadFile(name + ".txt")
			require.NoError(t, err)
			assert.Equal(t, string(want), result.Text())
		})
	}
}

// tracesOfMode is how many scripts are kept of each mode: those of the lowest
// seeds that are neither poor nor long.
const tracesOfMode = 2

func writeTraces(t *testing.T) {
	require.NoError(t, os.RemoveAll(traces))
	require.NoError(t, os.MkdirAll(traces, 0o755))
	for _, mode := range Modes() {
		written := 0
		for seed := uint64(1); written < tracesOfMode; seed++ {
			s := Generate(mode, seed)
			s.Name = strings.ReplaceAll(strings.ToLower(fmt.Sprintf("script-%s-%d", mode, seed)), ".", "")
			result, err := RunReal(t, s)
			require.NoError(t, err)
			if observed := result.Text(); len(s.Steps) > 15 && len(observed) < 6000 {
				text, err := scenarios.Marshal(s)
				require.NoError(t, err)
				name := filepath.Join(traces, s.Name)
				require.NoError(t, os.WriteFile(name+".yaml", text, 0o644))
				require.NoError(t, os.WriteFile(name+".txt", []byte(observed), 0o644))
				written++
			}
		}
	}
}

// read reads a scenario file.
func read(t *testing.T, file string) *scenarios.Scenario {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := scenarios.Load(file, text)
	require.NoError(t, err)
	return s
}
