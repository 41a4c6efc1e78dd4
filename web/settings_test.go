package web

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/explain"
)

func TestAnAddressWithoutParametersIsTheFirstScene(t *testing.T) {
	s, bad := ParseQuery("")
	assert.Empty(t, bad)
	assert.Equal(t, DefaultSettings(), s)
	assert.Empty(t, s.Query())
}

// A moment that takes longer to reach than anybody waits is refused.
func TestNoMomentIsEndlesslyFar(t *testing.T) {
	s, bad := ParseQuery("?t=20000h")
	require.Len(t, bad, 1)
	assert.Equal(t, DefaultSettings(), s)
	_, bad = ParseQuery("?t=24h")
	assert.Empty(t, bad)
}

// As in HTML, autoplay needs no value; what does is told so.
func TestParametersWithoutAValue(t *testing.T) {
	for query, want := range map[string]bool{"?autoplay": true, "?autoplay=": true, "?autoplay=1": true, "?autoplay=0": false, "": false} {
		s, bad := ParseQuery(query)
		assert.Empty(t, bad, query)
		assert.Equal(t, want, s.Autoplay, query)
	}
	for _, p := range Parameters {
		_, bad := ParseQuery("?" + p.Name)
		if p.Name == "autoplay" {
			continue
		}
		require.Len(t, bad, 1, p.Name)
		assert.Contains(t, bad[0].Text("en"), p.Name+" has no value; allowed: ")
		assert.NotContains(t, bad[0].Text("en"), "another value")
	}
}

// Every parameter has a good value that comes back from the address unchanged,
// and a bad one that is named while the rest still works.
func TestParameters(t *testing.T) {
	cases := map[string]struct {
		good, bad string
		want      Settings
	}{
		"scenario": {"missed-delete", "", Settings{Scenario: "missed-delete"}},
		"of":       {"hh9qss", "hh-9", Settings{Of: "hh9qss"}},
		"t":        {"6.84s", "6.84", Settings{At: Position{Given: true, Time: 6840 * time.Millisecond}}},
		"event":    {"57", "-1", Settings{At: Position{Given: true, ByEvent: true, Event: 57}}},
		"autoplay": {"1", "yes", Settings{Autoplay: true}},
		"speed":    {"0.5", "11", Settings{Speed: 0.5}},
		"lang":     {"zh", "de", Settings{Lang: "zh"}},
		"theme":    {"dark", "pink", Settings{Theme: "dark"}},
		"view":     {"embed", "tiny", Settings{View: "embed"}},
		"focus":    {"listener:pods/main", "kitchen", Settings{Focus: "listener:pods/main"}},
		"client":   {"1.13", "1.20", Settings{Client: "1.13"}},
		"queue":    {"DeltaFIFO", "FIFO", Settings{Queue: "DeltaFIFO"}},
		"compare":  {"branch:1", "branch:x", Settings{Compare: "branch:1"}},
	}
	for _, p := range Parameters {
		t.Run(p.Name, func(t *testing.T) {
			c, ok := cases[p.Name]
			if !assert.True(t, ok, "a new parameter needs a case here") {
				return
			}
			s, bad := ParseQuery("?" + p.Name + "=" + c.good + "&utm_source=somebody")
			assert.Empty(t, bad)
			assert.Equal(t, p.get(c.want), p.get(s))
			again, bad := ParseQuery(s.Query())
			assert.Empty(t, bad)
			assert.Equal(t, s, again)

			s, bad = ParseQuery("?" + p.Name + "=" + c.bad)
			require.Len(t, bad, 1)
			assert.Equal(t, []string{p.Name, c.bad}, []string{bad[0].Name, bad[0].Value})
			assert.NotContains(t, bad[0].Text("en"), "allowed.", "there is a text for what is allowed")
			assert.Equal(t, DefaultSettings(), s)
			assert.NotEqual(t, "setting."+p.Name, explain.T("zh", "setting."+p.Name), "there is a text for what it does")
		})
	}
}

func TestAnAddressThatIsNoneIsNamed(t *testing.T) {
	s, bad := ParseQuery("?lang=zh&theme=%zz")
	assert.Len(t, bad, 1)
	assert.Equal(t, "zh", s.Lang, "the rest still works")
}

func TestSetDoesNotTakeWhatItDoesNotKnow(t *testing.T) {
	s := DefaultSettings()
	assert.Equal(t, "colour", s.Set("colour", "red").Name)
}
