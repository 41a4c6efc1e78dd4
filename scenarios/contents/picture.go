package main

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"informerscope/engine"
	"informerscope/engine/cache"
	"informerscope/scenarios"
)

// moment is the event after which a scenario is drawn: where most has been said,
// but not all.
func moment(b *scenarios.Branch) int {
	var told []int
	for _, c := range b.Captions() {
		if len(c.Say) > 0 {
			told = append(told, c.Event)
		}
	}
	if len(told) == 0 {
		return b.Len()
	}
	return told[len(told)*2/3]
}

// sketch is a small picture being drawn: not the stage, which would be ten times
// as large, but what is in its rooms.
type sketch struct{ strings.Builder }

const (
	width, height = 720, 196
	line          = 17
)

// style follows the reader's light or dark. The colours are the stage's.
const style = `<style>rect{fill:#fff;stroke:#d5dbe3}text{font:11px ui-monospace,Menlo,monospace;fill:#16202c}.n{font:600 12px system-ui,sans-serif}.a{fill:#00806a}.u{fill:#1f6fd1}.d{fill:#c2410c}.s{fill:#7c4dbe}.m{fill:#5b6776}.p{fill:#f6f7f9;stroke:none}@media(prefers-color-scheme:dark){rect{fill:#141c27;stroke:#2a3646}text{fill:#e6edf5}.a{fill:#1fae91}.u{fill:#4d94ea}.d{fill:#ea7343}.s{fill:#a983e6}.m{fill:#93a1b3}.p{fill:#0d131b}}</style>`

// draw is the picture of a moment.
func draw(b *scenarios.Branch, event int) string {
	run := b.At(event)
	report := run.Report()
	w := run.World
	p := &sketch{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">%s<rect class="p" width="100%%" height="100%%"/>`+"\n", width, height, width, height, style)
	var objects []string
	for _, resource := range slices.Sorted(maps.Keys(report.Server.Objects)) {
		for _, key := range slices.Sorted(maps.Keys(report.Server.Objects[resource])) {
			objects = append(objects, name(key)+" · "+report.Server.Objects[resource][key])
		}
	}
	p.box(8, 8, 130, 180, "API server · rv "+report.Server.ResourceVersion, plain(objects))

	var reflectors, queued, cached, told []entry
	for _, i := range w.Informers {
		n := i.Config.Name
		reflectors = append(reflectors, entry{n + " · rv " + orDash(i.Reflector.LastSyncResourceVersion), ""})
		queued = append(queued, waiting(i.Queue)...)
		for _, key := range slices.Sorted(maps.Keys(report.Informers[n].Cache)) {
			cached = append(cached, entry{of(w, n) + name(key) + " · " + report.Informers[n].Cache[key], ""})
		}
	}
	for _, handler := range slices.Sorted(maps.Keys(report.Handlers)) {
		if lines := report.Handlers[handler]; len(lines) > 0 {
			last := lines[len(lines)-1]
			told = append(told, entry{shortName(w, handler) + ": " + strings.Replace(last, "default/", "", 1), toneOf(last)})
		}
	}
	p.box(148, 8, 150, 62, "Reflector", reflectors)
	p.box(308, 8, 170, 90, queueName(w), queued)
	p.box(488, 8, 224, 90, "handlers", told)
	p.box(148, 80, 150, 108, "Indexer", cached)

	var keys []entry
	for _, q := range slices.Sorted(maps.Keys(report.Workqueues)) {
		queue := report.Workqueues[q]
		line := fmt.Sprintf("%s: %d queued", q, queue.Depth)
		for _, key := range queue.Processing {
			line += ", " + name(key) + " processing"
		}
		for _, key := range queue.Waiting {
			line += ", " + name(key.Key) + " in " + key.In
		}
		keys = append(keys, entry{line, ""})
	}
	for _, c := range slices.Sorted(maps.Keys(report.Reconciles)) {
		if lines := report.Reconciles[c]; len(lines) > 0 {
			keys = append(keys, entry{c + ": " + strings.Replace(lines[len(lines)-1], "default/", "", 1), "m"})
		}
	}
	p.box(308, 108, 404, 80, "workqueue, workers", keys)
	p.WriteString("</svg>\n")
	return p.String()
}

// entry is a line in a box; tone is its class.
type entry struct{ text, tone string }

func plain(lines []string) []entry {
	entries := make([]entry, len(lines))
	for i, l := range lines {
		entries[i] = entry{l, ""}
	}
	return entries
}

// box draws a room with as many lines as there is place for.
func (p *sketch) box(x, y, w, h int, title string, lines []entry) {
	fmt.Fprintf(p, `<rect x="%d" y="%d" width="%d" height="%d" rx="6"/><text class="n" x="%d" y="%d">%s</text>`+"\n", x, y, w, h, x+8, y+17, html.EscapeString(title))
	places := (h - 24) / line
	for n, l := range lines {
		at := y + 17 + line*(n+1)
		if n == places-1 && len(lines) > places {
			fmt.Fprintf(p, `<text class="m" x="%d" y="%d">+ %d</text>`+"\n", x+8, at, len(lines)-n)
			return
		}
		text := []rune(l.text)
		if most := (w - 14) * 10 / 66; len(text) > most {
			text = append(text[:most-1], '…')
		}
		class := ""
		if l.tone != "" {
			class = ` class="` + l.tone + `"`
		}
		fmt.Fprintf(p, `<text%s x="%d" y="%d">%s</text>`+"\n", class, x+8, at, html.EscapeString(string(text)))
	}
}

// waiting are the deltas in a queue, in order.
func waiting(queue cache.Queue) []entry {
	var all []entry
	add := func(d cache.Delta) { all = append(all, entry{deltaText(d), tones[d.Type]}) }
	switch q := queue.(type) {
	case *cache.RealFIFO:
		for _, d := range q.Items {
			add(d)
		}
	case *cache.DeltaFIFO:
		for _, key := range q.Queue {
			deltas, _ := q.Deltas(key)
			for _, d := range deltas {
				add(d)
			}
		}
	}
	return all
}

var tones = map[cache.DeltaType]string{cache.Added: "a", cache.Updated: "u", cache.Deleted: "d", cache.Bookmark: "m",
	cache.Sync: "s", cache.Replaced: "s", cache.ReplacedAll: "s", cache.SyncAll: "s"}

func deltaText(d cache.Delta) string {
	switch {
	case d.Key == "" && d.ResourceVersion != "":
		return string(d.Type) + " · " + d.ResourceVersion
	case d.Key == "":
		return string(d.Type)
	}
	return fmt.Sprintf("%s %s · %s", d.Type, name(d.Key), d.Object.GetResourceVersion())
}

func toneOf(call string) string {
	return map[string]string{"add": "a", "update": "u", "delete": "d"}[call[:strings.Index(call, " ")]]
}

func queueName(w *engine.World) string {
	var names []string
	for _, i := range w.Informers {
		if !slices.Contains(names, i.Config.Queue) {
			names = append(names, i.Config.Queue)
		}
	}
	return strings.Join(names, " · ")
}

// of names the informer where there are several.
func of(w *engine.World, informer string) string {
	if len(w.Informers) > 1 {
		return informer + ": "
	}
	return ""
}

// shortName is a handler's name, with that of the informer where there are
// several.
func shortName(w *engine.World, handler string) string {
	if len(w.Informers) > 1 {
		return handler
	}
	return handler[strings.Index(handler, "/")+1:]
}

func name(key string) string { return strings.TrimPrefix(key, "default/") }

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
