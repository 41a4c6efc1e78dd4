package builtin

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
			inBothLanguages(t, s.Title, "title")
			inBothLanguages(t, s.Summary, "summary")

			run, err := scenarios.NewRun(s)
			require.NoError(t, err)
			require.NoError(t, run.Finish())
			assert.Empty(t, run.Check())
			assert.Empty(t, run.Report().Violations)
			for _, c := range run.Captions {
				captionInBothLanguages(t, c)
			}
		})
	}
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
