package web

// Link is the query that leads to the moment shown: what the address bar has.
// Where the scenario opens by itself needs no word.
func (m *Model) Link() string {
	s := m.Settings
	s.Autoplay = false
	s.At = Position{}
	if m.Branch != nil && m.Event != m.opened {
		s.At = Position{Given: true, ByEvent: true, Event: m.Event}
	}
	return s.Query()
}

// shareLink is the whole address of the moment shown.
func (m *Model) shareLink() string { return m.base + m.Link() }

// embedLink is the address for an iframe: the stage, its caption and the
// controls of time.
func (m *Model) embedLink() string {
	embedded := *m
	embedded.Settings.View = ViewEmbed
	return embedded.shareLink()
}
