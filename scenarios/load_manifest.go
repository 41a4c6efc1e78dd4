package scenarios

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// checkManifest says what is wrong with a Kubernetes object as far as the
// server would refuse it for that: its types, its kind and its name.
func (l *loader) checkManifest(n *yaml.Node, p *path) {
	for _, key := range []string{"apiVersion", "kind"} {
		at := l.child(n, key)
		if at == nil {
			l.fail(n, p.field(key), "is missing; every object has one")
		} else {
			l.wantText(at, p.field(key))
		}
	}
	if kind := l.child(n, "kind"); kind != nil && strings.HasSuffix(kind.Value, "List") && l.child(n, "items") != nil {
		l.fail(kind, p.field("kind"), "a %s is not an object; write its items one by one", kind.Value)
	}
	metadata := l.child(n, "metadata")
	if metadata == nil {
		l.fail(n, p.field("metadata"), "is missing; every object has a name in it")
		return
	}
	if metadata.Kind == yaml.MappingNode && l.child(metadata, "name") == nil && l.child(metadata, "generateName") == nil {
		l.fail(metadata, p.field("metadata").field("name"), "is missing; every object has one, or a generateName")
	}
	l.checkMetadata(n, p)
}

// metadataTexts are the metadata whose values are texts, and metadataMaps those
// that map texts to texts.
var (
	metadataTexts = []string{"name", "generateName", "namespace", "uid", "resourceVersion"}
	metadataMaps  = []string{"labels", "annotations"}
)

// checkMetadata checks the types within metadata, in an object or a patch.
func (l *loader) checkMetadata(n *yaml.Node, p *path) {
	metadata := l.child(n, "metadata")
	p = p.field("metadata")
	if metadata == nil {
		return
	}
	for _, pair := range l.mapAt(metadata, p) {
		at, p := follow(pair.value), p.field(pair.key)
		switch {
		case isNull(at):
		case slices.Contains(metadataTexts, pair.key):
			s, ok := l.wantText(at, p)
			if bad := strings.ContainsAny(s, "/%") || s == "." || s == ".."; ok && bad && pair.key != "resourceVersion" {
				l.fail(at, p, "%q is not allowed", s).Allowed = say("a name without / and %")
			}
		case slices.Contains(metadataMaps, pair.key):
			for _, pair := range l.mapAt(at, p) {
				if value := follow(pair.value); !isNull(value) {
					l.wantText(value, p.field(pair.key))
				}
			}
		}
	}
}

// mapAt lists the keys of what has to be a map. What pairs says of them has
// been told: the map has been read before.
func (l *loader) mapAt(n *yaml.Node, p *path) []pair {
	if n.Kind != yaml.MappingNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = say("a map")
		return nil
	}
	quiet := &loader{limits: l.limits}
	return quiet.pairs(n, nil)
}

// child finds a key of a map; nil if it is not there or null.
func (l *loader) child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for _, pair := range l.mapAt(n, nil) {
		if pair.key == key && !isNull(pair.value) {
			return follow(pair.value)
		}
	}
	return nil
}

func follow(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}
