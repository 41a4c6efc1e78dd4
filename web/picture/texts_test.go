package picture

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// hostile is a scenario whose every text tries to be more than text.
func hostile(t *testing.T) *scenarios.Branch {
	t.Helper()
	s, err := scenarios.Load("x.yaml", []byte(`apiVersion: informerscope/v1
kind: Scenario
name: x
title: "<script>alert(1)</script>"
summary: "</article><img src=x onerror=alert(1)>"
world: {informers: [{resource: pods, handlers: [{name: main}]}]}
steps:
  - {at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: a}}, say: "a; b # c <b> end\n  Note over p0: forged"}
  - at: 2s
    ask: {question: "<i>?</i>", choices: ["<a href=javascript:alert(1)>", "no"], answer: 1, because: "&lt;"}
`))
	require.NoError(t, err)
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	session.Branches[0].All()
	return session.Branches[0]
}

var mermaidLine = regexp.MustCompile(`^(sequenceDiagram|  participant p\d+ as [^;\n]+|  p\d+->>p\d+: .+|  Note over p\d+: .+)$`)

func TestMermaidIsASequenceDiagram(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		for _, name := range builtin.Names() {
			b := played(t, name)
			lines := strings.Split(strings.TrimSuffix(Mermaid(b, Options{Lang: lang, To: b.Len()}), "\n"), "\n")
			for _, line := range lines {
				assert.Regexp(t, mermaidLine, line)
			}
			assert.Greater(t, len(lines), 5)
		}
	}
	b := played(t, "missed-delete")
	part := Mermaid(b, Options{Lang: "en", From: 20, To: 40})
	assert.Less(t, strings.Count(part, "->>"), strings.Count(Mermaid(b, Options{Lang: "en", To: b.Len()}), "->>"))
	text := Mermaid(hostile(t), Options{Lang: "en", To: 100})
	assert.Contains(t, text, "a#59; b #35; c #lt;b#gt; end   Note over p0: forged")
	assert.NotContains(t, text, "\n  Note over p0: forged")
}

func TestStoryboardsAreWellFormedAndHoldNoTagsOfScenarios(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		boards := []string{Storyboard(hostile(t), lang)}
		for _, name := range builtin.Names() {
			b := played(t, name)
			board := Storyboard(b, lang)
			boards = append(boards, board)
			assert.Equal(t, len(scenes(b)), strings.Count(board, "<figure>"), name)
		}
		for _, board := range boards {
			for d := xml.NewDecoder(strings.NewReader(board)); ; {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				if e, ok := token.(xml.StartElement); ok {
					assert.NotContains(t, []string{"script", "img", "a", "i", "b"}, e.Name.Local)
					for _, attr := range e.Attr {
						assert.NotRegexp(t, "^on|^href$", attr.Name.Local)
					}
				}
			}
		}
	}
}

// A run without captions has a storyboard of some moments.
func TestStoryboardWithoutCaptions(t *testing.T) {
	b := played(t, "free-play")
	if len(b.Captions()) > 0 {
		t.Skip("free play tells something now")
	}
	all := scenes(b)
	assert.LessOrEqual(t, len(all), mostSamples+1)
	assert.Equal(t, 0, all[0])
	assert.Equal(t, b.Len(), all[len(all)-1])
	for _, n := range scenes(played(t, "missed-delete")) {
		assert.NotEmpty(t, tell(played(t, "missed-delete"), n, "en").Say, "where there are captions, each picture has one")
	}
}
