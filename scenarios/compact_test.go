package scenarios

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
)

// acted is a session of free acts, some of them in the past.
func acted(t *testing.T) *Session {
	t.Helper()
	s, err := Load("free.yaml", []byte("apiVersion: informerscope/v1\nkind: Scenario\nname: free\nworld: {informers: [{resource: pods, handlers: [{name: main}]}]}\n"))
	require.NoError(t, err)
	session, err := NewSession(s)
	require.NoError(t, err)
	b := session.Branches[0]
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		b.All()
		n := b.Len()
		if i%7 == 6 {
			n -= random.IntN(10)
		}
		at := b.At(n).World.Now() + time.Duration(random.IntN(5000))*time.Millisecond
		b.Extend(at)
		b.See(n)
		command := engine.Command{Create: &engine.Manifest{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": fmt.Sprintf("web-%d", i+1), "labels": map[string]any{"image": "nginx:1.29", "odd": "007\t\n"}}}}
		if i%3 == 2 {
			command = engine.Command{Delete: fmt.Sprintf("pods/default/web-%d", i)}
		}
		b = session.Act(b, n, at, command)
	}
	b.All()
	require.Greater(t, len(session.Branches), 1)
	return session
}

func TestACompactSessionIsTheSameSession(t *testing.T) {
	session := acted(t)
	shown := session.Branches[len(session.Branches)-1]
	c, err := session.Compact(shown, false)
	require.NoError(t, err)
	text := c.Text()
	again, err := ParseCompact(text)
	require.NoError(t, err)
	assert.Equal(t, text, again.Text())
	s, err := Load("link.yaml", []byte(again.Scenario))
	require.NoError(t, err)
	restored, err := Restore(s, again.Branches)
	require.NoError(t, err)
	for i, b := range session.Branches {
		r := restored.Branches[i]
		b.All()
		r.All()
		assert.Equal(t, b.Acts, r.Acts)
		assert.Equal(t, string(b.At(b.Len()).Report().JSON()), string(r.At(b.Len()).Report().JSON()))
	}
}

// A link can say anything: it is refused, and takes neither time nor memory.
func TestDamagedCompactSessions(t *testing.T) {
	c, err := acted(t).Compact(&Branch{}, true)
	require.NoError(t, err)
	good := c.Text()
	_, err = ParseCompact(good)
	require.NoError(t, err)
	for name, text := range map[string]string{
		"nothing":             "",
		"words":               "hello",
		"no branch":           "b 0\n",
		"no such branch":      "b 7\nn -1 0 0 0\n",
		"a parent to come":    "b 0\nn -1 0 0 0\nn 1 0 0 0\n",
		"two roots":           "b 0\nn -1 0 0 0\nn -1 0 0 0\n",
		"too late":            "b 0\nn -1 0 999999999999 0\n",
		"an event too far":    "b 0\nn -1 99999999999 0 0\n",
		"acts of nobody":      "b 0\nn -1 0 0 0\nc {\"bump\":1}\na 1\nt 1\nw 0\n",
		"acts that are not":   "b 0\nn -1 0 0 5\nc {\"bump\":1}\na 1\nt 1\nw 0\n",
		"no command":          "b 0\nn -1 0 0 1\na 1\nt 1\nw 0\n",
		"a foreign command":   "b 0\nn -1 0 0 1\nc {\"run\":\"x\"}\na 1\nt 1\nw 0\n",
		"no JSON":             "b 0\nn -1 0 0 1\nc {\na 1\nt 1\nw 0\n",
		"numbers are missing": "b 0\nn -1 0 0 1\nc {\"bump\":\t}\na 1\nt 1\nw 0\nx\n",
		"before the fork":     "b 0\nn -1 0 0 1\nc {\"bump\":1}\na -1\nt 1\nw 0\n",
		"a negative time":     "b 0\nn -1 0 0 1\nc {\"bump\":1}\na 1\nt -1\nw 0\n",
	} {
		_, err := ParseCompact(text)
		assert.ErrorIs(t, err, ErrDamaged, name)
	}
	for i := 0; i < len(good); i += 13 { // whatever is cut or changed, nothing panics
		_, _ = ParseCompact(good[:i])
		_, _ = ParseCompact(good[:i] + "9" + good[i:])
		_, _ = ParseCompact(strings.Replace(good, good[i:i+1], "\n", 1))
	}
}
