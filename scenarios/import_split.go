package scenarios

import (
	"bytes"
	"slices"
)

// chunk is a piece of the text that can be read by itself.
type chunk struct {
	kind chunkKind
	text []byte
	// line is the number of the text's first line.
	line int
}

type chunkKind int

const (
	// document is a whole one, listItem an element of a list's items, and
	// listEnd a list without its items, which have been handed out before.
	document chunkKind = iota
	listItem
	listEnd
)

// splitter cuts a text into chunks without reading them: documents, and the
// items of lists one by one, since a list may have several MiB. What is not
// complete waits for more text.
type splitter struct {
	text  []byte
	ended bool
	// at is how far the text has been looked at, and line the number of the
	// line there.
	at, line int
	// begun: the first character has said whether this is JSON.
	begun, json bool

	jsonState
	yamlState
}

func newSplitter() splitter { return splitter{line: 1, jsonState: jsonState{start: -1}} }

// next returns the next chunk, if there is a whole one.
func (s *splitter) next() (chunk, bool) {
	if !s.begun {
		text := bytes.TrimPrefix(s.text, []byte("\ufeff"))
		rest := bytes.TrimLeft(text, " \t\r\n")
		if len(rest) == 0 {
			return chunk{}, false
		}
		s.begun, s.json = true, rest[0] == '{' || rest[0] == '['
		s.at = len(s.text) - len(text)
		s.partStart = s.at
	}
	if s.json {
		return s.nextJSON()
	}
	return s.nextYAML()
}

// unfinished tells whether text is left that is no whole chunk.
func (s *splitter) unfinished() bool { return s.json && (s.depth > 0 || s.start >= 0) }

// jsonState is where the splitter stands in JSON.
type jsonState struct {
	depth           int
	quoted, escaped bool
	// start is where the value that is being looked at begins, -1 outside of
	// one, and startLine its line.
	start, startLine int
	// word is the last text at depth 1, and key the last one before a colon.
	word      []byte
	wordStart int
	key       []byte
	// items is the depth within the list of items, 0 outside. head is what
	// stood before the items.
	items    int
	head     []byte
	headLine int
}

func (s *splitter) nextJSON() (chunk, bool) {
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case c == '\n':
			s.line++
		case s.escaped:
			s.escaped = false
			continue
		case s.quoted && c == '\\':
			s.escaped = true
		case c == '"':
			s.quote()
		case s.quoted:
		case c == '{' || c == '[':
			s.open(c)
		case c == '}' || c == ']':
			if found, ok := s.close(); ok {
				return found, true
			}
		case c == ':' && s.depth == 1:
			s.key = s.word
		case s.depth == 0 && !bytes.ContainsRune([]byte(" \t\r,"), rune(c)):
			return s.junk(), true
		}
	}
	return chunk{}, false
}

func (s *splitter) quote() {
	s.quoted = !s.quoted
	if s.quoted {
		s.wordStart = s.at
	} else if s.depth == 1 {
		s.word = s.text[s.wordStart : s.at-1]
	}
}

func (s *splitter) open(c byte) {
	if c == '[' && s.items == 0 && (s.depth == 0 || s.depth == 1 && string(s.key) == "items") {
		if s.depth == 0 {
			s.start, s.startLine = s.at-1, s.line
		}
		s.head, s.headLine = s.text[s.start:s.at], s.startLine
		s.items, s.start = s.depth+1, -1
	} else if s.start < 0 {
		s.start, s.startLine = s.at-1, s.line
	}
	s.depth++
}

func (s *splitter) close() (chunk, bool) {
	s.depth--
	found := chunk{line: s.startLine}
	switch {
	case s.depth < 0:
		s.depth = 0
		return s.junk(), true
	case s.items > 0 && s.depth == s.items:
		found.kind, found.text = listItem, s.text[s.start:s.at]
		s.start = -1
		return found, true
	case s.items > 0 && s.depth == s.items-1: // the list of items ends
		s.items, s.start = 0, s.at-1
	}
	if s.depth > 0 {
		return found, false
	}
	found.text = s.text[s.start:s.at]
	if s.head != nil {
		found.kind, found.text, found.line = listEnd, slices.Concat(s.head, found.text), s.headLine
	}
	s.start, s.head, s.key, s.word = -1, nil, nil, nil
	return found, true
}

