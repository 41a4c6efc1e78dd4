package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// catalogued is how many behaviours each section of the catalogue has; vectors
// how many golden vectors.
var catalogued = map[string]int{
	"R": 39, "G": 4, "W": 8, "D": 18, "F": 15, "C": 17, "I": 11, "X": 3, "P": 7, "L": 11, "S": 15, "T": 6, "M": 9, "Q": 10, "Y": 6, "B": 8,
}

const vectors = 15

// notShown lists what no transcript shows, with its reason.
const notShown = "testdata/not-shown.txt"

var (
	cited   = regexp.MustCompile(`\b([RGWDFCIXPLSTMQYB]-\d+|G\d+)\b`)
	heading = regexp.MustCompile(`^# ((Section \d+[^.]*|S\d+|[ARGWDFCIXPLSTMQYB]-\d+|G\d+)(, )?)+\. `)
)

// TestNothingIsForgotten holds the transcripts against the catalogue: each
// behaviour is cited by one of them, or listed with the reason why none shows it.
func TestNothingIsForgotten(t *testing.T) {
	shown := map[string]bool{}
	for _, pattern := range []string{"testdata/transcripts/*.txt", "cache/testdata/*.txt", "workqueue/testdata/*.txt"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			for _, comment := range comments(t, file) {
				assert.Regexp(t, heading, comment, "%s: a page opens with the numbers that it shows", file)
				for _, number := range cited.FindAllString(comment, -1) {
					shown[number] = true
				}
			}
		}
	}
	reasons := reasonsOf(t)
	for number := range every() {
		_, excused := reasons[number]
		assert.True(t, shown[number] || excused, "%s is neither in a transcript nor in %s", number, notShown)
		assert.False(t, shown[number] && excused, "%s is in a transcript, and in %s", number, notShown)
		delete(shown, number)
		delete(reasons, number)
	}
	assert.Empty(t, shown, "the catalogue has no such numbers")
	assert.Empty(t, reasons, "the catalogue has no such numbers")
}

// every is each number of the catalogue.
func every() map[string]bool {
	all := map[string]bool{}
	for section, n := range catalogued {
		for i := range n {
			all[fmt.Sprintf("%s-%d", section, i+1)] = true
		}
	}
	for i := range vectors {
		all[fmt.Sprintf("G%d", i+1)] = true
	}
	return all
}

// comments are the blocks of lines that begin with a number sign.
func comments(t *testing.T, file string) []string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var all []string
	open := false
	for _, line := range strings.Split(string(text), "\n") {
		comment := strings.HasPrefix(line, "#")
		switch {
		case comment && open:
			all[len(all)-1] += strings.TrimPrefix(line, "#")
		case comment:
			all = append(all, line)
		}
		open = comment
	}
	return all
}

// reasonsOf reads the list: a number and its reason on each line.
func reasonsOf(t *testing.T) map[string]string {
	text, err := os.ReadFile(notShown)
	require.NoError(t, err)
	reasons := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		number, reason, _ := strings.Cut(line, " ")
		require.NotEmpty(t, strings.TrimSpace(reason), "%s: %s has no reason", notShown, number)
		reasons[number] = reason
	}
	return reasons
}
