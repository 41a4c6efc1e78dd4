package scenarios

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"informerscope/engine"
	"informerscope/engine/apiserver"
)

// builder makes a scenario of what an Importer has read.
type builder struct {
	importer *Importer
	// server knows the resources: those built in, and those whose definitions
	// are in the dump or are made up for it.
	server *apiserver.Server
	// definitions are the made up ones.
	definitions []engine.Manifest
	// resources are the kinds of what there is, in order of appearance.
	resources []apiserver.Resource
}

func (b *builder) build() (*Scenario, error) {
	m := b.importer
	all := slices.Concat(m.objects, m.events)
	if err := b.define(all); err != nil {
		return nil, wholeFile(m.name, 1, err.Error())
	}
	if len(b.resources) > maxParts || len(m.events) > maxRepeated {
		return nil, wholeFile(m.name, 1, "there are %d kinds and %d events; the limits are %d and %d", len(b.resources), len(m.events), maxParts, maxRepeated)
	}
	initial, changes := b.begin()
	s := &Scenario{APIVersion: APIVersion, Kind: Kind, Name: scenarioName(m.name), Level: 3, Seed: 1}
	s.World = engine.Config{Seed: 1, Server: engine.ServerConfig{KeepVersions: true, Objects: b.definitions}, Informers: b.informers()}
	for _, r := range initial {
		s.World.Server.Objects = append(s.World.Server.Objects, r.object)
	}
	if len(changes) > 0 {
		s.Steps = newReplay(b, initial).steps(changes)
	}
	if n := len(s.Steps); n > 0 {
		s.Until = &metav1.Duration{Duration: s.Steps[n-1].At.Duration + lastLook}
	}
	s.Title, s.Summary = b.describe(len(initial), len(changes))
	return s, nil
}

// define finds out what resources there are. A kind that is not known and has
// objects without a namespace gets a definition, since it would be taken for
// namespaced.
func (b *builder) define(all []record) error {
	var definitions []map[string]any
	namespaced := map[schema.GroupKind]bool{}
	for _, r := range all {
		if isDefinition(r.object) {
			definitions = append(definitions, r.object)
		}
		if namespace := metadataText(r.object, "namespace"); namespace != "" {
			namespaced[groupKind(r.object)] = true
		}
	}
	b.server = apiserver.New(apiserver.Config{})
	if err := b.server.Load(definitions...); err != nil {
		return err
	}
	for _, r := range all {
		resource := b.resource(r)
		if slices.Contains(b.resources, resource) {
			continue
		}
		_, known := b.server.Lookup(resource.GroupResource())
		if !known && resource.Group != "" && !namespaced[groupKind(r.object)] {
			resource.Namespaced = false
			b.server.Register(resource)
			b.definitions = append(b.definitions, definition(resource))
		}
		b.resources = append(b.resources, resource)
	}
	return nil
}

func groupKind(o engine.Manifest) schema.GroupKind {
	gv, _ := schema.ParseGroupVersion(textAt(o, "apiVersion"))
	return gv.WithKind(textAt(o, "kind")).GroupKind()
}

func metadataText(o engine.Manifest, key string) string {
	metadata, _ := o["metadata"].(map[string]any)
	return textAt(metadata, key)
}

// definition is a CustomResourceDefinition for a cluster-scoped resource.
func definition(r apiserver.Resource) engine.Manifest {
	return engine.Manifest{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": r.GroupResource().String()},
		"spec": map[string]any{
			"group": r.Group, "scope": "Cluster", "names": map[string]any{"plural": r.Resource, "kind": r.Kind},
			"versions": []any{map[string]any{"name": r.Version, "served": true, "storage": true, "subresources": map[string]any{"status": map[string]any{}}}},
		},
	}
}

func (b *builder) resource(r record) apiserver.Resource {
	return b.server.ResourceForKind(textAt(r.object, "apiVersion"), textAt(r.object, "kind"))
}

// ref names an object as scenarios do.
func (b *builder) ref(r record) string {
	return b.server.FormatRef(b.server.RefOf(&unstructured.Unstructured{Object: r.object}))
}

// informers has one for each resource, called by its plural if only one has it.
func (b *builder) informers() []engine.InformerConfig {
	plurals := map[string]int{}
	for _, r := range b.resources {
		plurals[r.Resource]++
	}
	out := make([]engine.InformerConfig, len(b.resources))
	for i, r := range b.resources {
		out[i] = engine.InformerConfig{Resource: b.server.NameOf(r), Handlers: []engine.HandlerConfig{{Name: "main"}}}
		if plurals[r.Resource] == 1 && out[i].Resource != r.Resource {
			out[i].Name = r.Resource
		}
	}
	return out
}

// describe says what the scenario is, and what was left out.
func (b *builder) describe(objects, changes int) (title, summary Text) {
	var names []string
	for _, i := range b.informers() {
		names = append(names, i.Resource)
	}
	title = Text{
		"en": fmt.Sprintf("%s, from a real cluster", strings.Join(names, ", ")),
		"zh": fmt.Sprintf("来自真实集群：%s", strings.Join(names, "、")),
	}
	summary = Text{
		"en": fmt.Sprintf("Objects at the start: %d. Changes: %d. Imported from %s.", objects, changes, filepath.Base(b.importer.name)),
		"zh": fmt.Sprintf("起始对象：%d 个；变化：%d 次。导入自 %s。", objects, changes, filepath.Base(b.importer.name)),
	}
	for _, note := range b.importer.notes {
		summary["en"] += " " + note.In("en")
		summary["zh"] += note.In("zh")
	}
	return title, summary
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// scenarioName makes a name of a file's.
func scenarioName(file string) string {
	base := filepath.Base(strings.ReplaceAll(file, `\`, "/"))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(base), "-"), "-")
	if name = name[:min(len(name), 100)]; name == "" {
		return "imported"
	}
	return name
}

// lastLook is how long a recording goes on after its last change.
const lastLook = 5 * time.Second
