package web

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/trace"
	"informerscope/web/draw"
)

// informer is the one that the reader looks at; nil if there is none.
func (m *Model) informer() *engine.Informer {
	informers, lane := m.world().Informers, draw.LaneOf(m.Lane, m.place())
	for _, i := range informers {
		if i.Config.Name == lane {
			return i
		}
	}
	if len(informers) == 0 {
		return nil
	}
	return informers[0]
}

// createNext creates the next web-N, of the kind that the informer watches.
func (m *Model) createNext(now time.Duration) {
	apiVersion, kind := "v1", "Pod"
	if i := m.informer(); i != nil {
		apiVersion, kind = i.Resource().APIVersion(), i.Resource().Kind
	}
	m.create(now, []engine.Manifest{manifestOf(apiVersion, kind, fmt.Sprintf("web-%d", m.nextNumber()), "")})
}

// nextNumber is one more than that of any web-N there has been.
func (m *Model) nextNumber() int {
	last := 0
	count := func(key string) {
		_, number, _ := strings.Cut(key, "web-")
		if i, err := strconv.Atoi(number); err == nil {
			last = max(last, i)
		}
	}
	for n := range m.Event {
		if e := m.Branch.Event(n + 1); e.Kind == trace.ObjectAdded {
			count(e.Key)
		}
	}
	s := m.world().Server
	for _, r := range s.Resources() {
		for key := range s.Objects(r) {
			count(key)
		}
	}
	return last + 1
}

// manifestOf is a small object with a label; a Pod has what a Pod needs.
func manifestOf(apiVersion, kind, name, namespace string) engine.Manifest {
	metadata := map[string]any{"name": name, "labels": map[string]any{"app": "web"}}
	if namespace != "" {
		metadata["namespace"] = namespace
	}
	o := engine.Manifest{"apiVersion": apiVersion, "kind": kind, "metadata": metadata}
	if kind == "Pod" {
		o["spec"] = map[string]any{"containers": []any{map[string]any{"name": "web", "image": "nginx:1.29"}}}
		o["status"] = map[string]any{"phase": "Pending"}
	}
	return o
}

// create creates objects, and informers for resources that nobody watches.
func (m *Model) create(now time.Duration, manifests []engine.Manifest) {
	for _, o := range manifests {
		text := unstructured.Unstructured{Object: o}
		r := m.world().Server.ResourceForKind(text.GetAPIVersion(), text.GetKind())
		if !watched(m.world(), r) {
			name := m.world().Server.NameOf(r) // with the group, where another resource has the plural
			m.act(now, engine.Command{AddInformer: &engine.InformerConfig{
				Name: name, Resource: name, Queue: m.queueFor(), Handlers: []engine.HandlerConfig{{Name: "main"}},
			}})
		}
		m.act(now, engine.Command{Create: &o})
		m.lookAt(r)
		m.touched = m.world().Server.FormatRef(apiserver.Ref{Resource: r, Namespace: m.namespaceOf(r, text), Name: text.GetName()})
	}
}

func (m *Model) namespaceOf(r apiserver.Resource, o unstructured.Unstructured) string {
	switch {
	case !r.Namespaced:
		return ""
	case o.GetNamespace() == "":
		return metav1.NamespaceDefault
	}
	return o.GetNamespace()
}

// queueFor is the queue of an informer that is added: the reader's choice, where
// the client has one.
func (m *Model) queueFor() string {
	if m.world().Profile().OnlyDefaults {
		return ""
	}
	return m.Settings.Queue
}

// watched says whether an informer watches a resource.
func watched(w *engine.World, r apiserver.Resource) bool {
	for _, i := range w.Informers {
		if i.Resource().GroupResource() == r.GroupResource() && !i.Stopped {
			return true
		}
	}
	return false
}

// lookAt opens the lane of an informer that watches a resource, unless the open one
// does: whoever acts on something wants to see what follows.
func (m *Model) lookAt(r apiserver.Resource) {
	if i := m.informer(); i != nil && i.Resource().GroupResource() == r.GroupResource() {
		return
	}
	for _, i := range m.world().Informers {
		if i.Resource().GroupResource() == r.GroupResource() {
			m.Lane = i.Config.Name
			return
		}
	}
}

// target is the object that Update and Delete are about, as a reference: the
// chosen one, else that of the last act, else the newest there is.
func (m *Model) target() string {
	if m.Selection.Object != "" {
		return m.Selection.Object
	}
	if _, err := m.object(m.touched); err == nil {
		return m.touched
	}
	if newest := m.newest(); newest != "" {
		return newest
	}
	return m.touched
}

