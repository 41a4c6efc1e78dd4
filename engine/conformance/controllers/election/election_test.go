package election

import (
	"slices"
	"strings"
	"testing"

	"informerscope/engine/conformance/controllers/random"

	"github.com/stretchr/testify/require"
)

// The engine's leader electors do what client-go's do: acquire, renew, lose, take
// over, on the same scripts in every run, and on one of a seed that is new each time.
func TestLeaderElectionAgrees(t *testing.T) {
	seen := map[string]int{}
	for _, seed := range random.Seeds(t, 200) {
		agree(t, seed, seen)
	}
	t.Log(seen)
	for _, what := range []string{" acquired", " lost", " POST 201", " PUT 409", " GET 0", "transitions=1", "transitions=2"} {
		require.Positive(t, seen[what], "no script leads to%s", what)
	}
}

// agree runs a script on both, and fails with the smallest one on which they still
// disagree.
func agree(t *testing.T, seed uint64, seen map[string]int) {
	s := generate(seed)
	if !differ(t, s, seen) {
		return
	}
	s.calls = random.Smallest(s.calls, func(calls []call) bool {
		less := s
		less.calls = calls
		return differ(t, less, nil)
	})
	own, err := runEngine(s)
	require.NoError(t, err)
	require.Equal(t, strings.Join(runReal(t, s), "\n"), strings.Join(own, "\n"), "seed %d: the engine disagrees with the real electors on\n%s", seed, s)
}

func differ(t *testing.T, s script, seen map[string]int) bool {
	own, err := runEngine(s)
	require.NoError(t, err)
	real := runReal(t, s)
	for _, l := range real {
		for _, what := range []string{" acquired", " lost", " POST 201", " PUT 409", " GET 0", "transitions=1", "transitions=2"} {
			if seen != nil && strings.Contains(l, what) {
				seen[what]++
			}
		}
	}
	return !slices.Equal(real, own)
}
