package engine

import (
	"strconv"
	"strings"
)

// Expand returns a copy of v, a manifest or a part of one, in whose texts every
// {i} is replaced by i. It serves `generate` and `repeat`.
func Expand(v any, i int) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "{i}", strconv.Itoa(i))
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[strings.ReplaceAll(key, "{i}", strconv.Itoa(i))] = Expand(value, i)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for n, value := range v {
			list[n] = Expand(value, i)
		}
		return list
	}
	return v
}
