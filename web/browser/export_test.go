package browser

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// catching keeps the files that the page offers: their names, types and beginnings.
const catching = `(() => {
	window.files = {};
	const make = URL.createObjectURL;
	const blobs = new Map();
	URL.createObjectURL = (blob) => { const address = make.call(URL, blob); blobs.set(address, blob); return address; };
	HTMLAnchorElement.prototype.click = function () { window.files[this.download] = blobs.get(this.href); };
	return true;
})()`

// Every file that the export dialog offers comes, and is what its name says.
func TestExportedFiles(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=40", Desktop)
	eval[bool](t, page, catching)
	for action, file := range map[string]string{
		"export-svg": "missed-delete.svg", "export-png": "missed-delete.png",
		"export-trace": "missed-delete.jsonl", "export-scenario": "missed-delete.yaml",
	} {
		byPointer(t, page, "export")
		require.NoError(t, page.Click("#dialog [data-action="+action+"]"))
		require.NoError(t, page.WaitFor(`window.files["`+file+`"]?.size > 500`), file)
		require.NoError(t, page.WaitFor(`!document.querySelector("#dialog").open`))
	}
	assert.Equal(t, "137 80 78 71", eval[string](t, page, `files["missed-delete.png"].arrayBuffer().then(b => [...new Uint8Array(b, 0, 4)].join(" "))`))
	assert.Equal(t, 40, eval[int](t, page, `files["missed-delete.jsonl"].text().then(t => t.trim().split("\n").length)`))

	byPointer(t, page, "export")
	require.NoError(t, page.Click("#dialog form [type=submit]"))
	require.NoError(t, page.WaitFor(`window.files["missed-delete.animated.svg"]`))
	assert.Less(t, eval[int](t, page, `files["missed-delete.animated.svg"].size`), 300_000)

	// It is a picture that an <img> shows.
	assert.Greater(t, eval[int](t, page, `(async () => {
		const image = new Image();
		image.src = URL.createObjectURL(files["missed-delete.animated.svg"]);
		await image.decode();
		return image.naturalWidth;
	})()`), 1000)
}

// The picture moves, unless the reader wants no motion.
func TestAnimatedPictureHonoursReducedMotion(t *testing.T) {
	page := open(t, "/?scenario=missed-delete", Desktop)
	eval[bool](t, page, catching)
	byPointer(t, page, "export")
	require.NoError(t, page.Click("#dialog form [type=submit]"))
	require.NoError(t, page.WaitFor(`window.files["missed-delete.animated.svg"]`))
	picture := eval[string](t, page, `files["missed-delete.animated.svg"].text()`)
	for _, still := range []bool{false, true} {
		view := Desktop
		view.Still = still
		shown, err := shared.Open("about:blank", view)
		require.NoError(t, err)
		t.Cleanup(shown.Close)
		_, err = Eval[bool](shown, "(document.body.innerHTML = `"+picture+"`, true)")
		require.NoError(t, err)
		moving := eval[int](t, shown, `document.getAnimations().length`)
		if still {
			assert.Zero(t, moving)
			assert.True(t, eval[bool](t, shown, `[...document.querySelectorAll("text")].some(e => e.checkVisibility({visibilityProperty: true}) && e.textContent.includes("OnDelete"))`), "the last moment")
		} else {
			assert.Greater(t, moving, 50)
		}
	}
}
