// Package scenarios reads scenario files, runs them and reports what came out.
// A scenario says what the simulated world is, what happens to it and when,
// what the reader is told, and what must come out. Its file format,
// informerscope/v1, is a contract with authors outside the project.
package scenarios

import (
	"encoding/json"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerscope/engine"
)

//go:generate go run ./schema

// What every scenario file begins with.
const (
	APIVersion = "informerscope/v1"
	Kind       = "Scenario"
)

// Scenario is one scenario file. Load fills in the defaults of Level and Seed;
// those of the world are engine.Config.Complete's.
type Scenario struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// Name is what links and the command line call it.
	Name    string `json:"name"`
	Title   Text   `json:"title,omitempty"`
	Summary Text   `json:"summary,omitempty"`
	// Level is the rung of the ladder, 1 to 5; 3 unless given.
	Level int      `json:"level,omitempty"`
	Tags  []string `json:"tags,omitempty"`
	// Answers are the questions of learners that the scenario answers; the list
	// of scenarios is searched by them.
	Answers []Text `json:"answers,omitempty"`
	// Stage are the rooms that are shown; all unless given. The others stand
	// empty, and what happens in them takes no time to watch: a course can build
	// the pipeline up room by room.
	Stage []string `json:"stage,omitempty"`
	// Seed is what everything random derives from; 1 unless given.
	Seed  uint64        `json:"seed,omitempty"`
	World engine.Config `json:"world,omitzero"`
	// Steps are done in order of time, in file order within an instant.
	Steps []Step `json:"steps,omitempty"`
	// Until ends the run; by default it ends when nothing is left to happen but
	// periodic timers, after DefaultUntil at the latest.
	Until *metav1.Duration `json:"until,omitempty"`
	// Expect is a part of the report: maps may be partial, lists are whole.
	Expect map[string]any `json:"expect,omitempty"`
}

// DefaultUntil is how much time a run without `until` simulates at most.
const DefaultUntil = 10 * time.Minute

// Step is one thing that happens: at most one command, and what the reader is
// told and shown meanwhile. Timeline says when it happens.
type Step struct {
	// At is absolute.
	At *metav1.Duration `json:"at,omitempty"`
	// After counts from the step before. With neither, a step happens with the
	// one before it.
	After *metav1.Duration `json:"after,omitempty"`
	// AfterEvent makes the step happen right after that trace event, which says
	// more exactly than At where in an instant it belongs: recorded free play
	// needs it.
	AfterEvent int64 `json:"afterEvent,omitempty"`
	// Repeat does the step that many times, as if it was written as often; {i}
	// in its texts counts from 0.
	Repeat int `json:"repeat,omitempty"`
	// When is a predicate on the report: once its time has come, the step waits
	// until it holds.
	When string `json:"when,omitempty"`

	engine.Command `json:",inline"`

	// Say is a caption; it stays until the next one.
	Say Text `json:"say,omitempty"`
	// Focus is the place to look at.
	Focus string `json:"focus,omitempty"`
	// Ask is a question that playback waits for.
	Ask *Question `json:"ask,omitempty"`

	// Line is where the step stands in its file, from 1; 0 if it has none.
	Line int `json:"-"`
}

// Question is put to the reader; playback waits for an answer.
type Question struct {
	Question Text   `json:"question"`
	Choices  []Text `json:"choices"`
	// Answer is the index of the right choice.
	Answer  int  `json:"answer"`
	Because Text `json:"because,omitempty"`
}

// Text is text for people: a map of language to string, or one string for all
// languages under the key "".
type Text map[string]string

// Plain is the same text in every language.
func Plain(s string) Text { return Text{"": s} }

// In returns the text in a language, else in English, else in the first
// language there is.
func (t Text) In(lang string) string {
	for _, l := range []string{lang, "", "en", "zh"} {
		if s, ok := t[l]; ok {
			return s
		}
	}
	return ""
}

// MarshalJSON writes a Text as scenario files do: a string, or a map.
func (t Text) MarshalJSON() ([]byte, error) {
	if s, ok := t[""]; ok {
		return json.Marshal(s)
	}
	return json.Marshal(map[string]string(t))
}
