package web

import (
	"encoding/json"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
)

// Truth is what the page knows of how true it is: in what it differs from the real
// thing on purpose, and what was proved against that. The site makes the file of
// what is committed.
type Truth struct {
	Simplified []Simplification `json:"simplified"`
	Proof      Proof            `json:"proof"`
}

// Simplification is one thing in which the engine differs from the real thing on
// purpose.
type Simplification struct {
	// At is the file whose comment says so.
	At   string         `json:"at"`
	Note scenarios.Text `json:"note"`
}

// Proof is what `make conformance` has found: what was run on client-go and on the
// engine, and how often the reports differed.
type Proof struct {
	// Date is the day, Releases the versions of client-go by the engine's name of
	// them.
	Date     string            `json:"date"`
	Releases map[string]string `json:"releases"`
	// Modes are random scripts in each mode, Fresh such scripts as files, Golden
	// reports that were made with client-go before, Builtin the course.
	Modes   []Proved `json:"modes"`
	Fresh   Proved   `json:"fresh"`
	Golden  Proved   `json:"golden"`
	Builtin Proved   `json:"builtin"`
	// Unproved are the built-in scenarios that client-go cannot be made to run.
	Unproved []string `json:"unproved"`
}

// Proved is how many scripts were run, and how many of them led to other reports.
type Proved struct {
	Mode        string `json:"mode,omitempty"`
	Scripts     int    `json:"scripts"`
	Differences int    `json:"differences"`
}

// truthFile has a Truth.
const truthFile = "truth.json"

// The parts of the dialog that tells it, by the argument of its controls.
const (
	truthProof      = "proof"
	truthInvariants = "invariants"
	truthSimplified = "simplified"
)

var truthParts = []string{truthProof, truthInvariants, truthSimplified}

// truth is what has come of truthFile, and what the invariants were at a moment.
type truth struct {
	truth    *Truth
	findings []engine.Finding
	foundIn  *scenarios.Branch
	foundAt  int
}

// openTruth opens the dialog at one of its parts, and asks for what it tells.
func openTruth(m *Model, now time.Duration, p Press) []Effect {
	part := p.Arg
	if part == "" {
		part = truthProof
	}
	m.pause(now)
	m.Dialog = Dialog{Name: DialogTruth, Part: part}
	if m.truth.truth != nil {
		return nil
	}
	return []Effect{Fetch{For: fetchTruth, Address: truthFile}}
}

// truthCame takes over what was asked for.
func (m *Model) truthCame(f Fetched) {
	var t Truth
	err := f.Err
	if err == nil {
		err = json.Unmarshal(f.Body, &t)
	}
	if err != nil {
		m.say(true, m.t("error.load", "error", f.Address+": "+m.words(err)))
		return
	}
	m.truth.truth = &t
}

// invariants are what has become of the engine's invariants at the moment shown.
func (m *Model) invariants() []engine.Finding {
	t := &m.truth
	if t.foundIn == m.Branch && t.foundAt == m.Event {
		return t.findings
	}
	watcher := engine.NewWatcher(m.Branch.At(0).World)
	for n := range m.Event {
		watcher.Event(*m.Branch.Event(n + 1))
	}
	w := m.world()
	t.findings, t.foundIn, t.foundAt = append(w.Findings(), watcher.Findings(w)...), m.Branch, m.Event
	return t.findings
}

// all sums up what was run in all modes.
func (p Proof) all() (sum Proved) {
	for _, mode := range p.Modes {
		sum.Scripts += mode.Scripts
		sum.Differences += mode.Differences
	}
	return sum
}
