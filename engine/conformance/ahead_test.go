package conformance

import (
	"fmt"
	"testing"

	"informerscope/scenarios"

	"github.com/stretchr/testify/require"
)

// A request for a revision of the future waits for it, 3 s at most;
// what then follows is the library's own.
func TestTheEngineAgreesAboutRevisionsOfTheFuture(t *testing.T) {
	for _, client := range []string{`client: "1.13"`, `client: "1.37"`} {
		for _, informer := range []string{"", ", watchList: false", ", queue: DeltaFIFO"} {
			for _, cache := range []bool{true, false} {
				for _, bump := range []int{2, 20} {
					old, streamed := client == `client: "1.13"`, informer != ", watchList: false"
					if old && informer != "" || !old && streamed && !cache {
						continue // 1.13 has one queue; a streamed list that nobody makes wait is asked for without a pause
					}
					t.Run(fmt.Sprintf("%s%s, watchCache: %t, bump: %d", client, informer, cache, bump), func(t *testing.T) {
						s, err := scenarios.Load("ahead.yaml", fmt.Appendf(nil, `
apiVersion: informerscope/v1
kind: Scenario
name: ahead
world:
  %s
  jitter: none
  network: {list: 70ms, watch: 50ms}
  server:
    watchCache: %t
    objects:
      - {apiVersion: v1, kind: Pod, metadata: {name: a, namespace: default}}
  informers:
    - {resource: pods, pinnedVersion: "9"%s, handlers: [{name: main}]}
steps:
  - {at: 2.5s, bump: %d}
  - {at: 12s, create: {apiVersion: v1, kind: Pod, metadata: {name: b, namespace: default}}}
  - {at: 30s, bump: 7}
  - {at: 40s, dropWatch: {informer: pods, how: error-event}}
  - {at: 41s, delete: pods/default/a}
until: 1m
`, client, cache, informer, bump))
						require.NoError(t, err)
						agree(t, s, &Coverage{})
					})
				}
			}
		}
	}
}
