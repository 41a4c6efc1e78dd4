package scenarios

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// again marshals a scenario and loads what came out, which has to be the same.
func again(t *testing.T, s *Scenario) {
	t.Helper()
	data, err := Marshal(s)
	require.NoError(t, err)
	got, err := ImportLimits.Load("marshalled", data)
	require.NoError(t, err, "%s", data)
	assert.Equal(t, withoutLines(s), withoutLines(got), "%s", data)
}

// withoutLines is a copy of s whose steps have no lines.
func withoutLines(s *Scenario) *Scenario {
	c := *s
	c.Steps = append([]Step(nil), s.Steps...)
	for i := range c.Steps {
		c.Steps[i].Line = 0
	}
	return &c
}

func TestMarshalWritesWhatLoadReads(t *testing.T) {
	for _, file := range append(goldenFiles(t), "testdata/every-key.yaml") {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := Load(file, data)
		require.NoError(t, err)
		again(t, s)
	}
}

func TestMarshalIsReadable(t *testing.T) {
	s := load(t, `
title: {zh: 你好, en: Hello}
summary: "two lines,\nwithout end"
tags: ["410", "on", watch]
world:
  server:
    objects:
    - {metadata: {name: a, labels: {"n": "1"}, annotations: {x: ""}}, kind: Pod, apiVersion: v1, spec: {ratio: 0.5, big: 1e300, list: [], none: null}}
  informers: [{resource: pods, watchList: false, resync: 10s, handlers: [{resync: 0s, name: main}]}]
steps:
- {say: Look, at: 1500ms}
- {bump: 3, after: 1s}
- compact: {keep: 0}
expect: {informers: {pods: {cache: {}}}}
`)
	data, err := Marshal(s)
	require.NoError(t, err)
	assert.Equal(t, head+strings.TrimPrefix(`
title:
  en: Hello
  zh: 你好
summary: |-
  two lines,
  without end
level: 3
tags:
  - "410"
  - "on"
  - watch
seed: 1
world:
  server:
    objects:
      - apiVersion: v1
        kind: Pod
        metadata:
          annotations:
            x: ""
          labels:
            "n": "1"
          name: a
        spec:
          big: 1e+300
          list: []
          none: null
          ratio: 0.5
  informers:
    - resource: pods
      watchList: false
      resync: 10s
      handlers:
        - name: main
          resync: 0s
steps:
  - at: 1.5s
    say: Look
  - after: 1s
    bump: 3
  - compact:
      keep: 0
expect:
  informers:
    pods:
      cache: {}
`, "\n"), string(data))
	again(t, s)
}

func TestMarshalKeepsAwkwardText(t *testing.T) {
	for _, text := range []string{"", " ", "\n", "a\n", "a\n\n", "\na", " a\nb", "a \nb", "a\tb", "a\r\nb", "# no comment", "- a", "a: b", "<<", "=", "~",
		"null", "0x1F", "1_000", "yes", "{i}", "'", `"`, "\\", "\u0000", "\u0085", "\u2028", "\ufeff", "\u007f", "😀", "---", "...", "@a", "%a", "`a", "? a", "!a", "&a", "*a", "|", ">", strings.Repeat("x ", 500), strings.Repeat("k", 2000)} {
		s := load(t, "")
		s.Expect = map[string]any{"server": map[string]any{text: text, "list": []any{text}}}
		s.Summary = Plain(text)
		again(t, s)
	}
}

func TestMarshalRefusesWhatIsNotText(t *testing.T) {
	s := load(t, "")
	s.Summary = Plain("\xff")
	_, err := Marshal(s)
	assert.EqualError(t, err, `scenario test: "\xff" is not text in UTF-8`)
}
