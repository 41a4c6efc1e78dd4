package election

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	scripts = flag.Int("scripts", 200, "random scripts")
	seed    = flag.Uint64("seed", 0, "seed of the last script; 0: a new one")
)

// The engine's leader electors do what client-go's do: acquire, renew, lose, take
// over, on the same scripts in every run, and on one of a seed that is new each time.
func TestLeaderElectionAgrees(t *testing.T) {
	fresh := *seed
	if fresh == 0 {
		fresh = uint64(rand.Uint32())
	}
	t.Logf("seed %d", fresh)
	seen := map[string]int{}
	for n := range uint64(*scripts - 1) {
		agree(t, n, seen)
	}
	agree(t, fresh, seen)
	t.Log(seen)
	for _, what := range []string{" acquired", " lost", " POST 201", " PUT 409", " GET 0", "transitions=1", "transitions=2"} {
		require.Positive(t, seen[what], "no script leads to%s", what)
	}
}

// agree runs a script on both, and fails with the smallest one on which they still
// disagree.
func agree(t *testing.T, seed uint64, seen map[string]int) {
	s := generate(seed)
	for shorter := differ(t, s, seen); shorter; {
		shorter = false
		for n := range s.calls {
			less := s
			less.calls = slices.Delete(slices.Clone(s.calls), n, n+1)
			if differ(t, less, nil) {
				s, shorter = less, true
				break
			}
		}
		if !shorter {
			own, err := runEngine(s)
			require.NoError(t, err)
			require.Equal(t, strings.Join(runReal(t, s), "\n"), strings.Join(own, "\n"), "seed %d: the engine disagrees with the real electors on\n%s", seed, s)
		}
	}
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
