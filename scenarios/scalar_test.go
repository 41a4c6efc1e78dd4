package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/json"
	sigsyaml "sigs.k8s.io/yaml"
)

// kubectl reads a manifest as kubectl does.
func kubectl(data []byte) (any, error) {
	asJSON, err := sigsyaml.YAMLToJSON(data)
	if err != nil {
		return nil, err
	}
	var v any
	return v, json.Unmarshal(asJSON, &v)
}

// ours reads it as scenario files are read.
func ours(data []byte) (any, error) {
	root, err := parseDocument("f", data, ScenarioLimits)
	if err != nil {
		return nil, err
	}
	l := &loader{file: "f", limits: ScenarioLimits, root: root}
	v := l.generic(root, nil)
	if len(l.errors) > 0 {
		return nil, l.errors
	}
	return v, nil
}

func TestScalarsMeanWhatKubectlTakesThemToMean(t *testing.T) {
	for text, want := range map[string]any{
		"yes": true, "Yes": true, "y": true, "ON": true, "True": true, "off": false, "N": false, "yEs": "yEs",
		"~": nil, "": nil, "null": nil, "NULL": nil, "nULL": "nULL",
		"1": int64(1), "-1": int64(-1), "+1": int64(1), "0644": int64(420), "0o17": int64(15), "0x1F": int64(31), "0b101": int64(5), "-0b101": int64(-5),
		"08": int64(8), "1_000": int64(1000), "9223372036854775807": int64(9223372036854775807),
		"9223372036854775808": float64(9223372036854775808), "1.0": int64(1), "1e3": int64(1000), "1.5": 1.5, ".5": 0.5, "-.5e1": int64(-5),
		"1e400": "1e400", "1.2.3": "1.2.3", "1:30": "1:30", "190:20:30": "190:20:30", "12e03": int64(12000), "0x1p-2": "0x1p-2",
		"2026-01-05": "2026-01-05", "2026-01-05T09:00:00Z": "2026-01-05T09:00:00Z", "100m": "100m", "1Gi": "1Gi", "1e3Mi": "1e3Mi",
		"'1'": "1", `"yes"`: "yes", "!!str 1": "1", "!!int '3'": int64(3), "!!float 3": int64(3), "!!binary aGk=": "hi",
		"[on, {off: on}]": []any{true, map[string]any{"false": true}},
		"{1: a, 1.5: b}":  map[string]any{"1": "a", "1.5": "b"},
	} {
		t.Run(text, func(t *testing.T) {
			data := []byte("k: " + text + "\n")
			theirs, err := kubectl(data)
			require.NoError(t, err)
			assert.Equal(t, map[string]any{"k": want}, theirs, "the table is right")
			got, err := ours(data)
			require.NoError(t, err)
			assert.Equal(t, theirs, got)
		})
	}
}

func TestMergeKeysMeanWhatKubectlTakesThemToMean(t *testing.T) {
	data := []byte("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: *a, x: 5}\nd: {<<: [*a, *b], z: 6}\n")
	theirs, err := kubectl(data)
	require.NoError(t, err)
	got, err := ours(data)
	require.NoError(t, err)
	assert.Equal(t, theirs, got)
}

// TestFilesMeanWhatKubectlTakesThemToMean reads whole files both ways.
func TestFilesMeanWhatKubectlTakesThemToMean(t *testing.T) {
	dumps, err := filepath.Glob("testdata/kubectl/*.yaml")
	require.NoError(t, err)
	for _, file := range append(dumps, goldenFiles(t)...) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		theirs, err := kubectl(data)
		require.NoError(t, err)
		got, err := ours(data)
		require.NoError(t, err)
		assert.Equal(t, theirs, got, file)
	}
}

func FuzzScalar(f *testing.F) {
	for _, seed := range []string{"yes", "0o17", "-0b1", ".5_0", "1__0", "+.inf", "0x_1", "2001-1-1", "!!int 08", "1e", "._", "-", "9e99"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\n\r#&*!|>%@`{}[],\"'?:\t ") || strings.HasPrefix(text, "-") && len(text) < 2 || text == "<<" {
			t.Skip("not one plain scalar")
		}
		theirs, err := kubectl([]byte("k: " + text + "\n"))
		if err != nil {
			t.Skip("kubectl cannot read it")
		}
		got, err := ours([]byte("k: " + text + "\n"))
		if err != nil {
			t.Skip("neither can we: a control character")
		}
		assert.Equal(t, theirs, got)
	})
}
