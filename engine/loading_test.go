package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAWorldIsMadeObjectByObject(t *testing.T) {
	pod := func(name string) Manifest {
		return Manifest{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name}}
	}
	c := Config{Server: ServerConfig{Objects: []Manifest{pod("a"), pod("b")}, Generate: []Generate{{Count: 3, Manifest: pod("g-{i}")}}}, Informers: []InformerConfig{{Resource: "pods"}}}
	l := Begin(c)
	for n := range 5 {
		assert.InDelta(t, float64(n)/5, l.Progress(), 1e-9)
		require.True(t, l.Next())
		assert.EqualValues(t, n+1, l.world.Server.Revision())
	}
	assert.False(t, l.Next())
	w, err := l.World()
	require.NoError(t, err)
	at, err := New(c)
	require.NoError(t, err)
	for range 50 {
		assert.Equal(t, at.Step(), w.Step())
	}
}

func TestAnObjectThatIsRefusedEndsTheMaking(t *testing.T) {
	l := Begin(Config{Server: ServerConfig{Objects: []Manifest{{"kind": "Pod"}, {"kind": "Pod"}}}})
	assert.True(t, l.Next())
	assert.False(t, l.Next())
	_, err := l.World()
	assert.ErrorContains(t, err, "world.server: objects[0]: ")
}
