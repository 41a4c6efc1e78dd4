//go:build !js

package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What the clock of another machine makes of it: answers and bookmarks may come
// so much earlier or later.
const tolerance = 2.0

// compare says how an answer differs from the recorded one, or nothing.
func (a *answer) compare(l line, uids *uids) string {
	var wrong differences
	wrong.equal("status", a.code, l.Status)
	for name, value := range l.Headers {
		wrong.equal(name, a.header.Get(name), value)
	}
	switch {
	case l.isShort():
		wrong.json("response", a.shorten(), l.Response, uids)
	case l.isWatch():
		wrong.near("took", a.opened.Seconds()-l.At, l.Took)
		a.compareWatch(&wrong, l, uids)
	default:
		wrong.near("took", a.opened.Seconds()-l.At, l.Took)
		wrong.json("response", a.json(), l.Response, uids)
	}
	return strings.Join(wrong, "\n")
}

func (a *answer) compareWatch(wrong *differences, l line, uids *uids) {
	want := worthSending(l)
	if !wrong.equal("events", len(a.lines), len(want)) {
		wrong.add("%v", a.lines)
		return
	}
	for i, got := range a.lines {
		path := fmt.Sprintf("events[%d]", i)
		var event map[string]any
		if err := json.Unmarshal([]byte(got.text), &event); err != nil {
			wrong.add("%s: %v", path, err)
			continue
		}
		recorded := want[i].(map[string]any)
		wrong.near(path+".t", got.at.Seconds(), recorded["t"].(float64))
		wrong.equal(path+".type", event["type"], recorded["type"])
		wrong.json(path+".object", event["object"], recorded["object"], uids)
	}
	if l.Ended != nil {
		wrong.near("ended", a.ended.Seconds(), l.Ended.At)
	}
}

// worthSending leaves out the bookmarks that the settled readings do not send:
// those whose version is not higher than what the watch has sent or begun with.
func worthSending(l line) []any {
	sent := 0
	for _, parameter := range strings.Split(l.Query, "&") {
		if version, ok := strings.CutPrefix(parameter, "resourceVersion="); ok {
			sent, _ = strconv.Atoi(version)
		}
	}
	var out []any
	for _, e := range l.Events {
		event := e.(map[string]any)
		metadata := event["object"].(map[string]any)["metadata"].(map[string]any)
		version, _ := metadata["resourceVersion"].(string)
		n, _ := strconv.Atoi(version)
		if event["type"] == "BOOKMARK" && metadata["annotations"] == nil && n <= sent {
			continue
		}
		sent = max(sent, n)
		out = append(out, e)
	}
	return out
}

// shorten makes of an answer what a line named "combination" keeps of it.
func (a *answer) shorten() any {
	response, ok := a.json().(map[string]any)
	switch {
	case !ok || response["type"] != nil:
		return map[string]any{"events": a.shortEvents()}
	case response["kind"] == "Status":
		return pick(response, "reason", "message")
	}
	out := pick(response["metadata"].(map[string]any), "resourceVersion", "continue", "remainingItemCount")
	items := []any{}
	for _, item := range response["items"].([]any) {
		items = append(items, shortObject(item.(map[string]any)["metadata"].(map[string]any)))
	}
	out["items"] = items
	return out
}

// shortEvents are "TYPE name@resourceVersion".
func (a *answer) shortEvents() []any {
	events := []any{}
	for _, line := range a.lines {
		var event struct {
			Type   string
			Object struct {
				Code            int
				Reason, Message string
				Metadata        map[string]any
			}
		}
		_ = json.Unmarshal([]byte(line.text), &event) // what is no event shows as an empty one
		object := event.Object
		short := event.Type + " " + shortObject(object.Metadata)
		if event.Type == "ERROR" {
			short = fmt.Sprintf("ERROR %d %s: %s", object.Code, object.Reason, object.Message)
		}
		if object.Metadata["annotations"] != nil {
			short += " initial-events-end"
		}
		events = append(events, short)
	}
	return events
}

