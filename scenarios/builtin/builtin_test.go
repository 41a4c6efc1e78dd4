package builtin

import (
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
	"informerscope/scenarios"
)

// TestBuiltIn runs every built-in scenario and holds it to what it expects.
func TestBuiltIn(t *testing.T) {
	require.Contains(t, Names(), "free-play")
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			s, err := Load(name)
			require.NoError(t, err)
			assert.Equal(t, name, s.Name, "a scenario is called as its file is")
			assert.NotEmpty(t, s.Expect)
			assert.True(t, len(s.Steps) == 0 || len(s.Answers) > 0, "it answers no question")
			for _, question := range s.Answers {
				inBothLanguages(t, question, "question")
			}
			inBothLanguages(t, s.Title, "title")
			inBothLanguages(t, s.Summary, "summary")

			run := watched(t, s)
			assert.Empty(t, run.Check())
			told := -1
			for _, c := range run.Captions {
				captionInBothLanguages(t, c)
				if len(c.Say) > 0 || c.Ask != nil {
					assert.Greater(t, c.Event, told, "nothing happens before this replaces what was said before: %v", c.Say)
					told = c.Event
				}
			}
		})
	}
}

// A reader is told of an act when it has happened, never before.
func TestCaptionsComeWithTheirActs(t *testing.T) {
	for _, name := range Names() {
		s, err := Load(name)
		require.NoError(t, err)
		session, err := scenarios.NewSession(s)
		require.NoError(t, err)
		b := session.Branches[0]
		b.All()
		for _, step := range s.Steps {
			if len(step.Say) == 0 || step.Ask != nil || reflect.ValueOf(step.Command).IsZero() {
				continue
			}
			at := slices.IndexFunc(b.Captions(), func(c scenarios.Caption) bool { return reflect.DeepEqual(c.Say, step.Say) })
			require.GreaterOrEqual(t, at, 0, "%s: %v", name, step.Say)
			assert.True(t, b.Event(b.Captions()[at].Event).Kind.IsAct(), "%s: %v", name, step.Say)
		}
	}
}

// watched runs a scenario and checks the invariants after every step.
func watched(t *testing.T, s *scenarios.Scenario) *scenarios.Run {
	run, err := scenarios.NewRun(s)
	require.NoError(t, err)
	watcher := engine.NewWatcher(run.World)
	for events := run.Step(); events != nil; events = run.Step() {
		for _, e := range events {
			watcher.Event(e)
		}
		require.Empty(t, run.World.Violations(), "after event %d", run.Events())
	}
	require.NoError(t, run.Err())
	require.Empty(t, watcher.Violations(run.World))
	return run
}

func captionInBothLanguages(t *testing.T, c scenarios.Caption) {
	if len(c.Say) > 0 {
		inBothLanguages(t, c.Say, "say")
	}
	if c.Ask == nil {
		return
	}
	inBothLanguages(t, c.Ask.Question, "question")
	inBothLanguages(t, c.Ask.Because, "because")
	for _, choice := range c.Ask.Choices {
		inBothLanguages(t, choice, "choice")
	}
}

func inBothLanguages(t *testing.T, text scenarios.Text, what string) {
	assert.NotEmpty(t, text["en"], "%s in English: %v", what, text)
	assert.NotEmpty(t, text["zh"], "%s in Chinese: %v", what, text)
}
