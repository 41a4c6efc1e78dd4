package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	sigsyaml "sigs.k8s.io/yaml"

	"informerscope/scenarios"
)

func TestSchemaIsCurrent(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	want, err := generate(root)
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(root, File))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "run: go run ./scenarios/schema")
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	s, err := c.Compile(filepath.Join("..", "scenario.schema.json"))
	require.NoError(t, err)
	return s
}

// document reads YAML as a value that the schema can be asked about.
func document(t *testing.T, data []byte) any {
	t.Helper()
	asJSON, err := sigsyaml.YAMLToJSON(data)
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(asJSON)))
	require.NoError(t, err)
	return v
}

// TestSchemaAcceptsWhatLoads asks about every scenario file there is.
func TestSchemaAcceptsWhatLoads(t *testing.T) {
	schema := compile(t)
	var files []string
	for _, pattern := range []string{"../*.yaml", "../*/*.yaml", "../testdata/golden/*.yaml", "../../engine/testdata/golden/*.yaml"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		_, err = scenarios.Load(file, data)
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(document(t, data)), file)
	}
}

// TestSchemaRefusesOnlyWhatDoesNotLoad changes one thing of a file that has
// every key, and holds the schema's word against the loader's.
func TestSchemaRefusesOnlyWhatDoesNotLoad(t *testing.T) {
	schema := compile(t)
	data, err := os.ReadFile("../testdata/every-key.yaml")
	require.NoError(t, err)
	for _, c := range []struct{ old, new string }{
		{"level: 2", "levle: 2"},
		{"level: 2", "level: 6"},
		{"level: 2", "level: two"},
		{"name: every-key", "name: Every Key"},
		{"kind: Scenario", "kind: Story"},
		{`client: "1.37"`, `client: "1.36"`},
		{"summary: One text", "summary: {fr: Un texte}\ntitel: One text"},
		{"history: 10", "history: 0"},
		{"queue: RealFIFO", "queue: FIFO"},
		{"resource: pods", "ressource: pods"},
		{"indexers: [namespace,", "indexers: [nodes,"},
		{"takes: 10ms", "takes: 10 ms"},
		{"mistakes: [mutates,", "mistakes: [forgets,"},
		{"how: error-event, status: 429", "how: error-event, status: 404"},
		{"status: refused", "status: 200"},
		{"status: refused", "status: down"},
		{"compact: {keep: 0}", "compact: {}"},
		{"bump: 100", "bump: 0"},
		{"focus: listener:pods/main", "focus: listner"},
		{"choices: [A list, A watch]", "choices: [A list]"},
		{"delete: pods/default/web-1", "delete: web-1"},
		{"kind: Pod, metadata: {name: new", "metadata: {name: new"},
	} {
		changed := strings.Replace(string(data), c.old, c.new, 1)
		require.NotEqual(t, string(data), changed, c.old)
		_, err := scenarios.Load("changed", []byte(changed))
		assert.Error(t, err, "the loader, %s", c.new)
		assert.Error(t, schema.Validate(document(t, []byte(changed))), "the schema, %s", c.new)
	}
	for _, c := range []struct{ old, new string }{
		{`client: "1.37"`, "client: 1.37"},
		{"status: refused", "status: 503"},
		{"takes: 10ms", `takes: "0"`},
		{"tags: [watch,", "tags: [410,"},
		{"until: 30s\n", ""},
	} {
		changed := strings.Replace(string(data), c.old, c.new, 1)
		require.NotEqual(t, string(data), changed, c.old)
		_, err := scenarios.Load("changed", []byte(changed))
		assert.NoError(t, err, "the loader, %s", c.new)
		assert.NoError(t, schema.Validate(document(t, []byte(changed))), "the schema, %s", c.new)
	}
}

func TestSchemaDescribesEveryKeyThatHasAComment(t *testing.T) {
	data, err := os.ReadFile("../scenario.schema.json")
	require.NoError(t, err)
	var s struct {
		Definitions map[string]struct {
			Properties map[string]struct{ Description string }
		}
	}
	require.NoError(t, json.Unmarshal(data, &s))
	assert.Equal(t, "Takes is the time spent in the callback.", s.Definitions["HandlerConfig"].Properties["takes"].Description)
	assert.Equal(t, "Bump moves the revision on by that many writes of other resources.", s.Definitions["Step"].Properties["bump"].Description)
}
