package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drop drops a file on the page. A headless browser gets no drop from the
// outside, so the event is made within; text is a JavaScript expression.
func drop(t *testing.T, page *Page, name, text string) {
	t.Helper()
	_, err := Eval[any](page, fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%s], %q));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
	})()`, text, name))
	require.NoError(t, err)
}

// dump is an expression for what kubectl get -o json prints of so many objects,
// each of about so many KiB.
func dump(count, kib int) string {
	return fmt.Sprintf(`JSON.stringify({apiVersion: "v1", kind: "List", items: Array.from({length: %d}, (_, i) => ({
		apiVersion: "example.com/v1", kind: "Widget",
		metadata: {name: "w-" + i, namespace: "shop", resourceVersion: String(100 + i), uid: "u-" + i},
		spec: Object.fromEntries(Array.from({length: %d}, (_, n) => ["key-" + n, {list: [n, true, "text"], text: "lorem ipsum ".repeat(70)}])),
	}))}, null, 4)`, count, kib)
}

// countTurns counts how often the page is free to do something else while a file
// is read.
const countTurns = `(() => {
	window.turns = 0;
	const turn = () => {
		if (document.querySelector("#notices progress")) turns++;
		setTimeout(turn);
	};
	turn();
})()`

// A dump of several MiB with objects of 200 KiB is read between frames.
func TestALargeDumpIsDropped(t *testing.T) {
	page := open(t, "/", Desktop)
	_, err := Eval[any](page, countTurns)
	require.NoError(t, err)
	drop(t, page, "dump.json", dump(40, 200))
	require.NoError(t, page.WaitFor(`document.querySelector("#notices progress")`))
	require.NoError(t, page.Press("?"))
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open`))
	assert.True(t, eval[bool](t, page, `document.querySelector("#notices progress") !== null`), "it takes input while it reads")

	require.NoError(t, page.WaitFor(`document.querySelector("#notices").innerText.includes("Objects at the start: 40.")`))
	require.NoError(t, page.WaitFor(`Object.keys((await informerscope.report()).informers.widgets.cache).length === 40`))
	assert.Greater(t, eval[int](t, page, `turns`), 10)
}

func TestAPastedManifestIsCreated(t *testing.T) {
	page := open(t, "/", Desktop)
	hurry(t, page)
	_, err := Eval[any](page, `(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", "apiVersion: v1\nkind: Pod\nmetadata: {name: pasted}\n");
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
	})()`)
	require.NoError(t, err)
	waitReport(t, page, `.informers.pods.cache["default/pasted"]`, `"3"`)
}
