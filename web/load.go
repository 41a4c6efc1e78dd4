package web

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
	"informerscope/web/explain"
)

// builtinName matches the name of a built-in scenario; what does not match is an
// address.
var builtinName = regexp.MustCompile(`^[a-z0-9-]+$`)

// catalogueFile lists the built-in scenarios.
const catalogueFile = "scenarios/index.json"

// load asks for a scenario: by name, by address, or as the text of a file.
func (m *Model) load(now time.Duration, scenario string) []Effect {
	m.Dialog = Dialog{}
	if strings.Contains(scenario, "\n") {
		m.wanted = ""
		return m.fetched(now, Fetched{Fetch: Fetch{For: fetchText, Address: "scenario"}, Body: []byte(scenario)})
	}
	m.wanted, m.loading = scenario, true
	return []Effect{Fetch{For: fetchScenario, Address: addressOf(scenario)}}
}

func addressOf(scenario string) string {
	if builtinName.MatchString(scenario) {
		return "scenarios/" + scenario + ".yaml"
	}
	return scenario
}

// fetched takes over a file that has come.
func (m *Model) fetched(now time.Duration, f Fetched) []Effect {
	if f.For == fetchCatalogue {
		err := f.Err
		if err == nil {
			err = json.Unmarshal(f.Body, &m.Catalogue)
		}
		if err != nil {
			m.say(true, m.t("error.catalogue", "error", m.words(err)))
		}
		m.tellUnknown()
		return nil
	}
	if f.For == fetchTruth {
		m.truthCame(f)
		return nil
	}
	m.loading = false
	err := f.Err
	if err == nil {
		err = m.loaded(now, f.Address, f.Body)
	}
	switch {
	case f.missing() && builtinName.MatchString(m.wanted) && m.wanted != FreePlay:
		m.unknown = m.wanted
		err = m.noScenario("error.no-scenario-here") // for a program, which sees no controls
		m.tellUnknown()
	case err != nil:
		m.say(true, m.t("error.load", "error", f.Address+": "+m.words(err)))
	}
	if err != nil {
		return append(m.refuseCalls(err), m.fallBack(now)...)
	}
	if f.For == fetchText {
		m.wanted, m.Settings.Scenario = "", ""
	}
	if f.From != "" && !builtinName.MatchString(m.wanted) {
		m.say(false, m.t("load.from", "address", f.From))
	}
	return nil
}

// errorStatus is what a server says that has not got the file.
const errorStatus = "error.status"

// missing says that the site answered, and has no such file.
func (f Fetched) missing() bool {
	e, ok := f.Err.(pageError)
	return ok && e.id == errorStatus
}

// tellUnknown names a built-in scenario that there is not, with those that there
// are, once these are known.
func (m *Model) tellUnknown() {
	if m.unknown == "" || len(m.Catalogue) == 0 {
		return
	}
	id := "error.no-scenario"
	if m.Settings.View != ViewFull { // without the control that lists them
		id = "error.no-scenario-here"
	}
	m.say(true, m.words(m.noScenario(id)))
	m.unknown = ""
}

// noScenario says that no scenario has the unknown name, and which there are as
// far as that is known.
func (m *Model) noScenario(id string) error {
	names := make([]string, len(m.Catalogue))
	for i, e := range m.Catalogue {
		names[i] = e.Name
	}
	if len(names) == 0 {
		id = "error.no-such-scenario"
	}
	return pageError{id, []any{"name", m.unknown, "nearest", scenarios.Nearest(m.unknown, names),
		"n", len(names), "names", strings.Join(names[:min(len(names), 3)], ", ")}}
}

// loaded shows a scenario whose file has come.
func (m *Model) loaded(now time.Duration, name string, text []byte) error {
	s, err := scenarios.Load(name, text)
	if err == nil {
		err = m.begin(now, s)
	}
	if err == nil {
		m.Settings.Scenario, m.source = m.wanted, string(text)
		m.compareMark()
	}
	return err
}

