package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drop drops a text on the page, as a file of this name.
func (p *page) drop(name, text string) {
	p.t.Helper()
	p.send(Given{Name: name, Text: []byte(text)})
	p.idle()
}

// printed is what kubectl get -o json prints of so many objects.
func printed(count int) string {
	items := make([]any, count)
	for i := range items {
		items[i] = map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": fmt.Sprintf("c-%d", i), "namespace": "shop", "resourceVersion": fmt.Sprint(100 + i), "uid": fmt.Sprintf("u-%d", i)},
			"data":     map[string]any{"text": strings.Repeat("x", 1000)},
		}
	}
	text, _ := json.MarshalIndent(map[string]any{"apiVersion": "v1", "kind": "List", "items": items}, "", "    ")
	return string(text)
}

func TestWhatKubectlPrintedBecomesAScenario(t *testing.T) {
	p := openPage(t, "")
	p.drop("maps.json", printed(3))
	assert.Equal(t, []Notice{{false, "Objects at the start: 3. Changes: 0. Imported from maps.json."}}, p.Notices)
	p.press("end")
	p.idle()
	assert.Equal(t, map[string]string{"shop/c-0": "100", "shop/c-1": "101", "shop/c-2": "102"}, p.report().Informers["configmaps"].Cache,
		"the versions are those of the cluster")
	assert.NotContains(t, p.Link(), "free-play")
}

func TestAWatchIsReplayed(t *testing.T) {
	p := openPage(t, "")
	const event = `{"type":%q,"object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"default","resourceVersion":"%d","uid":"u"}}}` + "\n"
	p.drop("watch.json", fmt.Sprintf(event+event, "ADDED", 7, "DELETED", 9))
	p.press("end")
	p.idle()
	assert.Contains(t, p.report().Handlers["pods/main"], "delete default/a 9")
}

// A large file is read between frames: the page takes input all the time, says
// how far it is, and can be told to stop.
func TestALargeFileIsReadInSlices(t *testing.T) {
	text := printed(400)
	read := func() (p *page, ticks int) {
		p = openPage(t, "")
		p.clock = func() time.Duration { p.now += 2 * time.Millisecond; return p.now } // each look at the clock is an object read
		p.send(Given{Name: "maps.json", Text: []byte(text)})
		return p, 0
	}
	p, ticks := read()
	making, done := 0, 0.0
	for ; p.reading != nil; ticks++ {
		assert.GreaterOrEqual(t, p.reading.progress(), done)
		if done = p.reading.progress(); p.reading.loading != nil {
			making++
		}
		assert.Contains(t, p.html(), "Reading maps.json")
		assert.True(t, p.Ready())
		_, wanted := p.Next(p.now)
		assert.True(t, wanted)
		p.send(Tick{})
	}
	assert.Greater(t, ticks, 100)
	assert.Greater(t, making, 50, "the world is made between frames, too")
	assert.Contains(t, p.Notices[0].Text, "Objects at the start: 400.")

	p, _ = read()
	before := p.Session
	p.press("cancel-import")
	p.idle()
	assert.Same(t, before, p.Session)
	assert.Empty(t, p.Notices)
}

// One that is too large to be kept is told, and does not keep the page busy.
func TestAHeavyFileIsNotKept(t *testing.T) {
	var b browser
	p := b.visit(t, "1", freePlay)
	p.press("create")
	p.press("pause")
	p.drop("maps.json", printed(1100))
	assert.Contains(t, p.Notices[1].Text, "too large for a link")
	p.wait(time.Second)
	_, busy := p.Next(p.now)
	assert.False(t, busy)
	assert.True(t, p.tooLong())
	b.leave(p)
	assert.Contains(t, b.kept, "1/1001", "what was there before")
	assert.NotContains(t, b.kept, "1/1002")
}

func TestADroppedManifestIsCreated(t *testing.T) {
	p := openPage(t, "")
	p.drop("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: dropped}\n")
	p.later()
	assert.Equal(t, map[string][]string{"pods": {"default/dropped"}}, p.cachedSince())

	const bad = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: Bad_Name}\n"
	p.drop("pods.yaml", bad)
	assert.Equal(t, DialogCreate, p.Dialog.Name)
	assert.Equal(t, bad, p.Dialog.Text, "what was given is not lost")
	assert.Equal(t, 5, p.Dialog.Errors[0].Line)
	assert.Contains(t, p.html(), "Bad_Name")
}

func TestADroppedScenarioIsPlayed(t *testing.T) {
	p := openPage(t, "")
	p.drop("mine.yaml", "# mine\napiVersion: informerscope/v1\nkind: Scenario\nname: mine\nworld:\n  informers:\n    - {resource: pods}\n")
	assert.Equal(t, "mine", p.original.Name)
	assert.Empty(t, p.Notices)
}

// What cannot be read changes nothing, and is named.
func TestBadFilesAreNamedAndChangeNothing(t *testing.T) {
	for name, text := range map[string]string{
		"empty":     "",
		"words":     "hello\nworld",
		"binary":    "\x00\x01\x02",
		"half JSON": `{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion"`,
		"an error":  `{"apiVersion": "v1", "kind": "Status", "message": "forbidden"}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "")
			before, event := p.Session, p.Event
			p.drop("file.json", text)
			require.Len(t, p.Notices, 1)
			assert.True(t, p.Notices[0].Bad)
			assert.Contains(t, p.Notices[0].Text, "file.json")
			assert.Same(t, before, p.Session)
			assert.Equal(t, event, p.Event)
		})
	}
}

// TestDumpsOfAFolder tries files that the project does not ship:
// INFORMERSCOPE_DUMPS names their folder.
func TestDumpsOfAFolder(t *testing.T) {
	if os.Getenv("INFORMERSCOPE_DUMPS") == "" {
		t.Skip("no folder is named")
	}
	files, err := filepath.Glob(filepath.Join(os.Getenv("INFORMERSCOPE_DUMPS"), "*.[jy]*"))
	require.NoError(t, err)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			p := openPage(t, "")
			p.drop(filepath.Base(file), string(text))
			require.Len(t, p.Notices, 1)
			assert.False(t, p.Notices[0].Bad, p.Notices[0].Text)
			p.press("end")
			p.idle()
			assert.Empty(t, p.report().Violations)
		})
	}
}
