package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/datadriven"
	"sigs.k8s.io/yaml"
)

// parseWorld reads a world directive. Its arguments are fields of the server,
// the network, and of the one informer of a small world, pods:
//
//	world client=1.13 watchList=false resync=10s history=3 network.watch=2ms
//
// Its lines add to it:
//
//	object NAME [LABEL=VALUE …]       a pod in the namespace default
//	generate N PREFIX                 N pods PREFIX-0, PREFIX-1, …
//	handler NAME [FIELD=VALUE …]      of the informer before it
//	informer NAME [FIELD=VALUE …]     one more informer
//	workqueue NAME [FIELD=VALUE …]
//	controller NAME [FIELD=VALUE …]   on workqueue main and informer pods, unless it says so
//
// show=(…) names the kinds of events that `run` tells.
func parseWorld(d *datadriven.TestData) (c Config, show []string, err error) {
	w := worldText{
		world:    map[string]any{"jitter": JitterNone},
		server:   map[string]any{},
		network:  map[string]any{"list": "0s", "watch": "0s", "write": "0s"},
		informer: map[string]any{"resource": "pods"},
	}
	w.informers = []map[string]any{w.informer}
	for _, arg := range d.CmdArgs {
		if arg.Key == "show" {
			show = arg.Vals
			continue
		}
		w.set(arg.Key, strings.Join(arg.Vals, ", "))
	}
	for _, line := range strings.Split(d.Input, "\n") {
		if err := w.line(strings.Fields(line)); err != nil {
			return c, nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	text, err := yaml.Marshal(w.whole())
	if err != nil {
		return c, nil, err
	}
	return c, show, yaml.UnmarshalStrict(text, &c)
}

// worldText is a Config on its way to be one.
type worldText struct {
	world, server, network, informer   map[string]any
	objects                            []any
	generate                           []any
	informers, workqueues, controllers []map[string]any
	managers                           []map[string]any
}

// set puts an argument of the directive where it belongs.
func (w *worldText) set(name, value string) {
	if network, ok := strings.CutPrefix(name, "network."); ok {
		w.network[network] = value
		return
	}
	switch name {
	case "client", "jitter":
		w.world[name] = value
	case "history", "watchCache", "keepVersions", "bookmarkEvery":
		w.server[name] = scalar(value)
	case "indexers":
		w.informer[name] = strings.Split(value, ", ")
	default:
		w.informer[name] = scalar(value)
	}
}

func (w *worldText) line(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if len(words) < 2 {
		return fmt.Errorf("want %s NAME", words[0])
	}
	switch words[0] {
	case "object":
		w.objects = append(w.objects, pod(words[1], words[2:]))
	case "generate":
		n, err := strconv.Atoi(words[1])
		if err != nil {
			return err
		}
		w.generate = append(w.generate, map[string]any{"count": n, "manifest": pod(words[2]+"-{i}", nil)})
	case "handler":
		w.informer = w.informers[len(w.informers)-1]
		handlers, _ := w.informer["handlers"].([]any)
		w.informer["handlers"] = append(handlers, named(words[1:]))
	case "informer":
		w.informers = append(w.informers, named(words[1:]))
	case "workqueue":
		w.workqueues = append(w.workqueues, named(words[1:]))
	case "manager":
		w.managers = append(w.managers, named(words[1:]))
	case "manifest":
		w.objects = append(w.objects, scalar(strings.Join(words[1:], " ")))
	case "controller":
		w.controllers = append(w.controllers, named(append(words[1:2:2], append([]string{"queue=main", "informer=pods"}, words[2:]...)...)))
	default:
		return fmt.Errorf("a world has no %s", words[0])
	}
	return nil
}

func (w *worldText) whole() map[string]any {
	w.server["objects"], w.server["generate"] = w.objects, w.generate
	w.world["managers"] = w.managers
	w.world["server"], w.world["network"] = w.server, w.network
	w.world["informers"], w.world["workqueues"], w.world["controllers"] = w.informers, w.workqueues, w.controllers
	return w.world
}

// named reads NAME FIELD=VALUE …; a value is YAML, without spaces. FIELD.FIELD
// is a field of a field; fail=KEY:TIMES is one key that fails.
func named(words []string) map[string]any {
	m := map[string]any{"name": words[0]}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		outer, inner, nested := strings.Cut(name, ".")
		switch {
		case name == "fail":
			key, times, _ := strings.Cut(value, ":")
			m[name] = []any{map[string]any{"key": key, "times": scalar(times)}}
		case nested:
			fields, _ := m[outer].(map[string]any)
			if fields == nil {
				fields = map[string]any{}
			}
			fields[inner] = scalar(value)
			m[outer] = fields
		default:
			m[name] = scalar(value)
		}
	}
	return m
}

// scalar is a value as YAML reads it; what is none of its scalars, lists and
// maps is a text.
func scalar(text string) any {
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil || v == nil {
		return text
	}
	return v
}

// pod is the manifest of a small pod.
func pod(name string, labels []string) map[string]any {
	metadata := map[string]any{"name": name, "namespace": "default"}
	if namespace, rest, ok := strings.Cut(name, "/"); ok {
		metadata["namespace"], metadata["name"] = namespace, rest
	}
	all := map[string]any{}
	for _, label := range labels {
		key, value, _ := strings.Cut(label, "=")
		if key == "finalizer" {
			metadata["finalizers"] = []any{value}
			continue
		}
		all[key] = value
	}
	if len(all) > 0 {
		metadata["labels"] = all
	}
	return map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": metadata}
}
