package scenarios

import (
	"reflect"
	"slices"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"
)

// duration reads a Go duration.
func (l *loader) duration(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	allowed := say("a duration such as 250ms, 2s or 1m30s")
	text, ok := l.anyText(n, p, allowed)
	if !ok {
		return
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		l.fail(n, p, "%q is not a duration", text).Allowed = allowed
	case d < 0:
		l.fail(n, p, "%s is less than nothing", text).Allowed = allowed
	case d > longest:
		l.fail(n, p, "%s is too long", text).Allowed = say("720h at most")
	case d > 0 && d < r.Shortest:
		l.fail(n, p, "%s is too short", text).Allowed = say("0s, or %s and more", r.Shortest)
	default:
		v.FieldByName("Duration").SetInt(int64(d))
	}
}

// languages are what a Text may be in.
var languages = []string{"en", "zh"}

// text reads text for people: a string, or a map of language to string.
func (l *loader) text(n *yaml.Node, v reflect.Value, p *path) {
	if n.Kind != yaml.MappingNode {
		if s, ok := l.anyText(n, p, say("text, or a map of %s to text", list(languages))); ok {
			v.Set(reflect.ValueOf(Plain(s)))
		}
		return
	}
	t, last := Text{}, ""
	for _, pair := range l.pairs(n, p) {
		known := slices.Contains(languages, pair.key)
		switch {
		case known && !isNull(pair.value):
			if s, ok := l.anyText(follow(pair.value), p.field(pair.key), say("text")); ok {
				t[pair.key] = s
			}
			last = pair.key
		case last != "" && isNull(pair.value) && n.Style&yaml.FlowStyle != 0:
			// {en: Create, then delete}: the comma cut the text in two.
			t[last] += ", " + pair.at.Value
		case !known:
			e := l.fail(pair.at, p.field(pair.key), "there is no language %q", pair.key)
			e.Allowed, e.Nearest = list(languages), Nearest(pair.key, languages)
		}
	}
	if len(t) > 0 {
		v.Set(reflect.ValueOf(t))
	}
}

// anyText reads a text; as in kubectl, where a text is wanted a number or a
// boolean is the text that it is written as.
func (l *loader) anyText(n *yaml.Node, p *path, allowed Message) (string, bool) {
	v, failed := l.wantScalar(n, p, allowed)
	if s, ok := v.(string); ok {
		return s, true
	}
	return n.Value, !failed
}

// wantText reads a text within an object, where a number or a boolean is none:
// the server would refuse it.
func (l *loader) wantText(n *yaml.Node, p *path) (string, bool) {
	v, failed := l.wantScalar(n, p, say("text"))
	s, ok := v.(string)
	if !ok && !failed {
		l.fail(n, p, "%s is %s; as text it needs quotes: %q", n.Value, kindName(n), n.Value).Allowed = say("text")
	}
	return s, ok
}

func (l *loader) wantScalar(n *yaml.Node, p *path, allowed Message) (v any, failed bool) {
	if n.Kind != yaml.ScalarNode {
		l.fail(n, p, "this is %s", kindName(n)).Allowed = allowed
		return nil, true
	}
	v, err := scalar(n)
	if err != nil {
		l.fail(n, p, "%v", err).Allowed = allowed
	}
	return v, err != nil
}

// scalar reads a text, a number or a boolean.
func (l *loader) scalar(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	switch v.Kind() {
	case reflect.String:
		if s, ok := l.anyText(n, p, r.allowed(say("text"))); ok && l.obeys(n, s, p, r) {
			v.SetString(s)
		}
	case reflect.Bool:
		got, failed := l.wantScalar(n, p, say("true or false"))
		if b, ok := got.(bool); ok {
			v.SetBool(b)
		} else if !failed {
			l.fail(n, p, "%s is %s", n.Value, kindName(n)).Allowed = say("true or false")
		}
	default:
		l.number(n, v, p, r)
	}
}

// number reads a number into an int, a uint or a float.
func (l *loader) number(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	kind := say("a whole number")
	if v.Kind() == reflect.Float64 {
		kind = say("a number")
	}
	allowed := r.allowed(kind)
	got, failed := l.wantScalar(n, p, allowed)
	if failed {
		return
	}
	var f float64
	switch got := got.(type) {
	case int64:
		f = float64(got)
	case float64:
		f = got
	default:
		l.fail(n, p, "%s is %s", strconv.Quote(n.Value), kindName(n)).Allowed = allowed
		return
	}
	i, whole := got.(int64)
	switch {
	case r.Min != nil && (f < *r.Min || f > *r.Max), r.OneOf != nil && !slices.Contains(r.OneOf, n.Value):
		l.fail(n, p, "%s is not allowed", n.Value).Allowed = allowed
	case v.CanFloat():
		v.SetFloat(f)
	case v.CanUint():
		u, err := strconv.ParseUint(n.Value, 0, 64) // it may be above the largest int64
		if err != nil {
			l.fail(n, p, "%s is not allowed", n.Value).Allowed = say("%s, 0 or more", allowed)
		}
		v.SetUint(u)
	case !whole:
		l.fail(n, p, "%s is not allowed", n.Value).Allowed = allowed
	default:
		v.SetInt(i)
	}
}

// either reads what may be a number or a word.
func (l *loader) either(n *yaml.Node, v reflect.Value, p *path, r Rule) {
	got, failed := l.wantScalar(n, p, r.allowed(say("a whole number")))
	i, whole := got.(int64)
	word, _ := got.(string)
	switch {
	case failed:
	case whole && float64(i) >= *r.Min && float64(i) <= *r.Max, slices.Contains(r.OneOf, word):
		v.Set(reflect.ValueOf(got))
	default:
		l.fail(n, p, "%s is not allowed", n.Value).Allowed = r.allowed(say("a whole number"))
	}
}

// obeys checks a text against its rule.
func (l *loader) obeys(n *yaml.Node, s string, p *path, r Rule) bool {
	switch {
	case r.OneOf != nil && !slices.Contains(r.OneOf, s):
		e := l.fail(n, p, "%q is not allowed", s)
		e.Allowed, e.Nearest = list(r.OneOf), Nearest(s, r.OneOf)
		return false
	case r.Check != nil:
		err := r.Check(s)
		if err != nil {
			l.fail(n, p, "%v", err)
		}
		return err == nil
	case r.Pattern != nil && !r.Pattern.MatchString(s):
		l.fail(n, p, "%q is not allowed", s).Allowed = say(r.Like)
		return false
	}
	return true
}

// allowed says in words what a rule allows of a type.
func (r Rule) allowed(of Message) Message {
	switch {
	case r.OneOf != nil && r.Max != nil:
		return say("%s, %s, or %s", of, r.bounds(), list(r.OneOf))
	case r.OneOf != nil:
		return list(r.OneOf)
	case r.Like != "":
		return say(r.Like)
	case r.Max != nil:
		return say("%s, %s", of, r.bounds())
	}
	return of
}

func (r Rule) bounds() Message {
	return say("%s to %s", strconv.FormatFloat(*r.Min, 'f', -1, 64), strconv.FormatFloat(*r.Max, 'f', -1, 64))
}

func isNull(n *yaml.Node) bool {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		return false
	}
	v, err := scalar(n)
	return v == nil && err == nil
}
