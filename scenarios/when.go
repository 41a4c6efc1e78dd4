package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Predicate is a parsed `when`: terms joined by `and`. A term is PATH has TEXT,
// PATH is VALUE, PATH >= N, PATH <= N or PATH exists; PATH is a path of the
// report. Parts with dots or slashes may stand in brackets, as in
// informers.pods.cache["shop/a.b"]; elements of lists are numbered from 0.
type Predicate struct {
	terms []term
}

type term struct {
	path []string
	op   string
	// want is compared as text, number as a number.
	want   string
	number float64
}

var operators = []string{"has", "is", ">=", "<=", "exists"}

// ParsePredicate reads a predicate. A path that no report has is an error.
func ParsePredicate(text string) (Predicate, error) {
	s := &whenScanner{rest: text}
	var p Predicate
	for {
		t, err := s.term()
		if err != nil {
			if read := strings.TrimSpace(strings.TrimSuffix(text, s.rest)); read != "" {
				err = say("after %q: %s", read, err)
			}
			return Predicate{}, err
		}
		p.terms = append(p.terms, t)
		switch word := s.word(); word {
		case "":
			return p, nil
		case "and":
		default:
			return Predicate{}, say("%q is not allowed between two terms; allowed: and (a text of several words needs quotes)", word)
		}
	}
}

// Eval tells whether a report, as a Go value or as JSON, fulfils the predicate.
func (p Predicate) Eval(report any) bool {
	for _, t := range p.terms {
		if !t.holds(reflect.ValueOf(report)) {
			return false
		}
	}
	return true
}

func (t term) holds(v reflect.Value) bool {
	for i, part := range t.path {
		if v = child(v, part, i == 1 && t.path[0] == "handlers"); !v.IsValid() {
			return false
		}
	}
	switch t.op {
	case "has":
		return slices.ContainsFunc(elements(v), func(e reflect.Value) bool { return plainText(e) == t.want })
	case "is":
		return plainText(v) == t.want
	case ">=", "<=":
		n, err := strconv.ParseFloat(plainText(v), 64)
		return err == nil && (t.op == ">=" && n >= t.number || t.op == "<=" && n <= t.number)
	}
	return true
}

// child finds a part of a path in a struct, a map or a list. A handler may be
// named without its informer if only one has that name.
func child(v reflect.Value, part string, handler bool) reflect.Value {
	v = indirect(v)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if tagName(v.Type().Field(i)) == part {
				return v.Field(i)
			}
		}
	case reflect.Map:
		if found := v.MapIndex(reflect.ValueOf(part)); found.IsValid() || !handler {
			return found
		}
		var found []reflect.Value
		for _, key := range v.MapKeys() {
			if strings.HasSuffix(key.String(), "/"+part) {
				found = append(found, v.MapIndex(key))
			}
		}
		if len(found) == 1 {
			return found[0]
		}
	case reflect.Slice:
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < v.Len() {
			return v.Index(i)
		}
	}
	return reflect.Value{}
}

func indirect(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

func tagName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// elements are those of a list, or the keys of a map.
func elements(v reflect.Value) []reflect.Value {
	v = indirect(v)
	switch v.Kind() {
	case reflect.Map:
		return v.MapKeys()
	case reflect.Slice:
		out := make([]reflect.Value, v.Len())
		for i := range out {
			out[i] = v.Index(i)
		}
		return out
	}
	return nil
}

// plainText is a scalar as it stands in the report, without quotes.
func plainText(v reflect.Value) string {
	v = indirect(v)
	switch v.Kind() {
	case reflect.Invalid, reflect.Map, reflect.Slice, reflect.Struct:
		return ""
	}
	return fmt.Sprint(v.Interface())
}

// whenScanner reads a predicate word by word.
type whenScanner struct{ rest string }

func (s *whenScanner) term() (term, error) {
	var t term
	var err error
	if t.path, err = s.path(); err != nil {
		return t, err
	}
	if t.op = s.word(); !slices.Contains(operators, t.op) {
		return t, say("%q is no comparison; allowed: %s", t.op, list(operators))
	}
	if t.op == "exists" {
		return t, nil
	}
	if t.want, err = s.value(); err != nil {
		return t, err
	}
	if t.op == ">=" || t.op == "<=" {
		if t.number, err = strconv.ParseFloat(t.want, 64); err != nil {
			return t, say("%q is not a number, which %s needs", t.want, t.op)
		}
	}
	return t, nil
}

// path reads parts with dots between them, or in brackets, and checks that a
// report has such a path.
func (s *whenScanner) path() ([]string, error) {
	s.rest = strings.TrimLeft(s.rest, " ")
	var parts []string
	for {
		var part string
		if rest, ok := strings.CutPrefix(s.rest, "["); ok {
			var closed bool
			s.rest = rest
			part = s.bracketed()
			if s.rest, closed = strings.CutPrefix(s.rest, "]"); !closed || part == "" {
				return nil, say(`a path's bracket is not closed; allowed: ["TEXT"] or [N]`)
			}
		} else {
			end := strings.IndexAny(s.rest, " .[")
			if end < 0 {
				end = len(s.rest)
			}
			if part, s.rest = s.rest[:end], s.rest[end:]; part == "" {
				return nil, say("a path is missing; it begins with %s", list(reportKeys))
			}
		}
		parts = append(parts, part)
		if rest, ok := strings.CutPrefix(s.rest, "."); ok {
			s.rest = rest
		} else if !strings.HasPrefix(s.rest, "[") {
			return parts, checkReportPath(parts)
		}
	}
}

func (s *whenScanner) bracketed() string {
	if strings.HasPrefix(s.rest, `"`) || strings.HasPrefix(s.rest, "'") {
		text, err := s.value()
		if err != nil {
			return ""
		}
		return text
	}
	end := max(strings.Index(s.rest, "]"), 0)
	part := s.rest[:end]
	s.rest = s.rest[end:]
	return part
}

// value reads a word, or a text in single or double quotes.
func (s *whenScanner) value() (string, error) {
	s.rest = strings.TrimLeft(s.rest, " ")
	if s.rest == "" {
		return "", say("a value is missing")
	}
	if quote := s.rest[:1]; quote == `"` || quote == "'" {
		text, rest, closed := strings.Cut(s.rest[1:], quote)
		if !closed {
			return "", say("the quote %s is not closed", quote)
		}
		s.rest = rest
		return text, nil
	}
	return s.word(), nil
}

// word reads up to the next space; "" at the end.
func (s *whenScanner) word() string {
	var word string
	word, s.rest, _ = strings.Cut(strings.TrimLeft(s.rest, " "), " ")
	return word
}

var reportKeys = structKeys(reflect.TypeFor[Report]())

func structKeys(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		names = append(names, tagName(t.Field(i)))
	}
	return names
}

// checkReportPath follows a path through the report's types.
func checkReportPath(parts []string) error {
	t := reflect.TypeFor[Report]()
	for i, part := range parts {
		switch t.Kind() {
		case reflect.Struct:
			known := structKeys(t)
			n := slices.Index(known, part)
			if n < 0 {
				return say("the report has no %s; allowed: %s%s", strings.Join(parts[:i+1], "."), list(known), meant(Nearest(part, known)))
			}
			t = t.Field(n).Type
		case reflect.Map:
			t = t.Elem()
		case reflect.Slice:
			if _, err := strconv.Atoi(part); err != nil {
				return say("%s is a list, whose elements are numbered, not called %q", strings.Join(parts[:i], "."), part)
			}
			t = t.Elem()
		default:
			return say("%s has no parts", strings.Join(parts[:i], "."))
		}
	}
	return nil
}
