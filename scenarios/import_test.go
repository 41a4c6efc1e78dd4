package scenarios

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	sigsyaml "sigs.k8s.io/yaml"

	"informerscope/engine"
)

// dump is a file that kubectl has printed.
func dump(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/kubectl/" + name)
	require.NoError(t, err)
	return data
}

// played is the world after a scenario, and what its server did to a resource:
// lines such as "MODIFIED shop/lamp-1 33".
func played(t *testing.T, s *Scenario, resource string) (*engine.World, string) {
	t.Helper()
	w, err := engine.New(s.World)
	require.NoError(t, err)
	for _, step := range s.Timeline() {
		w.Schedule(step.At, step.Command)
	}
	for w.StepUntil(time.Hour) != nil {
	}
	r, err := w.Server.ResourceFor(resource)
	require.NoError(t, err)
	var b strings.Builder
	for e := range w.Server.Events(r, 0) {
		fmt.Fprintf(&b, "%s %s %d\n", e.Type, e.Key, e.Revision)
	}
	return w, b.String()
}

// stored are the objects of a resource by key.
func stored(w *engine.World, resource string) map[string]engine.Manifest {
	r, _ := w.Server.ResourceFor(resource)
	out := map[string]engine.Manifest{}
	for key, o := range w.Server.Objects(r) {
		out[key] = o.Object
	}
	return out
}

func TestImportWatchReplaysTheChanges(t *testing.T) {
	s, err := ImportWatch("widgets-watch-events.json", dump(t, "widgets-watch-events.json"), ImportOptions{})
	require.NoError(t, err)
	again(t, s)
	assert.Equal(t, "widgets-watch-events", s.Name)
	assert.Equal(t, []engine.InformerConfig{{Name: "widgets", Resource: "widgets.shop.example.com", Handlers: []engine.HandlerConfig{{Name: "main"}}}}, s.World.Informers)
	assert.Equal(t, "Objects at the start: 4. Changes: 7. Imported from widgets-watch-events.json.", s.Summary.In("en"))

	var b strings.Builder
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "%v %s %s\n", step.At.Duration, commands(step.Command)[0], subject(step.Command))
	}
	assert.Equal(t, `1s create shop/lamp-new 31
1.142s update widgets.shop.example.com/shop/lamp-new 32
1.285s update widgets.shop.example.com/shop/lamp-1 33
1.428s update widgets.shop.example.com/search/lamp-3 34
1.571s update widgets.shop.example.com/search/lamp-3 35
1.714s update widgets.shop.example.com/search/lamp-3 <nil>
1.857s delete widgets.shop.example.com/shop/lamp-0
`, b.String())

	w, events := played(t, s, "widgets")
	assert.Equal(t, `ADDED shop/lamp-0 22
ADDED shop/lamp-1 24
ADDED shop/lamp-2 25
ADDED search/lamp-3 27
ADDED shop/lamp-new 31
MODIFIED shop/lamp-new 32
MODIFIED shop/lamp-1 33
MODIFIED search/lamp-3 34
MODIFIED search/lamp-3 35
DELETED search/lamp-3 36
DELETED shop/lamp-0 37
`, events, "the versions are those of the recording")
	lamp := stored(w, "widgets")["shop/lamp-1"]
	assert.Equal(t, map[string]any{"color": "green", "size": int64(99), "tags": []any{"indoor", "green"}}, lamp["spec"])
	assert.Equal(t, "00000000-0000-4000-8000-000000000004", metadataText(lamp, "uid"))
	assert.Equal(t, "2026-01-05T09:00:00Z", metadataText(lamp, "creationTimestamp"))
	assert.NotContains(t, lamp["metadata"], "managedFields")
}

// subject says what a create, an update or a delete is about.
func subject(c engine.Command) string {
	switch {
	case c.Create != nil:
		return storageKey(record{object: *c.Create}) + " " + metadataText(*c.Create, "resourceVersion")
	case c.Update != nil:
		metadata, _ := c.Update.Merge["metadata"].(map[string]any)
		return fmt.Sprint(c.Update.Object, " ", metadata["resourceVersion"])
	}
	return c.Delete
}

