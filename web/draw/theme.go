package draw

import (
	_ "embed"

	"informerscope/engine/cache"

	"k8s.io/apimachinery/pkg/watch"
)

// CSS is the stylesheet of the pictures: the page and the exported files use the
// same. Its custom properties are the colours of the page too.
//
//go:embed style.css
var CSS string

// Tone is what a part of the picture is about: a colour with a meaning, by the
// name that data-tone has.
type Tone string

// The tones.
const (
	toneNone    Tone = ""
	toneAdded   Tone = "added"
	toneUpdated Tone = "updated"
	toneDeleted Tone = "deleted"
	toneSynced  Tone = "synced"
	toneMarked  Tone = "marked"
	toneWarning Tone = "warning"
	toneDanger  Tone = "danger"
	toneAccent  Tone = "accent"
	toneIdle    Tone = "idle"
)

// toneOf is the colour of a kind of change.
func toneOf(d cache.DeltaType) Tone {
	switch d {
	case cache.Added:
		return toneAdded
	case cache.Updated:
		return toneUpdated
	case cache.Deleted:
		return toneDeleted
	case cache.Bookmark:
		return toneMarked
	case "":
		return toneIdle
	}
	return toneSynced
}

// signOf is the sign of a kind of change: the colour never says anything alone.
func signOf(d cache.DeltaType) string {
	switch d {
	case cache.Added:
		return "+"
	case cache.Updated:
		return "~"
	case cache.Deleted:
		return "−"
	case cache.Bookmark:
		return "»"
	case "":
		return "·"
	}
	return "↻"
}

// Short names for the kinds of changes.
type deltaType = cache.DeltaType

const (
	added   = cache.Added
	updated = cache.Updated
	deleted = cache.Deleted
)

type object = cache.Object

func keyOf(o object) string { return cache.KeyOf(o) }

// deltaOfEvent is the change that a watch event tells of.
func deltaOfEvent(t watch.EventType) deltaType {
	switch t {
	case watch.Added:
		return cache.Added
	case watch.Modified:
		return cache.Updated
	case watch.Deleted:
		return cache.Deleted
	case watch.Bookmark:
		return cache.Bookmark
	}
	return ""
}
