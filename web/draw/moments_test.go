package draw

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// run is a scenario with all its events.
type run struct {
	name   string
	branch *scenarios.Branch
}

// runs are the built-in scenarios and those of testdata.
func runs(t *testing.T) []run {
	t.Helper()
	var all []run
	for _, name := range builtin.Names() {
		s, err := builtin.Load(name)
		require.NoError(t, err)
		all = append(all, begin(t, s))
	}
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := scenarios.Load(file, text)
		require.NoError(t, err)
		all = append(all, begin(t, s))
	}
	return all
}

// runOf is the run of one file of testdata.
func runOf(t *testing.T, name string) run {
	t.Helper()
	for _, r := range runs(t) {
		if r.name == name {
			return r
		}
	}
	require.FailNow(t, "no scenario is called "+name)
	return run{}
}

// mostEvents is how far a run is followed.
const mostEvents = 6000

func begin(t testing.TB, s *scenarios.Scenario) run {
	t.Helper()
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	r := run{s.Name, session.Branches[0]}
	r.branch.Ensure(mostEvents, func() bool { return false })
	return r
}

// at is the world after event n, and the options with which a page draws it.
func (r run) at(n int, o Options) (*engine.World, Options) {
	o.Event = r.branch.Find
	if n > 0 {
		o.Changed = r.branch.Event(n)
	}
	return r.branch.At(n).World, o
}

// picture draws the moment after event n.
func (r run) picture(n int, o Options) Node {
	w, o := r.at(n, o)
	return Stage(w, o)
}

// first is the first event of a kind whose key begins as wanted.
func (r run) first(t *testing.T, kind trace.Kind, key string) int {
	t.Helper()
	for n := 1; n <= r.branch.Len(); n++ {
		if e := r.branch.Event(n); e.Kind == kind && strings.HasPrefix(e.Key, key) {
			return n
		}
	}
	require.FailNow(t, "no event "+string(kind)+" of "+key)
	return 0
}

// sample are some moments of a run: the beginning, the end, and others at
// distances that meet every part of it.
func (r run) sample(count int) []int {
	all := []int{0}
	for i := 1; i <= count; i++ {
		all = append(all, i*r.branch.Len()/count)
	}
	return all
}