func TestImportWatchKeepsManagedFieldsIfAsked(t *testing.T) {
	s, err := ImportWatch("w.json", dump(t, "widgets-watch-events.json"), ImportOptions{KeepManagedFields: true})
	require.NoError(t, err)
	assert.Contains(t, s.World.Server.Objects[0]["metadata"], "managedFields")
	again(t, s)
}

// inYAML is a recording as -o yaml prints it.
func inYAML(t *testing.T, recording []byte) string {
	t.Helper()
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(string(recording)), "\n") {
		asYAML, err := sigsyaml.JSONToYAML([]byte(line))
		require.NoError(t, err)
		if i > 0 {
			b.WriteString("---\n")
		}
		b.Write(asYAML)
	}
	return b.String()
}

func TestImportWatchReadsYAMLToo(t *testing.T) {
	recording := dump(t, "widgets-watch-events.json")
	want, err := ImportWatch("w.json", recording, ImportOptions{})
	require.NoError(t, err)
	got, err := ImportWatch("w.json", []byte(inYAML(t, recording)), ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// TestImportWatchCutAnywhere cuts a recording at every place where Ctrl-C may
// have come: what was whole is imported, and the scenario says so.
func TestImportWatchCutAnywhere(t *testing.T) {
	asJSON := string(dump(t, "widgets-watch-events.json"))
	asYAML := inYAML(t, []byte(asJSON))
	for name, c := range map[string]struct{ text, separator string }{"JSON": {asJSON, "}\n"}, "YAML": {asYAML, "\n---\n"}} {
		t.Run(name, func(t *testing.T) {
			first := strings.Index(c.text, c.separator) + len(c.separator)
			for cut := first + 1; cut < len(c.text); cut += 97 {
				s, err := ImportWatch("w", []byte(c.text[:cut]), ImportOptions{})
				require.NoError(t, err, "cut at %d", cut)
				whole := strings.Count(c.text[:cut], `"type":"`) + strings.Count(c.text[:cut], "\ntype: ")
				events := len(s.World.Server.Objects) + len(s.Steps)
				assert.LessOrEqual(t, events, whole, "nothing of what is not whole")
				assert.GreaterOrEqual(t, events, whole-1, "all that is whole")
				if events < whole {
					assert.Contains(t, s.Summary.In("en"), "cut off")
				}
			}
		})
	}
}

func TestImportWatchExplainsObjectsWithoutTypes(t *testing.T) {
	_, err := ImportWatch("r.yaml", dump(t, "rollout-one.yaml"), ImportOptions{})
	require.Error(t, err)
	assert.Equal(t, "r.yaml:1:1: these are objects without the types of events, so a deletion would look like one more change; "+
		"record again with --output-watch-events, or import them as a list, which takes the last state of each", err.Error())

	_, err = ImportList("w.json", dump(t, "widgets-watch-events.json"), ImportOptions{})
	require.Error(t, err)
	assert.Equal(t, "w.json:1:1: these are the events of a watch, not a list; import them as a watch", err.Error())
}

// change is one line of a recording.
func change(event, name, version, more string) string {
	return fmt.Sprintf(`{"type":%q,"object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":%q,"namespace":"default","resourceVersion":%q%s}}}`, event, name, version, more) + "\n"
}

func TestImportWatchTellsWhatWasThereFromWhatChanged(t *testing.T) {
	for _, c := range []struct {
		name, recording string
		initial         int
		events          string
	}{
		{"listed by name, not by version", change("ADDED", "a", "9", "") + change("ADDED", "b", "5", "") + change("MODIFIED", "b", "12", ""), 2,
			"ADDED default/b 5\nADDED default/a 9\nMODIFIED default/b 12\n"},
		{"created out of order", change("ADDED", "b", "5", "") + change("ADDED", "a", "9", "") + change("DELETED", "b", "11", ""), 1,
			"ADDED default/b 5\nADDED default/a 9\nDELETED default/b 11\n"},
		{"there before, and seen only when it was changed", change("ADDED", "a", "5", "") + change("MODIFIED", "z", "8", "") + change("DELETED", "y", "9", ""), 3,
			"ADDED default/z 1\nADDED default/y 2\nADDED default/a 5\nMODIFIED default/z 8\nDELETED default/y 9\n"},
		{"created again under another uid", change("ADDED", "a", "5", `,"uid":"1"`) + change("MODIFIED", "a", "8", `,"uid":"2"`), 1,
			"ADDED default/a 5\nDELETED default/a 6\nADDED default/a 8\n"},
		{"listed again", change("ADDED", "a", "5", "") + change("MODIFIED", "a", "6", "") + change("ADDED", "a", "6", "") + change("ADDED", "b", "7", ""), 1,
			"ADDED default/a 5\nMODIFIED default/a 6\nADDED default/b 7\n"},
		{"out of a selector, with a finalizer", change("ADDED", "a", "5", `,"finalizers":["x/y"]`) + change("DELETED", "a", "8", `,"finalizers":["x/y"]`), 1,
			"ADDED default/a 5\nDELETED default/a 8\n"},
		{"bookmarks change nothing", change("ADDED", "a", "5", "") + `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"7"}}}` + change("DELETED", "a", "8", ""), 1,
			"ADDED default/a 5\nDELETED default/a 8\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := ImportWatch("w", []byte(c.recording), ImportOptions{})
			require.NoError(t, err)
			again(t, s)
			assert.Len(t, s.World.Server.Objects, c.initial)
			_, events := played(t, s, "pods")
			assert.Equal(t, c.events, events)
		})
	}
}

func TestImportWatchTellsTheTime(t *testing.T) {
	at := func(second string) string {
		return `,"creationTimestamp":"2026-01-05T08:00:00Z","managedFields":[{"time":"2026-01-05T09:` + second + `Z"}]`
	}
	times := func(recording string) string {
		s, err := ImportWatch("w", []byte(recording), ImportOptions{})
		require.NoError(t, err)
		var out []string
		for _, step := range s.Steps {
			out = append(out, step.At.Duration.String())
		}
		return strings.Join(out, " ") + ", until " + s.Until.Duration.String()
	}
	listed := change("ADDED", "a", "1", at("00:00"))
	assert.Equal(t, "1s 1.333s 1.666s 1m1s, until 1m6s", times(listed+change("MODIFIED", "a", "2", at("00:10"))+change("MODIFIED", "a", "3", at("00:10"))+
		change("MODIFIED", "a", "4", at("00:07"))+change("MODIFIED", "a", "5", at("01:10"))), "what happened in one second is spread over it")
	plain := change("ADDED", "a", "1", "")
	assert.Equal(t, "1s 2s 3s, until 8s", times(plain+change("MODIFIED", "a", "2", "")+change("MODIFIED", "a", "3", "")+change("DELETED", "a", "4", "")), "by order where nothing tells")
	assert.Equal(t, "1s 2s, until 7s", times(plain+change("MODIFIED", "a", "2", `,"creationTimestamp":"2025-01-05T08:00:00Z"`)+
		change("MODIFIED", "a", "3", `,"creationTimestamp":"2026-01-05T08:00:00Z"`)), "a year is told by its order")
}

func TestImportListHasTheObjects(t *testing.T) {
	for _, c := range []struct {
		file, informers string
		objects         int
	}{
		{"rollouts-list.json", "rollouts", 0},
		{"mixed-list.json", "rollouts planets widgets", 0},
		{"planets-list.yaml", "planets", 3},
		{"rollout-one.yaml", "rollouts", 1},
	} {
		t.Run(c.file, func(t *testing.T) {
			data := dump(t, c.file)
			s, err := ImportList(c.file, data, ImportOptions{})
			require.NoError(t, err)
			again(t, s)
			var informers []string
			w, _ := played(t, s, "pods")
			versions := 0
			for _, i := range s.World.Complete().Informers {
				informers = append(informers, i.Name)
				for _, o := range stored(w, i.Resource) {
					assert.Contains(t, string(data), metadataText(o, "resourceVersion"), "the versions are the cluster's")
					assert.Contains(t, string(data), metadataText(o, "uid"))
					versions++
				}
			}
			assert.ElementsMatch(t, strings.Fields(c.informers), informers)
			assert.Equal(t, objectsIn(data), versions)
		})
	}
}

// objectsIn counts objects by their uids.
func objectsIn(data []byte) int {
	return strings.Count(string(data), `"uid": "`) + strings.Count(string(data), " uid: ")
}

func TestImportListOfClusterScopedObjects(t *testing.T) {
	s, err := ImportList("planets.yaml", dump(t, "planets-list.yaml"), ImportOptions{})
	require.NoError(t, err)
	w, events := played(t, s, "planets")
	assert.Equal(t, "ADDED mars 28\nADDED saturn 29\nADDED ceres 30\n", events, "they have no namespace, and come in the order of their versions")
	assert.Equal(t, int64(30), w.Server.Revision())

	definition := `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"planets.shop.example.com","resourceVersion":"99"},
		"spec":{"group":"shop.example.com","scope":"Cluster","names":{"plural":"planets","kind":"Planet"},"versions":[{"name":"v1","served":true,"storage":true}]}}`
	s, err = ImportList("planets.yaml", []byte(definition+`{"apiVersion":"shop.example.com/v1","kind":"Planet","metadata":{"name":"mars","resourceVersion":"3"}}`), ImportOptions{})
	require.NoError(t, err)
	assert.Len(t, s.World.Server.Objects, 2, "a definition in the dump is enough")
	_, events = played(t, s, "planets")
	assert.Equal(t, "ADDED mars 3\n", events)
}

func TestImportListReadsTheServersOwnList(t *testing.T) {
	s, err := ImportList("raw.json", []byte(`{"apiVersion":"shop.example.com/v1","items":[{"metadata":{"name":"a","namespace":"shop","resourceVersion":"7"},"spec":{"items":["x"]}}],"kind":"WidgetList","metadata":{"resourceVersion":"9"}}`), ImportOptions{})
	require.NoError(t, err)
	assert.Equal(t, engine.Manifest{"apiVersion": "shop.example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "a", "namespace": "shop", "resourceVersion": "7"},
		"spec": map[string]any{"items": []any{"x"}}}, s.World.Server.Objects[0])
}

func TestImportListReadsWhatElseListsLookLike(t *testing.T) {
	pods := func(indent string) string {
		return "apiVersion: v1\nitems:\n# two\n" + indent + "- apiVersion: v1\n" + indent + "  kind: Pod\n" + indent + "  metadata:\n" + indent + "    name: a\n" +
			indent + "    annotations:\n" + indent + "      text: |\n" + indent + "        - not an item\n\n" +
			indent + "-\n" + indent + "  apiVersion: v1\n" + indent + "  kind: Pod\n" + indent + "  metadata: {name: b}\nkind: List\nmetadata:\n  resourceVersion: \"\"\n"
	}
	one := `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}`
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"items not indented":        {pods(""), 2},
		"items indented":            {pods("  "), 2},
		"Windows lines":             {strings.ReplaceAll(pods(""), "\n", "\r\n"), 2},
		"several lists":             {"---\n" + pods("") + "---\n" + strings.ReplaceAll(pods("  "), "name: ", "name: c"), 4},
		"a list in braces":          {"kind: List\napiVersion: v1\nitems: [" + one + "]\n", 1},
		"an array of objects":       {"[" + one + ", " + strings.Replace(one, `"a"`, `"b"`, 1) + "]", 2},
		"one after another":         {one + "\n" + strings.Replace(one, `"a"`, `"b"`, 1), 2},
		"the same again":            {one + "\n" + one, 1},
		"documents":                 {"---\n" + one + "\n---\n---\n" + strings.Replace(one, `"a"`, `"b"`, 1) + "\n", 2},
		"an empty list beside":      {`{"apiVersion":"v1","kind":"List","items":[]}` + one, 1},
		"a byte order mark":         {"\ufeff" + one, 1},
		"a map that is called item": {`{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "items"}, "spec": {"items": [{"items": []}]}}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ImportList("list", []byte(c.text), ImportOptions{})
			require.NoError(t, err)
			assert.Len(t, s.World.Server.Objects, c.want)
			again(t, s)
		})
	}
}

// TestImportListOfOneWhoWrites ends a list with its items, as people write it:
// kubectl, which sorts the keys, never does.
func TestImportListOfOneWhoWrites(t *testing.T) {
	pods := "- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: b"
	head := "apiVersion: v1\nkind: List\n"
	for name, text := range map[string]string{
		"nothing after the items":       head + "items:\n" + pods,
		"an end of line":                head + "items:\n" + pods + "\n",
		"a comment after the items":     head + "items:\n" + pods + "\n# that is all\n",
		"metadata after the items":      head + "items:\n" + pods + "\nmetadata: {}\n",
		"the kind first of all":         "kind: List\nitems:\n" + pods,
		"another document before":       "apiVersion: v1\nkind: Node\nmetadata: {name: node}\n---\n" + head + "items:\n" + pods,
		"items indented":                head + "items:\n  " + strings.ReplaceAll(pods, "\n", "\n  "),
		"a list whose items say less":   "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n",
		"Windows lines":                 strings.ReplaceAll(head+"items:\n"+pods, "\n", "\r\n"),
		"another document behind it":    head + "items:\n" + pods + "\n---\napiVersion: v1\nkind: Node\nmetadata: {name: node}\n",
		"an end of documents behind it": head + "items:\n" + pods + "\n---\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := ImportList("l", []byte(text), ImportOptions{})
			require.NoError(t, err)
			w, _ := played(t, s, "pods")
			assert.Len(t, stored(w, "pods"), 2)
			assert.NotContains(t, s.Summary.In("en"), "cut off")

			_, err = ImportWatch("l", []byte(text), ImportOptions{})
			assert.ErrorContains(t, err, "these are objects without the types of events")
		})
	}
}

// TestImportKnowsAListFromAWatch cuts both anywhere: neither is taken for the
// other.
func TestImportKnowsAListFromAWatch(t *testing.T) {
	convert := map[string]func(string, []byte, ImportOptions) (*Scenario, error){"list": ImportList, "watch": ImportWatch}
	for file, other := range map[string]string{"planets-list.yaml": "watch", "mixed-list.json": "watch", "widgets-watch-events.json": "list"} {
		data := dump(t, file)
		for cut := len(data) / 2; cut <= len(data); cut += 97 {
			_, err := convert[other](file, data[:cut], ImportOptions{})
			require.Error(t, err, "%s, cut at %d, as a %s", file, cut, other)
			assert.Regexp(t, "objects without the types of events|events of a watch, not a list", err.Error())
		}
	}
}

func TestImportListCutOff(t *testing.T) {
	for _, file := range []string{"mixed-list.json", "planets-list.yaml"} {
		data := dump(t, file)
		all, err := ImportList(file, data, ImportOptions{})
		require.NoError(t, err)
		s, err := ImportList(file, data[:len(data)*3/4], ImportOptions{})
		require.NoError(t, err)
		assert.Contains(t, s.Summary.In("en"), "cut off at its end; the unfinished object is left out")
		assert.NotEmpty(t, s.World.Server.Objects)
		for _, o := range s.World.Server.Objects {
			assert.Contains(t, all.World.Server.Objects, o, "what is imported is whole")
		}
	}
}

func TestImportTakesTheDataOutOfSecrets(t *testing.T) {
	secret := func(event, version, data string) string {
		return fmt.Sprintf(`{"type":%q,"object":{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"default","resourceVersion":%q,"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"aHVudGVyMg=="}},"data":{"password":%q}}}`, event, version, data)
	}
	s, err := ImportWatch("secrets", []byte(secret("ADDED", "1", "aHVudGVyMg==")+secret("MODIFIED", "2", "aHVudGVyMzM=")), ImportOptions{})
	require.NoError(t, err)
	data, err := Marshal(s)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "aHVudG")
	assert.Contains(t, string(data), `password: "7 bytes"`)
	assert.Contains(t, string(data), `password: "8 bytes"`, "that it changed can be seen")
}

func TestImportSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n", "f:1:1: there is no object in it"},
		{"an empty list", `{"apiVersion":"v1","kind":"List","items":[]}`, "f:1:1: there is no object in it"},
		{"a table", "NAME   READY\nweb    1/1\n", "f:1:1: this is no object; wanted is what kubectl get prints with -o json or -o yaml"},
		{"no JSON", "{\"apiVersion\": \"v1\",\n \"kind\" \"Pod\"}", `f:2:1: this is not JSON: invalid character '"' after object key`},
		{"words among JSON", change("ADDED", "a", "1", "") + "Error from server\n", "f:2:1: this is not JSON: invalid character 'E' looking for beginning of value"},
		{"no YAML", "apiVersion: v1\nkind: Pod\n metadata: {}\nx: 1\n---\nkind: Pod\n", "f:3:1: this is not YAML"},
		{"no YAML in the second", "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\nkind: Pod\n\tx: 1\n---\n", "f:7:1: this is not YAML"},
		{"no object", `{"apiVersion": "v1"}`, "f:1:1: this is no object: it has no apiVersion, no kind or no metadata.name"},
		{"an error", `{"apiVersion":"v1","kind":"Status","message":"Unauthorized"}`, "f:1:1: the server answered with an error: Unauthorized"},
		{"no list", `{"kind":"Basket","apiVersion":"v1","items":[{"a":1}]}`, "f:1:1: this Basket has items, but is no list"},
		{"another type", change("REPLACED", "a", "1", ""), `f:1:1: type: "REPLACED" is no type of event; allowed: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR`},
		{"both", change("ADDED", "a", "1", "") + `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}`, "f:2:1: an object without a type among the events of a watch"},
		{"too deep", `{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + "}", "nested more than 100 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ImportWatch("f", []byte(c.text), ImportOptions{})
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
			var all Errors
			assert.ErrorAs(t, err, &all)
		})
	}
}

func TestImportTellsOfAnErrorThatEndedTheWatch(t *testing.T) {
	s, err := ImportWatch("w", []byte(change("ADDED", "a", "5", "")+`{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","message":"too old resource version","code":410}}`), ImportOptions{})
	require.NoError(t, err)
	assert.Contains(t, s.Summary.In("en"), "The watch ended with an error: too old resource version")
}

// TestImporterReadsPieceByPiece feeds a text in small pieces and gets the same
// scenario, one object for each Next.
func TestImporterReadsPieceByPiece(t *testing.T) {
	for _, file := range []string{"mixed-list.json", "planets-list.yaml", "widgets-watch-events.json"} {
		data := dump(t, file)
		whole := NewImporter(file, ImportOptions{})
		whole.readAll(data)
		want, err := whole.Scenario()
		require.NoError(t, err)

		m := NewImporter(file, ImportOptions{})
		pieces := 0
		for len(data) > 0 {
			n := min(len(data), 1000)
			m.Feed(data[:n])
			data = data[n:]
			for m.Next() {
				pieces++
			}
		}
		m.End()
		for m.Next() {
			pieces++
		}
		got, err := m.Scenario()
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.GreaterOrEqual(t, pieces, len(got.World.Server.Objects), "no more than one object at once")
		assert.Equal(t, 1.0, m.Progress())
	}
}

func TestImportNamesTheScenario(t *testing.T) {
	for file, want := range map[string]string{"/tmp/My Pods_2.JSON": "my-pods-2", `C:\dumps\web.yaml`: "web", "漏掉.json": "imported", "": "imported", strings.Repeat("x", 300): strings.Repeat("x", 100)} {
		assert.Equal(t, want, scenarioName(file))
	}
}

func FuzzImport(f *testing.F) {
	recording := dump(f, "widgets-watch-events.json")
	f.Add(recording[:1500])
	f.Add(dump(f, "planets-list.yaml"))
	f.Add(dump(f, "rollout-one.yaml")[:1000])
	f.Add([]byte(change("ADDED", "a", "5", "") + change("DELETED", "a", "9", "")))
	f.Add([]byte(`[{"items":[{}]},{"kind":"List","items":[{"a":"]\""}]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := NewImporter("f", ImportOptions{})
		m.readAll(data)
		s, err := m.Scenario()
		if err != nil {
			var all Errors
			require.ErrorAs(t, err, &all)
			return
		}
		text, err := Marshal(s)
		require.NoError(t, err)
		assert.NotEmpty(t, text)
	})
}
