package apiserver

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

func decode(t *testing.T, text string) map[string]any {
	var out map[string]any
	require.NoError(t, utiljson.Unmarshal([]byte(text), &out), text)
	return out
}

// TestMergeJSON has the examples of RFC 7386, appendix A, that are objects.
func TestMergeJSON(t *testing.T) {
	for _, test := range []struct{ target, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		{`{"a":"foo"}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
	} {
		target := decode(t, test.target)
		merged, err := mergeJSON(target, decode(t, test.patch), &place{name: "patch"})
		require.NoError(t, err)
		assert.Equal(t, decode(t, test.want), merged, "%s + %s", test.target, test.patch)
		assert.Equal(t, decode(t, test.target), target, "%s has changed", test.target)
	}
}

func TestEqualJSON(t *testing.T) {
	values := []string{`{}`, `{"a":1}`, `{"a":1.5}`, `{"a":"1"}`, `{"a":null}`, `{"b":1}`, `{"a":1,"b":2}`,
		`{"a":[]}`, `{"a":[1]}`, `{"a":[1,2]}`, `{"a":[2,1]}`, `{"a":{}}`, `{"a":{"b":[{"c":true}]}}`, `{"a":{"b":[{"c":false}]}}`}
	for i, a := range values {
		for j, b := range values {
			assert.Equal(t, i == j, equalJSON(decode(t, a), decode(t, b)), "%s and %s", a, b)
		}
	}
}

// TestCopyJSON: what decoders and programs put into a manifest becomes JSON, and
// what never can is an error that says where it stands.
func TestCopyJSON(t *testing.T) {
	in := map[string]any{"int": 1, "uint8": uint8(2), "uint64": uint64(1 << 63), "float32": float32(0.5), "strings": []string{"a"},
		"labels": map[string]string{"a": "b"}, "nil": nil, "list": []any{int32(3), map[string]any{"deep": true}}}
	out, err := copyMap(in, &place{name: "Pod"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"int": int64(1), "uint8": int64(2), "uint64": float64(1 << 63), "float32": 0.5, "strings": []any{"a"},
		"labels": map[string]any{"a": "b"}, "nil": nil, "list": []any{int64(3), map[string]any{"deep": true}}}, out)

	_, err = copyMap(map[string]any{"spec": []any{map[string]any{"f": func() {}}}}, &place{name: "Pod"})
	assert.EqualError(t, err, "Pod.spec[0].f: a func() is no JSON value")
	_, err = copyMap(map[string]any{"b": math.NaN(), "a": math.Inf(-1)}, &place{name: "Pod"})
	assert.EqualError(t, err, "Pod.a: -Inf is no JSON value")

	_, err = mergeJSON(nil, map[string]any{"spec": map[string]any{"b": func() {}, "a": []any{1, func() {}}}}, &place{name: "patch"})
	assert.EqualError(t, err, "patch.spec.a[1]: a func() is no JSON value")
	merged, err := mergeJSON(map[string]any{"labels": map[string]any{"a": "b"}}, map[string]any{"labels": map[string]string{"c": "d"}, "int": 1}, &place{name: "patch"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"labels": map[string]any{"a": "b", "c": "d"}, "int": int64(1)}, merged)
}

// TestVersionsShareWhatIsEqual: a PUT of a copy does not store the copy's parts.
func TestVersionsShareWhatIsEqual(t *testing.T) {
	s := newTestServer(Config{Seed: 1})
	require.NoError(t, s.Load(decode(t, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"y"}},"spec":{"v":1}}`)))
	ref, err := s.ParseRef("pods/default/a")
	require.NoError(t, err)
	before, err := s.Get(ref, "")
	require.NoError(t, err)
	body := before.DeepCopy()
	body.Object["spec"].(map[string]any)["v"] = int64(2)
	after, err := s.Update(0, body, UpdateOptions{})
	require.NoError(t, err)
	labels := func(o map[string]any) any { return metadataOf(o)["labels"] }
	assert.Equal(t, int64(2), after.Object["spec"].(map[string]any)["v"])
	labels(before.Object).(map[string]any)["shared"] = "yes" // only to see it
	assert.Equal(t, labels(before.Object), labels(after.Object))
}

// A dump of many MiB is stored without being copied; what is no JSON yet is.
func TestAWorldSharesWhatItsManifestsHold(t *testing.T) {
	s := New(Config{})
	shared := decode(t, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"y"}},"spec":{"list":[{"v":1}]}}`)
	copied := decode(t, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}`)
	copied["spec"] = map[string]any{"v": 1, "deep": map[string]string{"a": "b"}}
	require.NoError(t, s.Load(shared, copied))
	a, err := s.Get(Ref{Resource: s.ResourceForKind("v1", "Pod"), Namespace: "default", Name: "a", key: "default/a"}, "")
	require.NoError(t, err)
	assert.True(t, sameMap(shared["spec"].(map[string]any), a.Object["spec"].(map[string]any)))
	assert.False(t, sameMap(shared["metadata"].(map[string]any), metadataOf(a.Object)), "the server writes there")
	assert.Nil(t, shared["metadata"].(map[string]any)["uid"])
	b, err := s.Get(Ref{Resource: s.ResourceForKind("v1", "Pod"), Namespace: "default", Name: "b", key: "default/b"}, "")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"v": int64(1), "deep": map[string]any{"a": "b"}}, b.Object["spec"])
	assert.Equal(t, 1, copied["spec"].(map[string]any)["v"])
	assert.ErrorContains(t, New(Config{}).Load(map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "c"}, "spec": map[string]any{"c": make(chan int)}}), "Pod.spec.c: a chan int is no JSON value")
}
