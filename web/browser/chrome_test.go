package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKeys(t *testing.T) {
	page := open(t, "/", Desktop)
	const event = `informerscope.report().then(r => r.events)`
	last := eval[int](t, page, event)
	require.NoError(t, page.Press(kb.Home))
	assert.Equal(t, 0, eval[int](t, page, event))
	require.NoError(t, page.Press(kb.PageDown))
	assert.Equal(t, 1, eval[int](t, page, event))
	require.NoError(t, page.Press(kb.End))
	assert.Equal(t, last, eval[int](t, page, event))

	require.NoError(t, page.Press(" "))
	require.NoError(t, page.WaitFor(`document.querySelector(".transport [data-action=pause]")`))
	require.NoError(t, page.Press("."))
	require.NoError(t, page.WaitFor(`document.querySelector(".transport [data-action=play]")`))

	require.NoError(t, page.Press("?"))
	require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open && document.querySelector("#dialog kbd")`))
	require.NoError(t, page.Press(kb.Escape))
	require.NoError(t, page.WaitFor(`!document.querySelector("#dialog").open`))
}

// A press on the timeline seeks: the middle of the story is somewhere between.
func TestTheTimelineSeeks(t *testing.T) {
	page := open(t, "/?scenario=missed-delete", Desktop)
	before := eval[int](t, page, `informerscope.report().then(r => r.events)`)
	require.NoError(t, page.Click("#timeline svg"))
	require.NoError(t, page.WaitFor(`(await informerscope.report()).events > `+fmt.Sprint(before)))
	assert.Regexp(t, `\?scenario=missed-delete&of=\w+&event=\d+$`, eval[string](t, page, `location.href`), "the address is a link to the moment")
}

func TestTheInspectorOpensForWhatIsChosen(t *testing.T) {
	page := open(t, "/", Desktop)
	require.NoError(t, page.Click(`[data-room=reflector] [data-action=select-place]`))
	require.NoError(t, page.WaitFor(`document.querySelector("#inspector h2")?.innerText === "Reflector"`))
	require.NoError(t, page.WaitFor(`document.querySelector("#tab-state").getAttribute("aria-selected") === "true"`), "a room opens on what it holds")
	for _, tab := range []string{"state", "object", "journey", "why"} {
		require.NoError(t, page.Click("#tab-"+tab))
		require.NoError(t, page.WaitFor(`document.querySelector("#tab-`+tab+`").getAttribute("aria-selected") === "true"`))
	}
	require.NoError(t, page.WaitFor(`document.querySelector("#inspector .code [aria-current=step]")`), "Why? has the code that ran")
	require.NoError(t, page.Click(`#inspector [data-action=unselect]`))
	require.NoError(t, page.WaitFor(`!document.querySelector("#inspector").checkVisibility()`))
}

func TestTheLanguageCanBeSwitched(t *testing.T) {
	page := open(t, "/", Desktop)
	byPointer(t, page, "lang")
	require.NoError(t, page.WaitFor(`document.documentElement.lang === "zh"`))
	assert.Contains(t, eval[string](t, page, `document.querySelector("#stage").textContent`), "API 服务器")
	assert.Contains(t, eval[string](t, page, `location.search`), "lang=zh")
}

func TestABadAddressIsNamedAndTheRestWorks(t *testing.T) {
	page := open(t, "/?theme=pink&lang=zh&scenario=first-steps", Desktop)
	assert.Contains(t, eval[string](t, page, `document.querySelector("#notices").innerText`), "theme=pink")
	assert.Equal(t, "zh", eval[string](t, page, `document.documentElement.lang`))
	assert.Equal(t, "first-steps", eval[string](t, page, `informerscope.report().then(r => r.scenario)`))
}

// No size, language or dialog makes the page wider than the window.
func TestNothingOverflows(t *testing.T) {
	for _, width := range []int64{360, 768, 1440, 2560} {
		for _, lang := range []string{"en", "zh-CN"} {
			t.Run(fmt.Sprint(width, lang), func(t *testing.T) {
				view := Desktop
				view.Width, view.Lang = width, lang
				page := open(t, "/?scenario=missed-delete&event=60", view)
				const fits = `document.scrollingElement.scrollWidth <= innerWidth`
				assert.True(t, eval[bool](t, page, fits))
				require.NoError(t, page.Press("?"))
				require.NoError(t, page.WaitFor(`document.querySelector("#dialog").open`))
				assert.True(t, eval[bool](t, page, fits))
				assert.True(t, eval[bool](t, page, `(d => d.scrollWidth <= d.clientWidth)(document.querySelector("#dialog"))`))
			})
		}
	}
}

// Who wants no motion sees states change, and nothing travel.
func TestReducedMotion(t *testing.T) {
	still := Desktop
	still.Still = true
	page := open(t, "/", still)
	byPointer(t, page, "create")
	require.NoError(t, page.WaitFor(`document.querySelector("#stage [data-token]")`))
	assert.Zero(t, eval[int](t, page, `document.querySelector("#stage").getAnimations({subtree: true}).length`))

	page = open(t, "/", Desktop)
	byPointer(t, page, "create")
	require.NoError(t, page.WaitFor(`document.querySelector("#stage").getAnimations({subtree: true}).length > 0`))
}

