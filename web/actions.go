package web

import (
	"slices"
	"strconv"
	"time"

	"informerscope/scenarios"
)

// action is what a control does. p is how it was used.
type action func(m *Model, now time.Duration, p Press) []Effect

// actions are everything that a reader can do, by the name that controls have in
// data-action. Keys, messages and window.informerscope come down to these too.
var actions map[string]action

func init() { // not in the declaration: load refers to actions by way of Update
	actions = map[string]action{}
	for _, a := range []struct {
		name string
		do   action
	}{
		{"seek", seekTo},
		{"speed", speed},
		{"branch", branch},
		{"answer", func(m *Model, now time.Duration, p Press) []Effect { m.answer(now, number(p.Arg)); return nil }},
		{"create-submit", submitCreate},
		{"update-form", openEdit},
		{"update-quick", func(m *Model, now time.Duration, p Press) []Effect { m.quick(now, p.Arg); return nil }},
		{"update-submit", submitEdit},
		{"editor", openEditor},
		{"editor-input", editorInput},
		{"editor-complete", completeDraft},
		{"editor-line", func(_ *Model, _ time.Duration, p Press) []Effect { return []Effect{GoToLine{number(p.Arg)}} }},
		{"editor-save", saveDraft},
		{"editor-replace", replaceDraft},
		{"select-place", choose(TabState, func(p Press) Selection { return Selection{Place: p.Arg} })},
		{"select-object", choose(TabObject, func(p Press) Selection { return Selection{Object: p.Arg} })},
		{"select-event", choose(TabWhy, func(p Press) Selection { return Selection{Event: number(p.Arg)} })},
		{"informer", func(m *Model, _ time.Duration, p Press) []Effect { m.Lane = p.Arg; return nil }},
		{"log-scroll", func(m *Model, _ time.Duration, p Press) []Effect { m.LogRow = number(p.Arg); return nil }},
		{"handler-slower", slower("handler-takes", (*Model).handlerTakes)},
		{"reconcile-slower", slower("reconcile-takes", (*Model).reconcileTakes)},
		{"more-workers", moreWorkers},
		{"compare", compareAct},
		{"tab", func(m *Model, _ time.Duration, p Press) []Effect { m.Tab = Tab(p.Arg); return nil }},
		{"dismiss", dismiss},
		{"queue", choice("queue")},
		{"client", choice("client")},
		{"scenario", pickScenario},
		{"search", searchScenarios},
		{"truth", openTruth},
		{"copy", func(_ *Model, _ time.Duration, p Press) []Effect { return []Effect{Copy{p.Arg}} }},
		{"restore", restoreKept},
		{"forget", forgetKept},
		{"export-range", exportRange},
	} {
		actions[a.name] = a.do
	}
	for _, a := range []struct {
		name string
		do   func(m *Model, now time.Duration)
	}{
		{"play", func(m *Model, now time.Duration) { m.play(now) }},
		{"pause", (*Model).pause},
		{"toggle", toggle},
		{"step", func(m *Model, now time.Duration) { m.step(now, 1) }},
		{"back", func(m *Model, now time.Duration) { m.step(now, -1) }},
		{"start", func(m *Model, now time.Duration) { m.pause(now); m.seek(now, Position{ByEvent: true}) }},
		{"end", end},
		{"faster", func(m *Model, now time.Duration) { m.changeSpeed(now, 1) }},
		{"slower", func(m *Model, now time.Duration) { m.changeSpeed(now, -1) }},
		{"create", (*Model).createNext},
		{"update", func(m *Model, now time.Duration) { m.update(now, "label") }},
		{"delete", (*Model).delete},
		{"editor-run", runDraft},
		{"editor-here", runFromHere},
		{"editor-share", shareDraft},
		{"unselect", func(m *Model, _ time.Duration) { m.Selection = Selection{} }},
		{"why", (*Model).why},
		{"share", func(m *Model, now time.Duration) { m.pause(now); m.Dialog = Dialog{Name: DialogShare} }},
		{"cancel-import", func(m *Model, _ time.Duration) { m.reading = nil }},
		{"cancel-film", func(m *Model, _ time.Duration) { m.stopFilm() }},
		{"menu", func(m *Model, _ time.Duration) { m.Menu = !m.Menu }},
		{"close", func(m *Model, _ time.Duration) { m.Dialog = Dialog{} }},
		{"recover", (*Model).recover},
	} {
		actions[a.name] = plain(a.do)
	}
	for name, dialog := range dialogsOpened {
		actions[name] = open(dialog)
	}
	for _, name := range []string{"focus", "lang", "theme"} {
		actions[name] = setting(name)
	}
	for name := range settingActs {
		actions[name] = change(name)
	}
	for name := range exports {
		actions[name] = export(name)
	}
	for name := range faults {
		actions[name] = plain(func(m *Model, now time.Duration) { m.breakSomething(now, name) })
	}
}

// dialogsOpened are the dialogs that a control does no more than open.
var dialogsOpened = map[string]DialogName{
	"create-form": DialogCreate,
	"pipeline":    DialogPipeline,
	"help":        DialogHelp,
	"export":      DialogExport,
}

// plain is an action that only changes the model.
func plain(do func(m *Model, now time.Duration)) action {
	return func(m *Model, now time.Duration, _ Press) []Effect { do(m, now); return nil }
}

