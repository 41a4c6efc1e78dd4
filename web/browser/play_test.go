package browser

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios/builtin"
)

// tabTo moves the focus by the tabulator to the control of that name.
func tabTo(t *testing.T, page *Page, action string) {
	t.Helper()
	for range 80 {
		require.NoError(t, page.Press(kb.Tab))
		if eval[string](t, page, `document.activeElement?.dataset?.action ?? ""`) == action {
			return
		}
	}
	t.Fatalf("%s cannot be reached with the tabulator", action)
}

// byPointer and byKeyboard use a control.
func byPointer(t *testing.T, page *Page, action string) {
	t.Helper()
	require.NoError(t, page.Click("[data-action="+action+"]"))
}

func byKeyboard(t *testing.T, page *Page, action string) {
	t.Helper()
	tabTo(t, page, action)
	require.NoError(t, page.Press(kb.Enter))
}

var hands = map[string]func(t *testing.T, page *Page, action string){"pointer": byPointer, "keyboard": byKeyboard}

// hurry plays as fast as it goes: each + is a step.
func hurry(t *testing.T, page *Page) {
	t.Helper()
	require.NoError(t, page.Press("+++"))
}

// waitReport waits until a part of the report is as it has to be; a part is
// written as behind the report.
func waitReport(t *testing.T, page *Page, part, is string) {
	t.Helper()
	assert.NoError(t, page.WaitFor(`JSON.stringify((await informerscope.report())`+part+`) === `+fmt.Sprintf("%q", is)),
		"%s is %s", part, eval[string](t, page, `informerscope.report().then(r => JSON.stringify(r`+part+`))`))
}

// count is an expression for how many lines of a part there are like this one.
func count(part, line string) string {
	return part + fmt.Sprintf(".filter(l => l === %q).length", line)
}

// "How it is measured" of first light: the object in the cache, one add at each
// handler, one reconcile.
func TestCreateFlowsThrough(t *testing.T) {
	for name, use := range hands {
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", Desktop)
			hurry(t, page)
			use(t, page, "create")
			waitReport(t, page, `.informers.pods.cache["default/web-2"]`, `"3"`)
			waitReport(t, page, count(`.handlers["pods/main"]`, "add default/web-2 3"), "1")
			waitReport(t, page, count(`.handlers["pods/audit"]`, "add default/web-2 3"), "1")
			waitReport(t, page, count(`.reconciles.main`, "default/web-2 cache=3 ok"), "1")
			waitReport(t, page, `.violations`, "[]")
		})
	}
}

// Nothing is lost: the watch resumes, and the delete comes as a delete.
func TestADeleteWhileTheWatchIsDown(t *testing.T) {
	for name, use := range hands {
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", Desktop)
			use(t, page, "drop-watch")
			use(t, page, "delete")
			hurry(t, page)
			waitReport(t, page, count(`.handlers["pods/main"]`, "delete default/web-1 3"), "1")
			waitReport(t, page, count(`.handlers["pods/audit"]`, "delete default/web-1 3"), "1")
			waitReport(t, page, `.informers.pods.cache["default/web-1"] ?? "none"`, `"none"`)
		})
	}
}

// When the history is gone too, the list alone tells of it.
func TestADeleteThatNobodyRemembers(t *testing.T) {
	for name, use := range hands {
		t.Run(name, func(t *testing.T) {
			page := open(t, "/", Desktop)
			use(t, page, "drop-watch")
			use(t, page, "delete")
			use(t, page, "compact")
			hurry(t, page)
			waitReport(t, page, count(`.handlers["pods/main"]`, "delete default/web-1 2 tombstone"), "1")
			waitReport(t, page, count(`.handlers["pods/audit"]`, "delete default/web-1 2 tombstone"), "1")
		})
	}
}

func TestPastedManifests(t *testing.T) {
	page := open(t, "/", Desktop)
	hurry(t, page)
	byPointer(t, page, "create-form")
	require.NoError(t, page.Type("#create-manifest", "apiVersion: v1\nkind: Service\nmetadata: {name: redis}\n---\n{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\", \"metadata\": {\"name\": \"web\"}}"))
	require.NoError(t, page.Click("#dialog [type=submit]"))
	waitReport(t, page, `.informers.services.cache`, `{"default/redis":"3"}`)
	waitReport(t, page, `.informers.deployments.cache`, `{"default/web":"4"}`)
	assert.False(t, eval[bool](t, page, `document.querySelector("#dialog").open`))
}

