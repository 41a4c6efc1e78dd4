package web

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
