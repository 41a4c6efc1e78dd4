package scenarios

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGolden holds our reports to those that the real client-go gave for the same
// scenarios: v0.37.2, or v10 where the client is 1.13.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			golden, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".report.json")
			require.NoError(t, err)
			var want map[string]any
			require.NoError(t, json.Unmarshal(golden, &want))
			run := finished(t, loadFile(t, file))
			var got map[string]any
			require.NoError(t, json.Unmarshal(run.Report().JSON(), &got))

			assert.Empty(t, got["violations"])
			sortUnordered(t, want, want["unordered"].(map[string]any))
			sortUnordered(t, got, want["unordered"].(map[string]any))
			forgetWhatOnlyWeTell(want)
			forgetWhatOnlyWeTell(got)
			assert.Equal(t, indented(t, want), indented(t, got))
		})
	}
}

// sortUnordered puts the blocks of lists in which the real library follows the
// order of a map into the order of their keys; the order of one key's lines
// stays.
func sortUnordered(t *testing.T, report, unordered map[string]any) {
	for path, blocks := range unordered {
		section, name, _ := strings.Cut(path, ".")
		lines := report[section].(map[string]any)[name].([]any)
		for _, block := range blocks.([]any) {
			from, to := int(block.([]any)[0].(float64)), int(block.([]any)[1].(float64))
			require.LessOrEqual(t, to, len(lines), path)
			slices.SortStableFunc(lines[from:to], func(a, b any) int {
				return strings.Compare(strings.Fields(a.(string))[1], strings.Fields(b.(string))[1])
			})
		}
	}
}

// forgetWhatOnlyWeTell removes what the real library cannot say.
func forgetWhatOnlyWeTell(report map[string]any) {
	for _, name := range []string{"events", "violations", "writes", "unordered"} {
		delete(report, name)
	}
	for _, informer := range report["informers"].(map[string]any) {
		delete(informer.(map[string]any), "popped")
	}
}

func indented(t *testing.T, v any) string {
	out, err := json.MarshalIndent(v, "", " ")
	require.NoError(t, err)
	return string(out)
}

// loadFile reads a scenario file that is right.
func loadFile(t testing.TB, file string) *Scenario {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	s, err := Load(file, data)
	require.NoError(t, err)
	return s
}

// scenario reads a scenario of which only what matters is given.
func scenario(t testing.TB, text string) *Scenario {
	s, err := Load("test.yaml", []byte("apiVersion: informerscope/v1\nkind: Scenario\nname: test\n"+text))
	require.NoError(t, err)
	return s
}

// finished runs a scenario to its end.
func finished(t testing.TB, s *Scenario) *Run {
	run, err := NewRun(s)
	require.NoError(t, err)
	require.NoError(t, run.Finish())
	return run
}