// junk is the rest of a line that is no JSON; reading it will say so.
func (s *splitter) junk() chunk {
	from := s.at - 1
	if end := bytes.IndexByte(s.text[from:], '\n'); end >= 0 {
		s.at = from + end
	} else {
		s.at = len(s.text)
	}
	return chunk{text: s.text[from:s.at], line: s.line}
}

// yamlState is where the splitter stands in YAML.
type yamlState struct {
	// parts are those of the document around its items, from partStart on the
	// last one.
	parts              [][]byte
	partStart, docLine int
	// inItems: `items:` has been read, and it was a list so far. Its items are
	// indented by indent, -1 if none has come.
	inItems  bool
	hasItems bool
	indent   int
	// itemStart is where the present item begins.
	itemStart, itemLine int
}

func (s *splitter) nextYAML() (chunk, bool) {
	for s.at < len(s.text) {
		end := bytes.IndexByte(s.text[s.at:], '\n') + 1
		if end == 0 {
			if !s.ended {
				return chunk{}, false
			}
			end = len(s.text) - s.at
		}
		if found, ok := s.yamlLine(s.text[s.at : s.at+end]); ok {
			return found, true // the line is looked at again, now outside
		}
		s.at += end
		s.line++
	}
	if s.ended && s.inItems && s.indent >= 0 {
		return s.endItem(true), true
	}
	if s.ended && (s.partStart < len(s.text) || s.kindFirst()) {
		return s.endDocument(len(s.text))
	}
	return chunk{}, false
}

// kindFirst tells whether a list's kind stood before its items, so that it may
// end with them: a list of kubectl, whose keys are sorted, goes on.
func (s *splitter) kindFirst() bool {
	return s.hasItems && bytes.Contains(append([]byte("\n"), slices.Concat(s.parts...)...), []byte("\nkind:"))
}

// yamlLine looks at a line that begins at s.at. It returns the chunk that ends
// before it, if one does.
func (s *splitter) yamlLine(line []byte) (chunk, bool) {
	content := bytes.TrimLeft(line, " ")
	indent := len(line) - len(content)
	content = bytes.TrimRight(content, " \r\n")
	dashes := bytes.HasPrefix(line, []byte("---"))
	element := !dashes && (string(content) == "-" || bytes.HasPrefix(content, []byte("- ")))
	switch {
	case s.inItems && !dashes && (len(content) == 0 || content[0] == '#'):
	case s.inItems && s.indent < 0 && element:
		s.indent, s.itemStart, s.itemLine = indent, s.at, s.line
	case s.inItems && s.indent < 0:
		s.inItems, s.hasItems = false, false // not a list after all
	case s.inItems && element && indent == s.indent && s.at > s.itemStart:
		return s.endItem(false), true
	case s.inItems && indent <= s.indent && !element:
		return s.endItem(true), true
	case s.inItems:
	case dashes:
		if s.at > s.partStart || s.hasItems {
			return s.endDocument(s.at)
		}
	case indent == 0 && string(content) == "items:":
		s.inItems, s.hasItems, s.indent = true, true, -1
		s.parts = append(s.parts, s.text[s.partStart:s.at])
		s.partStart = s.at // in case it is not a list
	}
	return chunk{}, false
}

// endItem returns the item that ends here; last says that the list does, too.
func (s *splitter) endItem(last bool) chunk {
	found := chunk{kind: listItem, text: s.text[s.itemStart:s.at], line: s.itemLine}
	s.itemStart, s.itemLine = s.at, s.line
	s.inItems = !last
	if last {
		s.partStart = s.at
	}
	return found
}

// endDocument returns the document that ends at end, if there is anything in it.
func (s *splitter) endDocument(end int) (chunk, bool) {
	found := chunk{text: slices.Concat(append(s.parts, s.text[s.partStart:end])...), line: max(s.docLine, 1)}
	if s.hasItems {
		found.kind = listEnd
	}
	s.yamlState = yamlState{partStart: end, docLine: s.line}
	if len(bytes.TrimSpace(found.text)) == 0 && found.kind == document {
		return chunk{}, false
	}
	return found, true
}
