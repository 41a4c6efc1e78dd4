package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
)

// later lets what was done go its way.
func (p *page) later() { p.wait(time.Minute) }

// The three deletes of issue 2, "How it is measured".

func TestDropWatchAndDeleteLosesNothing(t *testing.T) {
	p := openPage(t, "")
	p.press("drop-watch")
	p.press("select-object", "pods/default/web-1")
	p.press("delete")
	p.later()
	r := p.report()
	assert.Equal(t, "delete default/web-1 3", last(r.Handlers["pods/main"]))
	assert.Equal(t, "delete default/web-1 3", last(r.Handlers["pods/audit"]))
	assert.NotContains(t, r.Informers["pods"].Cache, "default/web-1")
}

func TestDropWatchDeleteAndCompactLeavesATombstone(t *testing.T) {
	p := openPage(t, "")
	p.press("drop-watch")
	p.press("select-object", "pods/default/web-1")
	p.press("delete")
	p.press("compact")
	p.later()
	r := p.report()
	assert.Contains(t, r.Handlers["pods/main"], "delete default/web-1 2 tombstone")
	assert.Contains(t, r.Handlers["pods/audit"], "delete default/web-1 2 tombstone")
	assert.NotContains(t, r.Informers["pods"].Cache, "default/web-1")
}

// A person needs seconds, not milliseconds, before the watch is back.
func TestDropWatchLeavesTimeToAct(t *testing.T) {
	p := openPage(t, "")
	p.press("drop-watch")
	p.wait(4 * time.Second)
	p.press("delete")
	p.later()
	assert.Regexp(t, "^delete default/web-1 3$", last(p.report().Handlers["pods/main"]))
	requests := p.report().Informers["pods"].Requests
	assert.Equal(t, int64(0), requests[len(requests)-2].Status, "it was refused twice")
	assert.Equal(t, "open", requests[len(requests)-1].End)
}

func TestDeletingWhatIsGoneSaysNotFound(t *testing.T) {
	p := openPage(t, "")
	p.press("select-object", "pods/default/web-1")
	p.press("delete")
	p.press("delete")
	assert.Equal(t, []Notice{{true, `pods "web-1" not found`}}, p.Notices)
}

func TestQuickChanges(t *testing.T) {
	p := openPage(t, "")
	p.press("select-object", "pods/default/web-0")
	p.press("update")
	o, err := p.object("pods/default/web-0")
	require.NoError(t, err)
	assert.Equal(t, "1", o.GetLabels()["rev"])

	p.press("update-quick", "status")
	p.press("update-quick", "spec")
	o, err = p.object("pods/default/web-0")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"phase": "Pending"}, o.Object["status"])
	assert.Equal(t, map[string]any{"activeDeadlineSeconds": int64(60)}, o.Object["spec"])
	p.later()
	assert.Equal(t, "update default/web-0 4->5", last(p.report().Handlers["pods/main"]))
}

func TestWithoutAChoiceTheObjectOfTheLastActIsMeant(t *testing.T) {
	p := openPage(t, "")
	assert.Equal(t, "pods/default/web-1", p.target(), "the newest, before there was an act")
	p.press("create")
	assert.Equal(t, "pods/default/web-2", p.target())
	p.press("delete")
	assert.Equal(t, "pods/default/web-1", p.target(), "it is gone, so the newest there is")
}

func TestSlowNetworkIsASwitch(t *testing.T) {
	p := openPage(t, "")
	p.press("slow-network")
	assert.True(t, p.slow())
	assert.Equal(t, 100*time.Millisecond, p.world().Network.Watch)
	p.press("slow-network")
	assert.False(t, p.slow())
	assert.Equal(t, time.Millisecond, p.world().Network.Watch)
}

func TestEveryFaultDoesSomething(t *testing.T) {
	for name := range faults {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "")
			before := p.Event
			p.press(name)
			assert.Greater(t, p.Event, before)
			assert.Empty(t, p.Notices)
			p.later()
			assert.Empty(t, p.report().Violations)
		})
	}
}

// manifests are what people paste; those that were copied for tests, or those of
// the folder that INFORMERSCOPE_MANIFESTS names.
func TestPastedManifestsFlowThrough(t *testing.T) {
	text := strings.Join([]string{
		`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "zookeeper"}}`,
		"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: frontend, namespace: shop}\nspec: {replicas: 3}",
		"apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}",
		"apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Service, metadata: {name: redis}}\n- {apiVersion: example.com/v1, kind: Widget, metadata: {name: w}}",
	}, "\n---\n")
	p := openPage(t, "")
	p.paste(text)
	p.later()
	assert.Empty(t, p.Notices)
	assert.Equal(t, map[string][]string{
		"pods":                {"default/zookeeper"},
		"deployments":         {"shop/frontend"},
		"clusterroles":        {"reader"},
		"services":            {"default/redis"},
		"widgets.example.com": {"default/w"},
	}, p.cachedSince())
}

// paste creates what a text holds, by way of the form.
func (p *page) paste(text string) {
	p.t.Helper()
	p.press("create-form")
	p.send(Press{Action: "create-submit", Form: map[string]string{fieldManifest: text}})
	require.Empty(p.t, p.Dialog.Errors)
}

