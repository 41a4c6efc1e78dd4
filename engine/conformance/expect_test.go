package conformance

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"informerscope/scenarios"
)

// mostLines is how long a list may be that an `expect` holds.
const mostLines = 40

// expectOf is a report as the `expect` of a scenario has it: one line for each
// part, lists that are too long to read left out, times only where chance has no
// part in them.
func expectOf(r scenarios.Report, times bool) string {
	var b bytes.Buffer
	b.WriteString("expect:\n")
	section(&b, "handlers", r.Handlers)
	b.WriteString("  informers:\n")
	for _, name := range sortedKeys(r.Informers) {
		i := r.Informers[name]
		fmt.Fprintf(&b, "    %s:\n      synced: %t\n      lastSyncResourceVersion: %s\n", name, i.Synced, flow(i.LastSyncResourceVersion))
		if len(i.Cache) <= mostLines {
			fmt.Fprintf(&b, "      cache: %s\n", flow(anyOf(i.Cache)))
		}
		if len(i.Indices) > 0 && len(i.Cache) <= mostLines {
			fmt.Fprintf(&b, "      indices: %s\n", flow(anyOf(i.Indices)))
		}
		lines(&b, "      ", "popped", i.Popped)
		requests(&b, i.Requests, times)
	}
	section(&b, "reconciles", r.Reconciles)
	if len(r.Workqueues) > 0 {
		b.WriteString("  workqueues:\n")
	}
	for _, name := range sortedKeys(r.Workqueues) {
		fmt.Fprintf(&b, "    %s: %s\n", name, flow(anyOf(r.Workqueues[name])))
	}
	if slices.ContainsFunc(sortedKeys(r.Writes), func(name string) bool { return len(r.Writes[name]) > 0 }) {
		section(&b, "writes", r.Writes)
	}
	fmt.Fprintf(&b, "  violations: %s\n", flow(anyOf(r.Violations)))
	return b.String()
}

// section is a map of lists, if there is anything in it.
func section(b *bytes.Buffer, name string, lists map[string][]string) {
	if len(lists) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s:\n", name)
	for _, key := range sortedKeys(lists) {
		lines(b, "    ", key, lists[key])
	}
}

func lines(b *bytes.Buffer, indent, name string, list []string) {
	switch whole := flow(anyOf(list)); {
	case len(list) > mostLines:
	case len(whole) < 100:
		fmt.Fprintf(b, "%s%s: %s\n", indent, name, whole)
	default:
		fmt.Fprintf(b, "%s%s:\n", indent, name)
		for _, line := range list {
			fmt.Fprintf(b, "%s  - %s\n", indent, flow(line))
		}
	}
}

// requests has a line for each, without what says nothing.
func requests(b *bytes.Buffer, all []scenarios.Request, times bool) {
	if len(all) == 0 {
		b.WriteString("      requests: []\n")
		return
	}
	b.WriteString("      requests:\n")
	for _, r := range all {
		var parts []string
		add := func(name string, value any) { parts = append(parts, name+": "+flow(value)) }
		if times {
			add("at", r.At)
		}
		add("verb", r.Verb)
		add("resourceVersion", r.ResourceVersion)
		if r.Limit > 0 {
			add("limit", float64(r.Limit))
		}
		if r.Continue {
			add("continue", true)
		}
		if r.Verb == "watch" {
			add("sendInitialEvents", r.SendInitialEvents)
		}
		add("status", float64(r.Status))
		add("items", float64(r.Items))
		if r.End != "" {
			add("end", r.End)
		}
		fmt.Fprintf(b, "        - {%s}\n", strings.Join(parts, ", "))
	}
}

// plain are texts that YAML takes for nothing else.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 ./=>@#_-]*[A-Za-z0-9]$`)

// flow writes a value on one line.
func flow(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var parts []string
		for _, key := range sortedKeys(v) {
			parts = append(parts, flow(key)+": "+flow(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, flow(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		if plain.MatchString(v) && !strings.Contains(v, " #") && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, v) {
			return v
		}
		return strconv.Quote(v)
	}
	return fmt.Sprint(value)
}
