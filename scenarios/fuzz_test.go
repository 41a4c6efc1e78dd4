package scenarios

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzLoad holds the loader to its word: it gives either a scenario, which can
// be written and read again, or errors that say where and what.
func FuzzLoad(f *testing.F) {
	dumps, err := filepath.Glob("testdata/kubectl/*")
	require.NoError(f, err)
	for _, file := range append(append(goldenFiles(f), dumps...), "testdata/every-key.yaml") {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(data[:min(len(data), 2048)]) // the fuzzer is slow with long ones
	}
	for _, c := range errorCases(f) {
		f.Add([]byte(c.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Load("fuzz", data)
		if err == nil {
			again(t, s)
			return
		}
		assert.Nil(t, s)
		var all Errors
		require.ErrorAs(t, err, &all)
		require.NotEmpty(t, all)
		for _, e := range all {
			assert.Positive(t, e.Line)
			assert.Positive(t, e.Column)
			assert.NotEmpty(t, e.Problem.String())
		}
	})
}
