package conformance

import (
	"testing"

	"informerscope/scenarios"

	"github.com/stretchr/testify/require"
)

// A difference between two runs of the real library would be the harness's
// fault: it must leave nothing to chance before the engine is compared with it.
func TestTheRealLibraryGivesTheSameReportTwice(t *testing.T) {
	for _, mode := range Modes() {
		t.Run(mode.String(), func(t *testing.T) {
			for seed := range uint64(*scripts) {
				s := Generate(mode, seed)
				first, err := RunReal(t, s)
				require.NoError(t, err)
				second, err := RunReal(t, s)
				require.NoError(t, err)
				if d := differences(first, second); len(d) > 0 {
					text, err := scenarios.Marshal(s)
					require.NoError(t, err)
					require.Empty(t, d, "%s", text)
				}
			}
		})
	}
}
