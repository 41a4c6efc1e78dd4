package scenarios

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Marshal writes a scenario as a file: keys in the format's order, those of
// objects sorted, nothing that is empty. Load gives the same scenario again.
func Marshal(s *Scenario) ([]byte, error) {
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(node(reflect.ValueOf(s))); err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	return b.Bytes(), encoder.Close()
}

// node is the YAML of a value of the format's types.
func node(v reflect.Value) *yaml.Node {
	switch {
	case v.Type() == durationType:
		return plainNode(v.FieldByName("Duration").Interface().(fmt.Stringer).String())
	case v.Type() == textType:
		if s, ok := v.Interface().(Text)[""]; ok {
			return textNode(s)
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return plainNode("null")
		}
		return node(v.Elem())
	case reflect.Struct:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, f := range FieldsOf(v.Type()) {
			if field := v.FieldByIndex(f.Index); f.Required || !empty(field) {
				n.Content = append(n.Content, plainNode(f.Name), node(field))
			}
		}
		return n
	case reflect.Map:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, key := range slices.SortedFunc(maps.Keys(keys(v)), strings.Compare) {
			k := textNode(key)
			if k.Style != 0 {
				k.Style = yaml.DoubleQuotedStyle
			}
			n.Content = append(n.Content, k, node(v.MapIndex(reflect.ValueOf(key))))
		}
		return n
	case reflect.Slice:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for i := range v.Len() {
			n.Content = append(n.Content, node(v.Index(i)))
		}
		return n
	case reflect.String:
		return textNode(v.String())
	case reflect.Float64:
		return plainNode(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	}
	return plainNode(fmt.Sprint(v.Interface()))
}

// empty tells whether a field says nothing: what points to a value, and a map or
// a list in an object, says something even if that is empty.
func empty(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

func keys(v reflect.Value) map[string]bool {
	out := make(map[string]bool, v.Len())
	for _, key := range v.MapKeys() {
		out[key.String()] = true
	}
	return out
}

func plainNode(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }

// textNode is a text, in quotes where it would mean something else without.
func textNode(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if _, ok := resolve(s).(string); !ok || strings.ContainsAny(s, "\n\r\t\u0085\u2028\u2029") || s == "<<" {
		n.Style = yaml.DoubleQuotedStyle
	}
	if isBlock(s) {
		n.Style = yaml.LiteralStyle
	}
	return n
}

// isBlock tells whether a text is better written over several lines: it has
// lines, and nothing in them that a block would lose.
func isBlock(s string) bool {
	if !strings.Contains(s, "\n") || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n\n") {
		return false
	}
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimRight(line, " ") != line || strings.ContainsFunc(line, func(r rune) bool { return !strconv.IsPrint(r) }) {
			return false
		}
	}
	return true
}
