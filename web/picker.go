package web

import (
	"slices"
	"strings"
	"time"

	"informerscope/scenarios"
)

// searchScenarios takes over what the reader looks for in the list of scenarios.
func searchScenarios(m *Model, _ time.Duration, p Press) []Effect {
	if m.Dialog.Name == DialogPicker {
		m.Dialog.Text = p.Arg
	}
	return nil
}

// found are the scenarios that fit best what is looked for: those that have all
// of it, or else as much of it as any.
func (m *Model) found() []Entry {
	pieces := piecesOf(m.Dialog.Text)
	if len(pieces) == 0 {
		return m.Catalogue
	}
	var found []Entry
	best := 1
	for _, e := range m.Catalogue {
		text, fits := e.words(), 0
		for _, piece := range pieces {
			if strings.Contains(text, piece) {
				fits++
			}
		}
		if fits > best {
			best, found = fits, nil
		}
		if fits == best {
			found = append(found, e)
		}
	}
	return found
}

// words are all that a scenario can be found by, in both languages.
func (e Entry) words() string {
	all := e.Name
	for _, t := range append([]scenarios.Text{e.Title, e.Summary}, e.Answers...) {
		all += " " + t["en"] + " " + t["zh"] + " " + t[""]
	}
	return strings.ToLower(all + " " + strings.Join(e.Tags, " "))
}

// piecesOf are the words of a query. Chinese has no spaces between words: there
// every two signs that stand together are a piece.
func piecesOf(query string) []string {
	var pieces []string
	for _, word := range strings.Fields(strings.ToLower(query)) {
		signs := []rune(word)
		if len(signs) < 3 || strings.IndexFunc(word, isChinese) < 0 {
			pieces = append(pieces, strings.TrimRight(word, "?.,!"))
			continue
		}
		for i := range len(signs) - 1 {
			pieces = append(pieces, string(signs[i:i+2]))
		}
	}
	return pieces
}

func isChinese(r rune) bool { return r >= 0x2E80 }

// nextScene is the scenario that comes next in the course, once the present one
// has been seen to its end.
func (m *Model) nextScene() Entry {
	if m.Playing || m.free() || !m.atEnd() || m.Settings.View != ViewFull {
		return Entry{}
	}
	for i, e := range m.Catalogue[:max(len(m.Catalogue)-1, 0)] {
		if e.Name == m.Settings.Scenario {
			return m.Catalogue[i+1]
		}
	}
	return Entry{}
}

// noteSeen marks the scenario whose last words have been shown.
func (m *Model) noteSeen() []Effect {
	name := m.Settings.Scenario
	if m.Session == nil || !m.computed || m.Branch.Parent >= 0 || !builtinName.MatchString(name) || slices.Contains(m.Seen, name) {
		return nil
	}
	captions := m.Branch.Captions()
	if len(captions) == 0 || captions[len(captions)-1].Event > m.Event {
		return nil
	}
	m.Seen = append(slices.Clip(m.Seen), name)
	return []Effect{Remember{strings.Join(m.Seen, " ")}}
}
