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

// golden is where the scenarios and the real library's reports are kept, for
// the engine's own tests too.
const golden = "../../scenarios/testdata/golden"

// The harness is right if it comes to the reports that were made by others with
// the same library. With -update it adds some of its own, named script-*.
func TestTheHarnessReproducesTheGoldenReports(t *testing.T) {
	if *renew {
		writeScripts(t)
	}
	files, err := filepath.Glob(filepath.Join(golden, "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	proves(t, func() int { return len(files) }, func(p proof) { found.Golden = p })
	for _, file := range files {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			s, err := scenarios.Load(file, text)
			require.NoError(t, err)
			result, err := RunReal(t, s)
			require.NoError(t, err)
			want, err := os.ReadFile(name + ".report.json")
			require.NoError(t, err)
			assert.Equal(t, string(want), string(result.JSON()))
		})
	}
}

// writeScripts writes the shortest of some random scripts in each mode, with the
// real library's reports.
func writeScripts(t *testing.T) {
	for _, mode := range Modes() {
		written := 0
		for seed := uint64(1); written < 2; seed++ {
			s := Generate(mode, seed)
			s.Name = strings.ToLower(fmt.Sprintf("script-%s-%d", mode, seed))
			result, err := RunReal(t, s)
			require.NoError(t, err)
			if report := result.JSON(); len(s.Steps) > 15 && len(report) < 12000 {
				text, err := scenarios.Marshal(s)
				require.NoError(t, err)
				name := filepath.Join(golden, s.Name)
				require.NoError(t, os.WriteFile(name+".yaml", text, 0o644))
				require.NoError(t, os.WriteFile(name+".report.json", report, 0o644))
				written++
			}
		}
	}
}
