// Package random has what the comparisons of this module share: which random scripts
// are run, and how one that shows a difference is made small.
package random

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	scripts = flag.Int("scripts", 0, "random scripts; 0: as many as are usual")
	seed    = flag.Uint64("seed", 0, "seed of the last script; 0: a new one")
)

// Seeds are those of the scripts to run: the same in every run, and at the end one
// that is new each time, which it prints.
func Seeds(t *testing.T, usual int) []uint64 {
	if *scripts > 0 {
		usual = *scripts
	}
	seeds := make([]uint64, usual)
	for n := range seeds {
		seeds[n] = uint64(n)
	}
	fresh := *seed
	if fresh == 0 {
		fresh = uint64(rand.Uint32())
	}
	t.Logf("seed %d", fresh)
	seeds[usual-1] = fresh
	return seeds
}

// Smallest leaves out calls one by one as long as the others still differ.
func Smallest[Call any](calls []Call, differ func([]Call) bool) []Call {
	for shorter := true; shorter; {
		shorter = false
		for n := range calls {
			if less := slices.Delete(slices.Clone(calls), n, n+1); differ(less) {
				calls, shorter = less, true
				break
			}
		}
	}
	return calls
}