// fallBack goes to free play when the first scenario cannot be shown: a page
// without any would be of no use.
func (m *Model) fallBack(now time.Duration) []Effect {
	if m.Session != nil || m.wanted == FreePlay {
		return nil
	}
	m.Settings.At = Position{}
	return m.load(now, FreePlay)
}

// begin shows a scenario from its opening, or from where the address says.
func (m *Model) begin(now time.Duration, s *scenarios.Scenario) error {
	session, branch, err := m.restored(m.asChosen(s))
	if err == nil {
		m.enter(now, s, session, branch)
	}
	return err
}

// enter shows a branch of a session of the scenario.
func (m *Model) enter(now time.Duration, s *scenarios.Scenario, session *scenarios.Session, branch *scenarios.Branch) {
	if s != m.original {
		m.source = ""
	}
	if m.original == nil || m.original.Name != s.Name {
		m.Lane = ""
	}
	if m.Session != nil && strings.HasPrefix(m.Settings.Compare, branchPrefix) { // of another session
		m.Settings.Compare = ""
	}
	m.original, m.Session, m.Branch = s, session, branch
	m.number++
	m.heavy = false
	m.kept = ""
	m.Event, m.Time, m.Selection, m.touched = 0, 0, Selection{}, ""
	m.player, m.questions, m.opened = player{}, questions{}, toCome
	at := opening(s)
	switch {
	case m.Settings.At.Given:
		at = m.Settings.At
		m.Settings.At, m.opened = Position{}, elsewhere
	case m.Settings.Autoplay:
		at = Position{ByEvent: true}
	}
	if m.free() && !at.ByEvent {
		m.Branch.Extend(at.Time)
	}
	m.seek(now, at)
	if m.Settings.Autoplay {
		m.play(now)
	}
}

// asChosen is a scenario with the client and the queues that the reader chose.
func (m *Model) asChosen(s *scenarios.Scenario) *scenarios.Scenario {
	if client := m.Settings.Client; client != "" && client != engine.ProfileOf(s.World.Client).Release {
		s = withClient(s, client)
	}
	return withQueue(s, m.Settings.Queue)
}

// writtenFor is the queue and the client that the scenario's texts tell of, where the
// reader has chosen others; else empty.
func (m *Model) writtenFor() string {
	if told := machinery(m.original.World); told != machinery(m.Session.Scenario.World) {
		return told
	}
	return ""
}

func machinery(w engine.Config) string {
	p := engine.ProfileOf(w.Client)
	queue := p.Queue
	if len(w.Informers) > 0 && w.Informers[0].Queue != "" && !p.OnlyDefaults {
		queue = w.Informers[0].Queue
	}
	return queue + ", client-go " + p.Release
}

// rerun plays the scenario again under another choice: what was done is done again,
// on every branch, and the same moment is shown.
func (m *Model) rerun(now time.Duration) {
	session, err := scenarios.NewSession(m.asChosen(m.original))
	if err != nil {
		m.say(true, explain.Error(m.Lang, err))
		return
	}
	at := m.Time
	session.AllAgain(m.Session)
	m.Session, m.Branch = session, session.Branches[m.Branch.ID]
	m.player, m.questions = player{Held: m.Held}, questions{}
	m.show(0)
	m.seek(now, Position{Time: at})
}

// withQueue is a scenario with all its queues of one kind, where the client has
// a choice.
func withQueue(s *scenarios.Scenario, queue string) *scenarios.Scenario {
	if queue == "" || engine.ProfileOf(s.World.Client).OnlyDefaults {
		return s
	}
	c := *s
	c.World.Informers = nil
	for _, i := range s.World.Informers {
		if i.Queue != queue {
			i.Queue, i.Atomic = queue, nil
		}
		c.World.Informers = append(c.World.Informers, i)
	}
	return &c
}