// What moves is told by what the stage says of itself, not by its looks.
func TestHooksOfTheStage(t *testing.T) {
	page := open(t, "/", Desktop)
	assert.Equal(t, "http://www.w3.org/2000/svg", eval[string](t, page, `document.querySelector("#stage [data-room=reflector]").namespaceURI`))
	byPointer(t, page, "create")
	require.NoError(t, page.WaitFor(`document.querySelector('#stage [data-token][data-delta="Added"]')`))
	for _, panel := range []string{"caption", "timeline", "inspector", "log"} {
		assert.True(t, eval[bool](t, page, `document.querySelector("[data-panel=`+panel+`]") !== null`), panel)
	}
}

func TestCallsFromOutside(t *testing.T) {
	page := open(t, "/", Desktop)
	assert.Equal(t, 7, eval[int](t, page, `(async () => { await informerscope.ready; await informerscope.seek({event: 7}); return (await informerscope.trace()).length })()`))
	assert.Equal(t, "missed-delete", eval[string](t, page, `(async () => { await informerscope.load("missed-delete"); return (await informerscope.report()).scenario })()`))
	assert.Contains(t, eval[string](t, page, `informerscope.command({jump: 1}).catch(e => e.message)`), `there is no key "jump"`)
}

// An embed on a phone is as wide as the phone, so that it can be read, and shows the
// room in focus; the caption and the controls stay in sight.
func TestAnEmbedOnAPhoneCanBeRead(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=85&view=embed", View{Width: 360, Height: 640, Theme: "light", Lang: "en"})
	assert.Greater(t, eval[float64](t, page, `document.querySelector("#stage > svg").getBoundingClientRect().width`), 320.0)
	const inSight = `(selector => {
		const box = document.querySelector(selector).getBoundingClientRect();
		const deck = document.querySelector(".deck");
		const foot = deck.contains(document.querySelector(selector)) ? innerHeight : deck.getBoundingClientRect().top;
		return box.top >= -1 && box.bottom <= foot + 1;
	})`
	for _, selector := range []string{`#stage [data-room][data-chosen="1"]`, ".caption", ".buttons", "#timeline"} {
		require.NoError(t, page.WaitFor(inSight+"(`"+selector+"`)"), selector)
	}
}

// In the theme of high contrast whatever can be pressed has a border that is to be seen.
func TestHighContrastHasBorders(t *testing.T) {
	page := open(t, "/?scenario=missed-delete&event=40&theme=contrast", Desktop)
	byPointer(t, page, "why")
	require.NoError(t, page.WaitFor(`document.querySelector("#inspector .tabs") !== null`))
	assert.Empty(t, eval[[]string](t, page, `[...document.querySelectorAll("button:not(.row)")]
		.filter(b => b.checkVisibility() && parseFloat(getComputedStyle(b).borderTopWidth) > 0 && /^(transparent|rgba\(0, 0, 0, 0\))$/.test(getComputedStyle(b).borderTopColor))
		.map(b => b.dataset.action + " " + b.dataset.arg)`))
}

// The menu of a narrow page says each choice in words, from one edge on, and its
// choices of several end at one edge.
func TestTheMenuHasWords(t *testing.T) {
	for _, width := range []int64{360, 768} {
		page := open(t, "/?scenario=missed-delete", View{Width: width, Height: 800, Theme: "light", Lang: "en"})
		byPointer(t, page, "menu")
		require.NoError(t, page.WaitFor(`document.querySelector(".menu").dataset.open === "true"`))
		const edges = `(selector, side) => new Set([...document.querySelectorAll(selector)].filter(e => e.checkVisibility()).map(e => Math.round(e.getBoundingClientRect()[side]))).size`
		assert.Equal(t, 1, eval[int](t, page, `(`+edges+`)(".menu button", "left")`), "width %d", width)
		assert.Equal(t, 1, eval[int](t, page, `(`+edges+`)(".menu select", "right")`), "width %d", width)
		assert.Empty(t, eval[[]string](t, page, `[...document.querySelectorAll(".menu button")].filter(b => b.checkVisibility() && b.innerText.trim() === "").map(b => b.dataset.action)`))
	}
}

// On a phone, too, the reader sees the room that the words are about.
func TestTheRoomInFocusIsInView(t *testing.T) {
	for _, moment := range []string{"replicas&event=100", "leader-takeover&event=90", "missed-delete&event=85"} {
		page := open(t, "/?scenario="+moment, View{Width: 360, Height: 740, Theme: "light", Lang: "en"})
		require.NoError(t, page.WaitFor(`(() => {
			const room = document.querySelector('[data-room][data-chosen="1"]').getBoundingClientRect();
			const foot = document.getElementById("deck").getBoundingClientRect().top;
			return room.top >= 0 && room.top < foot && (room.bottom <= foot || room.top < 30);
		})()`), moment)
	}
}
