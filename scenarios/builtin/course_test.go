package builtin

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
)

// The course is every file, once, and goes up the levels.
func TestTheCourseHasEveryScenario(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	require.NoError(t, err)
	for i, file := range files {
		files[i] = strings.TrimSuffix(file, ".yaml")
	}
	assert.ElementsMatch(t, files, Names(), OrderFile)
	level := 0
	for _, name := range Names() {
		s, err := Load(name)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, s.Level, level, "%s stands behind one of a higher level", name)
		level = s.Level
	}
}

// The first scenes build the pipeline up before the reader's eyes: six of them,
// each with one room more, each under a minute.
func TestTheFirstLevelAddsOneRoomAtATime(t *testing.T) {
	stage := []string{}
	for _, name := range Names() {
		s, err := Load(name)
		require.NoError(t, err)
		if len(s.Stage) == 0 {
			continue
		}
		require.Len(t, s.Stage, len(stage)+1, name)
		assert.Equal(t, stage, s.Stage[:len(stage)], name)
		stage = s.Stage
		assert.Equal(t, 1, s.Level)
		assert.Less(t, lengthOf(t, s), time.Minute, name)
	}
	assert.Len(t, stage, 6)
}

// What learners ask most is answered, in their words.
func TestTheQuestionsThatLearnersAskMostAreAnswered(t *testing.T) {
	answered := map[string]bool{}
	for _, name := range Names() {
		s, err := Load(name)
		require.NoError(t, err)
		for _, question := range s.Answers {
			answered[question["en"]] = true
		}
	}
	for _, question := range []string{
		"Does a resync ask the API server again?",
		"Why is OnUpdate called when nothing changed?",
		"Can an informer miss events?",
		"When do I get DeletedFinalStateUnknown?",
		"How old is the object inside a tombstone?",
		"When is my cache synced, and when my handler?",
		"Why do I read an old object right after writing it?",
		"How does the worker get the deleted object?",
		`Is "too old resource version" something I must fix?`,
		"How do I skip the adds at the start, or start from a resource version?",
		"Add, AddAfter or AddRateLimited?",
		"Forget or Done?",
		"Can two workers get the same key at once?",
		"Which resync period should I choose?",
		"Are events ordered, per object and across objects?",
		"Can I add handlers at run time?",
		"Can I remove handlers at run time?",
		"Why does my informer never sync?",
		"May I change an object that I got from the Lister?",
		"Why is the key only namespace/name and not the UID?",
		"What does an informer add over a plain watch?",
	} {
		assert.True(t, answered[question], question)
	}
}

// lengthOf is how long a scenario plays at normal speed.
func lengthOf(t *testing.T, s *scenarios.Scenario) time.Duration {
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	session.Branches[0].All()
	return session.Branches[0].Story().Length()
}
