package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerscope/scenarios"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// golden is where the scenarios and the real library's reports are kept, for
// the engine's own tests too.
const golden = "../../scenarios/testdata/golden"

// The harness is right if it comes to the reports that were made by others with
// the same library.
func TestTheHarnessReproducesTheGoldenReports(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var s scenarios.Scenario
			require.NoError(t, yaml.Unmarshal(text, &s))
			s.World.Seed = s.Seed
			result, err := RunReal(t, &s)
			require.NoError(t, err)
			want, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".report.json")
			require.NoError(t, err)
			assert.Equal(t, string(want), string(result.JSON()))
		})
	}
}
