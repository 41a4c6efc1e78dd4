package web

import (
	"slices"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// draft is the text of a scenario that the reader writes. It stays when the
// dialog closes, and when another scenario is opened.
type draft struct {
	// opened is the text that the field began with, and text what stands there
	// now; before is the part of it in front of the cursor.
	opened, text, before string
	// typed says that there is something of the reader's own in it that was not
	// played.
	typed bool
	// errors are those of the text at its last check, and checkAt is when it wants
	// the next one, if it does.
	errors  []FormError
	stale   bool
	checkAt time.Duration
	// options are what can stand at the cursor.
	options scenarios.Completion
}

const (
	// checkDelay is how long the reader has to stop typing before the text is
	// checked; slowCheckDelay is that for texts larger than slowCheck.
	checkDelay     = 200 * time.Millisecond
	slowCheckDelay = 1500 * time.Millisecond
	slowCheck      = 64 << 10
	// mostEdited is the size of the largest text that the editor takes.
	mostEdited = 1 << 20
)

// openEditor opens the text of what is played, with what was done in it; a text
// that the reader has begun comes before.
func openEditor(m *Model, now time.Duration, _ Press) []Effect {
	d := &m.draft
	if !d.typed {
		text, err := m.scriptText()
		if err == nil && len(text) > mostEdited {
			m.say(true, m.t("error.load", "error", m.t("error.too-large", "limit", "1 MiB")))
			return nil
		}
		if err != nil {
			m.say(true, explain.Error(m.Lang, err))
			return nil
		}
		*d = draft{text: text}
	}
	d.opened = d.text
	m.Dialog = Dialog{Name: DialogEditor}
	m.checkDraft(now)
	return nil
}

// scriptText is the branch that is shown as a scenario file: as it was written,
// where nothing was done.
func (m *Model) scriptText() (string, error) {
	if m.source != "" && len(m.Branch.Path()) == 0 {
		return m.source, nil
	}
	text, err := scenarios.Marshal(m.Branch.Script())
	return string(text), err
}

// editorInput takes what stands in the field, and where the cursor is.
func editorInput(m *Model, now time.Duration, p Press) []Effect {
	d := &m.draft
	if p.Arg != d.text {
		d.text, d.typed, d.stale = p.Arg, true, true
		d.checkAt = now + checkDelay
		if len(d.text) > slowCheck {
			d.checkAt = now + slowCheckDelay
		}
	}
	d.before = p.Form["before"]
	d.options = scenarios.Complete(d.before)
	return nil
}

// checkDraft finds what is wrong with the text.
func (m *Model) checkDraft(now time.Duration) {
	d := &m.draft
	d.stale = false
	d.errors = nil
	if _, err := scenarios.Load("", []byte(d.text)); err != nil {
		d.errors = m.formErrors(fieldScenario, err)
	}
}

// dueIn is how long until the text wants to be checked.
func (d *draft) dueIn(now time.Duration) (time.Duration, bool) {
	return max(d.checkAt-now, 0), d.stale
}

// applyDraft makes the text the scenario that is shown, from a moment on; one
// with errors changes nothing, and its errors are shown.
func (m *Model) applyDraft(now time.Duration, from func(s *scenarios.Scenario) Position) bool {
	d := &m.draft
	s, err := scenarios.Load("", []byte(d.text))
	if err == nil {
		m.Settings.At = from(s)
		err = m.begin(now, s)
	}
	if err != nil {
		m.checkDraft(now)
		if len(d.errors) == 0 { // the world refuses what the format allows
			d.errors = m.formErrors(fieldScenario, err)
		}
		return false
	}
	if d.text != d.opened || m.source == "" {
		m.Settings.Scenario = ""
	}
	m.source, d.typed = d.text, false
	m.Dialog = Dialog{}
	return true
}

// runDraft plays the text from its beginning.
func runDraft(m *Model, now time.Duration) {
	if m.applyDraft(now, func(*scenarios.Scenario) Position { return Position{Given: true, ByEvent: true} }) {
		m.play(now)
	}
}

// runFromHere plays the text from the step under the cursor.
func runFromHere(m *Model, now time.Duration) {
	line := 1 + strings.Count(m.draft.before, "\n")
	if m.applyDraft(now, func(s *scenarios.Scenario) Position { return atLine(s, line) }) {
		m.play(now)
	}
}

// atLine is the moment before the step that stands on a line of a scenario's
// file; before all steps it is the beginning.
func atLine(s *scenarios.Scenario, line int) Position {
	index := -1
	for i, step := range s.Steps {
		if step.Line > 0 && step.Line <= line {
			index = i
		}
	}
	for _, step := range s.Timeline() {
		if step.Index == index {
			return Position{Given: true, Time: max(0, step.At-1)}
		}
	}
	return Position{Given: true, ByEvent: true}
}

// shareDraft shows the text and opens the links to it.
func shareDraft(m *Model, now time.Duration) {
	if m.applyDraft(now, opening) {
		m.Dialog = Dialog{Name: DialogShare}
	}
}

// saveDraft offers the text as a file, as it stands.
func saveDraft(m *Model, _ time.Duration, _ Press) []Effect {
	name := m.original.Name
	for line := range strings.Lines(m.draft.text) {
		if own, ok := strings.CutPrefix(line, "name: "); ok && builtinName.MatchString(strings.TrimSpace(own)) {
			name = strings.TrimSpace(own)
		}
	}
	return []Effect{Save{name + ".yaml", "application/yaml", m.draft.text}}
}

// replaceDraft puts the text of what is played into the field; the browser can
// undo that.
func replaceDraft(m *Model, _ time.Duration, _ Press) []Effect {
	text, err := m.scriptText()
	if err != nil {
		m.say(true, explain.Error(m.Lang, err))
		return nil
	}
	return []Effect{Insert{Back: -1, Text: text}}
}

// completeDraft puts one of the options at the cursor: the named one, else the
// first.
func completeDraft(m *Model, _ time.Duration, p Press) []Effect {
	o := m.draft.options
	if p.Arg == "" && len(o.Options) > 0 {
		p.Arg = o.Options[0]
	}
	if !slices.Contains(o.Options, p.Arg) {
		return nil
	}
	text := p.Arg
	if o.Keys {
		text += ": "
	}
	return []Effect{Insert{Back: len(o.Typed), Text: text}}
}

// indentAfter is how far a new line is indented behind a text: as the last one,
// and more below a key or behind the dash of a list.
func indentAfter(before string) string {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	content := strings.TrimLeft(line, " ")
	indent := len(line) - len(content)
	for strings.HasPrefix(content, "- ") {
		content, indent = content[2:], indent+2
	}
	if strings.HasSuffix(strings.TrimRight(content, " "), ":") {
		indent += 2
	}
	return strings.Repeat(" ", indent)
}
