package priority

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	scripts = flag.Int("scripts", 1000, "random scripts")
	seed    = flag.Uint64("seed", 0, "seed of the last script; 0: a new one")
)

// The engine's priority queue hands out what controller-runtime's does: on the same
// scripts in every run, and on one of a seed that is new each time.
func TestThePriorityQueueAgrees(t *testing.T) {
	fresh := *seed
	if fresh == 0 {
		fresh = uint64(rand.Uint32())
	}
	t.Logf("seed %d", fresh)
	compared := 0
	for n := range uint64(*scripts - 1) {
		if agree(t, n) {
			compared++
		}
	}
	agree(t, fresh)
	require.Greater(t, compared, *scripts*9/10, "most scripts say what comes first")
}

// agree runs a script on both, unless it leaves open what comes first, and fails
// with the smallest one on which they still disagree.
func agree(t *testing.T, seed uint64) (compared bool) {
	s := generate(seed)
	if !differ(t, s) {
		_, ambiguous, _ := runEngine(s)
		return !ambiguous
	}
	for shorter := true; shorter; {
		shorter = false
		for n := range s.calls {
			less := s
			less.calls = slices.Delete(slices.Clone(s.calls), n, n+1)
			if differ(t, less) {
				s, shorter = less, true
				break
			}
		}
	}
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
