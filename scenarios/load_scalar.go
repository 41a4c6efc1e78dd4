package scenarios

import (
	"encoding/base64"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// scalar gives a YAML scalar the meaning that kubectl gives it, as a value of
// JSON: nil, bool, int64, float64 or string. kubectl reads YAML 1.1 with
// go.yaml.in/yaml/v2 (resolve.go) by way of sigs.k8s.io/yaml: y, yes and on are
// true, 0644 is octal, 1_000 is a thousand, a date stays text, and a number
// without a fraction is whole, however it is written.
func scalar(n *yaml.Node) (any, error) {
	tag := ""
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		tag = n.ShortTag()
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return n.Value, nil
	}
	switch tag {
	case "", "!!bool", "!!int", "!!float", "!!null":
	case "!!binary":
		text, err := base64.StdEncoding.DecodeString(n.Value)
		if err != nil || !utf8.Valid(text) {
			return nil, say("%q is not text in base64, which !!binary needs", n.Value)
		}
		return string(text), nil
	default:
		return n.Value, nil
	}
	v := resolve(n.Value)
	if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return nil, say("%s is not a number that JSON can hold", n.Value)
	}
	if tag != "" && tag != scalarTag(v) && !(tag == "!!float" && scalarTag(v) == "!!int") {
		return nil, say("%q is not of the type %s", n.Value, tag)
	}
	return v, nil
}

// words are the scalars that are not what they look like.
var words = map[string]any{"": nil, "~": nil, "null": nil, "Null": nil, "NULL": nil}

func init() {
	for word, value := range map[string]bool{"y": true, "yes": true, "on": true, "true": true, "n": false, "no": false, "off": false, "false": false} {
		words[word], words[strings.ToUpper(word)], words[strings.ToUpper(word[:1])+word[1:]] = value, value, value
	}
	for word, value := range map[string]float64{".nan": math.NaN(), ".NaN": math.NaN(), ".NAN": math.NaN(),
		".inf": math.Inf(1), "+.inf": math.Inf(1), "-.inf": math.Inf(-1), ".Inf": math.Inf(1), "+.Inf": math.Inf(1),
		"-.Inf": math.Inf(-1), ".INF": math.Inf(1), "+.INF": math.Inf(1), "-.INF": math.Inf(-1)} {
		words[word] = value
	}
}

var floatStyle = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// resolve gives an unquoted scalar its meaning.
func resolve(text string) any {
	if v, ok := words[text]; ok {
		return v
	}
	if !strings.ContainsAny(text[:1], "+-.0123456789") {
		return text
	}
	plain := text
	if text[0] != '.' {
		plain = strings.ReplaceAll(text, "_", "")
	}
	if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
		return i
	}
	if u, err := strconv.ParseUint(plain, 0, 64); err == nil {
		return float64(u)
	}
	if f, err := strconv.ParseFloat(plain, 64); err == nil && (text[0] == '.' || floatStyle.MatchString(plain)) {
		return wholeNumber(f)
	}
	return text
}

// wholeNumber returns a number without a fraction as int64, as it is after it
// has been JSON.
func wholeNumber(f float64) any {
	if f != math.Trunc(f) || math.Abs(f) > 1<<63 {
		return f
	}
	if i, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
		return i
	}
	return f
}

func scalarTag(v any) string {
	switch v.(type) {
	case nil:
		return "!!null"
	case bool:
		return "!!bool"
	case int64:
		return "!!int"
	case float64:
		return "!!float"
	}
	return "!!str"
}

// keyText returns a map's key as text: JSON knows no other.
func keyText(n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode {
		return "", say("a key is text, not %s", kindName(n))
	}
	v, err := scalar(n)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 32), nil
	}
	return "", say("a key is empty")
}

// kindName says in a message what a node is.
func kindName(n *yaml.Node) Message {
	switch n.Kind {
	case yaml.MappingNode:
		return say("a map")
	case yaml.SequenceNode:
		return say("a list")
	}
	v, err := scalar(n)
	if err != nil {
		return say("a scalar")
	}
	switch scalarTag(v) {
	case "!!null":
		return say("null")
	case "!!bool":
		return say("a boolean")
	case "!!int", "!!float":
		return say("a number")
	}
	return say("text")
}
