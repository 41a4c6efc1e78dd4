package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The list keeps up with the engine: every line that it breaks is still there,
// once. `make mutants` runs it.
func TestEveryMutantFindsItsLine(t *testing.T) {
	mutants, err := parse(list)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, len(mutants), 30)
	names := map[string]bool{}
	for _, m := range mutants {
		assert.False(t, names[m.name], "two are called %q", m.name)
		names[m.name] = true
		text, err := os.ReadFile(filepath.Join("..", "..", m.file))
		require.NoError(t, err)
		broken, err := m.apply(string(text))
		require.NoError(t, err)
		assert.NotEqual(t, string(text), broken)
	}
}

func TestParseNamesWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"# a\nb\n- c":      "a block has four lines, not 3",
		"# a\nb\nc\n+ d":   `"c" does not begin with "- "`,
		"a\nb\n- c\n+ d":   `"a" does not begin with "# "`,
		"# a\nb\n- c\n  d": `"  d" does not begin with "+ "`,
	} {
		_, err := parse(text)
		assert.ErrorContains(t, err, want)
	}
	_, err := mutant{file: "f.go", old: "x", new: "y"}.apply("x\n x\n")
	assert.EqualError(t, err, `f.go has 2 lines "x", want one`)
}
