package web

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/picture"
)

// exported is the file that a control offers.
func (p *page) exported(action string) Save {
	p.t.Helper()
	p.done = nil
	p.press(action)
	require.Len(p.t, p.done, 1, "%v", p.Notices)
	return p.done[0].(Save)
}

func TestExports(t *testing.T) {
	p := openPage(t, "")
	p.press("create")

	picture := p.exported("export-svg")
	assert.Equal(t, "free-play.svg", picture.Name)
	assert.Contains(t, picture.Content, "web-2")
	assert.NotContains(t, picture.Content, `data-action="`, "nothing in a file can be pressed")
	for d := xml.NewDecoder(strings.NewReader(picture.Content)); ; {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}

	trace := p.exported("export-trace")
	assert.Equal(t, p.Event, strings.Count(trace.Content, "\n"))
	assert.True(t, strings.HasPrefix(trace.Content, `{"seq":1,"at":0,`))

	scenario := p.exported("export-scenario")
	q := openPage(t, "")
	assert.Empty(t, q.call("load", scenario.Content).Err)
	q.press("end")
	q.idle()
	assert.Contains(t, q.report().Server.Objects["pods"], "default/web-2", "what was done is in the file")
}

func TestRangesAreExported(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	offered := func(form map[string]string) (Save, bool) {
		p.done = nil
		p.send(Press{Action: "export-range", Form: form})
		p.idle()
		if len(p.done) == 0 {
			return Save{}, false
		}
		return p.done[0].(Save), true
	}
	animated, ok := offered(map[string]string{"kind": "animated-svg", "from": "10", "to": "20"})
	require.True(t, ok, "%v", p.Notices)
	assert.Equal(t, "missed-delete.animated.svg", animated.Name)
	assert.Contains(t, animated.Content, "@keyframes")
	diagram, ok := offered(map[string]string{"kind": "mermaid", "from": "0", "to": "20"})
	require.True(t, ok)
	assert.Equal(t, "missed-delete.mmd", diagram.Name)
	assert.Contains(t, diagram.Content, "sequenceDiagram")
	for _, bad := range [][2]string{{"5", "5"}, {"0", "99999"}, {"-1", "3"}, {"9", "3"}} {
		before := len(p.Notices)
		_, ok = offered(map[string]string{"kind": "mermaid", "from": bad[0], "to": bad[1]})
		assert.False(t, ok)
		assert.Len(t, p.Notices, before+1)
		p.press("dismiss", "0")
	}
}

// A long animation is made between frames: the page takes input all the time, says
// how far it is, and can be told to stop.
func TestAnAnimationIsMadeInSlices(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	p.clock = func() time.Duration { p.now += 2 * time.Millisecond; return p.now }
	begin := func() {
		p.done = nil
		p.send(Press{Action: "export-range", Form: map[string]string{"kind": "animated-svg", "from": "0", "to": "90"}})
	}
	begin()
	ticks, done := 0, 0.0
	for ; p.filming != nil; ticks++ {
		assert.Contains(t, p.html(), "Making missed-delete.animated.svg")
		assert.GreaterOrEqual(t, p.filming.film.Progress(), done)
		done = p.filming.film.Progress()
		_, wanted := p.Next(p.now)
		assert.True(t, wanted)
		p.send(Tick{})
	}
	assert.Greater(t, ticks, 50)
	assert.Greater(t, done, 0.9)
	require.Len(t, p.done, 1)
	whole, err := picture.Animated(p.Branch, picture.Options{Lang: "en", To: 90})
	require.NoError(t, err)
	assert.Equal(t, whole, p.done[0].(Save).Content)

	begin()
	for range 20 {
		p.send(Tick{})
	}
	p.press("cancel-film")
	p.send(Tick{})
	assert.Nil(t, p.filming)
	assert.Empty(t, p.done)
}

func TestAnAnimationOfTooMuchIsRefused(t *testing.T) {
	p := openPage(t, "")
	p.drop("maps.json", printed(300))
	p.idle()
	p.press("end")
	p.idle()
	p.send(Press{Action: "export-range", Form: map[string]string{"kind": "animated-svg", "from": "0", "to": itoa(p.Branch.Len())}})
	assert.Contains(t, p.Notices[len(p.Notices)-1].Text, "An animation shows 1000 events at most")
	assert.Nil(t, p.filming)
}
