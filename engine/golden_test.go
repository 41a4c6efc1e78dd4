package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerscope/scenarios"
	"informerscope/scenarios/observed"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGoldenTraces runs random scripts of which the real client-go, v0.37.2 or
// v10, has left behind everything that can be observed: the engine does the same,
// at the same times. `make golden` has the library write them anew.
func TestGoldenTraces(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(file, ".yaml")
		t.Run(filepath.Base(name), func(t *testing.T) {
			script, err := os.ReadFile(file)
			require.NoError(t, err)
			want, err := os.ReadFile(name + ".txt")
			require.NoError(t, err)
			s, err := scenarios.Load(file, script)
			require.NoError(t, err)
			run, err := observed.OfEngine(s, nil)
			require.NoError(t, err)
			assert.Equal(t, string(want), run.Text())
			assert.Empty(t, run.Report.Violations)
		})
	}
}
