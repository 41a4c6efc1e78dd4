package scenarios

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
)

// head begins a scenario whose world and steps a test writes.
const head = "apiVersion: informerscope/v1\nkind: Scenario\nname: test\n"

// load loads a scenario that has to be right.
func load(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Load("test.yaml", []byte(head+text))
	require.NoError(t, err)
	return s
}

// goldenFiles are scenarios that the real client-go has run.
func goldenFiles(t testing.TB) []string {
	files, err := filepath.Glob("testdata/golden/*.yaml")
	require.NoError(t, err)
	scripts, err := filepath.Glob("../engine/testdata/golden/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	require.NotEmpty(t, scripts)
	return append(files, scripts...)
}

func TestLoadReadsTheGoldenScenarios(t *testing.T) {
	for _, file := range goldenFiles(t) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := Load(file, data)
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSuffix(filepath.Base(file), ".yaml"), s.Name)
		assert.Equal(t, s.Seed, s.World.Seed)
	}
}

// TestLoadReadsEveryKey reads the contract's example, which has every key.
func TestLoadReadsEveryKey(t *testing.T) {
	data, err := os.ReadFile("testdata/every-key.yaml")
	require.NoError(t, err)
	s, err := Load("every-key.yaml", data)
	require.NoError(t, err)

	given := map[string]bool{}
	for _, step := range s.Steps {
		for _, name := range commands(step.Command) {
			given[name] = true
		}
	}
	assert.Equal(t, len(given), len(commandNames()), "every command is in the file")

	informer := s.World.Informers[0]
	assert.Equal(t, engine.RealFIFO, informer.Queue)
	assert.Equal(t, []string{"namespace", "label:app", "field:spec.nodeName"}, informer.Indexers)
	assert.Equal(t, 10*time.Second, informer.Resync.Duration)
	assert.Equal(t, time.Duration(0), informer.Handlers[0].Resync.Duration, "0s is not the same as nothing")
	assert.Nil(t, informer.Handlers[1].Resync)
	assert.Equal(t, "漏掉的删除", s.Title.In("zh"))
	assert.Equal(t, 30*time.Second, s.Until.Duration)
}

func commandNames() []string {
	var names []string
	for _, f := range FieldsOf(reflect.TypeFor[Step]()) {
		if f.Owner == reflect.TypeFor[engine.Command]() {
			names = append(names, f.Name)
		}
	}
	return names
}

func TestLoadFillsInDefaults(t *testing.T) {
	s := load(t, "")
	assert.Equal(t, 3, s.Level)
	assert.Equal(t, uint64(1), s.Seed)
	assert.Equal(t, uint64(1), s.World.Seed)
	assert.Empty(t, s.Tags)
	assert.Nil(t, s.Until)
}

func TestLoadReadsJSON(t *testing.T) {
	s, err := Load("a.json", []byte("{\n\t\"apiVersion\": \"informerscope/v1\", \"kind\": \"Scenario\", \"name\": \"a\",\n\t\"title\": {\"en\": \"smile \\ud83d\\ude00, not \\\\ud83d\\\\ude00\"},\n\t\"seed\": 18446744073709551615}"))
	require.NoError(t, err)
	assert.Equal(t, `smile 😀, not \ud83d\ude00`, s.Title.In("en"))
	assert.Equal(t, uint64(18446744073709551615), s.Seed)
}

func TestLoadRejoinsTextThatACommaCut(t *testing.T) {
	s := load(t, "title: {en: Create, update and delete, one after another, zh: 先创建, 再删除}\n")
	assert.Equal(t, "Create, update and delete, one after another", s.Title.In("en"))
	assert.Equal(t, "先创建, 再删除", s.Title.In("zh"))
}

// TestLoadTellsWhatIsWrong has one mistake a row: where it is, and what is said.
func TestLoadTellsWhatIsWrong(t *testing.T) {
	for _, c := range errorCases(t) {
		t.Run(c.name, func(t *testing.T) {
			s, err := Load("f.yaml", []byte(c.file))
			assert.Nil(t, s)
			var all Errors
			require.ErrorAs(t, err, &all)
			assert.Equal(t, c.want, all.Error())
		})
	}
}

