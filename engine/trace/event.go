// Package trace holds what the engine says about itself: one Event for each
// thing that happened, and the vocabulary those events use. The stage, the log,
// the timeline, the report and every export are made from events alone.
package trace

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// Event is one thing that happened. Its JSON form, one object on one line with
// the fields in this order and the empty ones left out, is what other programs
// rely on.
type Event struct {
	// Seq is the place in the total order: 1, 2, 3 …
	Seq int64 `json:"seq"`
	// At is the simulated time, in nanoseconds since the run began.
	At time.Duration `json:"at"`
	// Actor is the modelled goroutine that did it, such as "pods/reflector".
	Actor string `json:"actor"`
	Kind  Kind   `json:"kind"`

	// Key, RV, OldRV, UID and Delta say which object changed and how, where
	// there is one.
	Key   string `json:"key,omitempty"`
	RV    string `json:"rv,omitempty"`
	OldRV string `json:"oldRV,omitempty"`
	UID   string `json:"uid,omitempty"`
	Delta string `json:"delta,omitempty"`

	// From and To are places (see Place), where something moves.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`

	// Cause is the Seq of the event that made this one happen; following it
	// back always ends at a root: an act, the server's own doing or a timer.
	Cause int64 `json:"cause,omitempty"`
	// Upstream is the client-go file and function that does this.
	Upstream string `json:"upstream,omitempty"`
	// Data is whatever else is worth knowing, in a fixed order.
	Data Data `json:"data,omitempty"`
}

// Data is a small ordered set of named values: strings, booleans, integers,
// durations and lists of strings. The order is the order of writing, so the
// same event always prints the same bytes.
type Data []Pair

// Pair is one named value of Data.
type Pair struct {
	Name  string
	Value any
}

// Get returns the value called name, or nil.
func (d Data) Get(name string) any {
	for _, p := range d {
		if p.Name == name {
			return p.Value
		}
	}
	return nil
}

// String returns the value called name if it is a string, or "".
func (d Data) String(name string) string {
	s, _ := d.Get(name).(string)
	return s
}

// Int returns the value called name if it is an integer, or 0.
func (d Data) Int(name string) int64 {
	switch v := d.Get(name).(type) {
	case int:
		return int64(v)
	case int64:
		return v
	}
	return 0
}

// Duration returns the value called name if it is a duration, or 0.
func (d Data) Duration(name string) time.Duration {
	v, _ := d.Get(name).(time.Duration)
	return v
}

// Bool returns the value called name if it is a boolean, or false.
func (d Data) Bool(name string) bool {
	v, _ := d.Get(name).(bool)
	return v
}

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
		v := p.Value
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
