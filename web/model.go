package web

import (
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
)

// Model is everything that the page shows. Update alone changes it.
type Model struct {
	Settings Settings
	// Lang is the language shown, en or zh.
	Lang string

	// Session is what was done so far, Branch the run that is shown; nil until
	// a scenario has been loaded.
	Session *scenarios.Session
	Branch  *scenarios.Branch
	// Event is the last event that is shown, and Time the simulated moment: that
	// of the event, or later where nothing happens for a while.
	Event int
	Time  time.Duration
	player
	questions

	// twin is the run that Settings.Compare wants beside this one.
	twin *twin

	timeline  timeline
	Selection Selection
	// Lane is the informer that is open on the stage, by name; empty or unknown
	// stands for the first.
	Lane string
	// Menu says that the menu is open, where there is no room for the controls.
	Menu bool
	// LogRow is the first row of the log that is in view.
	LogRow int
	// Tab is what the inspector shows of the selection.
	Tab    Tab
	Dialog Dialog
	// Notices are messages to the reader, the newest last.
	Notices []Notice
	// Catalogue are the built-in scenarios, once their list has come.
	Catalogue []Entry
	// Seen are the scenarios whose end the reader has seen, by name.
	Seen []string

	// base is the address of the page without its query.
	base string
	// opened is the event at which the scenario opens by itself.
	opened int
	// wanted is the scenario that was asked for last, by name or address;
	// original is the one that is played, as it was loaded.
	wanted   string
	original *scenarios.Scenario
	// unknown is a scenario that there is not, until the reader has been told.
	unknown string
	// touched is the object of the last act, a reference.
	touched string
	// clock reads the time for the budget of slices.
	clock func() time.Duration
	// calls wait until the moment they asked for is shown.
	calls []int
	// source is the text of original as it was loaded; empty if it was none.
	source string
	draft  draft
	truth  truth
	keeping
	// reading is a file that is being read.
	reading *reading
	// filming is an animation that is being made.
	filming *filming
	// loading says that a scenario was asked for and has not come.
	loading bool
	sessionLink
	// unseen says that nobody can see the page: it is in a hidden tab or slide, or
	// scrolled away.
	unseen bool
	// failure is the panic that was caught last, and backup the session before.
	failure Failed
	backup  backup
}

// Values of Model.opened that are no events.
const (
	toCome    = -1 // it has not been computed
	elsewhere = -2 // the reader asked for another moment
)

// Entry is a built-in scenario in the list of them.
type Entry struct {
	Name    string         `json:"name"`
	Title   scenarios.Text `json:"title"`
	Summary scenarios.Text `json:"summary"`
	Level   int            `json:"level"`
	// Answers are the questions that it answers, Seconds is how long it plays.
	Answers []scenarios.Text `json:"answers,omitempty"`
	Tags    []string         `json:"tags,omitempty"`
	Seconds int              `json:"seconds"`
}

// Notice is a message to the reader.
type Notice struct {
	// Bad says that something did not work.
	Bad  bool
	Text string
}

// Selection is what the inspector is about; at most one is set.
type Selection struct {
	// Place is a room of the stage.
	Place string
	// Object is a reference such as pods/default/web-1.
	Object string
	// Event is an event of the trace.
	Event int
}

// kind tells a room, an object, an event and nothing apart.
func (s Selection) kind() [3]bool { return [3]bool{s.Place != "", s.Object != "", s.Event > 0} }

// Tab is one of the inspector's pages.
type Tab string

// The inspector's pages.
const (
	TabWhy     Tab = "why"
	TabState   Tab = "state"
	TabObject  Tab = "object"
	TabJourney Tab = "journey"
)

// world is the world of the moment shown; it is for reading only.
func (m *Model) world() *engine.World { return m.run().World }

// run is the run at the moment shown; it is for reading only.
func (m *Model) run() *scenarios.Run { return m.Branch.At(m.Event) }

// say puts a message before the reader.
func (m *Model) say(bad bool, text string) {
	const most = 4
	m.Notices = append(m.Notices, Notice{bad, text})
	m.Notices = m.Notices[max(0, len(m.Notices)-most):]
}

// fade lets go of the messages that have been seen by whoever goes on; what did
// not work stays until it is dismissed.
func (m *Model) fade() {
	var stay []Notice
	for _, n := range m.Notices {
		if n.Bad {
			stay = append(stay, n)
		}
	}
	m.Notices = stay
}
