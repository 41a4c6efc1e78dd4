package apiserver

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/yaml"
)

// TestBook tells what the server does, one numbered behaviour after the other.
// A page is a conversation: a command, its input (an object, a patch, or a query
// as in a URL), four dashes, and the answer. Objects are shown as
// KEY@resourceVersion gGENERATION and the rest that matters.
// "go test -run Book -rewrite" writes the answers anew.
func TestBook(t *testing.T) {
	datadriven.Walk(t, "testdata/book", func(t *testing.T, path string) {
		b := &book{T: t, server: newTestServer(Config{Seed: 1, History: 1000, WatchCache: true}), watches: map[string]*Watch{}}
		datadriven.RunTest(t, path, b.run)
	})
}

var (
	widgets = Resource{Group: "shop.example.com", Version: "v1", Resource: "widgets", Kind: "Widget",
		Namespaced: true, StatusSubresource: true, Fields: "spec.color"}
	planets = Resource{Group: "shop.example.com", Version: "v1", Resource: "planets", Kind: "Planet"}
)

// newTestServer knows two custom resources: widgets are namespaced and have a
// status subresource, planets are neither.
func newTestServer(c Config) *Server {
	s := New(c)
	s.Register(widgets)
	s.Register(planets)
	return s
}

// book is the state of one page.
type book struct {
	*testing.T
	server  *Server
	watches map[string]*Watch
	now     time.Duration
	// token is the last continue token; TOKEN in a query stands for it.
	token string
}

func (b *book) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "server":
		return b.newServer(d)
	case "now":
		now, err := time.ParseDuration(d.CmdArgs[0].Key)
		require.NoError(t, err)
		b.now = now
	case "create":
		return b.object(b.server.Create(b.now, b.manifest(d.Input), CreateOptions{AllFields: d.HasArg("all")}))
	case "put":
		return b.put(d)
	case "patch":
		return b.object(b.server.Patch(b.now, b.ref(d), b.manifest(d.Input).Object, updateOptions(d)))
	case "delete":
		return b.delete(d)
	case "get":
		return b.object(b.server.Get(b.ref(d), d.Input))
	case "list":
		return b.list(d)
	case "watch":
		return b.watch(d)
	case "events":
		return b.events(b.watches[d.CmdArgs[0].Key])
	case "bookmark":
		if e, ok := b.server.Bookmark(b.watches[d.CmdArgs[0].Key]); ok {
			return showEvent(e)
		}
		return "none\n"
	case "log":
		return b.log(d)
	case "compact":
		var keep int
		d.ScanArgs(t, "keep", &keep)
		b.server.Compact(keep)
	case "restart":
		b.server.Restart()
	case "bump":
		var n int64
		d.ScanArgs(t, "n", &n)
		b.server.Bump(n)
	default:
		t.Fatalf("%s: unknown command %q", d.Pos, d.Cmd)
	}
	return fmt.Sprintf("revision %d\n", b.server.Revision())
}

// newServer begins anew, with the objects of the input, one a line.
func (b *book) newServer(d *datadriven.TestData) string {
	c := Config{Seed: 1, History: 1000, WatchCache: !d.HasArg("nocache"), KeepVersions: d.HasArg("keepversions")}
	d.MaybeScanArgs(b.T, "history", &c.History)
	b.server, b.watches = newTestServer(c), map[string]*Watch{}
	var manifests []map[string]any
	for _, line := range strings.Split(d.Input, "\n") {
		if line != "" {
			manifests = append(manifests, b.manifest(line).Object)
		}
	}
	if err := b.server.Load(manifests...); err != nil {
		return err.Error() + "\n"
	}
	return fmt.Sprintf("revision %d\n", b.server.Revision())
}

// manifest reads YAML; the kinds of the tests need no apiVersion.
func (b *book) manifest(text string) *unstructured.Unstructured {
	obj := &unstructured.Unstructured{}
	data, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(b, err, text)
	require.NoError(b, utiljson.Unmarshal(data, &obj.Object), text)
	versions := map[string]string{"Widget": "shop.example.com/v1", "Planet": "shop.example.com/v1", "Pod": "v1", "Node": "v1"}
	if v, ok := versions[obj.GetKind()]; ok && obj.GetAPIVersion() == "" {
		obj.SetAPIVersion(v)
	}
	return obj
}

func (b *book) ref(d *datadriven.TestData) Ref {
	ref, err := b.server.ParseRef(d.CmdArgs[0].Key)
	require.NoError(b, err)
	return ref
}

func updateOptions(d *datadriven.TestData) UpdateOptions {
	o := UpdateOptions{AllFields: d.HasArg("all")}
	if d.HasArg("status") {
		o.Subresource = "status"
	}
	return o
}

// put sends the stored object back with the input merged into it.
func (b *book) put(d *datadriven.TestData) string {
	old, err := b.server.Get(b.ref(d), "")
	if err != nil {
		return showError(err)
	}
	merged, err := mergeJSON(old.Object, b.manifest(d.Input).Object, &place{name: "body"})
	require.NoError(b.T, err)
	body := &unstructured.Unstructured{Object: merged}
	return b.object(b.server.Update(b.now, body, updateOptions(d)))
}

