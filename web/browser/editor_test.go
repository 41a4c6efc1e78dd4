package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A scenario is changed, played from the cursor, and is there again: all of it by
// keyboard.
func TestAScenarioIsWrittenOnThePage(t *testing.T) {
	page := open(t, "/?scenario=missed-delete", Desktop)
	byKeyboard(t, page, "editor")
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open`))
	require.NoError(t, page.Click("#editor-text"))
	require.NoError(t, page.Press(kb.Home, chromedp.ModifierCtrl))
	require.NoError(t, page.Press("lev"))
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog .options").innerText === "level"`))
	require.NoError(t, page.WaitFor(`document.querySelector("#scenario-errors").innerText.startsWith("line ")`))
	require.NoError(t, page.Press(" ", chromedp.ModifierCtrl))
	require.NoError(t, page.WaitFor(`document.querySelector("#editor-text").value.startsWith("level: ")`))
	require.NoError(t, page.Press("4\n"))
	// The file has a level already, which is told beside both lists of errors.
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog .marks").innerText.includes("level")`))
	byPointer(t, page, "editor-replace")
	require.NoError(t, page.WaitFor(`document.querySelector("#editor-text").value.startsWith("apiVersion")`))
	require.NoError(t, page.WaitFor(`document.querySelector("#scenario-errors").innerText === "No errors."`))
	require.NoError(t, page.Press("# mine"))
	require.NoError(t, page.Press("\r", chromedp.ModifierCtrl))
	require.NoError(t, page.WaitFor(`!document.querySelector("#dialog").open && document.querySelector(".transport [data-action=pause]")`))

	require.NoError(t, page.Press("."))
	byPointer(t, page, "editor")
	require.NoError(t, page.WaitFor(`document.querySelector("#editor-text")?.value.endsWith("# mine")`))
	assert.Equal(t, "0", eval[string](t, page, `String(document.querySelector("#dialog").scrollWidth - document.querySelector("#dialog").clientWidth)`))
}
