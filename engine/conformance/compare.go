package conformance

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"informerscope/scenarios/observed"
)

// Differences says where what the engine did differs from what the real library
// did, a line for each place; none if they agree.
func Differences(real, engine observed.Run) []string {
	return append(differences(comparable(real.Report), comparable(engine.Report)), differences(real.Times, engine.Times)...)
}

// differences compares two values as JSON has them.
func differences(want, got any) []string { return walk("", anyOf(want), anyOf(got)) }

// walk compares two JSON values at a path.
func walk(path string, want, got any) []string {
	var lines []string
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		names := slices.Compact(slices.Sorted(slices.Values(append(sortedKeys(w), sortedKeys(g)...))))
		for _, name := range names {
			lines = append(lines, walk(path+"."+name, w[name], g[name])...)
		}
		return lines
	case []any:
		g, ok := got.([]any)
		if !ok {
			break
		}
		for i := range max(len(w), len(g)) {
			lines = append(lines, walk(fmt.Sprintf("%s[%d]", path, i), element(w, i), element(g, i))...)
		}
		return lines
	}
	if reflect.DeepEqual(want, got) {
		return nil
	}
	return []string{fmt.Sprintf("%s: real %v, engine %v", path[1:], shown(want), shown(got))}
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

func shown(value any) string {
	if value == nil {
		return "nothing"
	}
	return fmt.Sprintf("%v", value)
}

// sortedKeys are a map's keys in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
