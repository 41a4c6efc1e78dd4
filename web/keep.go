package web

import (
	"encoding/json"
	"regexp"
	"time"

	"informerscope/scenarios"
)

// KeptSession is a session as the browser keeps it: all that cannot be computed
// again.
type KeptSession struct {
	Key string `json:"-"`
	// When is the time at which it was kept, for people.
	When  string            `json:"-"`
	Title map[string]string `json:"title"`
	// Query is the address of the moment that was shown, without the session, and
	// Text the session, as a link has it before it is packed.
	Query string `json:"query"`
	Text  string `json:"text,omitempty"`
	// Draft is what was being written and had not been played.
	Draft string `json:"draft,omitempty"`
}

// keeping is what is kept of this session, and of earlier ones.
type keeping struct {
	// visit tells this page from others that are open or were; empty where nothing
	// is to be kept, as in a page within another. number counts the scenarios that
	// were opened.
	visit  string
	number int
	// kept is what was kept last, keptAt when, and keptActs how much was done by then.
	kept     string
	keptAt   time.Duration
	keptActs int
	unkept   bool
	refused  bool
	// earlier are the sessions of earlier visits, the newest first; offered says
	// that the first is offered, at an event.
	earlier   []KeptSession
	offered   bool
	offeredAt int
}

// How often the session is kept: soon after the reader has done something, and
// now and then while it plays.
const (
	keepEvery        = 300 * time.Millisecond
	keepEveryPlaying = 2 * time.Second
	// mostKept is how many sessions are kept.
	mostKept = 12
)

// secretText matches a manifest of a Secret, whose data is kept nowhere.
var secretText = regexp.MustCompile(`kind["']?\s*:\s*["']?Secret\b`)

// keepSession has the browser keep the session if it has changed.
func (m *Model) keepSession(now time.Duration) []Effect {
	m.unkept = false
	if m.visit == "" || m.heavy || !m.Ready() {
		return nil
	}
	if m.unkept = m.keptAt > 0 && now < m.keptAt+m.keepPause() && !m.unseen; m.unkept {
		return nil
	}
	m.keptAt, m.keptActs = now, m.actsDone()
	session := m.present()
	text, err := json.Marshal(session)
	if err != nil || string(text) == m.kept || session.Text == "" && session.Draft == "" && m.Event == m.opened {
		return nil
	}
	m.kept = string(text)
	return []Effect{Keep{Key: m.visit + "/" + itoa(1000+m.number), Value: m.kept}}
}

// keepIn is when the session wants to be kept.
func (m *Model) keepIn(now time.Duration) (time.Duration, bool) {
	return max(m.keptAt+m.keepPause()-now, 0), m.unkept
}

// keepPause is how long after it was kept the session is kept again.
func (m *Model) keepPause() time.Duration {
	if m.Playing && m.actsDone() == m.keptActs {
		return keepEveryPlaying
	}
	return keepEvery
}

// actsDone is how much was done in all branches.
func (m *Model) actsDone() int {
	n := 0
	for _, b := range m.Session.Branches {
		n += len(b.Acts)
	}
	return n
}

// present is the session as it is.
func (m *Model) present() KeptSession {
	s := m.Settings
	s.Autoplay, s.At = false, Position{Given: true, ByEvent: true, Event: m.Event}
	k := KeptSession{Title: m.original.Title, Query: s.Query(), Text: m.sessionText()}
	if len(k.Title) == 0 {
		k.Title = scenarios.Plain(m.original.Name)
	}
	if m.draft.typed && !secretText.MatchString(m.draft.text) {
		k.Draft = m.draft.text
	}
	return k
}

// keptBefore takes the sessions of earlier visits.
func (m *Model) keptBefore(k Kept) {
	if k.Err != nil {
		m.notKept()
		return
	}
	m.earlier, m.offered, m.offeredAt = k.Sessions, true, toCome
}

// notKept tells once that the browser keeps nothing.
func (m *Model) notKept() {
	if !m.refused {
		m.refused = true
		m.say(true, m.t("error.storage"))
	}
}

// offer is the session to go on with.
func (m *Model) offer() (last KeptSession, offered bool) {
	if offered = m.offered && len(m.earlier) > 0 && m.Ready(); offered {
		last = m.earlier[0]
	}
	return last, offered
}

// dropOffer offers no earlier session any more once the reader has gone on, nor what
// is shown anyway: the list of scenarios still has it.
func (m *Model) dropOffer() {
	last, offered := m.offer()
	if !offered {
		return
	}
	if m.offeredAt == toCome {
		m.offeredAt = m.Event
	}
	same := last.Text == m.text && last.Draft == m.draft.text && m.present().Query == last.Query
	m.offered = !same && m.number <= 1 && m.Event == m.offeredAt && m.actsDone() == 0
}

// restoreKept goes on with an earlier session. What it replaces is kept too.
func restoreKept(m *Model, now time.Duration, p Press) []Effect {
	for _, k := range m.earlier {
		if k.Key != p.Arg {
			continue
		}
		effects := forgetKept(m, now, p)
		s, _ := ParseQuery(k.Query)
		m.Settings.Scenario, m.Settings.At, m.Settings.Queue = s.Scenario, s.At, s.Queue
		m.setSpeed(now, s.Speed)
		if m.wanted = s.Scenario; k.Text == "" {
			effects = append(effects, m.load(now, s.Scenario)...)
		} else {
			effects = append(effects, m.unpacked(now, Unpacked{Text: k.Text})...)
		}
		if k.Draft != "" {
			m.draft = draft{text: k.Draft, typed: true}
		}
		m.Dialog = Dialog{}
		return effects
	}
	return nil
}

// forgetKept lets an earlier session go.
func forgetKept(m *Model, _ time.Duration, p Press) []Effect {
	m.offered = false
	var rest []KeptSession
	for _, k := range m.earlier {
		if k.Key != p.Arg {
			rest = append(rest, k)
		}
	}
	m.earlier = rest
	return []Effect{Keep{Key: p.Arg}}
}
