package scenarios

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"informerscope/engine"
	"informerscope/engine/apiserver"
)

// resources are those that a scenario has, from its beginning or at any time: a
// definition may be created by a step, and steps that wait have no order.
type resources struct {
	// defined knows the resources of all definitions.
	defined *apiserver.Server
	// used are those of objects and informers; without a definition they have the
	// plural that their kind lets guess.
	used map[schema.GroupResource]bool
}

func resourcesOf(s *Scenario) resources {
	r := resources{apiserver.New(apiserver.Config{}), map[schema.GroupResource]bool{}}
	manifests := slices.Clone(s.World.Server.Objects)
	informers := slices.Clone(s.World.Informers)
	controllers := slices.Clone(s.World.Controllers)
	for _, g := range s.World.Server.Generate {
		manifests = append(manifests, g.Manifest)
	}
	for _, step := range s.Steps {
		if c := step.Command; c.Create != nil {
			manifests = append(manifests, *c.Create)
		} else if c.AddInformer != nil {
			informers = append(informers, *c.AddInformer)
		} else if c.AddController != nil {
			controllers = append(controllers, *c.AddController)
		}
	}
	for _, c := range controllers {
		for _, rule := range c.Rules {
			manifests = append(manifests, rule.Create)
		}
	}
	for _, m := range manifests {
		r.defined.Prepare(m)
	}
	for _, m := range manifests {
		r.use(m)
	}
	for _, i := range informers {
		if found, err := r.defined.ResourceFor(i.Resource); err == nil {
			r.used[found.GroupResource()] = true
		}
	}
	return r
}

func (r resources) use(m engine.Manifest) {
	if kind := textAt(m, "kind"); kind != "" {
		r.used[r.defined.ResourceForKind(textAt(m, "apiVersion"), kind).GroupResource()] = true
	}
}

// resource checks that there are objects of the kind that a reference begins
// with. A resource that nobody declares is one that nobody misspelt only if
// something else in the scenario has it, too.
func (v *validator) resource(p *path, ref string) {
	name, _, _ := strings.Cut(ref, "/")
	found, err := v.defined.ResourceFor(name)
	if err != nil || v.used[found.GroupResource()] || v.unsure["informers"] || v.brokenObjects() {
		return
	}
	if _, known := v.defined.Lookup(found.GroupResource()); known {
		return
	}
	e := v.once(p, "there is no resource %q", name)
	e.Allowed = say("a plural of Kubernetes, or one of which the scenario has an object, a definition or an informer")
	names := v.names()
	e.Nearest = Nearest(name, names)
	if i := slices.IndexFunc(names, func(full string) bool { return strings.HasPrefix(full, name+".") }); i >= 0 {
		e.Nearest = names[i] // the group is missing
	}
}

// brokenObjects says that the kind of an object may not have been read.
func (l *loader) brokenObjects() bool {
	return slices.ContainsFunc(l.errors, func(e *Error) bool { return strings.Contains(e.Field, ".create") })
}

// names are those by which references may name resources; those that the
// scenario has come first.
func (r resources) names() []string {
	var used, others []string
	for name := range r.used {
		used = append(used, r.defined.NameOf(apiserver.Resource{Group: name.Group, Resource: name.Resource}))
	}
	for _, known := range r.defined.Known() {
		others = append(others, r.defined.NameOf(known))
	}
	slices.Sort(used)
	return append(used, others...)
}
