package trace

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// Data is a small ordered set of named values. The order is the order of
// writing, so the same event always prints the same bytes.
type Data []Pair

// Pair is one named value of Data, made by String, Int, Int64, Bool, Duration or
// Strings. It holds the value by itself, and not in an interface: else an event
// would cost as many allocations as it has values.
type Pair struct {
	Name string

	kind   valueKind
	number int64
	// text is a string, or the strings of a list with separators.
	text string
}

type valueKind uint8

const (
	kindString valueKind = iota
	kindInt
	kindBool
	kindDuration
	kindStrings
)

// separator stands between the strings of a list; no name of anything has it.
const separator = "\x00"

// String is a named string.
func String(name, value string) Pair { return Pair{Name: name, text: value} }

// Int is a named integer.
func Int(name string, value int) Pair { return Int64(name, int64(value)) }

// Int64 is a named integer.
func Int64(name string, value int64) Pair { return Pair{Name: name, kind: kindInt, number: value} }

// Bool is a named boolean.
func Bool(name string, value bool) Pair {
	p := Pair{Name: name, kind: kindBool}
	if value {
		p.number = 1
	}
	return p
}

// Duration is a named duration.
func Duration(name string, value time.Duration) Pair {
	return Pair{Name: name, kind: kindDuration, number: int64(value)}
}

// Strings is a named list of strings; nil is not the same as an empty one.
func Strings(name string, value []string) Pair {
	p := Pair{Name: name, kind: kindStrings, number: int64(len(value)), text: strings.Join(value, separator)}
	if value == nil {
		p.number = -1
	}
	return p
}

// Value is the value: a string, an int64, a bool, a time.Duration or a []string.
func (p Pair) Value() any {
	switch p.kind {
	case kindInt:
		return p.number
	case kindBool:
		return p.number != 0
	case kindDuration:
		return time.Duration(p.number)
	case kindStrings:
		switch p.number {
		case -1:
			return []string(nil)
		case 0:
			return []string{}
		}
		return strings.Split(p.text, separator)
	}
	return p.text
}

// find returns the value called name if it is of a kind.
func (d Data) find(name string, kind valueKind) Pair {
	for _, p := range d {
		if p.Name == name && p.kind == kind {
			return p
		}
	}
	return Pair{}
}

// Get returns the value called name, or nil.
func (d Data) Get(name string) any {
	for _, p := range d {
		if p.Name == name {
			return p.Value()
		}
	}
	return nil
}

// String returns the value called name if it is a string, or "".
func (d Data) String(name string) string { return d.find(name, kindString).text }

// Int returns the value called name if it is an integer, or 0.
func (d Data) Int(name string) int64 { return d.find(name, kindInt).number }

// Duration returns the value called name if it is a duration, or 0.
func (d Data) Duration(name string) time.Duration {
	return time.Duration(d.find(name, kindDuration).number)
}

// Bool returns the value called name if it is a boolean, or false.
func (d Data) Bool(name string) bool { return d.find(name, kindBool).number != 0 }

// MarshalJSON writes an object whose members stand in the order of d.
// Durations are written as text, such as "800ms".
func (d Data) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range d {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(p.Name))
		b.WriteByte(':')
		v := p.Value()
		if t, ok := v.(time.Duration); ok {
			v = t.String()
		}
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
