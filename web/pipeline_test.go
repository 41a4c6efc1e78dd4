package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

// listeners are the names of the open informer's handlers.
func (p *page) listeners() []string {
	var names []string
	for _, l := range p.informer().Listeners {
		names = append(names, l.Config.Name)
	}
	return names
}

// Handlers and workers are changed while everything runs, each change as an act.
func TestHandlersAndWorkersAreChanged(t *testing.T) {
	p := openPage(t, "?scenario=free-play")
	p.press("handler-slower", "pods/main")
	assert.Equal(t, 100*time.Millisecond, p.handlerTakes("pods/main"))
	p.press("handler-takes", "pods/main=10s")
	assert.Equal(t, 10*time.Second, p.handlerTakes("pods/main"))
	p.press("handler-slower", "pods/main")
	assert.Zero(t, p.handlerTakes("pods/main"), "after the longest comes none")

	p.press("handler-add", "pods")
	p.press("handler-add", "pods")
	p.wait(5 * time.Second)
	assert.Equal(t, []string{"main", "audit", "late", "late-2"}, p.listeners())
	assert.Contains(t, p.report().Handlers["pods/late"], "add default/web-1 2 initial", "who comes late is told what there is")
	p.press("handler-remove", "pods/audit")
	p.wait(5 * time.Second)
	assert.NotContains(t, p.listeners(), "audit")

	p.press("more-workers", "main")
	p.press("reconcile-takes", "main=2s")
	p.press("reconcile-slower", "main")
	p.wait(5 * time.Second)
	assert.Len(t, p.controller("main").Workers, 2)
	assert.Equal(t, 10*time.Second, p.reconcileTakes("main"))

	for _, action := range []string{"stop-controller", "start-controller"} {
		p.press(action, "main")
		p.wait(15 * time.Second)
	}
	p.press("stop-informer", "pods")
	p.wait(5 * time.Second)
	assert.True(t, p.informer().Stopped)
	p.press("start-informer", "pods")
	p.wait(15 * time.Second)
	assert.False(t, p.informer().Stopped)
	assert.Empty(t, p.Notices)
	assert.Empty(t, p.report().Violations)
}

// Another queue or client plays the same script with the same acts, up to the same
// moment: nothing that was done is lost.
func TestAnotherQueueOrClientKeepsWhatWasDone(t *testing.T) {
	for _, choice := range [][2]string{{"queue", "DeltaFIFO"}, {"client", "1.13"}} {
		p := openPage(t, "?scenario=free-play")
		p.press("create")
		p.press("drop-watch")
		p.wait(10 * time.Second)
		p.press("pause")
		at, before := p.Time, p.report().Server.Objects
		p.press(choice[0], choice[1])
		p.idle()
		assert.Equal(t, at, p.Time)
		assert.Equal(t, before, p.report().Server.Objects)
		assert.Equal(t, "DeltaFIFO", p.informer().Config.Queue)
		acts := 0
		for n := range p.Event {
			if k := p.Branch.Event(n + 1).Kind; k == trace.ActCreate || k == trace.ActDropWatch {
				acts++
			}
		}
		assert.Equal(t, 2, acts)
		require.Empty(t, p.Notices)
	}
}

// The next reconciles fail as often as was asked for, and are tried again.
func TestTheNextReconcilesFail(t *testing.T) {
	p := openPage(t, "?scenario=free-play")
	p.press("fail-reconcile", "main")
	p.press("fail-reconcile", "main")
	assert.Equal(t, 2, p.controller("main").Fails)
	p.press("update")
	p.wait(time.Minute)
	assert.Zero(t, p.controller("main").Fails)
	lines := p.report().Reconciles["main"]
	assert.Equal(t, []string{"default/web-1 cache=3 error", "default/web-1 cache=3 error", "default/web-1 cache=3 ok"}, lines[len(lines)-3:])
	p.press("pause")
	assert.Contains(t, p.Link(), "#s=", "it is in the link")
}
