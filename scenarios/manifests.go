package scenarios

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"informerscope/engine"
)

// Document is one Kubernetes object of a text, and the line on which it begins.
type Document struct {
	Line     int
	Manifest engine.Manifest
}

// MaxManifest is the size in bytes of a text that ReadManifests takes: a
// server's limit for one object is about as large.
const MaxManifest = 1 << 20

// ReadManifests reads what people paste: YAML or JSON, one object or several
// documents, and a List, whose items count as documents. The error is Errors:
// everything that is wrong with the text. If there is one, nothing is read.
func ReadManifests(name string, data []byte) ([]Document, error) {
	limits := ScenarioLimits
	limits.Bytes = MaxManifest
	roots, err := parseDocuments(name, data, limits)
	if err != nil {
		return nil, err
	}
	l := &loader{file: name, limits: limits}
	var out []Document
	for _, root := range roots {
		for _, n := range l.items(root) {
			out = append(out, l.manifest(n))
		}
	}
	if len(l.errors) > 0 {
		return nil, l.errors.sorted()
	}
	if len(out) == 0 {
		return nil, wholeFile(name, 1, "there is no object in it")
	}
	return out, nil
}

// parseDocuments reads all documents of a text into nodes; empty ones, as
// between two lines of dashes, do not count.
func parseDocuments(name string, data []byte, limits Limits) ([]*yaml.Node, error) {
	if err := checkText(name, data, limits); err != nil {
		return nil, err
	}
	var roots []*yaml.Node
	for decoder := yaml.NewDecoder(bytes.NewReader(pairSurrogates(data))); ; {
		var document yaml.Node
		if err := decodeNode(decoder, &document); errors.Is(err, io.EOF) {
			return roots, nil
		} else if err != nil {
			return nil, syntaxError(name, data, err)
		}
		if root := document.Content[0]; !isNull(root) {
			roots = append(roots, root)
		}
	}
}

// items are the objects of a List, or the one object that a document is.
func (l *loader) items(root *yaml.Node) []*yaml.Node {
	kind, items := l.child(root, "kind"), l.child(root, "items")
	if kind == nil || items == nil || !strings.HasSuffix(kind.Value, "List") || items.Kind != yaml.SequenceNode {
		return []*yaml.Node{root}
	}
	return items.Content
}

// manifest reads one object.
func (l *loader) manifest(n *yaml.Node) Document {
	n = follow(n)
	d := Document{Line: n.Line}
	if n.Kind != yaml.MappingNode {
		l.fail(n, nil, "this is %s, not an object", kindName(n)).Allowed = say("a manifest with apiVersion, kind and metadata")
		return d
	}
	d.Manifest, _ = l.generic(n, nil).(map[string]any)
	l.checkManifest(n, nil)
	redact(d.Manifest)
	return d
}

// WriteManifest writes an object as people read it: YAML, with the keys sorted.
func WriteManifest(m engine.Manifest) (string, error) {
	var w yamlWriter
	w.entries(entriesOf(reflect.ValueOf(m)), 0)
	return w.String(), w.err
}
