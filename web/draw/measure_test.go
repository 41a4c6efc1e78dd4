package draw

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The widths of some texts as Chromium sets them, in the widest of Liberation
// Sans and Noto Sans CJK, or in Noto Sans Mono: what is measured is no less, and
// not so much more that room is wasted.
func TestWidthIsThatOfTheScreen(t *testing.T) {
	for _, x := range []struct {
		face   Face
		text   string
		screen float64
	}{
		{faceLabel, "pendingNotifications", 107.8},
		{faceTitle, "processLoop → HandleDeltas", 200.2},
		{faceMono, "default/web-1 · 42", 118.8},
		{faceLabel, "服务器 4", 41.6},
	} {
		got := x.face.Width(x.text)
		assert.GreaterOrEqual(t, got, x.screen, x.text)
		assert.Less(t, got, 1.1*x.screen, x.text)
	}
}

// What does not fit is cut where it tells least: a sentence at its end, of a key
// first the namespace, then the middle of the name.
func TestTextsAreShortenedToFit(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"short", "short"},
		{"waiting for the answer", "waiting for…"},
		{"等待列举应答的到来", "等待列举应…"},
	} {
		got := faceLabel.Fit(x.text, 70)
		assert.Equal(t, x.want, got)
		assert.LessOrEqual(t, faceLabel.Width(got), 70.0)
	}
	for _, x := range []struct{ key, want string }{
		{"default/web-1", "web-1"},
		{"prod/web-7c9d8f6b54-x2x7q", "web-7…x2x7q"},
		{"node-1", "node-1"},
		{"default/一个名字很长的对象", "一个名…的对象"},
	} {
		got := faceMono.FitKey(x.key, 75)
		assert.Equal(t, x.want, got)
		assert.LessOrEqual(t, faceMono.Width(got), 75.0)
	}
	assert.Empty(t, faceLabel.Fit("anything", 3), "there is no room even for an ellipsis")
}

// The stylesheet sets each face at the size at which it is measured.
func TestFacesAreThoseOfTheStylesheet(t *testing.T) {
	for _, f := range faces {
		rule := regexp.MustCompile(`\[data-text="` + f.Name + `"\] \{ font-size: ([0-9.]+)px;([^}]*)\}`).FindStringSubmatch(CSS)
		require.NotNil(t, rule, "no rule for %s", f.Name)
		assert.Equal(t, strconv.FormatFloat(f.Size, 'f', -1, 64), rule[1], "the size of %s", f.Name)
		assert.Equal(t, f.Mono, strings.Contains(rule[2], "var(--mono)"), "the family of %s", f.Name)
		assert.Equal(t, f.Bold, strings.Contains(rule[2], "font-weight"), "the weight of %s", f.Name)
	}
}
