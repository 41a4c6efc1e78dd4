package web

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// packed and unpacked do what the browser does.
func packed(t *testing.T, p Pack) Packed {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	require.NoError(t, err)
	_, err = io.WriteString(w, p.Text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return Packed{Text: p.Text, Payload: base64.RawURLEncoding.EncodeToString(out.Bytes())}
}

func unpacked(u Unpack) Unpacked {
	packed, err := base64.RawURLEncoding.DecodeString(u.Payload)
	if err != nil {
		return Unpacked{Err: err}
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	return Unpacked{Text: string(text), Err: err}
}

// busy does n acts as a reader does: at odd moments, most of them while it plays,
// some in the past.
func (p *page) busy(n int) {
	random := rand.New(rand.NewPCG(3, 4))
	p.press("play")
	for i := range n {
		switch i % 10 {
		case 3, 7:
			p.press("update")
		case 5:
			p.press("delete")
		case 8:
			p.press("drop-watch")
		case 9:
			p.call("seek", args{"event": p.Event - random.IntN(20)})
			p.press("play")
			p.press("create")
		default:
			p.press("create")
		}
		p.wait(time.Duration(random.IntN(4_000_000)) * time.Microsecond)
	}
	p.press("pause")
	p.idle()
}

func TestALinkHoldsTheSession(t *testing.T) {
	for _, query := range []string{"", "?scenario=missed-delete", "?scenario=first-steps&queue=DeltaFIFO"} {
		t.Run(query, func(t *testing.T) {
			p := openPage(t, query)
			assert.NotContains(t, p.Link(), sessionMark, "nothing was changed")
			p.busy(30)
			link := p.Link()
			assert.Contains(t, link, sessionMark+sessionVersion)
			again := openPage(t, link)
			assert.Empty(t, again.Notices)
			assert.Equal(t, p.Event, again.Event)
			assert.Equal(t, string(p.report().JSON()), string(again.report().JSON()))
			assert.Len(t, again.Session.Branches, len(p.Session.Branches))
			assert.Equal(t, link, again.Link(), "the same link again")
		})
	}
}

func TestTwoHundredActsFitIntoALink(t *testing.T) {
	p := openPage(t, "")
	p.busy(200)
	link := p.Link()
	t.Logf("%d acts on %d branches: %d characters", 200, len(p.Session.Branches), len(link))
	assert.Less(t, len(link), longestLink)
	assert.Equal(t, string(p.report().JSON()), string(openPage(t, link).report().JSON()))
}

// Objects of the reader's own may be too much for a link: a file holds them.
func TestWhatDoesNotFitIntoALinkIsSaid(t *testing.T) {
	p := openPage(t, "")
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		noise := make([]byte, 100)
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		p.call("command", args{"create": args{"apiVersion": "v1", "kind": "ConfigMap", "metadata": args{"name": fmt.Sprint("c", i)}, "data": args{"x": base64.StdEncoding.EncodeToString(noise)}}})
	}
	p.press("pause")
	p.idle()
	assert.True(t, p.tooLong())
	assert.NotContains(t, p.Link(), sessionMark)
	p.press("share")
	assert.Contains(t, p.html(), "longer than the 2000 characters")
	p.press("export-scenario")
	assert.Contains(t, p.done[len(p.done)-1].(Save).Content, "name: c39")
}

// The scenario that a link names may change: then the moment is not the one that
// was meant, and the reader is told. A link that names no moment means whatever
// the scenario is.
func TestALinkSaysSoIfItsScenarioHasChanged(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	assert.NotContains(t, p.Link(), "of=")
	p.call("seek", args{"event": 40})
	link := p.Link()
	assert.Contains(t, link, "of="+p.original.Mark()+"&event=40")
	assert.Empty(t, openPage(t, link).Notices)

	before := strings.Replace(link, "of="+p.original.Mark(), "of=1abc", 1)
	p = openPage(t, before)
	require.Len(t, p.Notices, 1)
	assert.Contains(t, p.Notices[0].Text, "The scenario has changed since this link was made")
	assert.Equal(t, link, p.Link(), "from here on it is about the scenario as it is")
	p.call("load", args{"scenario": "first-steps"})
	assert.Len(t, p.Notices, 1)
}

func TestWhatPutsTheMomentIntoAPage(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete&lang=zh&event=40&theme=dark")
	of := p.original.Mark()
	assert.Equal(t, "<script src=\"https://example.com/scope/embed.js\" defer></script>\n"+
		`<informer-scope scenario="missed-delete" of="`+of+`" event="40" lang="zh" theme="dark" title="&#34;&lt;b&gt;&#34;"></informer-scope>`, p.element(`"<b>"`))
	assert.Equal(t, `<iframe src="https://example.com/scope/?scenario=missed-delete&amp;of=`+of+`&amp;event=40&amp;lang=zh&amp;theme=dark&amp;view=embed" width="100%" height="760" style="border:0" title="&#34;&lt;b&gt;&#34;"></iframe>`, p.iframe(`"<b>"`))
	p.press("create")
	p.press("pause")
	p.idle()
	assert.Contains(t, p.element(""), ` session="1`)
	p.press("share")
	assert.Contains(t, p.html(), "informer-scope scenario=")
}

func TestALinkHoldsAScenarioThatHasNoName(t *testing.T) {
	p := openPage(t, "?lang=zh")
	p.call("load", "apiVersion: informerscope/v1\nkind: Scenario\nname: mine\nworld: {informers: [{resource: pods}]}\nsteps: [{at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: a}}}]\n")
	again := openPage(t, p.Link())
	assert.Equal(t, "mine", again.original.Name)
	assert.Equal(t, "zh", again.Lang)
	again.press("end")
	again.idle()
	assert.Contains(t, again.report().Server.Objects["pods"], "default/a")
}

func TestBadLinksAreToldAndTheScenarioIsShown(t *testing.T) {
	for hash, want := range map[string]string{
		"#s=2abc":                   "later version",
		"#s=1***":                   "damaged",
		"#s=1" + "AAAA":             "damaged",
		"#s=":                       "later version",
		"#s=1" + zipped(t, "hello"): "damaged",
		"#s=1" + zipped(t, "b 0\nn -1 0 0 0\nn 0 99999 0 0\n"): "branches[1]",
	} {
		p := openPage(t, "?scenario=first-steps"+hash)
		require.Len(t, p.Notices, 1, hash)
		assert.Contains(t, p.Notices[0].Text, want)
		assert.Equal(t, "first-steps", p.original.Name)
		assert.True(t, p.Ready())
	}
	assert.Empty(t, openPage(t, "#chapter-2").Notices, "a fragment of somebody else's")
}

func zipped(t *testing.T, text string) string { return packed(t, Pack{text}).Payload }

var addLink = flag.String("add-link", "", "keep a link for ever, under this `name`")

// Links that somebody has made still open: each file is a link, and what its
// last moment has to hold. Never change one; -add-link NAME makes another.
func TestOldLinks(t *testing.T) {
	if *addLink != "" {
		p := openPage(t, "")
		p.call("load", "apiVersion: informerscope/v1\nkind: Scenario\nname: kept\nworld: {informers: [{resource: pods, handlers: [{name: main}]}]}\n")
		p.busy(12)
		text := p.Link() + "\n"
		for _, key := range slices.Sorted(maps.Keys(p.report().Server.Objects["pods"])) {
			text += key + "\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join("testdata", "links", *addLink), []byte(text), 0o644))
	}
	files, err := filepath.Glob("testdata/links/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		p := openPage(t, lines[0])
		assert.Empty(t, p.Notices, file)
		p.press("end")
		p.idle()
		var objects []string
		for key := range p.report().Server.Objects["pods"] {
			objects = append(objects, key)
		}
		assert.ElementsMatch(t, lines[1:], objects, file)
	}
}
