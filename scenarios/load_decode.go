package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// loader turns the nodes of one document into Go values and collects what is
// wrong on the way.
type loader struct {
	file   string
	limits Limits
	root   *yaml.Node
	errors Errors
	// values counts towards Limits.Values; full says that a limit was reached
	// and that nothing more is read.
	values int
	full   bool
}

// path is where a value stands: a key of the map, or an index of the list, that
// stands at up. The document's own path is nil.
type path struct {
	up    *path
	key   string
	index int
	depth int
}

func (p *path) field(key string) *path { return &path{up: p, key: key, depth: p.deep() + 1} }
func (p *path) item(i int) *path       { return &path{up: p, index: i, depth: p.deep() + 1} }

func (p *path) deep() int {
	if p == nil {
		return 0
	}
	return p.depth
}

func (p *path) String() string {
	switch {
	case p == nil:
		return ""
	case p.key == "":
		return fmt.Sprintf("%s[%d]", p.up, p.index)
	case p.up == nil:
		return p.key
	}
	return p.up.String() + "." + p.key
}

// fail records an error; whoever calls it may add what is allowed. Far beyond
// what is told, nothing more is read.
func (l *loader) fail(n *yaml.Node, p *path, problem string, args ...any) *Error {
	e := &Error{File: l.file, Line: n.Line, Column: n.Column, Field: p.String(), Problem: say(problem, args...)}
	l.errors = append(l.errors, e)
	l.full = l.full || len(l.errors) > 20*MaxErrors
	return e
}

// enter begins to read a node: it follows aliases and minds the limits.
func (l *loader) enter(n *yaml.Node, p *path) (*yaml.Node, bool) {
	n = targetOf(n)
	l.values++
	switch {
	case l.full:
	case l.values > l.limits.Values:
		l.fail(n, p, "the file has more than %d values, counting what its aliases repeat", l.limits.Values)
		l.full = true
	case p.deep() > l.limits.Depth:
		l.fail(n, p, "lists and maps are nested more than %d deep", l.limits.Depth)
		l.full = true
	}
	return n, !l.full
}

// decode reads a node into v, a value of one of the format's types.
func (l *loader) decode(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	n, ok := l.enter(n, p)
	if !ok || isNull(n) {
		return // null is as good as absent
	}
	switch {
	case v.Type() == durationType:
		l.duration(n, v, p, r)
		return
	case v.Type() == textType:
		l.text(n, v, p)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		l.values--
		l.decode(n, v.Elem(), p, r)
	case reflect.Struct:
		l.mapping(n, v, p)
	case reflect.Slice:
		l.sequence(n, v, p, r)
	case reflect.Map:
		l.object(n, v, p, r)
	case reflect.Interface:
		l.either(n, v, p, r)
	default:
		l.scalar(n, v, p, r)
	}
}

// mapping reads a struct.
func (l *loader) mapping(n *yaml.Node, v reflect.Value, p *path) {
	fields := FieldsOf(v.Type())
	if n.Kind != yaml.MappingNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = mapOf(fields)
		return
	}
	seen := map[string]bool{}
	for _, pair := range l.pairs(n, p) {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == pair.key })
		if i < 0 {
			l.unknown(pair, p, fields)
			continue
		}
		l.field(pair.value, v, p.field(pair.key), &fields[i])
		seen[pair.key] = !isNull(pair.value)
	}
	for _, f := range fields {
		if f.Required && !seen[f.Name] {
			l.fail(n, p.field(f.Name), "is missing")
		}
	}
}

// mapOf names the keys that a map may have and must have, so that whoever wrote
// none of it need not ask twice.
func mapOf(fields []Field) Message {
	var needed []string
	for _, f := range fields {
		if f.Required {
			needed = append(needed, f.Name)
		}
	}
	keys := say("a map with the keys %s", strings.Join(namesOf(fields), ", "))
	if len(needed) == 0 {
		return keys
	}
	return say("%s (needed: %s)", keys, strings.Join(needed, ", "))
}

