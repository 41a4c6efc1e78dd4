package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"informerscope/engine"
)

// ImportOptions say how kubectl's output becomes a scenario.
type ImportOptions struct {
	// KeepManagedFields keeps metadata.managedFields, of which otherwise only
	// the times are used.
	KeepManagedFields bool
}

// ImportWatch turns the output of
//
//	kubectl get RESOURCE -o json --watch --output-watch-events
//
// (or -o yaml) into a scenario whose server replays those changes. Versions and
// uids stay as they are; the times are those in the objects, as far as they have
// any. A recording that was cut off by Ctrl-C loses its unfinished end. The
// values of Secrets are replaced by their lengths.
func ImportWatch(name string, data []byte, o ImportOptions) (*Scenario, error) {
	m := NewImporter(name, o)
	m.readAll(data)
	m.cutOff()
	if len(m.errors) == 0 && len(m.events) == 0 && len(m.objects) > 0 {
		return nil, wholeFile(name, m.objects[0].line, "these are objects without the types of events, so a deletion would look like one more change; record again with --output-watch-events, or import them as a list, which takes the last state of each")
	}
	return m.Scenario()
}

// ImportList turns the output of kubectl get -o yaml or -o json, one object or
// many of any kinds, into a scenario whose server has these objects.
func ImportList(name string, data []byte, o ImportOptions) (*Scenario, error) {
	m := NewImporter(name, o)
	m.readAll(data)
	m.cutOff()
	if len(m.errors) == 0 && len(m.events) > 0 {
		return nil, wholeFile(name, m.events[0].line, "these are the events of a watch, not a list; import them as a watch")
	}
	return m.Scenario()
}

// Importer reads kubectl's output, a list or a watch, piece by piece, so that
// whoever calls it can do other things in between:
//
//	m.Feed(text)
//	m.End()
//	for m.Next() {
//	}
//	s, err := m.Scenario()
type Importer struct {
	name    string
	options ImportOptions
	split   splitter
	errors  Errors

	// events are those of a watch, objects those of lists; a file has either.
	events, objects []record
	// pending are the items of a list whose end has not been read; their kind
	// may stand there.
	pending []record
	// notes are for the summary, cut that the text is cut off is one of them.
	notes []Text
	cut   bool
}

// NewImporter makes an importer; name is what errors call the text.
func NewImporter(name string, o ImportOptions) *Importer {
	return &Importer{name: name, options: o, split: newSplitter()}
}

// Feed hands over more of the text.
func (m *Importer) Feed(data []byte) {
	if len(m.split.text)+len(data) > ImportLimits.Bytes {
		m.fail(1, "the text has more than %d MiB", ImportLimits.Bytes>>20)
		return
	}
	m.split.text = append(m.split.text, data...)
}

// End says that there is no more text.
func (m *Importer) End() { m.split.ended = true }

// Next reads one more object of what was fed; false if there is no whole one, or
// something is wrong.
func (m *Importer) Next() bool {
	if len(m.errors) > 0 {
		return false
	}
	c, ok := m.split.next()
	if ok {
		m.take(c)
	}
	return ok
}

// Progress tells how much of the text that was fed has been read, 0 to 1.
func (m *Importer) Progress() float64 {
	return float64(m.split.at) / float64(max(len(m.split.text), 1))
}

// FromCluster tells whether what was read was printed by a server: it has
// versions, or is a watch. What people write has none.
func (m *Importer) FromCluster() bool {
	versioned := func(r record) bool { return r.version > 0 }
	return len(m.events) > 0 || slices.ContainsFunc(m.objects, versioned)
}

func (m *Importer) readAll(data []byte) {
	m.Feed(data)
	m.End()
	for m.Next() {
	}
}

// Scenario returns what was read as a scenario. The error is Errors.
func (m *Importer) Scenario() (*Scenario, error) {
	m.cutOff()
	switch {
	case len(m.errors) > 0:
	case len(m.events) > 0 && len(m.objects) > 0:
		m.fail(m.objects[0].line, "an object without a type among the events of a watch")
	case len(m.events) == 0 && len(m.objects) == 0:
		m.fail(1, "there is no object in it")
	}
	if len(m.errors) > 0 {
		return nil, m.errors.sorted()
	}
	return (&builder{importer: m}).build()
}

