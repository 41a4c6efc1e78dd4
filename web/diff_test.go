package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// text writes a diff as diff -u does.
func text(lines []diffLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(string(l.Sign) + l.Text + "\n")
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"new":        {"", "a\nb\n", "+a\n+b\n"},
		"gone":       {"a\nb\n", "", "-a\n-b\n"},
		"same":       {"a\nb\n", "a\nb\n", " a\n b\n"},
		"changed":    {"a\nb\nc\n", "a\nx\nc\n", " a\n-b\n+x\n c\n"},
		"moved":      {"a\nb\nc\nd\n", "b\nc\na\nd\n", "-a\n b\n c\n+a\n d\n"},
		"inserted":   {"a\nc\n", "a\nb\nc\n", " a\n+b\n c\n"},
		"nearly all": {"a\nb\nc\nd\ne\n", "a\nx\nc\ny\ne\n", " a\n-b\n+x\n c\n-d\n+y\n e\n"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, text(diff(c.from, c.to))) })
	}
}

func TestDiffOfWhatIsHugeDoesNotCompareEveryLine(t *testing.T) {
	from, to := strings.Repeat("a\n", 5000), strings.Repeat("b\n", 5000)
	assert.Len(t, diff(from, to), 10_000)
}
