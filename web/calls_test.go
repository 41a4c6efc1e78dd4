package web

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
)

type args = map[string]any

func TestCalls(t *testing.T) {
	p := openPage(t, "")
	last := p.Event

	assert.Empty(t, p.call("back", nil).Err)
	assert.Equal(t, last-1, p.Event)
	assert.Empty(t, p.call("step", nil).Err)
	assert.Equal(t, last, p.Event)
	assert.Empty(t, p.call("seek", args{"event": 3}).Err)
	assert.Equal(t, 3, p.Event)
	assert.Empty(t, p.call("step", args{"beat": true}).Err)
	assert.Equal(t, 4, p.Event)
	assert.Empty(t, p.call("seek", args{"t": "4s"}).Err)
	assert.Equal(t, last, p.Event)
	assert.Empty(t, p.call("play", nil).Err)
	assert.True(t, p.Playing)
	assert.Empty(t, p.call("pause", nil).Err)
	assert.False(t, p.Playing)
	assert.Empty(t, p.call("set", args{"speed": 2, "lang": "zh", "theme": "dark"}).Err)
	assert.Equal(t, []any{2.0, "zh", "dark"}, []any{p.Settings.Speed, p.Lang, p.Settings.Theme})
}

func TestReportAndTraceAreThoseOfTheMoment(t *testing.T) {
	p := openPage(t, "")
	p.call("seek", args{"event": 3})
	var trace []map[string]any
	require.NoError(t, json.Unmarshal(p.call("trace", nil).Value, &trace))
	require.Len(t, trace, 3)
	assert.Equal(t, 3.0, trace[2]["seq"])

	var report scenarios.Report
	require.NoError(t, json.Unmarshal(p.call("report", nil).Value, &report))
	assert.Equal(t, int64(3), report.Events)
	assert.False(t, report.Informers["pods"].Synced)
}

// A step of the scenario format, as an object or as its text.
func TestCommand(t *testing.T) {
	p := openPage(t, "")
	assert.Empty(t, p.call("command", args{"delete": "pods/default/web-1"}).Err)
	assert.Empty(t, p.call("command", "create: {apiVersion: v1, kind: Pod, metadata: {name: new}}").Err)
	assert.NotContains(t, p.report().Server.Objects["pods"], "default/web-1")
	assert.Contains(t, p.report().Server.Objects["pods"], "default/new")
	assert.Contains(t, p.call("command", args{"remove": "it"}).Err, `there is no key "remove"`)
}

func TestLoad(t *testing.T) {
	p := openPage(t, "")
	assert.Empty(t, p.call("load", args{"scenario": "first-steps"}).Err)
	assert.Equal(t, "first-steps", p.Settings.Scenario)
	assert.Empty(t, p.call("load", "slow-handler").Err)
	assert.Equal(t, "slow-handler", p.Settings.Scenario)
	assert.Empty(t, p.call("load", "apiVersion: informerscope/v1\nkind: Scenario\nname: mine\n").Err)
	assert.Equal(t, "mine", p.original.Name)

	before := string(p.report().JSON())
	assert.Contains(t, p.call("load", "no-such-scenario").Err, "There is no scenario “no-such-scenario”")
	assert.Contains(t, p.call("load", "kind: Scenario\nnam: x\n").Err, "did you mean name?")
	assert.Equal(t, before, string(p.report().JSON()), "what was there stays")
}

func TestCallsThatCannotBeDone(t *testing.T) {
	p := openPage(t, "")
	for _, c := range []struct {
		method string
		args   any
		want   string
	}{
		{"jump", nil, "there is no call"},
		{"seek", nil, "seek wants"},
		{"seek", args{"t": "soon"}, "t=soon is not understood; allowed: a duration"},
		{"seek", args{"t": "-1s"}, "t=-1s is not understood"},
		{"seek", args{"event": -5}, "event=-5 is not understood; allowed: a whole number, 0 or more"},
		{"seek", args{"event": 5, "t": "1s"}, "seek wants"},
		{"set", args{"speed": "fast", "lang": "fr"}, "speed=fast"},
		{"set", args{"speed": "fast", "lang": "fr"}, "lang=fr"},
		{"load", "fre-play", "Did you mean “free-play”? There is no scenario “fre-play”. 1 others are there"},
		{"seek", args{"where": 3}, "unknown field"},
		{"set", args{"colour": "red"}, `"colour" cannot be set`},
		{"set", args{"speed": 0}, "speed=0"},
		{"command", "wait: {", "this is not YAML"},
	} {
		assert.Contains(t, p.call(c.method, c.args).Err, c.want)
	}
}

