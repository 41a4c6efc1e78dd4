package browser

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostServer serves the test's own pages, from another origin than the site.
func hostServer(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	t.Cleanup(server.Close)
	return server.URL
}

// openHost opens a page of another origin that has the site's page in a frame,
// and waits until that takes input.
func openHost(t *testing.T, path string) *Page {
	t.Helper()
	needBrowser(t)
	page := openAt(t, hostServer(t)+"/host.html?src="+url.QueryEscape(address+path), Desktop)
	require.NoError(t, page.WaitFor(`last("state")`))
	return page
}

func TestAHostIsToldWhatHappens(t *testing.T) {
	page := openHost(t, "/?view=embed&scenario=missed-delete")
	assert.Equal(t, "informerscope/ready", eval[string](t, page, `got.find(m => m.type !== "informerscope/size").type`))
	assert.Equal(t, 1, eval[int](t, page, `got[0].v`))
	assert.Equal(t, "missed-delete", eval[string](t, page, `last("state").scenario`))
	assert.Greater(t, eval[int](t, page, `last("size").height`), 300)
	assert.Equal(t, "field", eval[string](t, page, `document.activeElement.id`), "the frame takes no focus")

	assert.Equal(t, "informerscope/ready", eval[string](t, page, `ask("ping").then(m => m.type)`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("seek", {event: 5}).then(m => m.type)`))
	require.NoError(t, page.WaitFor(`last("state").event === 5`))
	assert.Equal(t, 5, eval[int](t, page, `ask("report").then(m => m.value.events)`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("set", {speed: 10}).then(m => m.type)`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("play").then(m => m.type)`))
	require.NoError(t, page.WaitFor(`last("state").playing && got.some(m => m.type === "informerscope/event" && m.seq === 6)`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("pause").then(m => m.type)`))
	require.NoError(t, page.WaitFor(`!last("state").playing`))
}

