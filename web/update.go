package web

import (
	"fmt"
	"strings"
	"time"
)

// New makes the model of a page with this query, in a browser with this
// language, and asks for what it needs first. clock reads a clock that goes on
// while Update runs.
func New(query, lang string, clock func() time.Duration) (*Model, []Effect) {
	s, bad := ParseQuery(query)
	m := &Model{Settings: s, Lang: "en", Tab: TabWhy, clock: clock}
	if s.Lang == "" && strings.HasPrefix(lang, "zh") || s.Lang == "zh" {
		m.Lang = "zh"
	}
	for _, b := range bad {
		m.sayBad(b)
	}
	return m, append(m.load(clock(), s.Scenario), Fetch{For: fetchCatalogue, Address: catalogueFile})
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
	case Fetched:
		effects = m.fetched(now, msg)
	case Call:
		effects = m.call(now, msg)
	case Failed:
		m.fail(msg)
	}
	effects = append(effects, m.answerCalls()...)
	m.keep()
	return effects
}

// Next says when Update wants a Tick, counted from now.
func (m *Model) Next(now time.Duration) (time.Duration, bool) { return m.next(now) }

// Ready says whether there is something to look at.
func (m *Model) Ready() bool { return m.Branch != nil && !m.goal.Given && !m.loading }

func (m *Model) press(now time.Duration, p Press) []Effect {
	do, known := actions[p.Action]
	if !known || m.Branch == nil && p.Action != "scenario" {
		return nil
	}
	return do(m, now, p)
}

// fill puts values into a text, each for the next %s.
func fill(text string, values ...string) string {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return fmt.Sprintf(text, args...)
}
