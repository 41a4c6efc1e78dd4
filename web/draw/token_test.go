package draw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

// tokensOf are the tokens of a picture by key.
func tokensOf(picture Node) map[string]Node {
	all := map[string]Node{}
	picture.Walk(func(n Node, _ Point) {
		if n.Attr("data-token") != "" {
			all[n.Key] = n
		}
	})
	return all
}

// An object keeps its identity from the watch event that tells of it to the
// worker that is done with its key: one token, or its copies, is in every
// picture between, and each new copy says where it comes from.
func TestTokenKeepsItsIdentity(t *testing.T) {
	r := runOf(t, "first-steps")
	born := r.first(t, trace.WatchEvent, "default/web")
	done := r.first(t, trace.WorkqueueDone, "default/web")
	seq := fmt.Sprint(born)
	var path []string
	before := map[string]Node{}
	for n := born; n < done; n++ {
		now := map[string]Node{}
		for key, token := range tokensOf(r.picture(n, Options{Width: 1400, Lang: "en"})) {
			if token.Attr("data-token") == seq {
				now[key] = token
				assert.Equal(t, "Added", token.Attr("data-delta"), key)
			}
		}
		require.NotEmpty(t, now, "after event %d, %s", n, r.branch.Event(n).Kind)
		for key, token := range now {
			if _, known := before[key]; known || n == born {
				continue
			}
			path = append(path, strings.TrimPrefix(key, "token:"+seq+"/"))
			assert.Contains(t, before, token.From, "%s comes from nowhere after event %d", key, n)
		}
		before = now
	}
	assert.Equal(t, []string{"default/web@indexer", "default/web@pods/main", "default/web@main"}, path)
	after := tokensOf(r.picture(done, Options{Width: 1400, Lang: "en"}))
	assert.NotContains(t, after, "token:"+seq+"/default/web@main")
}

// A new token begins at its event's place in the server's log.
func TestTokenBeginsInTheLog(t *testing.T) {
	r := runOf(t, "first-steps")
	n := r.first(t, trace.WatchEvent, "default/web")
	picture := r.picture(n, Options{Width: 1400, Lang: "en"})
	token := tokensOf(picture)[fmt.Sprintf("token:%d/default/web", n)]
	require.NotNil(t, token.At)
	found := false
	picture.Walk(func(n Node, _ Point) { found = found || n.Key == token.From && n.At != nil })
	assert.True(t, found, "no node has the key %q", token.From)
}

// Where there are too many, one stands for them and tells their number.
func TestManyTokensAreOneBundle(t *testing.T) {
	r := runOf(t, "storm")
	sent := 0
	for n := 1; sent < 300; n++ {
		if r.branch.Event(n).Kind == trace.WatchEvent {
			sent = n
		}
	}
	bundles := map[string]string{}
	r.picture(sent, Options{Width: 1400, Lang: "en"}).Walk(func(n Node, _ Point) {
		if count := n.Attr("data-bundle"); count != "" {
			bundles[n.Key] = count + " " + n.Attr("data-delta")
		}
	})
	assert.Equal(t, map[string]string{"bundle:wire": "77 Updated"}, bundles)
}

// One listener's notification goes to another listener as another copy.
func TestCopiesForListenersAreToldApart(t *testing.T) {
	r := runOf(t, "slow-handler")
	n := r.first(t, trace.ListenerBuffer, "default/web")
	copies := map[string]bool{}
	for key := range tokensOf(r.picture(n, Options{Width: 1400, Lang: "en"})) {
		_, listener, _ := strings.Cut(key, "@")
		copies[listener] = true
	}
	assert.Contains(t, copies, "pods/slow")
	assert.NotContains(t, copies, "")
}
