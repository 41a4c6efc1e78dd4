package web

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios/builtin"
)

// openPicker opens a page with the list of the scenarios that there are.
func openPicker(t *testing.T) *page {
	p := openPage(t, "")
	p.Catalogue = nil
	for _, name := range builtin.Names() {
		s, err := builtin.Load(name)
		require.NoError(t, err)
		p.Catalogue = append(p.Catalogue, Entry{Name: name, Title: s.Title, Summary: s.Summary, Level: s.Level, Answers: s.Answers, Tags: s.Tags})
	}
	p.press("scenario")
	return p
}

func namesOf(entries []Entry) []string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

func TestThePickerFindsByWordsInBothLanguages(t *testing.T) {
	p := openPicker(t)
	assert.Len(t, p.found(), len(builtin.Names()), "without a word there is everything")
	for _, query := range []string{"tombstone", "墓碑", "TOMBSTONE"} {
		p.press("search", query)
		assert.Contains(t, namesOf(p.found()), "what-a-tombstone-knows", query)
		assert.Contains(t, namesOf(p.found()), "missed-delete", query)
		assert.NotContains(t, namesOf(p.found()), "retry-until-it-works", query)
	}
	p.press("search", "xyzzy")
	assert.Empty(t, p.found())
}

// Whoever types a question as it is asked finds the scenario that answers it.
func TestThePickerFindsByQuestion(t *testing.T) {
	p := openPicker(t)
	asked := 0
	for _, e := range p.Catalogue {
		for _, question := range e.Answers {
			for _, lang := range Languages {
				p.press("search", question.In(lang))
				assert.Contains(t, namesOf(p.found()), e.Name, question.In(lang))
				asked++
			}
		}
	}
	assert.Greater(t, asked, 2*18)
}

// At the end of a scene the next one is a press away, but not before, and not
// where the reader has left the script.
func TestTheNextSceneIsOffered(t *testing.T) {
	p := openPicker(t)
	p.press("scenario", "list-and-watch")
	p.idle()
	assert.Empty(t, p.nextScene())
	p.press("end")
	p.idle()
	assert.Equal(t, "the-reflector", p.nextScene().Name)
	p.press("scenario", p.nextScene().Name)
	p.idle()
	assert.Equal(t, "the-reflector", p.report().Scenario)
	p.press("create")
	p.press("end")
	p.idle()
	assert.Empty(t, p.nextScene())
}

func TestWhatHasBeenSeenIsMarked(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	assert.Empty(t, p.Seen)
	p.done = nil
	p.press("end")
	p.idle()
	assert.Equal(t, []string{"missed-delete"}, p.Seen)
	assert.Contains(t, p.done, Remember{"missed-delete"})
	p.press("start")
	p.press("end")
	assert.Len(t, p.Seen, 1)

	again, _ := New(Surroundings{Seen: "missed-delete slow-handler", Clock: p.clock})
	assert.Equal(t, []string{"missed-delete", "slow-handler"}, again.Seen)
	text, err := json.Marshal(Entry{Name: "a", Seconds: 61})
	require.NoError(t, err)
	assert.JSONEq(t, `{"name": "a", "title": null, "summary": null, "level": 0, "seconds": 61}`, string(text))
}
