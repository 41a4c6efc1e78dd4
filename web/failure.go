package web

import (
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// Version is what the program says it is in reports; the build sets it.
var Version = "dev"

// backup is what a session is made of again after a failure: as it was when the
// last message had been dealt with.
type backup struct {
	branches []scenarios.Branch
	branch   int
	event    int
}

// keep remembers the session.
func (m *Model) keep() {
	if m.Session == nil {
		return
	}
	b := backup{branch: m.Branch.ID, event: m.Event}
	for _, from := range m.Session.Branches {
		b.branches = append(b.branches, scenarios.Branch{
			ID: from.ID, Parent: from.Parent, Fork: from.Fork, Acts: from.Acts, Until: from.Until, Seen: from.Seen,
		})
	}
	m.backup = b
}

// catch turns a panic into a Failed. It is deferred wherever the program can be
// entered.
func (m *Model) catch(msg Msg) {
	if r := recover(); r != nil {
		m.fail(Failed{In: fmt.Sprintf("%T", msg), Panic: fmt.Sprintf("%v\n%s", r, debug.Stack())})
	}
}

// fail stops everything and shows what went wrong.
func (m *Model) fail(f Failed) {
	m.failure = f
	m.player = player{Held: true, computed: true}
	m.Dialog = Dialog{Name: DialogFailed}
}

// FailureReport is what the reader can send to the project.
func (m *Model) FailureReport() string {
	var b strings.Builder
	fmt.Fprintf(&b, "InformerScope %s failed in %s\n", Version, m.failure.In)
	fmt.Fprintf(&b, "scenario %s, event %d, t %s\n", m.Settings.Scenario, m.Event, m.Time)
	if m.original != nil {
		fmt.Fprintf(&b, "seed %d\n", m.original.Seed)
	}
	if n := m.backup.branch; n < len(m.backup.branches) {
		for _, a := range m.backup.branches[n].Acts {
			fmt.Fprintf(&b, "act after event %d at %s: %s\n", a.After, a.At, commandText(a.Command))
		}
	}
	b.WriteString("\n" + m.failure.Panic)
	return b.String()
}

// recover makes the session anew, without the act that failed: one that was just
// done is not in the backup; if the failure came later, the last one goes.
func (m *Model) recover(now time.Duration) {
	m.Dialog = Dialog{}
	if m.original == nil {
		return
	}
	b := m.backup
	late := m.failure.In != fmt.Sprintf("%T", Press{}) && m.failure.In != fmt.Sprintf("%T", Call{})
	if late && b.branch < len(b.branches) {
		current := &b.branches[b.branch]
		current.Acts = current.Acts[:max(0, len(current.Acts)-1)]
	}
	session, err := scenarios.Restore(m.asChosen(m.original), b.branches)
	if err != nil {
		m.say(true, explain.Error(m.Lang, err))
		m.begin(now, m.original)
		return
	}
	m.Session, m.Branch = session, session.Branches[min(b.branch, len(session.Branches)-1)]
	m.Selection = Selection{}
	m.player, m.questions = player{Held: true}, questions{}
	m.show(0)
	m.seek(now, Position{ByEvent: true, Event: b.event})
}
