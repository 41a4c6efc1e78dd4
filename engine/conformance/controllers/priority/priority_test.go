package priority

import (
	"slices"
	"strings"
	"testing"

	"informerscope/engine/conformance/controllers/random"

	"github.com/stretchr/testify/require"
)

// The engine's priority queue hands out what controller-runtime's does: on the same
// scripts in every run, and on one of a seed that is new each time.
func TestThePriorityQueueAgrees(t *testing.T) {
	seeds, compared := random.Seeds(t, 1000), 0
	known, fresh := seeds[:len(seeds)-1], seeds[len(seeds)-1]
	for _, seed := range known {
		if agree(t, seed) {
			compared++
		}
	}
	agree(t, fresh)
	require.Greater(t, compared, len(seeds)*9/10, "most scripts say what comes first")
}

// agree runs a script on both, unless it leaves open what comes first, and fails
// with the smallest one on which they still disagree.
func agree(t *testing.T, seed uint64) (compared bool) {
	s := generate(seed)
	if !differ(t, s) {
		_, ambiguous, _ := runEngine(s)
		return !ambiguous
	}
	s.calls = random.Smallest(s.calls, func(calls []call) bool {
		less := s
		less.calls = calls
		return differ(t, less)
	})
	own, _, err := runEngine(s)
	require.NoError(t, err)
	require.Equal(t, strings.Join(runReal(t, s), "\n"), strings.Join(own, "\n"), "seed %d: the engine disagrees with the real queue on\n%s", seed, s)
	return true
}

// differ says whether both come to other lines on a script that says what comes
// first.
func differ(t *testing.T, s script) bool {
	own, ambiguous, err := runEngine(s)
	require.NoError(t, err)
	return !ambiguous && !slices.Equal(runReal(t, s), own)
}
