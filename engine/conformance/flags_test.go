package conformance

import (
	"flag"
	"math/rand/v2"
	"testing"
)

// How much is tried; `make conformance` asks for more than `go test` does.
var (
	scripts = flag.Int("scripts", 25, "random scripts in each mode")
	renew   = flag.Bool("update", false, "write the golden traces anew")
	expect  = flag.String("expect", "", "write the expect of this built-in scenario anew, or of all")
	seed    = flag.Uint64("seed", 0, "seed of what differs from run to run; 0: a new one")
)

// freshSeed is the seed of what differs from run to run, which it prints.
func freshSeed(t *testing.T) uint64 {
	fresh := *seed
	if fresh == 0 {
		fresh = uint64(rand.Uint32())
	}
	t.Logf("seed %d", fresh)
	return fresh
}