// What is wrong with one setting leaves the others alone: who calls does not have
// to ask which have been changed.
func TestSetChangesAllOrNothing(t *testing.T) {
	p := openPage(t, "")
	before := p.Settings
	assert.NotEmpty(t, p.call("set", args{"lang": "zh", "speed": "fast", "theme": "dark"}).Err)
	assert.Equal(t, before, p.Settings)
}

// Programs are told in English, whatever language the page speaks.
func TestProgramsAreToldInEnglish(t *testing.T) {
	p := openPage(t, "?lang=zh")
	for method, a := range map[string]any{"load": "no-such-scenario", "set": args{"speed": 0}, "seek": args{"t": "soon"}, "command": args{"remove": "it"}, "jump": nil} {
		err := p.call(method, a).Err
		assert.NotEmpty(t, err, method)
		assert.NotRegexp(t, `\p{Han}`, err, method)
	}
	assert.Contains(t, p.Notices[0].Text, "没有名为", "the reader is told in the page's")
}

// Behind the end is the end: a deck need not know how long a story is.
func TestSeekBehindTheEnd(t *testing.T) {
	p := openPage(t, "?scenario=missed-delete")
	p.call("seek", args{"event": 99999})
	end := p.Event
	assert.Equal(t, p.Branch.Len(), end)
	p.call("seek", args{"event": 1})
	assert.Empty(t, p.call("seek", args{"t": "23h"}).Err)
	assert.Equal(t, end, p.Event)
}

func TestAScenarioThatCannotBeShownLeadsToFreePlay(t *testing.T) {
	p := openPage(t, "?scenario=no-such&event=3")
	assert.True(t, p.Ready())
	assert.Equal(t, FreePlay, p.original.Name)
	require.Len(t, p.Notices, 1)
	assert.Equal(t, "There is no scenario “no-such”. Scenario, at the top, lists the 1 there are, such as free-play.", p.Notices[0].Text)

	p = openPage(t, "?scenario=no-such&view=embed")
	assert.Equal(t, "There is no scenario “no-such”. 1 others are there, such as free-play.", p.Notices[0].Text, "an embed has no such control")

	p = openPage(t, "?scenario=fre-play")
	assert.Contains(t, p.Notices[0].Text, "Did you mean “free-play”?")
}

func TestBadParametersAreNamed(t *testing.T) {
	p := openPage(t, "?theme=pink&speed=100&t=-1&view=a&lang=fr&queue=b")
	require.Len(t, p.Notices, 1)
	for _, name := range []string{"theme=pink", "speed=100", "t=-1", "view=a", "lang=fr", "queue=b"} {
		assert.Contains(t, p.Notices[0].Text, name)
	}
	assert.True(t, p.Ready())
	p.press("dismiss", "0")
	assert.Empty(t, p.Notices)
}

// A choice that the client has not got shows what is played.
func TestTheQueueOfAClientWithoutAChoice(t *testing.T) {
	p := openPage(t, "?client=1.13&queue=RealFIFO")
	html := p.html()
	from := strings.Index(html, `data-action="queue"`)
	require.Positive(t, from)
	choice := html[from : from+strings.Index(html[from:], "</select>")]
	assert.Regexp(t, `<option[^>]*selected[^>]*>\s*DeltaFIFO`, choice)
}

func TestTheQueueIsTheReaders(t *testing.T) {
	p := openPage(t, "")
	assert.Equal(t, "RealFIFO", p.informer().Config.Queue)
	p.press("queue", "DeltaFIFO")
	assert.Equal(t, "DeltaFIFO", p.informer().Config.Queue)
	p.paste("apiVersion: v1\nkind: Service\nmetadata: {name: s}")
	assert.Equal(t, "DeltaFIFO", p.world().Informers[1].Config.Queue, "of an informer that is added too")
	assert.Equal(t, "?scenario=free-play&of="+p.original.Mark()+"&event="+itoa(p.Event)+"&queue=DeltaFIFO", p.Link())
}

// Who gives a command learns why it could not be done.
func TestACommandThatIsRefusedIsAnError(t *testing.T) {
	p := openPage(t, "")
	assert.Empty(t, p.call("command", map[string]any{"delete": "pods/default/web-1"}).Err)
	assert.Contains(t, p.call("command", map[string]any{"delete": "pods/default/none"}).Err, `pods "none" not found`)
	assert.Contains(t, p.call("command", nil).Err, "command wants a step of the scenario format")
}
