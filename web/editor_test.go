package web

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// write writes a text in the editor; | is where the cursor stands.
func (p *page) write(text string) {
	p.t.Helper()
	before, after, _ := strings.Cut(text, "|")
	p.send(Press{Action: "editor-input", Arg: before + after, Form: map[string]string{"before": before}})
	p.wait(2 * time.Second)
}

const twoPods = `apiVersion: informerscope/v1
kind: Scenario
name: two-pods
world:
  informers:
    - {resource: pods, handlers: [{name: main}]}
steps:
  - at: 1s
    create: {apiVersion: v1, kind: Pod, metadata: {name: a}}
  - at: 20s
    create: {apiVersion: v1, kind: Pod, metadata: {name: b}}
`

func TestTheEditorOpensWithWhatIsPlayed(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	p.press("editor")
	assert.Equal(t, p.source, p.draft.text)
	assert.Contains(t, p.draft.text, "name: missed-delete")
	assert.Empty(t, p.draft.errors)

	p = openPage(t, "")
	p.press("create")
	p.press("editor")
	assert.Contains(t, p.draft.text, "name: web-2", "what was done is in it")
	assert.Empty(t, p.draft.errors)
}

func TestErrorsComeWhileOneWrites(t *testing.T) {
	p := openPage(t, "")
	p.press("editor")
	before := p.Session
	p.write(strings.Replace(twoPods, "kind: Scenario", "kind: Scenery", 1))
	require.Len(t, p.draft.errors, 1)
	assert.Equal(t, 2, p.draft.errors[0].Line)
	assert.Contains(t, p.draft.errors[0].Reason, "allowed: Scenario")
	assert.Contains(t, p.html(), "Scenery")

	p.press("editor-run")
	assert.Same(t, before, p.Session, "a text with errors changes nothing")
	assert.Equal(t, DialogEditor, p.Dialog.Name)
	p.write(twoPods)
	assert.Empty(t, p.draft.errors)
}

func TestTheWrittenIsPlayed(t *testing.T) {
	p := openPage(t, "")
	p.press("editor")
	p.write(twoPods)
	p.press("editor-run")
	assert.Equal(t, "two-pods", p.original.Name)
	assert.True(t, p.Playing)
	assert.Equal(t, Dialog{}, p.Dialog)
	assert.NotContains(t, p.Link(), "free-play")
	p.later()
	assert.Equal(t, []string{"add default/a 2", "add default/b 3"}, p.report().Handlers["pods/main"])
}

func TestPlayingFromTheLineOfTheCursor(t *testing.T) {
	for cursor, from := range map[string]time.Duration{"name: two": 0, "at: 1s": time.Second - 1, "at: 20s": 20*time.Second - 1, "metadata: {name: b": 20*time.Second - 1} {
		p := openPage(t, "")
		p.press("editor")
		p.write(strings.Replace(twoPods, cursor, cursor+"|", 1))
		p.press("editor-here")
		for !p.Ready() {
			p.wait(breath)
		}
		assert.InDelta(t, from.Seconds(), p.Time.Seconds(), 1, cursor)
		assert.True(t, p.Playing)
	}
}

// Nothing that was written is lost: not when the dialog closes, and not when
// something else is played.
func TestTheWrittenStays(t *testing.T) {
	p := openPage(t, "")
	p.press("editor")
	p.write("kind: Scen|")
	assert.Equal(t, []string{"Scenario"}, p.draft.options.Options)
	p.press("close")
	p.press("scenario", "missed-delete")
	p.idle()
	p.press("editor")
	assert.Equal(t, "kind: Scen", p.draft.opened)

	p.done = nil
	p.press("editor-complete")
	p.press("editor-replace")
	assert.Equal(t, []Effect{Insert{Back: 4, Text: "Scenario"}, Insert{Back: -1, Text: p.source}}, p.done)
}

func TestTheWrittenIsSavedAsItStands(t *testing.T) {
	p := openPage(t, "")
	p.press("editor")
	p.write("# half\nname: mine\n|")
	p.done = nil
	p.press("editor-save")
	assert.Equal(t, []Effect{Save{"mine.yaml", "application/yaml", "# half\nname: mine\n"}}, p.done)
}

func TestADroppedScenarioWithErrorsIsOpenedInTheEditor(t *testing.T) {
	p := openPage(t, "")
	before := p.Session
	p.drop("mine.yaml", "apiVersion: informerscope/v1\nkind: Scenery\n")
	assert.Equal(t, DialogEditor, p.Dialog.Name)
	assert.Contains(t, p.draft.opened, "Scenery")
	assert.NotEmpty(t, p.draft.errors)
	assert.Same(t, before, p.Session)
}

func TestErrorsAreToldInTheLanguageOfThePage(t *testing.T) {
	p := openPage(t, "?lang=zh")
	p.drop("mine.yaml", "apiVersion: informerscope/v1\nkind: Scenario\nname: mine\nlevle: 2\n")
	assert.Contains(t, p.Notices[0].Text, `mine.yaml:4:1: levle: 此处没有 "levle" 这个键`)
	require.NotEmpty(t, p.draft.errors)
	assert.Contains(t, p.draft.errors[0].Reason, "是不是想写 level？")
}

func TestANewLineIsIndented(t *testing.T) {
	for before, want := range map[string]string{
		"": "", "name: a": "", "world:": "  ", "  - at: 1s": "    ", "steps:\n  - create:": "      ", "a:\n    b: 1": "    ",
	} {
		assert.Equal(t, want, indentAfter(before), before)
	}
}
