package engine

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the committed hashes anew")

// hashes holds, for each of some seeds, how many events its script makes and
// the hash of their bytes. The test runs natively, under -race, and as
// WebAssembly in Node; all have to agree with the file.
const hashes = "testdata/hashes.txt"

const hashedSeeds = 40

func TestSameBytesEverywhere(t *testing.T) {
	var lines strings.Builder
	for seed := range uint64(hashedSeeds) {
		events := encoded(t, runToEnd(t, begin(t, generate(seed+1))))
		fmt.Fprintf(&lines, "%d %d %x\n", seed+1, len(events), sha256.Sum256([]byte(strings.Join(events, "\n"))))
	}
	if *update {
		require.NoError(t, os.WriteFile(hashes, []byte(lines.String()), 0o644))
	}
	want, err := os.ReadFile(hashes)
	require.NoError(t, err)
	assert.Equal(t, string(want), lines.String(), "a script makes other bytes than it did; if that is meant, run with -update and say why")
}

// TestClonesGoTheirOwnWay takes clones at random points. One is led astray at
// once, which must not change the original; another is kept until the original
// has ended, and then has to come to the same end.
func TestClonesGoTheirOwnWay(t *testing.T) {
	for seed := range uint64(many(60)) {
		s := generate(1000 + seed)
		want := encoded(t, runToEnd(t, begin(t, s)))
		random := rand.New(rand.NewPCG(seed, 0xc10e))
		w := begin(t, s)
		checkpoints := map[int]*World{}
		var got []trace.Event
		for {
			if random.IntN(1+len(want)/5) == 0 {
				astray(w.Clone(), random)
				checkpoints[len(got)] = w.Clone()
			}
			events := w.StepUntil(endsWithin)
			if events == nil {
				break
			}
			got = append(got, events...)
		}
		require.Equal(t, want, encoded(t, got), "seed %d: the original, after its clones went astray", 1000+seed)
		end := standing(w)
		for at, c := range checkpoints {
			require.Equal(t, want[at:], encoded(t, runToEnd(t, c)), "seed %d: a clone taken after event %d", 1000+seed, at)
			require.Equal(t, end, standing(c), "seed %d: where the clone taken after event %d ends", 1000+seed, at)
		}
	}
}

// endsWithin is how long these runs last: resyncs and bookmarks never end.
const endsWithin = 5 * time.Minute

func begin(t *testing.T, s script) *World {
	w, err := New(s.config)
	require.NoError(t, err)
	for _, step := range s.steps {
		w.Schedule(step.At, step.Command)
	}
	return w
}

func runToEnd(t *testing.T, w *World) []trace.Event {
	var all []trace.Event
	for events := w.StepUntil(endsWithin); events != nil; events = w.StepUntil(endsWithin) {
		all = append(all, events...)
		require.Less(t, len(all), maxSteps)
	}
	return all
}

// astray does to a world whatever comes to mind.
func astray(w *World, random *rand.Rand) {
	g := &generator{Rand: random, config: w.config}
	for range 20 {
		w.Apply(g.command())
		for range 10 {
			w.StepUntil(endsWithin)
		}
	}
}

func encoded(t *testing.T, events []trace.Event) []string {
	lines := make([]string, len(events))
	for n, e := range events {
		text, err := json.Marshal(e)
		require.NoError(t, err)
		lines[n] = string(text)
	}
	return lines
}

// standing is everything that the views show.
func standing(w *World) string {
	return viewCache(w) + viewQueue(w) + viewListeners(w) + viewWorkqueue(w) + viewGoroutines(w) + viewServer(w)
}
