// Command bench measures how fast the engine is and how much memory it takes,
// on the machine and in the kind of program that it runs as: natively, or as
// WebAssembly in Node. `make bench` runs it as both, behind the comparison with
// the real informer. It fails if a floor is missed; goals are only told.
package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"time"
)

// sizes are the numbers of objects of the worlds that are measured.
var sizes = []int{1_000, 10_000, 100_000}

// limits are the floor and the goal of a seek to a random point of a run of
// 100,000 events over 1,000 objects, of 95 in 100 seeks.
type limits struct{ floor, goal time.Duration }

var seekLimits = map[bool]limits{
	false: {50 * time.Millisecond, 16 * time.Millisecond},
	true:  {200 * time.Millisecond, 50 * time.Millisecond}, // in WebAssembly
}

// tolerance is by how much an exponent of growth may be above 1: caches of the
// processor are small, and a tree of more objects is deeper.
const tolerance = 0.15

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	inBrowser := runtime.GOOS == "js"
	name := "natively"
	if inBrowser {
		name = "as WebAssembly in Node"
	}
	fmt.Printf("The engine %s, tracing on:\n", name)
	all := make([]figures, len(sizes))
	for i, n := range sizes {
		f, err := measure(n)
		if err != nil {
			return err
		}
		all[i] = f
		fmt.Printf("  %7d objects: %7.0f steps/s; %6.1f KB per 1,000 objects; %6.1f KB per 1,000 trace events; seek p50 %.1f ms, p95 %.1f ms\n",
			n, f.stepsPerSecond(), f.bytesPerObject, f.bytesPerEvent, milliseconds(f.seek(50)), milliseconds(f.seek(95)))
	}
	missed := judgeSeek(all[0], seekLimits[inBrowser])
	missed += judgeGrowth(all[0], all[len(all)-1])
	if missed > 0 {
		return fmt.Errorf("%d floors missed %s", missed, name)
	}
	return nil
}

// judgeSeek holds the seeks over the smallest world to floor and goal, and
// returns the number of floors missed.
func judgeSeek(f figures, l limits) int {
	p95 := f.seek(95)
	fmt.Printf("  seek in a run of %d events over %d objects: p95 %.1f ms (floor %v: %s, goal %v: %s)\n",
		seekEvents, f.objects, milliseconds(p95), l.floor, verdict(p95 <= l.floor), l.goal, verdict(p95 <= l.goal))
	return missedIf(p95 > l.floor)
}

// judgeGrowth compares the largest world with the smallest, and returns the
// number of floors missed. An exponent of 1 is growth in proportion.
func judgeGrowth(small, large figures) int {
	missed := 0
	for _, g := range []struct {
		what     string
		exponent float64
	}{
		{"time of a run, with its steps", exponent(small.took.Seconds(), large.took.Seconds(), float64(small.steps), float64(large.steps))},
		{"memory of objects, with their number", 1 + exponent(small.bytesPerObject, large.bytesPerObject, float64(small.objects), float64(large.objects))},
		{"memory of a trace event, with the objects", exponent(small.bytesPerEvent, large.bytesPerEvent, float64(small.objects), float64(large.objects))},
		{"time of a seek, with the objects", exponent(small.seek(95).Seconds(), large.seek(95).Seconds(), float64(small.objects), float64(large.objects))},
	} {
		ok := g.exponent <= 1+tolerance
		fmt.Printf("  growth of the %s: exponent %.2f (floor 1, with a tolerance of %.2f: %s)\n", g.what, g.exponent, tolerance, verdict(ok))
		missed += missedIf(!ok)
	}
	return missed
}

// exponent is e in y = c·x^e through two points.
func exponent(y1, y2, x1, x2 float64) float64 { return math.Log(y2/y1) / math.Log(x2/x1) }

func verdict(ok bool) string {
	if ok {
		return "met"
	}
	return "MISSED"
}

func missedIf(missed bool) int {
	if missed {
		return 1
	}
	return 0
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }
