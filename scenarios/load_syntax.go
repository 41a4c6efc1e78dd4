package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// parseDocument reads the one YAML or JSON document of a file into nodes, which
// know their lines and columns.
func parseDocument(file string, data []byte, limits Limits) (*yaml.Node, error) {
	if err := checkText(file, data, limits); err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(pairSurrogates(data)))
	var document, second yaml.Node
	if err := decodeNode(decoder, &document); err == io.EOF {
		return nil, wholeFile(file, 1, "the file is empty")
	} else if err != nil {
		return nil, syntaxError(file, data, err)
	}
	switch err := decodeNode(decoder, &second); {
	case err == nil:
		return nil, wholeFile(file, second.Line, "a second document begins here; a file holds one")
	case err != io.EOF:
		return nil, syntaxError(file, data, err)
	}
	return document.Content[0], nil
}

// checkText says what keeps data from being read at all.
func checkText(file string, data []byte, limits Limits) error {
	if len(data) > limits.Bytes {
		return wholeFile(file, 1, "the file has %d bytes; the limit is %d MiB", len(data), limits.Bytes>>20)
	}
	if at := badByte(data); at >= 0 {
		return wholeFile(file, lineAt(data, at), "byte 0x%02x is not allowed: the file is not text in UTF-8", data[at])
	}
	return nil
}

func wholeFile(file string, line int, problem string, args ...any) error {
	return Errors{{File: file, Line: line, Column: 1, Problem: say(problem, args...)}}
}

// decodeNode is Decode, and turns what the YAML library should fail to catch
// into an error.
func decodeNode(decoder *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: this cannot be read: %v", r)
		}
	}()
	return decoder.Decode(n)
}

// badByte returns where the first byte stands that YAML does not allow: a
// control character, or one that is not UTF-8; -1 if there is none.
func badByte(data []byte) int {
	for i := 0; i < len(data); {
		r, width := utf8.DecodeRune(data[i:])
		control := r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 && r != 0x85
		if control || r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return -1
}

func lineAt(data []byte, offset int) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }

// pairSurrogates writes \ud83d\ude00, as JSON has it, in YAML's way \U0001F600.
func pairSurrogates(data []byte) []byte {
	if !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return data
	}
	return surrogates.ReplaceAllFunc(data, func(match []byte) []byte {
		if len(match) != len(`\ud83d\ude00`) {
			return match
		}
		high, _ := strconv.ParseUint(string(match[2:6]), 16, 32)
		low, _ := strconv.ParseUint(string(match[8:12]), 16, 32)
		return fmt.Appendf(nil, `\U%08X`, 0x10000+(high-0xd800)<<10+(low-0xdc00))
	})
}

// surrogates matches a pair, or whatever else a backslash begins, which must
// not be taken for the beginning of one.
var surrogates = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\.`)

var yamlMessage = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// parserMessages are those of the YAML parser (parserc.go), whose lines count
// from 0 and name the block that the trouble is in; the scanner's are right.
var parserMessages = []string{
	"did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>",
	"did not find expected <stream-start>", "did not find expected ',' or ']'", "did not find expected ',' or '}'",
	"did not find expected node content", "found undefined tag handle",
}

// tabInIndent is told of the text that the tabbed line seems to continue.
const tabInIndent = "found a tab character that violates indentation"

var tabbed = regexp.MustCompile(`^ *\t`)

// tabbedLine is the first line from a line on that is indented by a tab.
func tabbedLine(data []byte, line int) int {
	lines := bytes.Split(data, []byte("\n"))
	from := min(max(line-1, 0), len(lines)-1)
	return 1 + from + max(slices.IndexFunc(lines[from:], tabbed.Match), 0)
}

// hints say what usually is behind a message.
var hints = map[string]string{
	"did not find expected key":                   "is the line indented like its neighbours, and are quotes closed?",
	"did not find expected '-' indicator":         "is the line indented like the list that it belongs to?",
	"did not find expected ',' or ']'":            "is a ] missing?",
	"did not find expected ',' or '}'":            "is a } missing?",
	"found character that cannot start any token": "YAML is indented with spaces, not tabs; text that begins with @, ` or % needs quotes",
	tabInIndent: "YAML is indented with spaces",
	"mapping values are not allowed in this context": "text that contains a colon and a space needs quotes",
}

// syntaxError names the line that a message of the YAML library is about.
func syntaxError(file string, data []byte, err error) error {
	match := yamlMessage.FindStringSubmatch(strings.SplitN(err.Error(), "\n", 2)[0])
	line, _ := strconv.Atoi(match[1])
	message := match[2]
	if slices.Contains(parserMessages, message) {
		line++
	}
	if (strings.HasSuffix(message, "key") || strings.HasSuffix(message, "indicator")) && len(data) <= maxSearched {
		line = firstFailingLine(data, message)
	}
	if message == tabInIndent {
		line = tabbedLine(data, line)
	}
	if hint := hints[message]; hint != "" {
		return wholeFile(file, max(line, 1), "this is not YAML: %s (%s)", say(message), say(hint))
	}
	return wholeFile(file, max(line, 1), "this is not YAML: %s", say(message))
}

// maxSearched bounds the time that firstFailingLine takes; of larger files the
// line of the block has to do.
const maxSearched = 256 << 10

// firstFailingLine finds the line at which a block stops being one: whatever
// ends before it is read, and whatever includes it fails with that message.
func firstFailingLine(data []byte, message string) int {
	lines := bytes.SplitAfter(data, []byte("\n"))
	return 1 + sort.Search(len(lines)-1, func(n int) bool {
		var node yaml.Node
		err := decodeNode(yaml.NewDecoder(bytes.NewReader(bytes.Join(lines[:n+1], nil))), &node)
		return err != nil && !errors.Is(err, io.EOF) && strings.HasSuffix(err.Error(), message)
	})
}
