package web

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// reading is a file of the reader's that is being read, object by object between
// frames: it may have many MiB. Once it is read, its world is made in the same way.
type reading struct {
	name     string
	text     []byte
	importer *scenarios.Importer
	scenario *scenarios.Scenario
	loading  *scenarios.Loading
}

// next reads one more object, or writes it into the world; false at the end of
// either.
func (r *reading) next() bool {
	if r.loading != nil {
		return r.loading.Next()
	}
	return r.importer.Next()
}

// progress tells how much is done, 0 to 1.
func (r *reading) progress() float64 {
	if r.loading != nil {
		return readingShare + (1-readingShare)*r.loading.Progress()
	}
	return readingShare * r.importer.Progress()
}

// readingShare is how much of the time goes into reading, about.
const readingShare = 0.75

// mostCreated is the size of a text whose objects are created in the world that
// is there; those of a larger one become a world of their own.
const mostCreated = 256 << 10

// scenarioText matches a text that says it is a scenario.
var scenarioText = regexp.MustCompile(`(?m)^[\s{]*["']?apiVersion["']?\s*:\s*["']?informerscope/`)

// given takes what the reader dropped, chose or pasted: a scenario, what kubectl
// printed, or manifests.
func (m *Model) given(now time.Duration, g Given) {
	switch {
	case g.Err != nil:
		m.say(true, m.t("error.load", "error", g.Name+": "+g.Err.Error()))
	case bytes.Contains(g.Text, []byte("informerscope/")) && scenarioText.Match(g.Text):
		m.playText(now, g.Name, string(g.Text))
	default:
		r := &reading{name: g.Name, text: g.Text, importer: scenarios.NewImporter(g.Name, scenarios.ImportOptions{})}
		r.importer.Feed(g.Text)
		r.importer.End()
		m.reading = r
		m.Dialog = Dialog{}
		m.read(now)
	}
}

// read goes on reading for a slice of time. Nothing that is there changes until
// all was read and found right.
func (m *Model) read(now time.Duration) {
	r := m.reading
	for end := m.clock() + slice; r.next(); {
		if m.clock() >= end {
			return
		}
	}
	if r.loading != nil {
		m.reading = nil
		m.showRead(now, r)
		return
	}
	var err error
	r.scenario, err = r.importer.Scenario()
	switch {
	case err != nil:
		m.reading = nil
		m.sayUnread(r.name, err)
	case !r.importer.FromCluster() && len(r.text) <= mostCreated:
		m.reading = nil
		m.createText(now, string(r.text))
	default:
		r.loading = scenarios.LoadWorld(m.asChosen(r.scenario))
	}
}

// showRead shows the world that was made of a file.
func (m *Model) showRead(now time.Duration, r *reading) {
	session, err := r.loading.Session()
	if err != nil {
		m.sayUnread(r.name, err)
		return
	}
	m.enter(now, r.scenario, session, session.Branches[0])
	m.Settings.Scenario, m.heavy = "", len(r.text) > mostEdited
	m.say(false, r.scenario.Summary.In(m.Lang))
	if m.heavy {
		m.say(false, m.t("import.heavy"))
	}
}

// createText creates the objects of a text; what is wrong with it is shown in the
// form, with the text.
func (m *Model) createText(now time.Duration, text string) {
	m.Dialog = Dialog{Name: DialogCreate, Text: text}
	submitCreate(m, now, Press{Form: map[string]string{fieldManifest: text}})
}

// sayUnread says why a file was not taken: the first few things that are wrong
// with it.
func (m *Model) sayUnread(name string, err error) {
	const most = 5
	lines := strings.Split(explain.Error(m.Lang, err), "\n")
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most], m.t("count.more", "n", more))
	}
	m.say(true, m.t("error.load", "error", strings.Join(lines, "\n")))
}

// playText plays a scenario that the reader has as a text. One with errors is
// opened in the editor, with its errors; what is played stays.
func (m *Model) playText(now time.Duration, name, text string) {
	s, err := scenarios.Load(name, []byte(text))
	if err == nil {
		err = m.begin(now, s)
	}
	if err != nil {
		m.sayUnread(name, err)
		m.draft = draft{text: text, opened: text, typed: true}
		m.Dialog = Dialog{Name: DialogEditor}
		m.checkDraft(now)
		return
	}
	m.Settings.Scenario, m.source = "", text
	m.Dialog = Dialog{}
}

// errTooLarge says that a file is larger than any that is read.
func errTooLarge(m *Model) error {
	return errors.New(m.t("error.too-large", "limit", "64 MiB"))
}