// TestLoadNamesTheKeysOfAMapAtOnce gives every command that takes a map something
// else, and then nothing: whoever corrects what is told is done, and nothing is
// told that only follows from it.
func TestLoadNamesTheKeysOfAMapAtOnce(t *testing.T) {
	maps := 0
	for _, f := range FieldsOf(reflect.TypeFor[Step]()) {
		kind := f.Type
		for kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if f.Owner != reflect.TypeFor[engine.Command]() || kind.Kind() != reflect.Struct || kind == durationType {
			continue
		}
		maps++
		keys := FieldsOf(kind)
		for _, value := range []string{"true", "pods", "[pods]", "7", "{}"} {
			_, err := Load("f.yaml", []byte(head+"steps: [{at: 1s, "+f.Name+": "+value+"}]\n"))
			if err == nil {
				continue // nothing is needed
			}
			assert.NotContains(t, err.Error(), `""`, "%s: %s", f.Name, value)
			if value == "{}" {
				continue
			}
			assert.NotContains(t, err.Error(), "is missing", "%s: %s", f.Name, value)
			for _, key := range keys {
				assert.Regexp(t, `allowed: a map with the keys .*\b`+key.Name+`\b`, err.Error())
				if key.Required {
					assert.Regexp(t, `\(needed: .*\b`+key.Name+`\b.*\)`, err.Error())
				}
			}
		}
	}
	assert.Greater(t, maps, 10)
}

// errorCase is a file and the errors it gives.
type errorCase struct{ name, file, want string }

// errorCases reads testdata/errors.txt: a name behind "== ", a file without what
// head has, "-- ", and the errors. "LN" in the errors is a line N of the part
// that is written there.
func errorCases(t testing.TB) []errorCase {
	data, err := os.ReadFile("testdata/errors.txt")
	require.NoError(t, err)
	var cases []errorCase
	for _, block := range strings.Split(string(data), "== ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		file, want, found := strings.Cut(rest, "--\n")
		require.True(t, found, name)
		if !strings.HasPrefix(name, "whole file: ") {
			file = head + file
		}
		cases = append(cases, errorCase{name, file, strings.TrimSpace(want)})
	}
	return cases
}

func TestLoadTellsAllErrorsAtOnceInTheOrderOfTheFile(t *testing.T) {
	var b strings.Builder
	b.WriteString(head + "level: 9\nworld: {client: old}\nsteps:\n")
	for range 100 {
		b.WriteString("- dropWatch: {informer: nobody}\n")
	}
	_, err := Load("f.yaml", []byte(b.String()))
	var all Errors
	require.ErrorAs(t, err, &all)
	require.Len(t, all, MaxErrors+1)
	assert.Contains(t, all[0].Error(), "f.yaml:4:8: level:")
	assert.Contains(t, all[1].Error(), "f.yaml:5:17: world.client:")
	assert.Contains(t, all[2].Error(), "f.yaml:7:25: steps[0].dropWatch.informer:")
	assert.Contains(t, all[MaxErrors].Error(), "there are more errors")

	var one *Error
	require.True(t, errors.As(err, &one), "each is reachable")
	assert.Equal(t, Error{File: "f.yaml", Line: 4, Column: 8, Field: "level", Problem: one.Problem, Allowed: one.Allowed}, *one)
	assert.Equal(t, "level: 9 is not allowed; allowed: a whole number, 1 to 5", one.Reason(inEnglish))
}

func TestLoadNamesTheLineOfASyntaxError(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"indentation", "world:\n  client: \"1.37\"\n  server:\n    history: 3\n   watchCache: true\nuntil: 3s\n", "f.yaml:8:1: this is not YAML: did not find expected key"},
		{"list", "steps:\n- at: 1s\n  bump: 1\n- at: 2s\n  bump: 1\n at: 3s\n", "f.yaml:9:1: "},
		{"quote", "world:\n  client: \"1.37\nuntil: 3s\n", "f.yaml:5:1: "},
		{"brace", "world: {\n  client: \"1.37\"\nuntil: 3s\n", "f.yaml:"},
		{"tab", "world:\n\tclient: \"1.37\"\n", "f.yaml:5:1: this is not YAML: found character that cannot start any token (YAML is indented with spaces, not tabs"},
		{"tab that continues", "world:\n  client: \"1.37\"\n  jitter: none\n\tserver: {}\n", "f.yaml:7:1: this is not YAML: found a tab character that violates indentation (YAML is indented with spaces)"},
		{"colon", "title: a: b\n", "f.yaml:4:1: this is not YAML: mapping values are not allowed in this context (text that contains a colon"},
		{"unknown anchor", "title: *nobody\n", "f.yaml:"},
		{"control character", "title: a\n\x00\n", "f.yaml:5:1: byte 0x00 is not allowed"},
		{"not UTF-8", "title: \xff\n", "f.yaml:4:1: byte 0xff is not allowed"},
		{"second document", "title: a\n---\ntitle: b\n", "f.yaml:5:1: a second document begins here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load("f.yaml", []byte(head+c.text))
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
		})
	}
}

