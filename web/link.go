package web

import (
	"html"
	"net/url"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// A link has, behind #s=, the version of its format and the packed session, where
// something was done. Old links stay good: a new format gets a new version, and
// the old one is still read.
const (
	sessionMark    = "#s="
	sessionVersion = "1"
	// longestLink is what most chats and mail programs leave whole.
	longestLink = 2000
)

// sessionLink is how the session gets into a link, and out of one.
type sessionLink struct {
	// restoring is what a link brought, until its scenario is there.
	restoring *scenarios.Compact
	// done sums up what was last written: text. packing is the text that was given
	// away to be packed last, and packed what came of it.
	done    sessionSum
	text    string
	packing string
	packed  Packed
	// marked is the scenario whose mark is mark.
	marked *scenarios.Scenario
	mark   string
	// heavy says that the scenario is too large for links, and for being kept.
	heavy bool
}

// sessionSum tells whether a session has changed since.
type sessionSum struct {
	session               *scenarios.Session
	branches, acts, shown int
	until                 time.Duration
}

// follow loads what the address of the page asks for.
func (m *Model) follow(hash string) []Effect {
	payload, ok := strings.CutPrefix(hash, sessionMark)
	if !ok {
		return m.load(m.clock(), m.Settings.Scenario)
	}
	m.wanted, m.loading = m.Settings.Scenario, true
	if packed, known := strings.CutPrefix(payload, sessionVersion); known {
		return []Effect{Unpack{packed}}
	}
	return m.unpacked(m.clock(), Unpacked{Err: pageError{id: "link.version"}})
}

// unpacked goes on with the session of a link. One that cannot be read is told,
// and the scenario shown without. What the browser says of it is no help.
func (m *Model) unpacked(now time.Duration, u Unpacked) []Effect {
	c, err := scenarios.Compact{}, u.Err
	if _, ours := err.(pageError); err != nil && !ours {
		err = scenarios.ErrDamaged
	}
	if err == nil {
		c, err = scenarios.ParseCompact(u.Text)
	}
	if err != nil {
		m.say(true, m.t("link.bad", "error", m.words(err)))
		return m.load(now, m.wanted)
	}
	m.restoring = &c
	if c.Scenario != "" {
		return m.load(now, c.Scenario)
	}
	return m.load(now, m.wanted)
}

// restored is the session that the link brought, or a new one.
func (m *Model) restored(s *scenarios.Scenario) (*scenarios.Session, *scenarios.Branch, error) {
	if c := m.restoring; c != nil {
		m.restoring = nil
		session, err := scenarios.Restore(s, c.Branches)
		if err == nil {
			return session, session.Branches[c.Shown], nil
		}
		m.say(true, m.t("link.bad", "error", explain.Error(m.Lang, err)))
	}
	session, err := scenarios.NewSession(s)
	if err != nil {
		return nil, nil, err
	}
	return session, session.Branches[0], nil
}

// pack asks for the session to be packed if it has changed.
func (m *Model) pack() []Effect {
	if m.Playing || m.Branch == nil || !m.Ready() {
		return nil
	}
	if text := m.sessionText(); text != "" && text != m.packing {
		m.packing = text
		return []Effect{Pack{text}}
	}
	return nil
}

// sessionText is what was done, and the scenario where no name stands for it;
// empty where nothing was done.
func (m *Model) sessionText() string {
	sum := sessionSum{session: m.Session, branches: len(m.Session.Branches), shown: m.Branch.ID, acts: m.actsDone()}
	for _, b := range m.Session.Branches {
		sum.until += b.Until
	}
	if sum == m.done {
		return m.text
	}
	m.done, m.text = sum, ""
	named := m.Settings.Scenario != ""
	if named && sum.acts == 0 && sum.branches == 1 && sum.until <= openingTime || m.heavy {
		return ""
	}
	c, err := m.Session.Compact(m.Branch, named)
	if err != nil {
		m.say(true, explain.Error(m.Lang, err))
		return ""
	}
	m.text = c.Text()
	return m.text
}

// fragment is the session as the link has it; "" where nothing was done, where it
// is not packed yet, and where it is too long: then a file has to do.
func (m *Model) fragment() string {
	if m.text == "" || m.packed.Text != m.text || m.tooLong() {
		return ""
	}
	return sessionMark + sessionVersion + m.packed.Payload
}

// tooLong says that the session does not fit into a link.
func (m *Model) tooLong() bool {
	return m.heavy || m.text != "" && m.packed.Text == m.text && len(m.packed.Payload) > longestLink
}

// Link is the query, and what stands behind it, that leads to the moment shown:
// what the address bar has. Where the scenario opens by itself needs no word.
func (m *Model) Link() string {
	s := m.Settings
	s.Autoplay = false
	s.At = Position{}
	if s.Scenario == "" { // the fragment has its text
		s.Scenario = DefaultSettings().Scenario
	}
	fragment := m.fragment()
	s.Of = ""
	if m.Branch != nil && (m.Event != m.opened || fragment != "") {
		s.At = Position{Given: true, ByEvent: true, Event: m.Event}
		if m.Settings.Scenario != "" {
			s.Of = m.markOf(m.original)
		}
	}
	return s.Query() + fragment
}

// markOf is the mark of a scenario.
func (m *Model) markOf(s *scenarios.Scenario) string {
	if s != m.marked {
		m.marked, m.mark = s, s.Mark()
	}
	return m.mark
}

// compareMark says so where a link to a moment was made of a scenario that was
// another one then: the moment may show something else now.
func (m *Model) compareMark() {
	if of := m.Settings.Of; of != "" && of != m.markOf(m.original) {
		m.say(false, m.t("link.changed"))
	}
	m.Settings.Of = ""
}

// shareLink is the whole address of the moment shown.
func (m *Model) shareLink() string { return m.base + m.Link() }

// iframe is what puts the moment shown into a page where scripts are not allowed:
// the stage, its caption and the controls of time.
func (m *Model) iframe(title string) string {
	embedded := *m
	embedded.Settings.View = ViewEmbed
	return `<iframe src="` + html.EscapeString(embedded.shareLink()) + `" width="100%" height="760" style="border:0" title="` + html.EscapeString(title) + `"></iframe>`
}

// element is what does so where they are: the two lines of embed.js.
func (m *Model) element(title string) string {
	query, session, _ := strings.Cut(m.Link(), sessionMark)
	values, _ := url.ParseQuery(strings.TrimPrefix(query, "?"))
	values.Del("view")
	values.Set("title", title)
	if values.Get("scenario") == "" {
		values.Set("scenario", m.Settings.Scenario)
	}
	if session != "" {
		values.Set("session", session)
	}
	var out strings.Builder
	out.WriteString(`<script src="` + html.EscapeString(m.base[:strings.LastIndexByte(m.base, '/')+1]) + `embed.js" defer></script>` + "\n<informer-scope")
	for _, name := range []string{"scenario", "of", "event", "session", "speed", "lang", "theme", "focus", "queue", "client", "title"} {
		if v := values.Get(name); v != "" {
			out.WriteString(" " + name + `="` + html.EscapeString(v) + `"`)
		}
	}
	out.WriteString("></informer-scope>")
	return out.String()
}
