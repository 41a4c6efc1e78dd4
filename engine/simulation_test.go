package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

var (
	seeds = flag.Int("seeds", many(200), "how many seeds the simulation runs")
	seed  = flag.Uint64("seed", 0, "the first of them; 0 is the fixed one")
)

// many is how many times something is tried; WebAssembly in Node is slow.
func many(n int) int {
	if runtime.GOOS == "js" {
		return n / 10
	}
	return n
}

// TestSimulation runs random worlds with random commands and faults, and checks
// the invariants after every step. Then the faults end, and everything has to
// converge: cache and server, handlers, queues. `make soak` runs many more.
func TestSimulation(t *testing.T) {
	first := *seed
	if first == 0 {
		first = 1
	}
	for n := range uint64(*seeds) {
		s := generate(first + n)
		if err := s.simulate(nil); err != nil {
			smallest := shrink(s)
			var told bytes.Buffer
			err = smallest.simulate(&told)
			t.Fatalf("seed %d: %v\n\nThe smallest script:\n%s\nWhat happened:\n%s", first+n, err, smallest, lastLines(told.String(), 80))
		}
	}
}

// script is a world and what happens to it.
type script struct {
	config Config
	steps  []scriptStep
}

type scriptStep struct {
	At      time.Duration `json:"at"`
	Command Command       `json:"command"`
}

// String is the script as a person reads it.
func (s script) String() string {
	config, _ := yaml.Marshal(s.config)
	var out strings.Builder
	fmt.Fprintf(&out, "seed: %d, random order: %v\n%s", s.config.Seed, s.config.RandomOrder, config)
	for _, step := range s.steps {
		command, _ := json.Marshal(step.Command)
		fmt.Fprintf(&out, "at %s %s\n", step.At, command)
	}
	return out.String()
}

// The bounds of a simulation: the simulated time in which what was stopped has
// ended and in which everything has to converge, once the faults are over, and
// the steps it may take.
const (
	stopsWithin     = 2 * time.Minute
	convergesWithin = 2 * time.Hour
	maxSteps        = 200_000
)

// simulation is one script being run.
type simulation struct {
	world   *World
	watcher *Watcher
	told    *bytes.Buffer
	steps   int
}

// simulate runs the script, writing what happens to told unless it is nil. The
// error says what was broken; a panic is an error too.
func (s script) simulate(told *bytes.Buffer) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	w, err := New(s.config)
	if err != nil {
		return fmt.Errorf("the world is refused: %w", err)
	}
	sim := &simulation{world: w, watcher: NewWatcher(w), told: told}
	end := time.Duration(0)
	for _, step := range s.steps {
		w.Schedule(step.At, step.Command)
		end = max(end, step.At)
	}
	if err := sim.runUntil(end, false); err != nil {
		return err
	}
	return sim.converge()
}

// runUntil takes steps, and checks after each, until a time or until the world
// is quiet.
func (s *simulation) runUntil(limit time.Duration, quiet bool) error {
	for !quiet || !s.world.Quiet() {
		events := s.world.StepUntil(limit)
		if events == nil {
			break
		}
		if s.steps++; s.steps > maxSteps {
			return fmt.Errorf("it is not over after %d steps, at %s", maxSteps, s.world.Now())
		}
		for _, e := range events {
			s.watcher.Event(e)
			if s.told != nil {
				fmt.Fprintf(s.told, "%4d %-12s %-20s %s\n", e.Seq, e.At, e.Actor, line(e))
			}
		}
		if broken := append(s.world.Violations(), s.watcher.Violations(s.world)...); len(broken) > 0 {
			return errors.New(strings.Join(broken, "\n"))
		}
	}
	if quiet && !s.world.Quiet() {
		return fmt.Errorf("it is not quiet at %s", s.world.Now())
	}
	return nil
}