// cutOff deals with a list that does not end. It changes nothing if it is called
// again.
func (m *Importer) cutOff() {
	if m.split.unfinished() {
		m.noteCutOff()
	}
	if len(m.pending) == 0 {
		return
	}
	if !m.split.json && !m.cut { // of YAML nobody can tell whether the last item is whole
		m.pending = m.pending[:len(m.pending)-1]
	}
	m.noteCutOff()
	m.endList(engine.Manifest{}, m.split.line)
}

func (m *Importer) noteCutOff() {
	note := Text{"en": "The text is cut off at its end; the unfinished object is left out.", "zh": "文本末尾被截断，未完的对象已略去。"}
	if !m.cut {
		m.cut, m.notes = true, append(m.notes, note)
	}
}

func (m *Importer) fail(line int, problem string, args ...any) {
	m.errors = append(m.errors, &Error{File: m.name, Line: line, Column: 1, Problem: say(problem, args...)})
}

// take reads one piece of the text. What is wrong with the last one in YAML, if
// others were right, is that it is cut off.
func (m *Importer) take(c chunk) {
	last := !m.split.json && m.split.ended && m.split.at == len(m.split.text)
	others := len(m.events)+len(m.objects)+len(m.pending) > 0
	m.read(c)
	if last && others && len(m.errors) > 0 {
		m.errors = nil
		m.noteCutOff()
	}
}

func (m *Importer) read(c chunk) {
	v, err := m.parse(c)
	object, ok := v.(map[string]any)
	_, array := v.([]any) // of objects, which have been handed out one by one
	var all Errors
	switch {
	case errors.As(err, &all):
		m.errors = append(m.errors, all...)
	case v == nil:
	case c.kind == listEnd && (ok || array):
		m.endList(object, c.line)
	case !ok:
		m.fail(c.line, "this is no object; wanted is what kubectl get prints with -o json or -o yaml")
	case c.kind == listItem:
		m.pending = append(m.pending, record{object: object, line: c.line})
	default:
		m.document(object, c.line)
	}
}

// document takes an object, an event of a watch, or a small list.
func (m *Importer) document(o engine.Manifest, line int) {
	kind, _ := o["kind"].(string)
	object, _ := o["object"].(map[string]any)
	eventType, typed := o["type"].(string)
	items, isList := o["items"].([]any)
	switch {
	case typed && object != nil:
		m.event(eventType, object, line)
	case object != nil && kind == "": // in YAML the type comes last
		m.noteCutOff()
	case isList && strings.HasSuffix(kind, "List"):
		for _, item := range items {
			item, ok := item.(map[string]any)
			if !ok {
				m.fail(line, "an item of the list is no object")
				return
			}
			m.pending = append(m.pending, record{object: item, line: line})
		}
		m.endList(o, line)
	default:
		m.object(o, line)
	}
}

// endList takes the items of a list that has been read to its end. A server's
// own list says only once, at its head, what its items are.
func (m *Importer) endList(head engine.Manifest, line int) {
	kind, _ := head["kind"].(string)
	if head["kind"] != nil && !strings.HasSuffix(kind, "List") {
		m.fail(line, "this %s has items, but is no list", kind)
		return
	}
	for _, item := range m.pending {
		if kind != "" && kind != "List" && item.object["kind"] == nil {
			item.object["kind"], item.object["apiVersion"] = strings.TrimSuffix(kind, "List"), head["apiVersion"]
		}
		m.object(item.object, item.line)
	}
	m.pending = nil
}

func (m *Importer) object(o engine.Manifest, line int) {
	if r, ok := m.record("", o, line); ok {
		m.objects = append(m.objects, r)
	}
}

// event takes an event of a watch. Bookmarks change nothing.
func (m *Importer) event(eventType string, o engine.Manifest, line int) {
	switch eventType {
	case "ADDED", "MODIFIED", "DELETED":
		if r, ok := m.record(eventType, o, line); ok {
			m.events = append(m.events, r)
		}
	case "BOOKMARK":
	case "ERROR":
		m.notes = append(m.notes, Text{
			"en": fmt.Sprintf("The watch ended with an error: %v", o["message"]),
			"zh": fmt.Sprintf("监听以错误结束：%v", o["message"]),
		})
	default:
		m.errors = append(m.errors, &Error{File: m.name, Line: line, Column: 1, Field: "type", Problem: say("%q is no type of event", eventType),
			Allowed: say("ADDED, MODIFIED, DELETED, BOOKMARK or ERROR")})
	}
}
