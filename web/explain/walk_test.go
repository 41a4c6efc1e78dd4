package explain

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// story is a whole trace as a Context.
type story []trace.Event

func (s story) Event(seq int64) (trace.Event, bool) {
	if seq < 1 || seq > int64(len(s)) {
		return trace.Event{}, false
	}
	return s[seq-1], true
}

// told runs a scenario to its end. each, if there is one, sees the run after
// each event.
func told(t *testing.T, name string, yaml []byte, each func(*scenarios.Run)) story {
	t.Helper()
	s, err := scenarios.Load(name, yaml)
	require.NoError(t, err)
	r, err := scenarios.NewRun(s)
	require.NoError(t, err)
	var all story
	for events := r.Step(); events != nil; events = r.Step() {
		all = append(all, events...)
		if each != nil {
			each(r)
		}
	}
	return all
}

// everyScenario calls f with each scenario that the project has.
func everyScenario(t *testing.T, f func(t *testing.T, name string, yaml []byte)) {
	var files []string
	for _, pattern := range []string{"../../scenarios/*.yaml", "../../scenarios/*/*.yaml", "../../scenarios/testdata/golden/*.yaml", "../../engine/testdata/golden/*.yaml"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			yaml, err := os.ReadFile(file)
			require.NoError(t, err)
			f(t, file, yaml)
		})
	}
}

// dataWords are the Latin words that an event brings along: keys, names of
// informers, handlers and queues, kinds, messages.
func dataWords(e trace.Event) []string {
	all := []string{e.Key, e.Actor, e.From, e.To, e.Delta}
	for _, p := range e.Data {
		all = append(all, spell(p.Value(), English).text)
		if names, ok := p.Value().([]string); ok {
			all = append(all, names...)
		}
	}
	return latinWord.FindAllString(strings.Join(all, " "), -1)
}

func TestEveryEventOfEveryScenarioIsPutIntoWords(t *testing.T) {
	everyScenario(t, func(t *testing.T, name string, yaml []byte) {
		all := told(t, name, yaml, nil)
		for _, e := range all {
			en, zh := Sentence(e, all, English), Sentence(e, all, Chinese)
			assert.Regexp(t, `^\S.*[^ ]\.$`, en)
			assert.Regexp(t, `^\S.*[^ ]。$`, zh)
			for _, s := range []string{en, zh, link(e, all, English), link(e, all, Chinese)} {
				assert.NotRegexp(t, broken, s)
				assert.NotContains(t, s, "somebody")
			}
			assert.NotContains(t, en, "an object", "no key")
			for _, s := range []string{zh, link(e, all, Chinese)} {
				words := foreign(s, upstreamNames, dataWords(e), dataWords(causeOf(e, all)))
				assert.Emptyf(t, words, "event %d: %s", e.Seq, s)
			}
			assert.Truef(t, e.Key == "" || strings.Contains(en, e.Key), "event %d does not name %s: %s", e.Seq, e.Key, en)
			assert.Truef(t, e.Key == "" || strings.Contains(zh, e.Key), "event %d does not name %s: %s", e.Seq, e.Key, zh)
		}
	})
}

func TestEveryEventLightsALine(t *testing.T) {
	everyScenario(t, func(t *testing.T, name string, yaml []byte) {
		var w *engine.World
		all := told(t, name, yaml, func(r *scenarios.Run) { w = r.World })
		setups := map[string]Setup{"": {Client: w.Profile().Release}}
		for _, i := range w.Informers {
			c := i.Config
			setups[c.Name] = Setup{Queue: c.Queue, Atomic: *c.Atomic, WatchList: *c.WatchList, Shared: *c.Shared, Client: w.Profile().Release}
		}
		for _, e := range all {
			s := setups[informerOf(e)]
			program, line := CurrentLine(e, s)
			lit := slices.ContainsFunc(PseudoCode(program, s, English), func(l Line) bool { return l.ID == line })
			assert.Truef(t, lit, "event %d, %s by %s, lights no line of %q", e.Seq, e.Kind, e.Actor, program)
		}
	})
}

func TestEveryChainOfCausesBeginsAtARoot(t *testing.T) {
	everyScenario(t, func(t *testing.T, name string, yaml []byte) {
		all := told(t, name, yaml, nil)
		for _, e := range all {
			chain := Why(e, all, English)
			if e.Cause == 0 {
				assert.Empty(t, chain)
				continue
			}
			assert.NotEmpty(t, chain)
			assert.LessOrEqual(t, len(chain), mostLinks)
			first := all[chain[0].Seq-1]
			assert.Zerof(t, first.Cause, "event %d: %v", e.Seq, chain)
			before := int64(0)
			for _, b := range chain {
				assert.NotEmpty(t, b.Text)
				if b.Seq != 0 {
					assert.Greater(t, b.Seq, before)
					assert.Less(t, b.Seq, e.Seq)
					before = b.Seq
				}
			}
		}
	})
}

func TestEveryJourneyHoldsItsCausesAndNoStranger(t *testing.T) {
	everyScenario(t, func(t *testing.T, name string, yaml []byte) {
		all := told(t, name, yaml, nil)
		// Where one object is reconciled by writing others, causes lead across.
		crosses := slices.ContainsFunc(all, func(e trace.Event) bool {
			return e.Kind == trace.QuotaReplenish || e.Kind == trace.WriteRequest && e.Data.String("method") != "PUT"
		})
		for _, e := range all {
			path := Journey(e, all)
			assert.True(t, slices.IsSorted(path))
			assert.Contains(t, path, e.Seq)
			for c := causeOf(e, all); c.Seq != 0; c = causeOf(c, all) {
				assert.Contains(t, path, c.Seq)
				if c.Kind == trace.QueuePop && c.Key != "" && objectKey(c.Key) != objectKey(e.Key) {
					break // a batch: what led to its Pop is about its first object
				}
			}
			for _, seq := range path {
				key := objectKey(all[seq-1].Key)
				batch := all[seq-1].Kind == trace.QueuePop
				assert.Truef(t, e.Key == "" || key == "" || batch || crosses || key == objectKey(e.Key), "event %d about %s: %d is about %s", e.Seq, e.Key, seq, key)
			}
		}
	})
}

func TestEveryGoroutineStandsSomewhere(t *testing.T) {
	raw := regexp.MustCompile(`on\.|phase\.|state\.`)
	everyScenario(t, func(t *testing.T, name string, yaml []byte) {
		told(t, name, yaml, func(r *scenarios.Run) {
			for _, g := range r.World.Goroutines() {
				for _, lang := range []string{English, Chinese} {
					assert.NotRegexp(t, raw, Standing(g, r.World.Now(), lang))
				}
			}
		})
	})
}

func TestEveryPhaseHasItsWords(t *testing.T) {
	for _, phase := range constantsOf(t, "../../engine/reflector.go", "Phase") {
		if phase != string(engine.PhaseBackoff) && phase != string(engine.PhaseStopped) {
			assert.True(t, has("phase."+phase), phase)
		}
	}
	for _, state := range constantsOf(t, "../../engine/worker.go", "WorkerState") {
		assert.True(t, state == string(engine.WorkerStopped) || has("on."+state), state)
	}
	for _, phase := range append(constantsOf(t, "../../engine/manager.go", "ManagerPhase"), constantsOf(t, "../../engine/elector.go", "ElectorPhase")...) {
		ends := phase == string(engine.ManagerStopped) || phase == string(engine.ManagerIdle)
		assert.True(t, ends || has("phase."+phase), phase)
	}
}
