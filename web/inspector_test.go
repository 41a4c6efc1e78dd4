package web

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/trace"
)

func TestTheInspectorExplainsTheLastThingThatHappenedThere(t *testing.T) {
	p := openPage(t, "")
	p.press("create")
	p.later()
	for place, want := range map[string]trace.Kind{
		"apiserver":           trace.WatchEvent,
		"reflector":           trace.QueueAdd,
		"queue":               trace.QueuePop,
		"processloop":         trace.ListenerAdd,
		"indexer":             trace.ReconcileStart,
		"handler:pods/main":   trace.HandlerReturn,
		"workqueue:main":      trace.WorkqueueDone,
		"worker":              trace.WorkqueueDone,
		"listener:pods/audit": trace.ListenerNext,
	} {
		p.press("select-place", place)
		n := p.subject()
		require.Positive(t, n, place)
		assert.Equal(t, want, p.Branch.Event(n).Kind, place)
		assert.NotEmpty(t, p.fields(n), place)
	}
	p.press("select-place", "queue") // whatever came last before
	p.press("select-place", "worker")
	p.press("select-place", "worker")
	assert.False(t, p.inspecting(), "choosing again lets go")
}

func TestTheInspectorShowsWhatChanged(t *testing.T) {
	p := openPage(t, "")
	p.press("select-object", "pods/default/web-1")
	now, before, gone := p.versions(p.subject())
	assert.Equal(t, "2", now.GetResourceVersion())
	assert.Nil(t, before)
	assert.False(t, gone)

	p.press("update")
	now, before, _ = p.versions(p.subject())
	assert.Equal(t, []string{"3", "2"}, []string{now.GetResourceVersion(), before.GetResourceVersion()})
	assert.Contains(t, text(diff(yamlOf(before.Object), yamlOf(now.Object))), `+    rev: "1"`)
	assert.Contains(t, fmt.Sprint(p.objectFields()), "rv 3")

	p.press("delete")
	_, _, gone = p.versions(p.subject())
	assert.True(t, gone)
}
