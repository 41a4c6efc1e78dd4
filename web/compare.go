package web

import (
	"errors"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/explain"
)

// What two runs can differ in; branchPrefix and a number is another branch of the
// session.
const (
	compareQueue  = "queue"
	compareList   = "list"
	compareClient = "client"
	branchPrefix  = "branch:"
)

// twin is a second run of the script that is shown, beside it.
type twin struct {
	kind   string
	branch *scenarios.Branch
	// of is what it is a twin of, with so many acts.
	of   *scenarios.Branch
	acts int
	// computed says that it is computed to its end.
	computed bool
	// difference is the first event in which both differ, told the first call of a
	// handler that does, and known how many events are known to be the same.
	difference, told, known int
}

// compare shows another run beside the present one; the same again, or nothing,
// ends that.
func (m *Model) compare(kind string) {
	if kind == m.Settings.Compare {
		kind = ""
	}
	m.Settings.Compare, m.twin, m.Dialog = kind, nil, Dialog{}
}

// pair makes the twin of the run that is shown, if one is wanted and there is none
// yet: also after an act, which both runs get.
func (m *Model) pair() {
	if m.Settings.Compare == "" || m.Branch == nil {
		m.twin = nil
		return
	}
	t := m.twin
	if acts := len(m.Branch.Path()); t == nil || t.of != m.Branch || t.acts != acts {
		branch, err := m.newTwin()
		if err != nil {
			m.say(true, explain.Error(m.Lang, err))
			m.Settings.Compare, m.twin = "", nil
			return
		}
		t = &twin{kind: m.Settings.Compare, branch: branch, of: m.Branch, acts: acts}
		m.twin = t
	}
	if m.Branch.Until > t.branch.Until {
		t.branch.Extend(m.Branch.Until)
		t.computed = false
	}
	t.look()
}

func (m *Model) newTwin() (*scenarios.Branch, error) {
	if id, ok := strings.CutPrefix(m.Settings.Compare, branchPrefix); ok {
		if number(id) >= len(m.Session.Branches) {
			return nil, errors.New(m.t("compare.no-branch", "n", number(id)+1, "all", len(m.Session.Branches)))
		}
		return m.Session.Branches[number(id)], nil
	}
	session, err := scenarios.NewSession(m.variant(m.Settings.Compare))
	if err != nil {
		return nil, err
	}
	return session.Again(m.Branch), nil
}

// variant is the scenario with the other queue, way of listing or client than that
// of the informer that is open.
func (m *Model) variant(kind string) *scenarios.Scenario {
	s := m.Session.Scenario
	i := m.informer()
	switch {
	case kind == compareClient:
		return withClient(s, otherOf(m.world().Profile().Release, engine.Client137, engine.Client113))
	case i == nil:
	case kind == compareQueue:
		return withQueue(s, otherOf(i.Config.Queue, engine.RealFIFO, engine.DeltaFIFO))
	case kind == compareList:
		c := *s
		c.World.Informers = nil
		streams := !*i.Config.WatchList
		for _, i := range s.World.Informers {
			i.WatchList = &streams
			c.World.Informers = append(c.World.Informers, i)
		}
		return &c
	}
	return s
}

func otherOf(present, one, other string) string {
	if present == one {
		return other
	}
	return one
}

// withClient is a scenario under another release of client-go; what that does not
// know is left to its defaults.
func withClient(s *scenarios.Scenario, client string) *scenarios.Scenario {
	c := *s
	c.World.Client, c.World.Informers = client, nil
	for _, i := range s.World.Informers {
		if engine.ProfileOf(client).OnlyDefaults {
			i.Queue, i.WatchList, i.Atomic = "", nil, nil
		}
		c.World.Informers = append(c.World.Informers, i)
	}
	return &c
}

// comparable are the things in which the run could differ from a twin.
func (m *Model) comparable() []string {
	kinds := []string{compareClient}
	if !m.world().Profile().OnlyDefaults {
		kinds = []string{compareQueue, compareList, compareClient}
	}
	for _, b := range m.Session.Branches {
		if b != m.Branch {
			kinds = append(kinds, branchPrefix+itoa(b.ID))
		}
	}
	return kinds
}

// look looks for the first difference, as far as both runs are computed.
func (t *twin) look() {
	if t.difference > 0 {
		return
	}
	t.difference = scenarios.FirstDifference(t.of, t.branch, t.known)
	t.known = min(t.of.Len(), t.branch.Len())
}

// toldDifferently is the first call of a handler that differs from that in the
// other run: what a controller could notice. 0 if there is none.
func (t *twin) toldDifferently() int {
	if t.told != 0 || !t.computed || t.difference == 0 {
		return max(t.told, 0)
	}
	t.told = -1 // not again
	n := 0
	for a := 1; a <= t.of.Len(); a++ {
		e := t.of.Event(a)
		if e.Kind != trace.HandlerCall {
			continue
		}
		for n++; n <= t.branch.Len() && t.branch.Event(n).Kind != trace.HandlerCall; n++ {
		}
		if n > t.branch.Len() || !sameCall(e, t.branch.Event(n)) {
			t.told = a
			break
		}
	}
	return max(t.told, 0)
}

func sameCall(a, b *trace.Event) bool {
	return a.To == b.To && a.Key == b.Key && a.RV == b.RV && a.OldRV == b.OldRV && a.Data.String("call") == b.Data.String("call")
}

// beside is the position of the twin at the moment shown.
func (m *Model) beside() int {
	t := m.twin
	if m.Event == 0 {
		return 0
	}
	return scenarios.Beside(t.of, t.branch, min(m.Event, t.of.Len()), t.difference)
}

// twinStage is the stage of the twin at a width.
func (m *Model) twinStage(width int) draw.Node {
	event := m.beside()
	return draw.Stage(worldAt(m.twin.branch, event, m.Time), m.optionsOf(m.twin.branch, event, width))
}

// worldAt is the world of a run behind an event, with its clock where the reader's
// is: what waits counts down while nothing happens.
func worldAt(b *scenarios.Branch, event int, now time.Duration) *engine.World {
	w := b.At(event).World
	if now <= w.Now() {
		return w
	}
	w = w.Clone()
	w.AdvanceTo(now)
	return w
}