func TestLoadKeepsToItsLimits(t *testing.T) {

	bomb := "expect:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("  a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i, i, i, i, i, i, i, i)
	}
	pod := "{apiVersion: v1, kind: Pod, metadata: {name: 'a-{i}', annotations: {x: '" + strings.Repeat("x", 10_000) + "'}}}"
	for _, c := range []struct{ name, text, want string }{
		{"size", "summary: '" + strings.Repeat("x", 1<<20) + "'\n", "f.yaml:1:1: the file has 1048643 bytes; the limit is 1 MiB"},
		{"depth", "expect: {informers: " + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}", "lists and maps are nested more than 100 deep"},
		{"alias bomb", bomb, "the file has more than 500000 values, counting what its aliases repeat"},
		{"alias cycle", "expect: &a {informers: *a}\n", "lists and maps are nested more than 100 deep"},
		{"merge cycle", "expect: &a {<<: *a, x: 1}\n", "nested more than 100 deep"},
		{"generated", "world: {server: {generate: [{count: 60000, manifest: " + strings.Replace(pod, strings.Repeat("x", 10_000), "", 1) + "}, {count: 60000, manifest: {apiVersion: v1, kind: Pod, metadata: {name: 'b-{i}'}}}]}}\n", "that makes 120000 generated objects; allowed: 100000 in all"},
		{"generated bytes", "world: {server: {generate: [{count: 50000, manifest: " + pod + "}]}}\n", "the file grows to more than 128 MiB"},
		{"repeated", "steps: [{repeat: 60000, bump: 1}, {repeat: 60000, bump: 1}]\n", "that makes 120000 steps, counting what is repeated; allowed: 100000 in all"},
		{"repeated bytes", "steps: [{repeat: 50000, create: " + pod + "}]\n", "the file grows to more than 128 MiB"},
		{"informers", "world: {informers: [" + strings.Repeat("{resource: pods},", 201) + "]}\n", "the list has 201 elements; allowed: 0 to 200 of them"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load("f.yaml", []byte(head+c.text))
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
		})
	}
}

func TestLoadTakesTheDataOutOfSecrets(t *testing.T) {
	s := load(t, `
world:
  server:
    objects:
    - apiVersion: v1
      kind: Secret
      metadata: {name: s, annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"data":{"password":"aHVudGVyMg=="}}', a: b}}
      data: {password: aHVudGVyMg==}
      stringData: {user: admin}
steps:
- update: {object: secrets/default/s, merge: {data: {password: aHVudGVyMzM=, old: null}}}
`)
	secret := s.World.Server.Objects[0]
	assert.Equal(t, map[string]any{"password": "7 bytes"}, secret["data"])
	assert.Equal(t, map[string]any{"user": "5 bytes"}, secret["stringData"])
	assert.Equal(t, map[string]any{"a": "b"}, secret["metadata"].(map[string]any)["annotations"])
	assert.Equal(t, map[string]any{"data": map[string]any{"password": "8 bytes", "old": nil}}, s.Steps[0].Update.Merge)
}

func TestLoadStepReadsOneStep(t *testing.T) {
	step, err := LoadStep("command", []byte(`{"dropWatch": {"informer": "pods", "how": "reset"}}`))
	require.NoError(t, err)
	assert.Equal(t, &engine.DropWatchCommand{Informer: "pods", How: "reset"}, step.DropWatch)

	_, err = LoadStep("command", []byte("dropWatch: {how: slowly}\nbump: 1\n"))
	require.Error(t, err)
	assert.Equal(t, "command:1:1: the step does 2 things: dropWatch, bump; allowed: one; write the others as steps of their own, they happen with it\n"+
		"command:1:12: dropWatch.informer: is missing\n"+
		`command:1:18: dropWatch.how: "slowly" is not allowed; allowed: eof, reset, timeout or error-event`, err.Error())
}
