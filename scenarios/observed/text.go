package observed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"informerscope/scenarios"
)

// Text is everything that was observed, for a person to read and for a test to
// compare.
func (r Run) Text() string {
	var t text
	for _, name := range sortedKeys(r.Report.Handlers) {
		t.line("handler %s", name)
		t.timed(r.Times["handlers."+name], r.Report.Handlers[name])
	}
	for _, name := range sortedKeys(r.Report.Informers) {
		t.informer(name, r.Report.Informers[name])
	}
	for _, name := range sortedKeys(r.Report.Workqueues) {
		t.workqueue(name, r.Report.Workqueues[name], r.Times["workqueues."+name])
	}
	for _, name := range sortedKeys(r.Report.Reconciles) {
		t.line("controller %s", name)
		t.timed(r.Times["reconciles."+name], r.Report.Reconciles[name])
	}
	t.line("server at %s", r.Report.Server.ResourceVersion)
	for _, resource := range sortedKeys(r.Report.Server.Objects) {
		t.line("  %s:%s", resource, versions(r.Report.Server.Objects[resource]))
	}
	return t.String()
}

type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// timed writes lines with their times.
func (t *text) timed(times, lines []string) {
	for i, line := range lines {
		at := "?"
		if i < len(times) {
			at = times[i]
		}
		t.line("  %s: %s", at, line)
	}
}

func (t *text) informer(name string, r scenarios.InformerReport) {
	t.line("informer %s, synced %t, last version %q", name, r.Synced, r.LastSyncResourceVersion)
	for _, q := range r.Requests {
		t.line("  %s: %s", q.At, request(q))
	}
	t.line("  cache:%s", versions(r.Cache))
	for _, index := range sortedKeys(r.Indices) {
		t.line("  index %s", index)
		for _, value := range sortedKeys(r.Indices[index]) {
			t.line("    %s: %s", value, strings.Join(r.Indices[index][value], " "))
		}
	}
}

// request is a request with its options, and what became of it.
func request(r scenarios.Request) string {
	words := []string{r.Verb, fmt.Sprintf("%q", r.ResourceVersion)}
	for _, option := range []struct {
		name string
		set  bool
	}{
		{r.ResourceVersionMatch, r.ResourceVersionMatch != ""},
		{fmt.Sprintf("limit=%d", r.Limit), r.Limit != 0},
		{"continue", r.Continue},
		{"bookmarks", r.AllowWatchBookmarks},
		{"initial", r.SendInitialEvents},
	} {
		if option.set {
			words = append(words, option.name)
		}
	}
	words = append(words, fmt.Sprintf("-> %d, %d items", r.Status, r.Items))
	if r.End != "" {
		words = append(words, r.End)
	}
	return strings.Join(words, " ")
}

func (t *text) workqueue(name string, r scenarios.WorkqueueReport, waits []string) {
	t.line("workqueue %s, adds %d, depth %d, shut down %t", name, r.Adds, r.Depth, r.ShutDown)
	for _, wait := range waits {
		at, rest, _ := strings.Cut(wait, " ")
		t.line("  %s: wait %s", at, rest)
	}
	t.line("  processing: %s", strings.Join(r.Processing, " "))
	for _, key := range sortedKeys(r.Requeues) {
		t.line("  requeues: %s %d", key, r.Requeues[key])
	}
	for _, w := range r.Waiting {
		t.line("  waiting: %s %s", w.Key, w.In)
	}
}

// versions are the keys with the version of each, in order.
func versions(objects map[string]string) string {
	var b strings.Builder
	for _, key := range sortedKeys(objects) {
		b.WriteString(" " + key + "@" + objects[key])
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