// open is an action that opens a dialog.
func open(d DialogName) action {
	return plain(func(m *Model, _ time.Duration) { m.Dialog = Dialog{Name: d} })
}

// choose is an action that selects something; choosing it again lets it go. The
// inspector opens on what is asked of such a thing first; whoever goes from one to
// another of its kind stays on the same page of it.
func choose(first Tab, what func(p Press) Selection) action {
	return func(m *Model, _ time.Duration, p Press) []Effect {
		chosen, before := what(p), m.Selection
		if chosen.kind() != before.kind() {
			m.Tab = first
		}
		if chosen == before {
			chosen = Selection{}
		}
		m.Selection = chosen
		return nil
	}
}

// compareAct shows a second run beside this one, asks which, or ends it.
func compareAct(m *Model, _ time.Duration, p Press) []Effect {
	if p.Arg == "" && m.Settings.Compare == "" {
		m.Dialog = Dialog{Name: DialogCompare}
		return nil
	}
	m.compare(p.Arg)
	return nil
}

// why opens the inspector on the reasons of the event that is told; again, it lets
// that go.
func (m *Model) why(time.Duration) {
	if m.asksWhy() {
		m.Selection = Selection{}
		return
	}
	m.Selection, m.Tab = Selection{Event: m.Event}, TabWhy
}

// asksWhy says whether the inspector has the reasons of the event that is told.
func (m *Model) asksWhy() bool {
	return m.Event > 0 && m.Selection.Event == m.Event && m.Tab == TabWhy
}

// setting is an action that changes a setting which the page can take over at
// once.
func setting(name string) action {
	return func(m *Model, _ time.Duration, p Press) []Effect {
		m.set(name, p.Arg)
		return nil
	}
}

// set takes over a setting, or says what is wrong.
func (m *Model) set(name, value string) *BadParameter {
	bad := m.Settings.Set(name, value)
	if bad != nil {
		m.sayBad(*bad)
	}
	if m.Settings.Lang != "" {
		m.Lang = m.Settings.Lang
	}
	return bad
}

func (m *Model) sayBad(b BadParameter) {
	m.say(true, b.Text(m.Lang))
}

// copied tells whether a text is on the clipboard.
func (m *Model) copied(c Copied) {
	if c.Err != nil {
		m.say(true, m.t("copy.failed", "error", c.Err))
		return
	}
	m.say(false, m.t("copy.done"))
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func toggle(m *Model, now time.Duration) {
	if m.Playing {
		m.pause(now)
		return
	}
	m.play(now)
}

// end goes to the last event. Where there is no script that could go on, the
// reader stands at the live edge then.
func end(m *Model, now time.Duration) {
	m.pause(now)
	m.seek(now, Position{ByEvent: true, Event: int(^uint(0) >> 1)})
}

// seekTo goes to an event: its number, as the timeline has it.
func seekTo(m *Model, now time.Duration, p Press) []Effect {
	m.pause(now)
	m.seek(now, Position{ByEvent: true, Event: max(0, number(p.Arg))})
	return nil
}

// speeds are what faster and slower go through.
var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 5, 10}

// setSpeed changes the speed without a jump.
func (m *Model) setSpeed(now time.Duration, speed float64) {
	if m.Branch != nil {
		m.story, m.since = m.storyAt(now), now
	}
	m.Settings.Speed = speed
}

func (m *Model) changeSpeed(now time.Duration, by int) {
	i, exact := slices.BinarySearch(speeds, m.Settings.Speed)
	if by < 0 || exact {
		i += by
	}
	m.setSpeed(now, speeds[min(max(i, 0), len(speeds)-1)])
}

func speed(m *Model, now time.Duration, p Press) []Effect {
	before := m.Settings.Speed
	if m.set("speed", p.Arg) == nil {
		wanted := m.Settings.Speed
		m.Settings.Speed = before
		m.setSpeed(now, wanted)
	}
	return nil
}

// branch shows another branch of the session: at the moment shown if that belongs
// to both, else where they part.
func branch(m *Model, now time.Duration, p Press) []Effect {
	if i := number(p.Arg); i >= 0 && i < len(m.Session.Branches) && i != m.Branch.ID {
		m.pause(now)
		next := m.Session.Branches[i]
		at := min(m.Event, scenarios.Common(m.Branch, next))
		m.Branch, m.computed = next, false
		m.seek(now, Position{ByEvent: true, Event: at})
	}
	return nil
}

func dismiss(m *Model, _ time.Duration, p Press) []Effect {
	if i := number(p.Arg); i >= 0 && i < len(m.Notices) {
		m.Notices = slices.Delete(slices.Clone(m.Notices), i, i+1)
	}
	return nil
}

// choice is a setting under which the scenario is played again.
func choice(name string) action {
	return func(m *Model, now time.Duration, p Press) []Effect {
		if m.set(name, p.Arg) == nil && m.Session != nil {
			m.rerun(now)
		}
		return nil
	}
}

// pickScenario loads a scenario, or opens the list of them.
func pickScenario(m *Model, now time.Duration, p Press) []Effect {
	if p.Arg == "" {
		m.Dialog = Dialog{Name: DialogPicker}
		return nil
	}
	return m.load(now, p.Arg)
}