// converge ends all faults and waits until everything has come to rest. Whatever
// had stopped is started again, and every informer lists anew (1.13 needs that,
// D-14 and D-15). Nobody is slow any more: who takes longer than the resyncs are
// apart never comes to rest.
func (s *simulation) converge() error {
	w := s.world
	for _, actor := range w.Held {
		w.Apply(Command{Release: actor})
	}
	for _, c := range w.Controllers {
		if c.isQuota() {
			w.Apply(Command{Create: &definition}) // so that its monitor is there, too
		}
	}
	if err := s.runUntil(w.Now()+stopsWithin, false); err != nil {
		return err
	}
	for _, i := range w.Informers {
		if i.Reflector.stopping || !i.Started {
			w.Apply(Command{Start: &TargetCommand{Informer: i.Config.Name}})
		} else {
			w.Apply(Command{DropWatch: &DropWatchCommand{Informer: i.Config.Name, How: "error-event", Status: 410}})
		}
	}
	for _, c := range w.Controllers {
		if c.stopped {
			w.Apply(Command{Start: &TargetCommand{Controller: c.Config.Name}})
		}
	}
	// An informer that starts again may have handlers that it had not before.
	if err := s.runUntil(w.Now(), false); err != nil {
		return err
	}
	numbers := map[string]any{"network.list": "0s", "network.watch": "0s", "network.write": "0s"}
	for _, i := range w.Informers {
		for _, l := range i.Listeners {
			numbers["handler "+i.Config.Name+"/"+l.Config.Name+".takes"] = "0s"
		}
	}
	for _, c := range w.Controllers {
		numbers["controller "+c.Config.Name+".takes"] = "0s"
	}
	w.Apply(Command{Set: numbers})
	if err := s.runUntil(w.Now()+convergesWithin, true); err != nil {
		return err
	}
	return s.converged()
}

// converged says what has not come to rest as it should.
func (s *simulation) converged() error {
	w := s.world
	for _, i := range w.Informers {
		if i.Reflector.Phase != PhaseWatching {
			return fmt.Errorf("informer %s does not watch in the end: %s", i.Config.Name, i.Reflector.Phase)
		}
		if !i.Synced {
			return fmt.Errorf("informer %s has not synced in the end", i.Config.Name)
		}
		if err := cacheIsServer(w, i); err != nil {
			return fmt.Errorf("informer %s in the end: %w", i.Config.Name, err)
		}
		for _, l := range i.Listeners {
			if l.Run.Handling != nil || l.Pop.NextCh != nil {
				return fmt.Errorf("handler %s/%s is not done in the end", i.Config.Name, l.Config.Name)
			}
		}
	}
	for _, q := range w.Workqueues {
		busy := len(q.Queue.Queue) > 0 && w.served(q) || q.Waiting.Len() > 0 && !q.ShuttingDown || len(q.Feed) > 0
		if busy {
			return fmt.Errorf("workqueue %s is not empty in the end", q.Config.Name)
		}
	}
	return nil
}

// served: some worker takes keys out of q.
func (w *World) served(q *Workqueue) bool {
	for _, c := range w.Controllers {
		if c.Config.Queue == q.Config.Name && c.CacheSynced && *c.Config.Workers > 0 && !c.stopped {
			return true
		}
	}
	return false
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// TestTheSimulationReachesEverything keeps the generator honest: over a hundred
// seeds every kind of event happens.
func TestTheSimulationReachesEverything(t *testing.T) {
	seen := map[trace.Kind]bool{}
	for n := range uint64(80) {
		s := generate(1 + n)
		w, err := New(s.config)
		require.NoError(t, err)
		for _, step := range s.steps {
			w.Schedule(step.At, step.Command)
		}
		for events := w.StepUntil(time.Hour); events != nil && w.Seq() < maxSteps; events = w.StepUntil(time.Hour) {
			for _, e := range events {
				seen[e.Kind] = true
			}
		}
	}
	// Only a server that contradicts itself leads to these; the transcripts of
	// engine/cache show what comes of it (D-4, D-5).
	seen[trace.QueueDedup], seen[trace.QueueIgnored] = true, true
	for _, k := range everyKind {
		require.True(t, seen[k], "no script leads to %s", k)
	}
}

// pick chooses one.
func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
