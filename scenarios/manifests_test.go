package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// objectsOf are the kinds and names of documents, with the lines on which they begin.
func objectsOf(docs []Document) []string {
	var out []string
	for _, d := range docs {
		metadata, _ := d.Manifest["metadata"].(map[string]any)
		out = append(out, d.Manifest["kind"].(string)+"/"+metadata["name"].(string))
	}
	return out
}

func TestReadManifests(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"one, YAML": {"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", []string{"Pod/a"}},
		"one, JSON": {`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}`, []string{"Pod/a"}},
		"several documents, empty ones between": {
			"---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\n# nothing\n---\napiVersion: v1\nkind: Service\nmetadata: {name: b}\n---\n",
			[]string{"Pod/a", "Service/b"},
		},
		"a List": {
			"apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n- {apiVersion: v1, kind: Node, metadata: {name: b}}\n",
			[]string{"Pod/a", "Node/b"},
		},
		"a list of one kind": {
			"apiVersion: v1\nkind: PodList\nitems:\n- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n", []string{"Pod/a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			docs, err := ReadManifests("pasted", []byte(test.text))
			require.NoError(t, err)
			assert.Equal(t, test.want, objectsOf(docs))
		})
	}
}

func TestReadManifestsKnowsTheLines(t *testing.T) {
	docs, err := ReadManifests("pasted", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: b}\n"))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 5}, []int{docs[0].Line, docs[1].Line})
}

func TestReadManifestsSaysWhatIsWrongAndWhere(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"nothing":         {"", "pasted:1:1: there is no object in it"},
		"not YAML":        {"kind: Pod\n  name: [\n", "pasted:2:1: this is not YAML"},
		"no map":          {"hello", "pasted:1:1: this is text, not an object"},
		"no kind":         {"apiVersion: v1\nmetadata: {name: a}", "pasted:1:1: kind: is missing"},
		"no name":         {"apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {app: a}", "pasted:4:3: metadata.name: is missing"},
		"second document": {"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\nmetadata: {name: b}", "pasted:5:1: kind: is missing"},
		"too large":       {strings.Repeat("x", MaxManifest+1), "the limit is 1 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			docs, err := ReadManifests("pasted", []byte(test.text))
			require.Error(t, err)
			assert.Contains(t, err.Error(), test.want)
			assert.Empty(t, docs)
		})
	}
}

func TestReadManifestsTakesDataOutOfSecrets(t *testing.T) {
	docs, err := ReadManifests("pasted", []byte("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: hunter2}\n"))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"password": "7 bytes"}, docs[0].Manifest["stringData"])
}

func TestWriteManifestWritesWhatReadManifestsReads(t *testing.T) {
	const written = "apiVersion: v1\nkind: Pod\nmetadata:\n  labels:\n    on: \"yes\"\n  name: a\nspec:\n  containers:\n    - image: nginx\n      name: web\n  priority: 7\n"
	docs, err := ReadManifests("pasted", []byte(written))
	require.NoError(t, err)
	text, err := WriteManifest(docs[0].Manifest)
	require.NoError(t, err)
	again, err := ReadManifests("written", []byte(text))
	require.NoError(t, err)
	assert.Equal(t, docs[0].Manifest, again[0].Manifest)
}
