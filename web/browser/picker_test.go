package browser

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The first visit finds the first scene and free play beside it; the list of
// scenarios is searched in either language, and knows on the next visit what has
// been seen.
func TestTheFirstVisitAndTheList(t *testing.T) {
	page := open(t, "/?scenario=list-and-watch&lang=en", Desktop)
	assert.Equal(t, "list-and-watch", eval[string](t, page, `informerscope.report().then(r => r.scenario)`))
	assert.True(t, eval[bool](t, page, `document.querySelector(".transport [data-action=play]").checkVisibility()`), "ready to play")
	assert.True(t, eval[bool](t, page, `document.querySelector("header .free-play").checkVisibility()`))

	byPointer(t, page, "end")
	require.NoError(t, page.Click("header .picker"))
	require.NoError(t, page.Click("#dialog .search"))
	require.NoError(t, page.Type("#dialog .search", "墓碑"))
	require.NoError(t, page.WaitFor(`document.querySelectorAll("#dialog .entry").length < 5 && document.querySelector("#dialog [data-arg=what-a-tombstone-knows]")`))
	require.NoError(t, page.Click("#dialog [data-arg=what-a-tombstone-knows]"))
	require.NoError(t, page.WaitFor(`(await informerscope.report()).scenario === "what-a-tombstone-knows"`))

	eval[bool](t, page, `(setTimeout(() => location.reload()), true)`)
	require.Eventually(t, func() bool { // what waits while a page goes away fails
		return page.WaitFor(`performance.getEntriesByType("navigation")[0].type === "reload"`) == nil && page.WaitReady() == nil
	}, 30*time.Second, 50*time.Millisecond)
	require.NoError(t, page.Click("header .picker"))
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog [data-arg=list-and-watch]")?.dataset.seen === "true"`))
}
