package picture

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var rewrite = flag.Bool("rewrite", false, "write the README's picture anew")

// The README's picture is a built-in scenario, as
// go run ./scenarios/play -o animated-svg -theme light missed-delete makes it.
func TestTheReadmesPictureIsCurrent(t *testing.T) {
	const file = "../../docs/missed-delete.svg"
	b := played(t, "missed-delete")
	drawn, err := Animated(b, Options{Lang: "en", Theme: "light", To: b.Len()})
	require.NoError(t, err)
	if *rewrite {
		require.NoError(t, os.WriteFile(file, []byte(drawn), 0o644))
	}
	committed, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, string(committed) == drawn, "run go test ./web/picture -run Readme -rewrite, and look at the picture")
}
