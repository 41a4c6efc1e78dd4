package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestComplete(t *testing.T) {
	tests := []struct{ name, before, options string }{
		{"the beginning", "", "apiVersion kind name title summary level tags answers stage seed world steps until expect"},
		{"a key", "apiVersion: informerscope/v1\nst", "stage steps"},
		{"what is there is not offered", "name: a\nworld:\n  client: \"1.37\"\ns", "summary stage seed steps"},
		{"a value", "kind: ", "Scenario"},
		{"within a map", "world:\n  server:\n    h", "history"},
		{"within an element", "world:\n  informers:\n    - resource: pods\n      q", "queue"},
		{"a value within", "world:\n  informers:\n    - resource: pods\n      queue: ", "RealFIFO DeltaFIFO"},
		{"a boolean", "world:\n  informers:\n    - {resource: pods, watchList: ", "true false"},
		{"in brackets", "world:\n  informers:\n    - {name: pods, re", "resource resync"},
		{"in brackets of brackets", "world:\n  informers:\n    - {resource: pods, handlers: [{name: main, ta", "takes"},
		{"a list of words", "world:\n  controllers:\n    - {name: main, mistakes: [noForget, no", "noForget noDone"},
		{"an element's first key", "steps:\n- at: 1s\n  bump: 3\n- a", "at after afterEvent addInformer addWorkqueue addController addHandler ask"},
		{"a command", "steps:\n  - at: 1s\n    dropWatch: {how: e", "eof error-event"},
		{"after a mistake", "wrold:\n  x: [\nsteps:\n  - at: 1s\n    fo", "focus"},
		{"a word or a list", "world:\n  controllers:\n    - name: main\n      reconcile: set", "setStatus"},
		{"within a list that may be a word", "world:\n  controllers:\n    - name: main\n      reconcile:\n        - when: {g", "gone"},
		{"a manifest is not ours", "steps:\n  - at: 1s\n    create:\n      ki", ""},
		{"a comment", "# na", ""},
		{"a text", "title: \"na", ""},
		{"what nobody knows", "nonsense:\n  a", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.options, strings.Join(Complete(test.before).Options, " "))
		})
	}
}

// Wherever a scenario of the library has a key of the format, that key is among
// what is offered before its first letter is typed.
func TestCompleteOffersWhatTheLibraryHas(t *testing.T) {
	files, err := filepath.Glob("builtin/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		text, offered := string(data), 0
		for at := range text {
			key, _, _ := strings.Cut(text[at:], ":")
			before := text[:at]
			c := Complete(before)
			if c.Keys && c.Typed == "" && len(c.Options) > 0 && !strings.ContainsAny(key, " \n{}[],\"'") && strings.HasPrefix(text[at+len(key):], ":") {
				assert.Contains(t, c.Options, key, "%s, behind %q", file, before[max(0, len(before)-60):])
				offered++
			}
		}
		assert.Greater(t, offered, 10, file)
	}
}