func (b *book) delete(d *datadriven.TestData) string {
	var o DeleteOptions
	d.MaybeScanArgs(b.T, "uid", &o.UID)
	d.MaybeScanArgs(b.T, "rv", &o.ResourceVersion)
	d.MaybeScanArgs(b.T, "policy", (*string)(&o.Propagation))
	result, err := b.server.Delete(b.now, b.ref(d), o)
	if err != nil {
		return showError(err)
	}
	if result.Gone {
		return fmt.Sprintf("gone, revision %d\n", b.server.Revision())
	}
	return b.object(result.Object, nil)
}

// collection is a resource, ns=NAMESPACE, and a query as the input.
func (b *book) collection(d *datadriven.TestData, resource string) (Resource, string, metav1.ListOptions) {
	r, err := b.server.ResourceFor(resource)
	require.NoError(b, err)
	namespace := ""
	d.MaybeScanArgs(b.T, "ns", &namespace)
	values, err := url.ParseQuery(strings.ReplaceAll(d.Input, "TOKEN", b.token))
	require.NoError(b, err)
	var o metav1.ListOptions
	require.NoError(b, metav1.Convert_url_Values_To_v1_ListOptions(&values, &o, nil))
	return r, namespace, o
}

func (b *book) list(d *datadriven.TestData) string {
	list, err := b.server.List(b.collection(d, d.CmdArgs[0].Key))
	if err != nil {
		if token := apierrors.APIStatus(nil); errors.As(err, &token) && token.Status().Continue != "" {
			b.token = token.Status().Continue
		}
		return showError(err)
	}
	out := "at " + list.ResourceVersion + ":"
	for _, item := range list.Items {
		out += " " + showKey(item)
	}
	if list.RemainingItemCount != nil {
		out += fmt.Sprintf(", %d remain", *list.RemainingItemCount)
	}
	if list.Continue != "" {
		b.token = list.Continue
		token, err := base64.RawURLEncoding.DecodeString(list.Continue)
		require.NoError(b, err)
		out += "\ncontinue " + string(token)
	}
	return out + "\n"
}

func (b *book) watch(d *datadriven.TestData) string {
	name := d.CmdArgs[0].Key
	w, err := b.server.Watch(b.collection(d, d.CmdArgs[1].Key))
	var ahead *TooLarge
	if errors.As(err, &ahead) {
		b.watches[name] = ErrorWatch(ahead)
		return fmt.Sprintf("waits %v for %d\n", ahead.Wait, ahead.Revision)
	}
	if err != nil {
		return showError(err)
	}
	b.watches[name] = w
	return b.events(w)
}

func (b *book) events(w *Watch) string {
	out := ""
	for e, ok := b.server.Next(w); ok; e, ok = b.server.Next(w) {
		out += showEvent(e)
	}
	if out == "" {
		return "none\n"
	}
	return out
}

func (b *book) log(d *datadriven.TestData) string {
	r, err := b.server.ResourceFor(d.CmdArgs[0].Key)
	require.NoError(b, err)
	out := fmt.Sprintf("floor %d, %d objects\n", b.server.Floor(r), b.server.Count(r))
	for e := range b.server.Events(r, 0) {
		out += fmt.Sprintf("%d %s %s\n", e.Revision, e.Type, e.Key)
	}
	return out
}

func (b *book) object(obj *unstructured.Unstructured, err error) string {
	if err != nil {
		return showError(err)
	}
	return showObject(obj) + "\n"
}

func showEvent(e watch.Event) string {
	if status, ok := e.Object.(*metav1.Status); ok {
		return fmt.Sprintf("ERROR %d %s: %s\n", status.Code, status.Reason, status.Message)
	}
	return fmt.Sprintf("%s %s\n", e.Type, showObject(e.Object.(*unstructured.Unstructured)))
}

func showError(err error) string {
	var ahead *TooLarge
	if errors.As(err, &ahead) {
		return fmt.Sprintf("waits %v for %d, then %d %s\n", ahead.Wait, ahead.Revision, ahead.ErrStatus.Code, err)
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return "error: " + err.Error() + "\n"
	}
	return fmt.Sprintf("%d %s: %s\n", status.Status().Code, status.Status().Reason, err)
}

func showKey(obj *unstructured.Unstructured) string {
	key := obj.GetName()
	if obj.GetNamespace() != "" {
		key = obj.GetNamespace() + "/" + key
	}
	return key + "@" + obj.GetResourceVersion()
}

// showObject leaves out what showKey says, what is random, and what is empty.
func showObject(obj *unstructured.Unstructured) string {
	out := showKey(obj)
	if g := obj.GetGeneration(); g != 0 {
		out += fmt.Sprintf(" g%d", g)
	}
	rest := shallow(obj.Object)
	metadata := metadataOf(rest)
	for _, name := range []string{"name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp"} {
		delete(metadata, name)
	}
	for _, name := range []string{"apiVersion", "kind", "metadata"} {
		delete(rest, name)
	}
	for name, value := range metadata {
		rest[name] = value
	}
	if len(rest) > 0 {
		text, _ := yaml.Marshal(rest) // what was decoded can be encoded
		flow, _ := yaml.YAMLToJSON(text)
		out += " " + string(flow)
	}
	return out
}