// A message beside the field names line and reason; nothing changes; what was
// typed stays.
func TestABadManifest(t *testing.T) {
	page := open(t, "/", Desktop)
	before := eval[string](t, page, `informerscope.report().then(JSON.stringify)`)
	const typed = "apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {app: a}"
	byPointer(t, page, "create-form")
	require.NoError(t, page.Type("#create-manifest", typed))
	require.NoError(t, page.Click("#dialog [type=submit]"))

	require.NoError(t, page.WaitFor(`document.querySelector("#manifest-errors").innerText.startsWith("line 4: metadata.name: is missing")`))
	assert.Equal(t, "manifest-errors", eval[string](t, page, `document.querySelector("#create-manifest").getAttribute("aria-describedby")`))
	assert.Equal(t, typed, eval[string](t, page, `document.querySelector("#create-manifest").value`))
	assert.Equal(t, before, eval[string](t, page, `informerscope.report().then(JSON.stringify)`))

	require.NoError(t, page.Press(kb.Escape))
	require.NoError(t, page.WaitFor(`!document.querySelector("#dialog").open`))
	byPointer(t, page, "create-form")
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open`))
	require.NoError(t, page.WaitFor(`document.querySelector("#manifest-errors").innerText === ""`))
}

func TestDeletingWhatIsGone(t *testing.T) {
	page := open(t, "/", Desktop)
	require.NoError(t, page.Click(`[data-room=apiserver] [data-arg="pods/default/web-1"]`))
	require.NoError(t, page.WaitFor(`document.querySelector("#inspector").checkVisibility()`))
	for range 2 { // by keyboard: the controls move when the inspector opens
		require.NoError(t, page.Press("d"))
	}
	require.NoError(t, page.WaitFor(`document.querySelector("#notices").innerText.includes('pods "web-1" not found')`))
}

// stageText is the stage as it stands in the document.
const stageText = `(function write(e) {
	const attributes = [...e.attributes].map(a => a.name + "=" + a.value).sort().join(" ");
	return "<" + e.tagName + " " + attributes + ">" + (e.children.length ? [...e.children].map(write).join("\n") : e.textContent);
})(document.querySelector("#stage"))`

// The drawing of a moment is the same however it was reached, also while tokens
// are still on their way.
func TestTheStageIsTheSameForwardBackwardAndSought(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=40", Desktop)
	var seen []string
	for range 12 {
		seen = append(seen, eval[string](t, page, stageText))
		require.NoError(t, page.Press(kb.ArrowRight, chromedp.ModifierShift)) // one event
	}
	for i := len(seen) - 1; i >= 0; i-- {
		require.NoError(t, page.Press(kb.ArrowLeft, chromedp.ModifierShift))
		assert.Equal(t, seen[i], eval[string](t, page, stageText), "back at event %d", 40+i)
	}
	for _, i := range []int{7, 2, 11, 5} {
		sought := open(t, fmt.Sprintf("/?scenario=missed-delete&event=%d", 40+i), Desktop)
		assert.Equal(t, seen[i], eval[string](t, sought, stageText), "sought event %d", 40+i)
	}
}

// Some scenarios, taken by a seed, are stopped somewhere while they play: a step on
// and one back, with tokens on their way all the time, show what a seek shows.
func TestTheStageIsTheSameWhileTokensTravel(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 5))
	names := builtin.Names()
	for range 6 {
		name := names[random.IntN(len(names))]
		t.Run(name, func(t *testing.T) {
			page := open(t, "/?scenario="+name+"&event=1", Desktop)
			all := eval[int](t, page, `+document.querySelector("#timeline svg").getAttribute("aria-valuemax")`)
			start := 1 + random.IntN(max(1, all-3))
			require.NoError(t, page.WaitFor(fmt.Sprintf(`informerscope.seek({event: %d}).then(() => true)`, start)))
			require.NoError(t, page.Press(" "))
			require.NoError(t, page.WaitFor(fmt.Sprintf(`+document.querySelector("#timeline svg").getAttribute("aria-valuenow") > %d || document.querySelector("[data-action=play], .caption.asks")`, start)))
			require.NoError(t, page.Press("."))
			require.NoError(t, page.Press(kb.ArrowRight, chromedp.ModifierShift))
			require.NoError(t, page.Press(kb.ArrowLeft, chromedp.ModifierShift))
			event := eval[int](t, page, `informerscope.trace().then(t => t.length)`)
			sought := open(t, fmt.Sprintf("/?scenario=%s&event=%d", name, event), Desktop)
			assert.Equal(t, eval[string](t, sought, stageText), eval[string](t, page, stageText), "event %d", event)
		})
	}
}

func TestTheCaptionHoldsTheLongestName(t *testing.T) {
	page := open(t, "/?scenario=free-play", Desktop)
	eval[any](t, page, `informerscope.command({create: {apiVersion: "v1", kind: "Pod", metadata: {name: "x".repeat(253), namespace: "default"}}})`)
	require.NoError(t, page.WaitFor(`document.querySelector(".caption .sentence").innerText.includes("xxx")`))
	assert.True(t, eval[bool](t, page, `document.querySelector(".caption .sentence").scrollWidth <= document.querySelector(".caption .sentence").clientWidth`))
}
