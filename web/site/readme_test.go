package site

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
	"informerscope/scenarios"
	builtins "informerscope/scenarios/builtin"
	"informerscope/web/draw"
)

var rewrite = flag.Bool("rewrite", false, "write the README's picture anew")

// The README's picture is a moment of a built-in scenario, drawn by the program:
// the whole list on its way to the queue after a delete was missed.
func TestReadmePictureIsCurrent(t *testing.T) {
	s, err := builtins.Load("missed-delete")
	require.NoError(t, err)
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	branch := session.Branches[0]
	branch.All()
	n := 0
	for e := 1; e <= branch.Len(); e++ {
		if branch.Event(e).Kind == trace.QueueReplace {
			n = e
		}
	}
	picture := draw.Stage(branch.At(n).World, draw.Options{
		Width: 1400, Lang: "en", Still: true, Changed: branch.Event(n),
		Event: func(seq int64) *trace.Event { return branch.Event(int(seq)) },
	})
	var drawn bytes.Buffer
	require.NoError(t, draw.WriteSVG(&drawn, picture, "light"))

	root, err := Root()
	require.NoError(t, err)
	file := filepath.Join(root, "web", "static", "stage.svg")
	if *rewrite {
		require.NoError(t, os.WriteFile(file, drawn.Bytes(), 0o644))
	}
	committed, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(committed), drawn.String(), "run go test ./web/site -run Readme -rewrite, and look at the picture")
}
