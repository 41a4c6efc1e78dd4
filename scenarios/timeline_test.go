package scenarios

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// story writes a timeline as one line a step.
func story(steps []TimedStep) string {
	var b strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&b, "%v %s", s.At, s.Say.In("en"))
		if s.Waits >= 0 {
			fmt.Fprintf(&b, ", %v after %q", s.Delay, steps[s.Waits].Say.In("en"))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestTimeline(t *testing.T) {
	for _, c := range []struct{ name, steps, want string }{
		{"at is absolute and may go back", `
- {at: 2s, say: b}
- {at: 1s, say: a}
`, "1s a\n2s b\n"},
		{"file order within an instant", `
- {at: 1s, say: a}
- {at: 2s, say: c}
- {at: 1s, say: b}
`, "1s a\n1s b\n2s c\n"},
		{"after counts from the step before, in the file", `
- {after: 1s, say: a}
- {after: 1s, say: b}
- {at: 500ms, say: first}
- {after: 1s, say: c}
`, "500ms first\n1s a\n1.5s c\n2s b\n"},
		{"with neither, with the one before", `
- {say: start}
- {at: 3s, say: a}
- {say: b}
`, "0s start\n3s a\n3s b\n"},
		{"repeat is as if written as often", `
- {at: 1s, repeat: 2, say: "at {i}"}
- {after: 1s, repeat: 3, say: "after {i}"}
- {say: end}
`, "1s at 0\n1s at 1\n2s after 0\n3s after 1\n4s after 2\n4s end\n"},
		{"what counts from a step that waits, waits too", `
- {at: 1s, when: events >= 1, say: waits}
- {say: with}
- {after: 1s, say: then}
- {after: 1s, when: events >= 9, say: waits longer}
- {after: 2s, say: last}
- {at: 9s, say: certain}
`, "1s waits\n1s with, 0s after \"waits\"\n2s then, 1s after \"waits\"\n3s waits longer, 2s after \"waits\"\n" +
			"5s last, 2s after \"waits longer\"\n9s certain\n"},
		{"waiting steps are found after sorting", `
- {at: 3s, when: events >= 1, say: waits}
- {after: 1s, say: then}
- {at: 1s, say: early}
`, "1s early\n3s waits\n4s then, 1s after \"waits\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, story(load(t, "steps:"+c.steps).Timeline()))
		})
	}
}

func TestRepeatFillsInEveryText(t *testing.T) {
	s := load(t, `
world: {informers: [{resource: pods}], workqueues: [{name: main}]}
steps:
- repeat: 2
  create: {apiVersion: v1, kind: Pod, metadata: {name: "web-{i}", labels: {"n{i}": "{i}"}}, spec: {list: ["{i}", 1]}}
- {repeat: 2, say: {en: "Pod {i}", zh: "第 {i} 个"}, queue: {name: main, do: add, key: "default/web-{i}"}}
- {say: "{i} stays"}
`)
	steps := s.Timeline()
	assert.Equal(t, map[string]any{"name": "web-1", "labels": map[string]any{"n1": "1"}}, (*steps[1].Create)["metadata"])
	assert.Equal(t, map[string]any{"list": []any{"1", int64(1)}}, (*steps[1].Create)["spec"])
	assert.Equal(t, "default/web-1", steps[3].Queue.Key)
	assert.Equal(t, "第 1 个", steps[3].Say.In("zh"))
	assert.Equal(t, "{i} stays", steps[4].Say.In("en"))
	assert.Equal(t, []int{0, 0, 1, 1, 2}, []int{steps[0].Index, steps[1].Index, steps[2].Index, steps[3].Index, steps[4].Index})
	assert.Equal(t, "web-{i}", (*s.Steps[0].Create)["metadata"].(map[string]any)["name"], "the scenario is as it was")
}
