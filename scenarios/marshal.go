package scenarios

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marshal writes a scenario as a file: keys in the format's order, those of
// objects sorted, nothing that is empty. Load gives the same scenario again. A
// text that is not UTF-8 is an error: no file can hold it.
func Marshal(s *Scenario) ([]byte, error) {
	var w yamlWriter
	w.entries(entriesOf(reflect.ValueOf(s).Elem()), 0)
	if w.err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.Name, w.err)
	}
	return w.Bytes(), nil
}

// yamlWriter writes the format's values as YAML. The YAML library's encoder
// would do, but it keeps everything in memory that it has ever written, and is
// large.
type yamlWriter struct {
	bytes.Buffer
	err error
}

// entry is a key and its value; an element of a list has no key.
type entry struct {
	key   string
	inMap bool
	value reflect.Value
}

// entriesOf lists what is in a struct, a map or a list.
func entriesOf(v reflect.Value) []entry {
	var out []entry
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range FieldsOf(v.Type()) {
			field := v.FieldByIndex(f.Index)
			if f.List != nil && !empty(v.FieldByIndex(f.List.Index)) {
				field = v.FieldByIndex(f.List.Index)
			}
			if f.Required || !empty(field) {
				out = append(out, entry{f.Name, true, field})
			}
		}
	case reflect.Map:
		for keys := v.MapRange(); keys.Next(); {
			out = append(out, entry{keys.Key().String(), true, keys.Value()})
		}
		sort.Slice(out, func(i, j int) bool { return out[i].key < out[j].key })
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, entry{value: v.Index(i)})
		}
	}
	return out
}

// empty tells whether a field says nothing. What points to a value says
// something even if that is zero.
func empty(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

// entries writes entries, each on lines of its own; the first one's indentation
// is there already.
func (w *yamlWriter) entries(all []entry, indent int) {
	for i, e := range all {
		if i > 0 {
			w.pad(indent)
		}
		switch {
		case !e.inMap:
			w.WriteString("-")
		case len(e.key) > longestKey:
			fmt.Fprintf(w, "? %s\n", strconv.Quote(e.key))
			w.pad(indent)
			w.WriteString(":")
		default:
			w.WriteString(w.text(e.key) + ":")
		}
		w.value(e.value, indent+2, !e.inMap)
	}
}

// longestKey is what a YAML parser takes for a key without being told; it is
// some more.
const longestKey = 500

func (w *yamlWriter) pad(indent int) { w.WriteString(strings.Repeat(" ", indent)) }

// value writes what stands behind a key or a dash.
func (w *yamlWriter) value(v reflect.Value, indent int, inList bool) {
	v = indirect(v)
	if v.IsValid() && v.Type() == textType {
		if s, ok := v.Interface().(Text)[""]; ok {
			v = reflect.ValueOf(s)
		}
	}
	if !v.IsValid() || !isCollection(v) {
		w.WriteString(" ")
		w.scalar(v, indent)
		return
	}
	all := entriesOf(v)
	switch {
	case len(all) == 0 && v.Kind() == reflect.Slice:
		w.WriteString(" []\n")
	case len(all) == 0:
		w.WriteString(" {}\n")
	case inList:
		w.WriteString(" ")
		w.entries(all, indent)
	default:
		w.WriteString("\n")
		w.pad(indent)
		w.entries(all, indent)
	}
}

func isCollection(v reflect.Value) bool {
	return v.Type() != durationType && slices.Contains([]reflect.Kind{reflect.Struct, reflect.Map, reflect.Slice}, v.Kind())
}

func (w *yamlWriter) scalar(v reflect.Value, indent int) {
	switch {
	case !v.IsValid():
		w.WriteString("null\n")
	case v.Kind() == reflect.String && isBlock(v.String()):
		w.block(v.String(), indent)
	case v.Kind() == reflect.String:
		w.WriteString(w.text(v.String()) + "\n")
	case v.Type() == durationType:
		fmt.Fprintln(w, v.FieldByName("Duration"))
	case v.Kind() == reflect.Float64:
		w.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64) + "\n")
	default:
		fmt.Fprintf(w, "%v\n", v.Interface())
	}
}

// text is a text on one line, in quotes where it would mean something else
// without. Go's escapes are all YAML's, too.
func (w *yamlWriter) text(s string) string {
	if !utf8.ValidString(s) {
		w.err = fmt.Errorf("%q is not text in UTF-8", s)
	}
	_, isText := resolve(s).(string)
	if isText && isPlain(s) {
		return s
	}
	return strconv.Quote(s)
}

// isPlain tells whether a text has nothing that YAML takes for its own; where
// there is doubt, it does not.
func isPlain(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return (unicode.IsLetter(first) || strings.ContainsRune("_/.(", first)) &&
		!strings.Contains(s, ": ") && !strings.Contains(s, " #") && !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, " ") &&
		!strings.ContainsFunc(s, notPrintable)
}

func notPrintable(r rune) bool { return !unicode.IsPrint(r) }

// block writes a text of several lines as such.
func (w *yamlWriter) block(s string, indent int) {
	if body, ok := strings.CutSuffix(s, "\n"); ok {
		w.WriteString("|\n")
		s = body
	} else {
		w.WriteString("|-\n")
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" {
			w.pad(indent)
		}
		w.WriteString(line + "\n")
	}
}

// isBlock tells whether a text has lines, and nothing in them that a block would
// lose.
func isBlock(s string) bool {
	if !strings.Contains(s, "\n") || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n\n") {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if strings.HasSuffix(line, " ") || strings.ContainsFunc(line, notPrintable) {
			return false
		}
	}
	return true
}
