package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// On paper is the picture of the moment with its caption, dark on light, and
// nothing that has to be pressed.
func TestThePrintedMomentIsClean(t *testing.T) {
	dark := Desktop
	dark.Theme = "dark"
	page := open(t, "/?scenario=missed-delete&event=60&theme=dark", dark)
	require.NoError(t, page.do(call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})))
	for _, gone := range []string{".bar", ".transport", "#timeline", "#inspector", ".log", "#notices", ".choices"} {
		assert.False(t, eval[bool](t, page, `document.querySelector("`+gone+`").checkVisibility()`), gone)
	}
	assert.Equal(t, "none", eval[string](t, page, `getComputedStyle(document.querySelector("#stage [data-action=create]")).display`))
	for _, there := range []string{"#stage svg", ".caption .say"} {
		assert.True(t, eval[bool](t, page, `document.querySelector("`+there+`").checkVisibility()`), there)
	}
	const lightness = `(e => { const c = getComputedStyle(e).color.match(/[\d.]+/g).map(Number); return c[0] + c[1] + c[2]; })(document.querySelector(".caption"))`
	assert.Less(t, eval[float64](t, page, lightness), 300.0, "dark letters")
	assert.True(t, eval[bool](t, page, `document.scrollingElement.scrollWidth <= innerWidth`))
}
