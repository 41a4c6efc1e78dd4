package conformance

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// generator makes a random script. It keeps clear of what the library leaves
// open, so that all of a report can be compared:
//
//   - No two things fall due at one moment by chance: each instant of the script
//     has a fraction of a millisecond of its own, which all that follows from it
//     inherits, and durations are odd.
//   - A handler that takes time, or panics, hears of a single object, for it
//     would otherwise matter in which order the library goes through a map.
//   - One handler feeds a workqueue.
//   - Where a reconcile takes time, one key fails at most: of two, the second
//     would be ready again in the very moment at which the first one ends. So it
//     is where a key soon waits as long as it can: the same waits in another order
//     end at one moment, of which it is open who goes first (Y-3).
type generator struct {
	rand  *rand.Rand
	mode  Mode
	s     *scenarios.Scenario
	now   time.Duration
	steps int // instants so far
	// alive are the objects that are there, by reference; held are those whose
	// finalizer is still on.
	alive    map[string]bool
	held     map[string]bool
	handlers []string // of the first informer, those that may be removed
	added    int
	alone    bool          // the last instant is not to be shared
	panics   bool          // some handler will
	stopped  bool          // the first informer has been
	takes    time.Duration // of a reconcile
	patience time.Duration // until a slow handler has heard all
}

// Generate makes the script of a seed in a mode.
func Generate(mode Mode, seed uint64) *scenarios.Scenario {
	hash := fnv.New64a()
	hash.Write([]byte(mode.String()))
	g := &generator{
		rand: rand.New(rand.NewPCG(seed, hash.Sum64())), mode: mode,
		alive: map[string]bool{}, held: map[string]bool{},
	}
	g.s = &scenarios.Scenario{
		APIVersion: scenarios.APIVersion, Kind: scenarios.Kind,
		Name: fmt.Sprintf("script-%d", seed), Title: scenarios.Plain(fmt.Sprintf("Script %d, %s", seed, mode)),
		Level: 5, Seed: 1,
	}
	g.world()
	g.expireToken()
	g.outrun()
	for range 5 + g.rand.IntN(25) {
		g.step()
	}
	g.pause()
	g.s.Until = &metav1.Duration{Duration: g.at() + g.patience + choose[time.Duration](g, 5, 5, 40, 130)*time.Second}
	return g.s
}

// old: the script is for 1.13, which can do less.
func (g *generator) old() bool { return g.mode.Client == engine.Client113 }

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.rand.IntN(n) == 0 }

// ms picks a number of milliseconds, and adds a part of its own to it: multiples
// of two such durations hardly ever meet.
func (g *generator) ms(of ...int) time.Duration {
	n := choose(g, of...)
	return time.Duration(n)*time.Millisecond + time.Duration(n%97)*10*time.Microsecond
}

func choose[T any](g *generator, of ...T) T { return of[g.rand.IntN(len(of))] }

func duration(d time.Duration) *metav1.Duration { return &metav1.Duration{Duration: d} }