// pick keeps some values, if they are not empty.
func pick(m map[string]any, names ...string) map[string]any {
	out := map[string]any{}
	for _, name := range names {
		if v := m[name]; v != nil && v != "" {
			out[name] = v
		}
	}
	return out
}

func shortObject(metadata map[string]any) string {
	name, _ := metadata["name"].(string)
	return fmt.Sprintf("%s@%v", name, metadata["resourceVersion"])
}

// differences collects what is wrong with an answer.
type differences []string

func (d *differences) add(format string, args ...any) { *d = append(*d, fmt.Sprintf(format, args...)) }

func (d *differences) equal(what string, got, want any) bool {
	if got != want {
		d.add("%s: got %v, recorded %v", what, got, want)
	}
	return got == want
}

func (d *differences) near(what string, got, want float64) {
	if math.Abs(got-want) > tolerance {
		d.add("%s: got %.3f s, recorded %.3f s", what, got, want)
	}
}

// json compares two JSON values; uids stand for each other, times are near, and
// managedFields are left out.
func (d *differences) json(path string, got, want any, uids *uids) {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			d.add("%s: got %v, recorded %v", path, got, want)
			return
		}
		names := slices.Collect(maps.Keys(want))
		for name := range object {
			if _, ok := want[name]; !ok {
				names = append(names, name)
			}
		}
		for _, name := range slices.Sorted(slices.Values(names)) {
			if name != "managedFields" {
				d.json(path+"."+name, object[name], want[name], uids)
			}
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			d.add("%s: got %v, recorded %v", path, got, want)
			return
		}
		for i := range want {
			d.json(fmt.Sprintf("%s[%d]", path, i), list[i], want[i], uids)
		}
	case string:
		d.text(path, fmt.Sprint(got), want, uids)
	default:
		d.equal(path, got, want)
	}
}

func (d *differences) text(path, got, want string, uids *uids) {
	switch {
	case strings.HasSuffix(path, ".uid"):
		if !uids.same(want, got) {
			d.add("%s: got %s, recorded %s", path, got, want)
		}
	case strings.HasSuffix(path, "Timestamp"):
		a, errA := time.Parse(time.RFC3339, got)
		b, errB := time.Parse(time.RFC3339, want)
		if errA != nil || errB != nil {
			d.add("%s: got %s, recorded %s", path, got, want)
			return
		}
		d.near(path, float64(a.Unix()), float64(b.Unix()))
	default:
		d.equal(path, got, string(uids.ours([]byte(want))))
	}
}

// uids are our uids by the recorded ones.
type uids struct{ ourOf, theirOf map[string]string }

func newUIDs() *uids { return &uids{map[string]string{}, map[string]string{}} }

// same learns that two uids stand for each other, and reports whether nothing
// known speaks against it.
func (u *uids) same(recorded, our string) bool {
	if u.ourOf[recorded] == "" && u.theirOf[our] == "" {
		u.ourOf[recorded], u.theirOf[our] = our, recorded
	}
	return u.ourOf[recorded] == our && our != ""
}

// learn finds the uids in two equal answers.
func (u *uids) learn(recorded, our any) {
	switch recorded := recorded.(type) {
	case map[string]any:
		object, _ := our.(map[string]any)
		for name, value := range recorded {
			if uid, ok := value.(string); ok && name == "uid" {
				if other, ok := object[name].(string); ok {
					u.same(uid, other)
				}
				continue
			}
			u.learn(value, object[name])
		}
	case []any:
		list, _ := our.([]any)
		for i := range min(len(list), len(recorded)) {
			u.learn(recorded[i], list[i])
		}
	}
}

// ours puts our uids where a recorded text has its own.
func (u *uids) ours(text []byte) []byte {
	for recorded, our := range u.ourOf {
		text = bytes.ReplaceAll(text, []byte(recorded), []byte(our))
	}
	return text
}