// targetName is the target's name, for whoever is about to act.
func (m *Model) targetName() string {
	ref := m.target()
	return ref[strings.LastIndexByte(ref, '/')+1:]
}

// newest is the object that was written last, as a reference. The history knows it,
// unless it was compacted.
func (m *Model) newest() string {
	s := m.world().Server
	newest, version := "", 0
	later := func(o *unstructured.Unstructured) {
		if v, _ := strconv.Atoi(o.GetResourceVersion()); v > version {
			newest, version = s.FormatRef(s.RefOf(o)), v
		}
	}
	for _, r := range s.Resources() {
		found := false
		for e := range s.LatestEvents(r) {
			if o, err := s.Get(s.RefOf(e.Object), ""); err == nil {
				later(o)
				found = true
				break
			}
		}
		if found {
			continue
		}
		for _, o := range s.Objects(r) {
			later(o)
		}
	}
	return newest
}

// object is what the server stores under a reference.
func (m *Model) object(ref string) (*unstructured.Unstructured, error) {
	parsed, err := m.world().Server.ParseRef(ref)
	if err != nil {
		return nil, err
	}
	return m.world().Server.Get(parsed, "")
}

// quickChanges are small changes of an object, as merge patches.
var quickChanges = map[string]func(o *unstructured.Unstructured) engine.Manifest{
	"label": func(o *unstructured.Unstructured) engine.Manifest {
		n, _ := strconv.Atoi(o.GetLabels()["rev"])
		return engine.Manifest{"metadata": map[string]any{"labels": map[string]any{"rev": strconv.Itoa(n + 1)}}}
	},
	"status": func(o *unstructured.Unstructured) engine.Manifest {
		phase, _, _ := unstructured.NestedString(o.Object, "status", "phase")
		next := map[string]string{"Pending": "Running", "Running": "Failed", "Failed": "Running"}[phase]
		if next == "" {
			next = "Pending"
		}
		return engine.Manifest{"status": map[string]any{"phase": next}}
	},
	"spec": func(o *unstructured.Unstructured) engine.Manifest {
		if replicas, ok, _ := unstructured.NestedInt64(o.Object, "spec", "replicas"); ok {
			return engine.Manifest{"spec": map[string]any{"replicas": replicas + 1}}
		}
		deadline, _, _ := unstructured.NestedInt64(o.Object, "spec", "activeDeadlineSeconds")
		return engine.Manifest{"spec": map[string]any{"activeDeadlineSeconds": deadline + 60}}
	},
}

// update makes a small change of the target.
func (m *Model) update(now time.Duration, change string) {
	ref := m.target()
	o, err := m.object(ref)
	if err != nil {
		// The server says so better than the page could.
		o = &unstructured.Unstructured{Object: engine.Manifest{}}
	}
	m.patch(now, ref, quickChanges[change](o))
}

func (m *Model) patch(now time.Duration, ref string, merge engine.Manifest) {
	if m.hasTarget(ref) {
		m.touch(ref)
		m.act(now, engine.Command{Update: &engine.UpdateCommand{Object: ref, Merge: merge}})
	}
}

// delete deletes the target.
func (m *Model) delete(now time.Duration) {
	if ref := m.target(); m.hasTarget(ref) {
		m.touch(ref)
		m.act(now, engine.Command{Delete: ref})
	}
}

// touch remembers what an act is about, and looks at it.
func (m *Model) touch(ref string) {
	m.touched = ref
	if r, err := m.world().Server.ParseRef(ref); err == nil {
		m.lookAt(r.Resource)
	}
}

// hasTarget says, also to the reader, whether there is an object to act on.
func (m *Model) hasTarget(ref string) bool {
	if ref == "" {
		m.say(true, m.t("error.no-object"))
	}
	return ref != ""
}

// mergePatch is the patch (RFC 7386) that makes one object of another.
func mergePatch(from, to map[string]any) map[string]any {
	patch := map[string]any{}
	for name, old := range from {
		if _, there := to[name]; !there && old != nil {
			patch[name] = nil
		}
	}
	for name, value := range to {
		old, there := from[name]
		before, oldMap := old.(map[string]any)
		after, newMap := value.(map[string]any)
		switch {
		case oldMap && newMap:
			if inner := mergePatch(before, after); len(inner) > 0 {
				patch[name] = inner
			}
		case !there || !reflect.DeepEqual(old, value):
			patch[name] = value
		}
	}
	return patch
}