func namesOf(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

// field reads a field of a struct: a list into its List, if it has one.
func (l *loader) field(n *yaml.Node, v reflect.Value, p *path, f *Field) {
	before := len(l.errors)
	if f.List != nil && targetOf(n).Kind == yaml.SequenceNode {
		f = f.List
	}
	l.decode(n, v.FieldByIndex(f.Index), p, f.Rule)
	if f.List != nil && len(l.errors) > before {
		e := l.errors[len(l.errors)-1]
		e.Allowed = say("%s; or a list", e.Allowed)
	}
}

// targetOf is the node that an alias stands for.
func targetOf(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func (l *loader) unknown(pair pair, p *path, fields []Field) {
	names := namesOf(fields)
	e := l.fail(pair.at, p.field(pair.key), "there is no key %q here", pair.key)
	e.Allowed, e.Nearest = list(names), Nearest(pair.key, names)
	if home, ok := format().homes[pair.key]; ok && e.Nearest == "" {
		e.Problem = say("%s; it belongs in %s", e.Problem, strings.TrimPrefix(home+"."+pair.key, "."))
	}
}

// pair is a key of a map with its value; at is the key's node.
type pair struct {
	key   string
	at    *yaml.Node
	value *yaml.Node
}

// pairs lists a map's keys. Those merged in with << come last, without what is
// there already.
func (l *loader) pairs(n *yaml.Node, p *path) []pair {
	if n.Kind != yaml.MappingNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = say("a map")
		return nil
	}
	var out []pair
	lines := map[string]int{}
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content) && !l.full; i += 2 {
		at, value := n.Content[i], n.Content[i+1]
		if at.Tag == "!!merge" {
			merged = append(merged, value)
			continue
		}
		at = targetOf(at)
		key, err := keyText(at)
		switch line, twice := lines[key]; {
		case err != nil:
			l.fail(at, p, "%v", err)
		case twice:
			l.fail(at, p.field(key), "the key %q is there already, on line %d", key, line)
		default:
			lines[key] = at.Line
			out = append(out, pair{key, at, value})
		}
	}
	for _, m := range merged {
		for _, more := range l.merged(m, p) {
			if _, there := lines[more.key]; !there {
				lines[more.key] = more.at.Line
				out = append(out, more)
			}
		}
	}
	return out
}

// merged lists the keys of what stands behind <<: a map, or a list of them.
func (l *loader) merged(n *yaml.Node, p *path) []pair {
	n, ok := l.enter(n, p.field("<<"))
	switch {
	case !ok:
		return nil
	case n.Kind != yaml.SequenceNode:
		return l.pairs(n, p.field("<<"))
	}
	var out []pair
	for i, one := range n.Content {
		if one, ok := l.enter(one, p.field("<<").item(i)); ok {
			out = append(out, l.pairs(one, p.field("<<").item(i))...)
		}
	}
	return out
}

// sequence reads a list; the rule is about its elements, but that Min and Max
// bound the length of a list of maps or texts.
func (l *loader) sequence(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	if n.Kind != yaml.SequenceNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = say("a list")
		return
	}
	if count := float64(len(n.Content)); r.Max != nil && (count < *r.Min || count > *r.Max) {
		l.fail(n, p, "the list has %d elements", len(n.Content)).Allowed = say("%s of them", r.bounds())
		return
	}
	if len(n.Content) == 0 {
		return // as good as absent
	}
	r.Min, r.Max = nil, nil
	v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
	for i, one := range n.Content {
		if l.full {
			return
		}
		l.decode(one, v.Index(i), p.item(i), r)
		if isNull(one) {
			l.fail(one, p.item(i), "the element is empty")
		}
		if v.Type().Elem() == reflect.TypeFor[Step]() {
			v.Index(i).FieldByName("Line").SetInt(int64(one.Line))
		}
	}
}

// object reads a map of whatever is in it: a manifest, a patch, a report.
func (l *loader) object(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	if n.Kind != yaml.MappingNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = say("a map")
		return
	}
	m, _ := l.generic(n, p).(map[string]any)
	switch {
	case l.full:
		return
	case r.Manifest:
		l.checkManifest(n, p)
		redact(m)
	case r.Merge:
		l.checkMetadata(n, p)
	case len(m) == 0:
		return // as good as absent
	}
	v.Set(reflect.ValueOf(m))
}

// generic reads a node into what JSON can hold.
func (l *loader) generic(n *yaml.Node, p *path) any {
	n, ok := l.enter(n, p)
	if !ok {
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for _, pair := range l.pairs(n, p) {
			m[pair.key] = l.generic(pair.value, p.field(pair.key))
		}
		return m
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, one := range n.Content {
			list[i] = l.generic(one, p.item(i))
		}
		return list
	}
	v, err := scalar(n)
	if err != nil {
		l.fail(n, p, "%v", err)
	}
	return v
}
