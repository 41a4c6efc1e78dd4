package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"informerscope/engine"
)

// record is an object as kubectl printed it, or one event of a watch.
type record struct {
	// event is ADDED, MODIFIED or DELETED; empty in a list.
	event  string
	object engine.Manifest
	line   int

	// version is the resourceVersion, 0 if it has none.
	version uint64
	// created, changed and deleting are the times that the object tells, to the
	// second; changed is the last of all. Zero if it does not tell.
	created, changed, deleting time.Time
}

// parse reads a chunk into what JSON can hold, as kubectl would.
func (m *Importer) parse(c chunk) (any, error) {
	if m.split.json {
		return m.parseJSON(c)
	}
	if err := checkText(m.name, c.text, ImportLimits); err != nil {
		return nil, moved(err, c.line)
	}
	root, err := parseDocument(m.name, c.text, ImportLimits)
	if err != nil {
		return nil, moved(err, c.line)
	}
	l := &loader{file: m.name, limits: ImportLimits, root: root}
	v := l.generic(root, nil)
	if len(l.errors) > 0 {
		return nil, moved(l.errors.sorted(), c.line)
	}
	if list, ok := v.([]any); ok && c.kind == listItem {
		v = list[0]
	}
	return withoutNulls(v), nil
}

// moved adds to the lines of errors what stands before a chunk.
func moved(err error, line int) error {
	var all Errors
	errors.As(err, &all)
	for _, e := range all {
		e.Line += line - 1
	}
	return all
}

func (m *Importer) parseJSON(c chunk) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(c.text))
	decoder.UseNumber()
	var v any
	err := decoder.Decode(&v)
	if err == nil {
		v, err = fromJSON(v, 0)
	}
	if err != nil {
		line := c.line
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line += bytes.Count(c.text[:min(int(syntax.Offset), len(c.text))], []byte("\n"))
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = say("it ends too soon")
		}
		return nil, wholeFile(m.name, line, "this is not JSON: %v", err)
	}
	return withoutNulls(v), nil
}

// fromJSON gives numbers the types that they have in objects.
func fromJSON(v any, depth int) (any, error) {
	if depth > ImportLimits.Depth {
		return nil, say("lists and maps are nested more than %d deep", ImportLimits.Depth)
	}
	var err error
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if v[key], err = fromJSON(value, depth+1); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, value := range v {
			if v[i], err = fromJSON(value, depth+1); err != nil {
				return nil, err
			}
		}
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i, nil
		}
		f, err := v.Float64()
		return wholeNumber(f), err
	}
	return v, nil
}

// withoutNulls drops the keys of maps that have no value, such as the
// creationTimestamp of a template: a merge patch cannot say them.
func withoutNulls(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if value == nil {
				delete(v, key)
			} else {
				withoutNulls(value)
			}
		}
	case []any:
		for _, value := range v {
			withoutNulls(value)
		}
	}
	return v
}

// record makes a record of an object: it notes its version and times, and takes
// out what does not belong into a scenario.
func (m *Importer) record(event string, o engine.Manifest, line int) (record, bool) {
	metadata, _ := o["metadata"].(map[string]any)
	kind, version, name := textAt(o, "kind"), textAt(o, "apiVersion"), textAt(metadata, "name")
	switch {
	case kind == "Status" && version == "v1":
		m.fail(line, "the server answered with an error: %s", textAt(o, "message"))
		return record{}, false
	case kind == "" || version == "" || name == "":
		m.fail(line, "this is no object: it has no apiVersion, no kind or no metadata.name")
		return record{}, false
	}
	r := record{event: event, object: o, line: line}
	r.version, _ = strconv.ParseUint(textAt(metadata, "resourceVersion"), 10, 64)
	r.created, r.deleting = timeAt(metadata, "creationTimestamp"), timeAt(metadata, "deletionTimestamp")
	r.changed = later(r.created, r.deleting)
	fields, _ := metadata["managedFields"].([]any)
	for _, entry := range fields {
		entry, _ := entry.(map[string]any)
		r.changed = later(r.changed, timeAt(entry, "time"))
	}
	if !m.options.KeepManagedFields {
		delete(metadata, "managedFields")
	}
	redact(o)
	return r, true
}

func textAt(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

func timeAt(m map[string]any, key string) time.Time {
	t, _ := time.Parse(time.RFC3339, strings.TrimSpace(textAt(m, key)))
	return t
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
