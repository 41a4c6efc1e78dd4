package web

import (
	"strings"
	"time"

	"informerscope/web/explain"
)

// Surroundings are what the page finds when it begins.
type Surroundings struct {
	// Base is the address of the page up to its query; Query and Hash are the
	// rest.
	Base, Query, Hash string
	// Lang is the browser's language.
	Lang string
	// Seen are the names that Remember kept.
	Seen string
	// Remembered are the settings of earlier visits, as a query.
	Remembered string
	// Visit tells this visit from others; empty where nothing is to be kept.
	Visit string
	// Clock reads a clock that goes on while Update runs.
	Clock func() time.Duration
}

// New makes the model of a page, and asks for what it needs first.
func New(around Surroundings) (*Model, []Effect) {
	s, bad := ParseQuery(around.Query)
	s.remember(around)
	m := &Model{Settings: s, Lang: "en", Tab: TabWhy, clock: around.Clock, base: around.Base, Seen: strings.Fields(around.Seen)}
	if s.View == ViewFull {
		m.visit = around.Visit
	}
	if s.Lang == "" && strings.HasPrefix(around.Lang, "zh") || s.Lang == "zh" {
		m.Lang = "zh"
	}
	if len(bad) > 0 { // all of them, in one message
		lines := make([]string, len(bad))
		for i, b := range bad {
			lines[i] = b.Text(m.Lang)
		}
		m.say(true, strings.Join(lines, "\n"))
	}
	return m, append(m.follow(around.Hash), Fetch{For: fetchCatalogue, Address: catalogueFile})
}

// Update changes the model as a message says, and returns what has to be done
// outside. now is what the clock shows.
func (m *Model) Update(now time.Duration, msg Msg) (effects []Effect) {
	defer m.catch(msg)
	switch msg := msg.(type) {
	case Press:
		effects = m.press(now, msg)
	case Key:
		effects = m.key(now, msg)
	case Tick:
		m.tick(now)
		effects = m.goOnFilming()
	case Fetched:
		effects = m.fetched(now, msg)
	case Call:
		effects = m.call(now, msg)
	case Packed:
		m.packed = msg
	case Unpacked:
		effects = m.unpacked(now, msg)
	case Looked:
		m.look(now, msg.Seen)
	case Given:
		m.given(now, msg)
	case Kept:
		m.keptBefore(msg)
	case Unsaved:
		m.say(true, msg.Err.Error())
	case Copied:
		m.copied(msg)
	case Failed:
		m.fail(msg)
	}
	m.pair()
	effects = append(append(effects, m.answerCalls()...), m.noteSeen()...)
	effects = append(effects, m.pack()...)
	effects = append(effects, m.keepSession(now)...)
	m.dropOffer()
	m.keep()
	return effects
}

// Next says when Update wants a Tick, counted from now.
func (m *Model) Next(now time.Duration) (time.Duration, bool) {
	wait, ok := m.next(now)
	for _, also := range []func(time.Duration) (time.Duration, bool){m.draft.dueIn, m.keepIn} {
		if due, wanted := also(now); wanted && (!ok || due < wait) {
			wait, ok = due, true
		}
	}
	return wait, ok
}

// Ready says whether there is something to look at.
func (m *Model) Ready() bool { return m.Branch != nil && !m.goal.Given && !m.loading }

func (m *Model) press(now time.Duration, p Press) []Effect {
	do, known := actions[p.Action]
	if !known || m.Branch == nil && p.Action != "scenario" {
		return nil
	}
	m.fade()
	if m.Menu && p.Action != "menu" && m.Dialog.Name == "" {
		m.Menu = false
	}
	return do(m, now, p)
}

// t is a text of the page in the language shown.
func (m *Model) t(id string, args ...any) string { return explain.T(m.Lang, id, args...) }