// cachedSince are the keys in the caches that were not there at the beginning, by
// resource.
func (p *page) cachedSince() map[string][]string {
	out := map[string][]string{}
	for _, i := range p.world().Informers {
		for key := range p.report().Informers[i.Config.Name].Cache {
			if key != "default/web-0" && key != "default/web-1" {
				out[i.Config.Resource] = append(out[i.Config.Resource], key)
			}
		}
	}
	return out
}

// TestManifestsOfAFolder tries files that the project does not ship:
// INFORMERSCOPE_MANIFESTS names their folder.
func TestManifestsOfAFolder(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("INFORMERSCOPE_MANIFESTS"), "*.*"))
	require.NoError(t, err)
	if os.Getenv("INFORMERSCOPE_MANIFESTS") == "" {
		t.Skip("no folder is named")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			docs, err := scenarios.ReadManifests(file, text)
			require.NoError(t, err)
			p := openPage(t, "")
			p.paste(string(text))
			p.later()
			cached := 0
			for _, keys := range p.cachedSince() {
				cached += len(keys)
			}
			assert.Len(t, docs, cached, "every object is in a cache")
			assert.Empty(t, p.report().Violations)
		})
	}
}

func TestBadInputChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		form map[string]string
		want FormError
	}{
		"nothing":      {map[string]string{}, FormError{fieldName, 0, "Type a name, or paste a manifest."}},
		"a bad name":   {map[string]string{fieldName: "Web 1"}, FormError{fieldName, 0, "A name has lower-case letters"}},
		"a name twice": {map[string]string{fieldName: "web-1"}, FormError{fieldName, 0, `pods "web-1" already exists`}},
		"not YAML":     {map[string]string{fieldManifest: "kind: Pod\nname: [\n"}, FormError{fieldManifest, 3, "this is not YAML"}},
		"no kind":      {map[string]string{fieldManifest: "apiVersion: v1\nmetadata: {name: a}"}, FormError{fieldManifest, 1, "kind: is missing"}},
		"no name":      {map[string]string{fieldManifest: "apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {a: b}"}, FormError{fieldManifest, 4, "metadata.name: is missing"}},
		"exists already": {
			map[string]string{fieldManifest: "apiVersion: v1\nkind: Pod\nmetadata: {name: new}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: web-1}"},
			FormError{fieldManifest, 5, `pods "web-1" already exists`},
		},
		"twice in the text": {
			map[string]string{fieldManifest: "apiVersion: v1\nkind: Pod\nmetadata: {name: new}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: new}"},
			FormError{fieldManifest, 5, `pods "new" already exists`},
		},
		"over 1 MiB": {map[string]string{fieldManifest: strings.Repeat("#", 1<<20+1)}, FormError{fieldManifest, 1, "the limit is 1 MiB"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "")
			before := string(p.report().JSON())
			p.press("create-form")
			p.send(Press{Action: "create-submit", Form: c.form})
			require.NotEmpty(t, p.Dialog.Errors)
			got := p.Dialog.Errors[0]
			assert.Equal(t, DialogCreate, p.Dialog.Name, "the form stays open")
			assert.Equal(t, c.want.Field, got.Field)
			assert.Equal(t, c.want.Line, got.Line)
			assert.Contains(t, got.Reason, c.want.Reason)
			assert.Equal(t, before, string(p.report().JSON()))
		})
	}
}

func TestEditingAManifest(t *testing.T) {
	p := openPage(t, "")
	p.press("select-object", "pods/default/web-0")
	p.press("update-form")
	require.Equal(t, DialogEdit, p.Dialog.Name)
	assert.Equal(t, "apiVersion: v1\nkind: Pod\nmetadata:\n  labels:\n    app: web\n  name: web-0\n  namespace: default\n", p.Dialog.Text)

	submit := func(text string) {
		p.send(Press{Action: "update-submit", Form: map[string]string{fieldManifest: text}})
	}
	submit(p.Dialog.Text)
	assert.Equal(t, []FormError{{fieldManifest, 1, "Nothing was changed."}}, p.Dialog.Errors)
	submit(strings.ReplaceAll(p.Dialog.Text, "web-0", "web-9"))
	assert.Contains(t, p.Dialog.Errors[0].Reason, "the same object")
	submit(strings.Replace(p.Dialog.Text, "app: web", "app: '!'", 1))
	assert.Contains(t, p.Dialog.Errors[0].Reason, "metadata.labels")

	submit(strings.Replace(p.Dialog.Text, "  labels:\n    app: web\n", "  annotations:\n    note: hello\n", 1))
	assert.Empty(t, p.Dialog.Name)
	o, err := p.object("pods/default/web-0")
	require.NoError(t, err)
	assert.Empty(t, o.GetLabels())
	assert.Equal(t, "hello", o.GetAnnotations()["note"])
}

func TestMergePatch(t *testing.T) {
	from := map[string]any{"a": int64(1), "b": map[string]any{"c": "x", "d": "y"}, "e": []any{"f"}, "g": "same"}
	to := map[string]any{"b": map[string]any{"c": "x", "d": "z"}, "e": []any{"f", "h"}, "g": "same", "i": true}
	assert.Equal(t, map[string]any{"a": nil, "b": map[string]any{"d": "z"}, "e": []any{"f", "h"}, "i": true}, mergePatch(from, to))
	assert.Empty(t, mergePatch(to, to))
}
