package scenarios

import (
	"reflect"
	"slices"
	"strings"
)

// Completion is what can stand where somebody writes a scenario.
type Completion struct {
	// Typed is the word whose beginning stands there already, and Options the
	// words that begin with it: keys, or the values of one. Empty if nothing is
	// known.
	Typed   string
	Options []string
	// Keys says that the options are keys.
	Keys bool
}

// Complete tells what can stand at the end of a text that is the beginning of a
// scenario file. It goes by indentation and by the brackets of the last line, so
// that a text with mistakes will do.
func Complete(before string) Completion {
	lines := strings.Split(before, "\n")
	last := len(lines) - 1
	spot := writing(lines[last])
	if spot.comment {
		return Completion{}
	}
	t := reflect.TypeFor[Scenario]()
	for _, key := range append(enclosing(lines[:last], spot.column), spot.path...) {
		f, ok := fieldOf(t, key)
		if !ok {
			return Completion{}
		}
		if t = f.Type; f.List != nil {
			t = f.List.Type
		}
	}
	c := Completion{Typed: spot.word, Keys: !spot.value}
	if spot.value {
		if f, ok := fieldOf(t, spot.key); ok {
			c.take(f.values())
		}
		return c
	}
	used := spot.used
	if len(spot.path) == 0 && !spot.item {
		used = append(used, siblings(lines[:last], spot.column)...)
	}
	var names []string
	for _, f := range FieldsOf(element(t)) {
		if !slices.Contains(used, f.Name) {
			names = append(names, f.Name)
		}
	}
	c.take(names)
	return c
}

func (c *Completion) take(words []string) {
	for _, w := range words {
		if strings.HasPrefix(w, c.Typed) && w != c.Typed {
			c.Options = append(c.Options, w)
		}
	}
}

// element is the type of what a list or a pointer holds.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

func fieldOf(t reflect.Type, key string) (Field, bool) {
	fields := FieldsOf(element(t))
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == key }); i >= 0 {
		return fields[i], true
	}
	return Field{}, false
}

// values are the words that a field may have.
func (f Field) values() []string {
	if element(f.Type).Kind() == reflect.Bool {
		return []string{"true", "false"}
	}
	return f.Rule.OneOf
}

// spot is where somebody writes within a line.
type spot struct {
	// column is that of the line's first key; item says that a list's element
	// begins on the line, or, of a bracket, that it is a list's.
	column int
	item   bool
	// path are the keys whose brackets are open there, used the keys that stand
	// in the innermost one already.
	path, used []string
	// value says that a value is written, that of key; word is what of it, or of
	// a key, is there.
	value, comment bool
	key, word      string
}

// writing finds out what is written at the end of a line.
func writing(line string) spot {
	s := spot{column: len(line) - len(strings.TrimLeft(line, " "))}
	rest := line[s.column:]
	for strings.HasPrefix(rest, "- ") {
		after := strings.TrimLeft(rest[1:], " ")
		s.item, s.column, rest = true, len(line)-len(after), after
	}
	s.comment = strings.HasPrefix(rest, "#") || strings.Contains(rest, " #")
	open := []spot{{}} // what is known of each bracket that is open
	for i := 0; i < len(rest); i++ {
		in := &open[len(open)-1]
		switch c := rest[i]; {
		case c == '"' || c == '\'':
			end := strings.IndexByte(rest[i+1:], c)
			if end < 0 {
				return spot{comment: true} // within a text
			}
			i += end + 1
		case c == '{' || c == '[':
			open = append(open, spot{value: c == '[', item: c == '[', key: in.key})
		case (c == '}' || c == ']') && len(open) > 1:
			open = open[:len(open)-1]
		case c == ',' && len(open) > 1:
			used := append(in.used, in.key)
			if *in = (spot{value: in.item, item: in.item, key: in.key, used: used}); !in.item {
				in.key = ""
			}
		case c == ':' && (i+1 == len(rest) || rest[i+1] == ' '):
			in.key, in.value = word(rest[:i]), true
		}
	}
	in := open[len(open)-1]
	for _, around := range open[:len(open)-1] {
		if around.key != "" && !around.item {
			s.path = append(s.path, around.key)
		}
	}
	s.value, s.key, s.used, s.word = in.value, in.key, in.used, word(rest)
	if in.value && len(s.path) > 0 && len(open) > 1 && open[len(open)-2].key == in.key {
		s.path = s.path[:len(s.path)-1] // a list in brackets: the key itself says what is in it
	}
	return s
}

// word is the one that a text ends with.
func word(text string) string {
	return text[strings.LastIndexAny(text, " {[,:")+1:]
}

// key is the key of a line and its column; item says that a list's element begins
// with it.
func keyOf(line string) (key string, column int, item bool) {
	s := writing(line)
	rest := line[min(s.column, len(line)):]
	key, _, found := strings.Cut(rest, ":")
	if !found || strings.HasPrefix(rest, "#") || strings.ContainsAny(key, " {[\"") {
		return "", s.column, s.item
	}
	return key, s.column, s.item
}

// enclosing are the keys of the maps around a column below some lines.
func enclosing(lines []string, column int) []string {
	var path []string
	for i := len(lines) - 1; i >= 0 && column > 0; i-- {
		if key, at, _ := keyOf(lines[i]); key != "" && at < column {
			path, column = append(path, key), at
		}
	}
	slices.Reverse(path)
	return path
}

// siblings are the keys of the map that is written on at a column below some
// lines.
func siblings(lines []string, column int) []string {
	var keys []string
	for i := len(lines) - 1; i >= 0; i-- {
		key, at, item := keyOf(lines[i])
		switch {
		case key == "" || at > column:
			continue
		case at < column:
			return keys
		}
		if keys = append(keys, key); item {
			return keys
		}
	}
	return keys
}
