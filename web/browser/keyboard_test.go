package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// focused is the action of the control that has the focus.
const focused = `document.activeElement?.dataset?.action ?? document.activeElement?.id ?? ""`

// What can be pressed once by keyboard can be pressed again.
func TestAControlKeepsTheFocus(t *testing.T) {
	page := open(t, "/", Desktop)
	for _, action := range []string{"create", "update", "drop-watch", "step", "compact", "back"} {
		tabTo(t, page, action)
		for range 3 {
			require.NoError(t, page.Press(kb.Enter))
			require.NoError(t, page.WaitFor(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`))
			assert.Equal(t, action, eval[string](t, page, focused))
		}
	}
	for _, key := range []string{kb.Home, kb.End, kb.Home} {
		require.NoError(t, page.Press(key))
		assert.Equal(t, "back", eval[string](t, page, focused), "after %q", key)
	}
}

// When the control itself goes, the next tabulator goes on from the stage, not
// from the top of the page.
func TestTheFocusStaysInTheStageWhenItsControlGoes(t *testing.T) {
	page := open(t, "/", Desktop)
	tabTo(t, page, "select-object")
	require.NoError(t, page.Press(kb.Home))
	require.NoError(t, page.WaitFor(`document.activeElement !== document.body`))
	assert.True(t, eval[bool](t, page, `document.activeElement.closest("#stage") !== null`))
}

// What a key or a button opens takes the focus where the reader goes on: there the
// keys of the page would do harm.
func TestTheFocusGoesWhereTheReaderGoesOn(t *testing.T) {
	page := open(t, "/?scenario=free-play", Desktop)
	for action, field := range map[string]string{"editor": "editor-text", "create-form": "create-name", "scenario": "search"} {
		byPointer(t, page, action)
		require.NoError(t, page.WaitFor(`document.querySelector("dialog").open`), action)
		assert.Equal(t, field, eval[string](t, page, `document.activeElement.id || document.activeElement.dataset.action`), action)
		require.NoError(t, page.Press(kb.Escape))
		require.NoError(t, page.WaitFor(`!document.querySelector("dialog").open && !document.querySelector("dialog").dataset.name`), action)
	}
	require.NoError(t, page.Press("w"))
	require.NoError(t, page.WaitFor(`document.activeElement.id === "inspector"`))
	require.NoError(t, page.Press(kb.Tab))
	assert.True(t, eval[bool](t, page, `document.activeElement !== document.getElementById("inspector") && document.activeElement.closest("#inspector") !== null`))
}

// The space bar plays and pauses unless a control has the focus by keyboard: it
// neither scrolls the page nor repeats what was clicked.
func TestTheSpaceBarPlays(t *testing.T) {
	page := open(t, "/?scenario=first-steps", View{Width: 1440, Height: 620, Theme: "light", Lang: "en"})
	const playing = `document.querySelector("[data-action=pause]") !== null`
	require.NoError(t, page.Press(" "))
	require.NoError(t, page.WaitFor(playing))
	assert.Less(t, eval[float64](t, page, `scrollY`), 60.0, "no page further, though the room in focus may be brought into view")

	const created = `informerscope.trace().then(t => t.filter(e => e.kind === "act.create" && JSON.stringify(e).includes("web-")).length)`
	for _, clicked := range []struct {
		action string
		plays  bool // once what it does is done: a step goes on to where it ends
	}{{"create", true}, {"step", false}} {
		byPointer(t, page, clicked.action)
		require.NoError(t, page.WaitFor(fmt.Sprintf("(%s) === %t", playing, clicked.plays)))
		before := eval[int](t, page, created)
		require.NoError(t, page.Press(" "))
		require.NoError(t, page.WaitFor(fmt.Sprintf("(%s) !== %t", playing, clicked.plays)))
		assert.Equal(t, before, eval[int](t, page, created))
	}

	require.NoError(t, page.Press("."))
	tabTo(t, page, "step")
	before := eval[int](t, page, `informerscope.trace().then(t => t.length)`)
	require.NoError(t, page.Press(" "))
	assert.Equal(t, before+1, eval[int](t, page, `informerscope.trace().then(t => t.length)`), "by keyboard it presses the control")
}

// What has the focus in the deck, which is always in sight, scrolls nothing.
func TestTheDeckDoesNotScrollThePage(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=75", Desktop)
	for _, action := range []string{"why", "step", "back", "speed"} {
		assert.Zero(t, eval[float64](t, page, `(document.querySelector(".deck [data-action=`+action+`]").focus(), scrollY)`), action)
	}
}

// A dialog that is opened in the moment in which another closes stays open, though
// the browser tells only then that the other one has closed.
func TestADialogOpensWhileAnotherCloses(t *testing.T) {
	page := open(t, "/", Desktop)
	stays := eval[bool](t, page, `(async () => {
		const dialog = document.querySelector("#dialog");
		const press = action => document.querySelector("[data-action=" + action + "]").click();
		const changed = () => new Promise(resolve => {
			const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
			watch.observe(dialog, {attributeFilter: ["open"]});
		});
		press("help");
		if (!dialog.open) await changed();
		const closed = changed();
		press("close");
		await closed;
		const told = new Promise(resolve => dialog.addEventListener("close", resolve, {once: true}));
		press("share");
		await told;
		while (!dialog.open) await new Promise(resolve => setTimeout(resolve, 10));
		await new Promise(resolve => setTimeout(resolve));
		return dialog.open && dialog.dataset.name === "share";
	})()`)
	assert.True(t, stays)
}
