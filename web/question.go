package web

import (
	"strings"
	"time"

	"informerscope/scenarios"
)

// questions is what the reader has answered, and how long a shown answer stays.
type questions struct {
	// answers are the choices, by the place of the question among the captions.
	answers map[int]int
	// shownUntil is when a page without controls goes on by itself.
	shownUntil time.Duration
}

// answerStays is how long a page without controls shows the answer.
const answerStays = 3 * time.Second

// caption is what the scenario tells at the moment shown: the place of the last
// caption with words or a question among all captions, -1 if there is none.
func (m *Model) caption() int { return m.captionAt(m.Event) }

func (m *Model) captionAt(event int) int {
	found := -1
	for i, c := range m.Branch.Captions() {
		if c.Event > event {
			break
		}
		if len(c.Say) > 0 || c.Ask != nil {
			found = i
		}
	}
	return found
}

// asked is the question at the moment shown, and the choice made, -1 if none.
func (m *Model) asked() (q *scenarios.Question, choice int) {
	i := m.caption()
	if i < 0 || m.Branch.Captions()[i].Ask == nil {
		return nil, -1
	}
	if choice, ok := m.answers[i]; ok {
		return m.Branch.Captions()[i].Ask, choice
	}
	return m.Branch.Captions()[i].Ask, -1
}

// waits says whether playback waits for an answer.
func (m *Model) waits() bool {
	q, choice := m.asked()
	return q != nil && choice < 0
}

// upToQuestion is the last event that playback may show on its way to event n:
// it stops where a question has not been answered.
func (m *Model) upToQuestion(n int) int {
	for i, c := range m.Branch.Captions() {
		_, answered := m.answers[i]
		if c.Ask != nil && !answered && c.Event >= m.Event && c.Event < n && m.captionAt(c.Event) == i {
			return c.Event
		}
	}
	return n
}

// ponder holds the story at a question. A page without controls answers by
// itself, and goes on after a while.
func (m *Model) ponder(now time.Duration) {
	m.wind(now, m.Event)
	if q, choice := m.asked(); choice < 0 && m.answersItself() {
		m.answer(now, q.Answer)
		m.shownUntil = now + answerStays
	}
}

// answersItself says whether nobody could answer: the page plays by itself and
// has no controls.
func (m *Model) answersItself() bool {
	return m.Settings.View == ViewBare && m.Settings.Autoplay
}

// answer answers the question at the moment shown; the first answer counts.
func (m *Model) answer(now time.Duration, choice int) {
	q, before := m.asked()
	if q == nil || before >= 0 || choice < 0 || choice >= len(q.Choices) {
		return
	}
	if m.answers == nil {
		m.answers = map[int]int{}
	}
	m.answers[m.caption()] = choice
	m.wind(now, m.Event)
}

// verdict says whether the answer was right, and why.
func (m *Model) verdict(q *scenarios.Question, choice int) string {
	text := m.t("ask.right")
	if choice != q.Answer {
		text = m.t("ask.wrong", "answer", strings.TrimRight(q.Choices[q.Answer].In(m.Lang), ".。"))
	}
	if because := q.Because.In(m.Lang); because != "" {
		text = m.t("ask.because", "verdict", text, "because", because)
	}
	return text
}