func TestAHostPlaysToTheEndAndLoadsAnother(t *testing.T) {
	page := openHost(t, "/?view=embed&scenario=first-steps&speed=10")
	// A question waits for the host's answer.
	_, err := Eval[bool](page, `(async () => {
		await ask("play");
		while (!last("ended")) { await ask("answer", {choice: 0}); await new Promise(r => setTimeout(r, 50)); }
		return true;
	})()`)
	require.NoError(t, err)
	assert.True(t, eval[bool](t, page, `last("state").beat === last("state").beats - 1`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("load", {scenario: "apiVersion: informerscope/v1\nkind: Scenario\nname: sent\nworld: {informers: [{resource: pods}]}\n"}).then(m => m.type)`))
	assert.Equal(t, "sent", eval[string](t, page, `ask("report").then(m => m.value.scenario)`))
	assert.Equal(t, "informerscope/reply", eval[string](t, page, `ask("command", {step: {create: {apiVersion: "v1", kind: "Pod", metadata: {name: "a"}}}}).then(m => m.type)`))
	assert.True(t, eval[bool](t, page, `ask("report").then(m => "default/a" in m.value.server.objects.pods)`))
}

func TestHostileMessages(t *testing.T) {
	page := openHost(t, "/?view=embed")
	before := eval[string](t, page, `ask("report").then(m => JSON.stringify(m.value))`)
	for message, want := range map[string]string{
		`"play", {v: 7}`: "speaks version 1",
		`"constructor"`:  `there is no call "constructor"`,
		`"seek", {event: "<img src=x onerror=alert(1)>"}`:                   "cannot unmarshal string",
		`"seek", {event: 1e300}`:                                            "cannot unmarshal number",
		`"set", {speed: -1}`:                                                "speed=-1",
		`"set", {__proto__x: 1}`:                                            "cannot be set",
		`"load", {scenario: "kind: Scenario\n<script>alert(1)</script>\n"}`: "",
		`"command", {step: {create: {apiVersion: "v1", kind: "Pod", metadata: {name: "<b>"}}, nope: 1}}`: `there is no key "nope"`,
		`"answer", {choice: 99}`: "no question",
	} {
		answer := eval[map[string]any](t, page, `ask(`+message+`)`)
		assert.Equal(t, "informerscope/error", answer["type"], message)
		assert.Contains(t, answer["message"], want, message)
	}
	// Rings, foreign types and words that look like ours change nothing, and do
	// not stop the page.
	eval[bool](t, page, `(() => {
		const ring = {type: "informerscope/play"}; ring.ring = ring;
		[ring, null, 1, [], "informerscope/play", {type: "play"}, {type: {toString: null}}, new Map([["type", "informerscope/play"]]), 10n].forEach(send);
		return true;
	})()`)
	require.NoError(t, page.WaitFor(`got.some(m => m.message === "the message cannot be written as JSON")`))
	assert.Equal(t, before, eval[string](t, page, `ask("report").then(m => JSON.stringify(m.value))`))
}

// Only the page around has a say: not the page itself, nor its neighbours.
func TestMessagesOfOthersAreNotHeard(t *testing.T) {
	page := openHost(t, "/?view=embed")
	before := eval[int](t, page, `last("state").event`)
	require.NoError(t, page.WaitFor(`document.readyState === "complete"`))
	eval[bool](t, page, `(async () => {
		const neighbour = document.createElement("iframe");
		neighbour.srcdoc = "<script>parent.frames[0].postMessage({v: 1, type: 'informerscope/seek', event: 1}, '*')<\/script>";
		await new Promise(resolve => { neighbour.onload = resolve; document.body.append(neighbour); });
		return true;
	})()`)
	assert.Equal(t, before, eval[int](t, page, `ask("report").then(m => m.value.events)`))

	alone := open(t, "/", Desktop)
	events := eval[int](t, alone, `informerscope.report().then(r => r.events)`)
	eval[bool](t, alone, `(postMessage({v: 1, type: "informerscope/seek", event: 1}, "*"), true)`)
	assert.Equal(t, events, eval[int](t, alone, `new Promise(resolve => setTimeout(resolve)).then(() => informerscope.report()).then(r => r.events)`))
}

// Keys that the page does not use go to the page around; those it uses do not.
func TestKeysGoUp(t *testing.T) {
	page := openHost(t, "/?view=embed&scenario=first-steps&event=0")
	require.NoError(t, page.Click("iframe"))
	require.NoError(t, page.Press("z"))
	require.NoError(t, page.WaitFor(`last("key")?.key === "z"`))
	require.NoError(t, page.Press(kb.PageDown))
	require.NoError(t, page.WaitFor(`last("state").beat === 1`))
	require.NoError(t, page.Press(kb.End))
	require.NoError(t, page.Press(kb.PageDown))
	require.NoError(t, page.WaitFor(`last("key").key === "PageDown"`))
}

// A frame that is not displayed starts at no size, stands still, and lays itself
// out when it comes to sight.
func TestAHiddenFrame(t *testing.T) {
	page := openHost(t, "/?view=embed&scenario=first-steps&event=0")
	require.NoError(t, page.WaitFor(`last("size")`))
	eval[bool](t, page, `(async () => {
		frame.style.display = "none";
		await new Promise(resolve => { frame.onload = resolve; frame.src += "&autoplay=1"; });
		got.length = 0;
		return true;
	})()`)
	require.NoError(t, page.WaitFor(`last("ready")`))
	event := eval[int](t, page, `ask("report").then(m => m.value.events)`)
	assert.Equal(t, event, eval[int](t, page, `new Promise(resolve => setTimeout(resolve, 1500)).then(() => ask("report")).then(m => m.value.events)`))
	assert.True(t, eval[bool](t, page, `last("state").playing`))
	assert.True(t, eval[bool](t, page, `!last("size")`))
	eval[bool](t, page, `(frame.style.display = "", true)`)
	require.NoError(t, page.WaitFor(`last("size")?.height > 300 && last("state").event > 0`))
}
