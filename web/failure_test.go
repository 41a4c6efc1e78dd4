package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bug makes an action that changes the world and then panics.
func bug(t *testing.T) {
	t.Helper()
	actions["bug"] = plain(func(m *Model, now time.Duration) {
		m.createNext(now)
		panic("a bug")
	})
	t.Cleanup(func() { delete(actions, "bug") })
}

func TestAPanicIsShownAndThePageGoesOnWithoutTheStep(t *testing.T) {
	bug(t)
	p := openPage(t, "")
	p.press("create")
	p.later()
	event, before := p.Event, string(p.report().JSON())
	p.press("bug")
	assert.Equal(t, DialogFailed, p.Dialog.Name)
	assert.False(t, p.Playing)
	report := p.FailureReport()
	for _, part := range []string{"scenario free-play", "seed 1", "event ", `"name":"web-2"`, "a bug", "failure_test.go"} {
		assert.Contains(t, report, part)
	}

	p.press("recover")
	p.idle()
	assert.Empty(t, p.Dialog.Name)
	assert.Equal(t, event, p.Event)
	assert.Equal(t, before, string(p.report().JSON()), "what was done before is there, what failed is not")
	p.press("create")
	assert.Contains(t, p.report().Server.Objects["pods"], "default/web-3")
}

// Where the failure comes later than the act, the last act is the one to blame.
func TestAPanicWhileComputingTakesTheLastActBack(t *testing.T) {
	p := openPage(t, "")
	p.press("create")
	p.press("create")
	p.fail(Failed{In: "web.Tick", Panic: "a bug"})
	p.press("recover")
	p.idle()
	p.press("end")
	p.idle()
	objects := p.report().Server.Objects["pods"]
	assert.Contains(t, objects, "default/web-2")
	assert.NotContains(t, objects, "default/web-3")
}

func TestAPanicBeforeAnythingIsLoaded(t *testing.T) {
	p := openPage(t, "")
	p.Branch, p.Session, p.original = nil, nil, nil
	p.fail(Failed{In: "drawing", Panic: "a bug"})
	assert.Contains(t, p.FailureReport(), "a bug")
	p.Model.recover(p.now)
	require.Empty(t, p.Dialog.Name)
}
