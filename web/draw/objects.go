package draw

import (
	"iter"

	"informerscope/engine/trace"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// entry is an object under its key.
type entry struct {
	key    string
	object object
}

// choose takes as many objects as there are places, by key. Where there are
// more, the last place is for their number, and the one before it for an object
// further down that stands out.
func (s *stage) choose(room string, n, places int, all iter.Seq2[string, object]) (shown []entry, more int) {
	rows := places
	if n > places {
		rows--
	}
	for key, o := range all {
		if len(shown) < rows {
			shown = append(shown, entry{key, o})
			continue
		}
		if rows == 0 || !s.anyOut() {
			break
		}
		if s.changed(room, key) || s.o.Selected == s.refOf(key) {
			shown[rows-1] = entry{key, o}
			break
		}
	}
	return shown, n - len(shown)
}

// anyOut says whether some object stands out.
func (s *stage) anyOut() bool {
	return s.o.Selected != "" || s.o.Changed != nil && s.o.Changed.Key != ""
}

// refOf is the reference of an object of the shown resource.
func (s *stage) refOf(key string) string { return s.world.Server.NameOf(s.resource()) + "/" + key }

// object draws an object: its key, its version, a word about it, and what has
// just been written there, if anything.
func (s *stage) object(p *pen, room string, r rect, e entry, word string) {
	var h pen
	ref := s.refOf(e.key)
	kind, tone := "field", toneNone
	if s.changed(room, e.key) {
		kind, tone = "lit", toneOf(s.changedDelta())
	}
	if s.o.Selected == ref {
		kind, tone = "lit", toneAccent
	}
	h.box(kind, r, 5, "data-tone", string(tone))
	end := r.right() - 8
	if s.written(room, e.key) {
		s.dot(s.writtenToken(e.key), r.right()-12, r.Y+11)
		end = r.right() - 26
	}
	if word != "" {
		word = faceBody.Fit(word, 62)
		h.text(faceBody, anchorEnd, end, r.Y+15, word, "data-tone", string(toneOfPhase(word)), "data-tint", "1")
		end -= max(56, faceBody.Width(word)+8)
	}
	rv := "rv " + e.object.GetResourceVersion()
	h.text(faceMono, anchorEnd, end, r.Y+15, rv, "data-quiet", "1")
	h.text(faceMono, anchorStart, r.X+8, r.Y+15, faceMono.FitKey(e.key, end-faceMono.Width(rv)-r.X-16))
	s.pressed(p, "select-object", ref, e.key+" "+rv, h)
}

// gone draws the place of an object that was just deleted from the cache.
func (s *stage) gone(p *pen, r rect) {
	key := s.o.Changed.Key
	p.box("gone", r, 5)
	p.fit(faceMono, r.X+8, r.Y+15, r.W-34, faceMono.FitKey(key, r.W-34), "data-quiet", "1")
	s.dot(s.writtenToken(key), r.right()-12, r.Y+11)
}

// deleted says whether an object has just been deleted from the cache.
func (s *stage) deleted() bool {
	c := s.o.Changed
	return c != nil && c.Kind == trace.IndexerDelete && s.written(trace.Indexer, c.Key)
}

// written says whether an object has just been written into a room, the cache.
func (s *stage) written(room, key string) bool {
	e := s.o.Changed
	return room == trace.Indexer && e != nil && e.To != "" && e.Key == key && s.samePlace(room, e.To) && e.Data.Int("token") != 0
}

// writtenToken is what was written into the cache: a copy of what processLoop
// holds.
func (s *stage) writtenToken(key string) token {
	from := token{Seq: s.o.Changed.Data.Int("token"), Object: key}
	return token{Seq: from.Seq, Object: key, Copy: trace.Indexer, Delta: deltaType(s.o.Changed.Delta), From: from.key(), Arg: s.refOf(key)}
}

// phaseOf is what the object says of itself in status.phase.
func phaseOf(o *unstructured.Unstructured) string {
	phase, _, _ := unstructured.NestedString(o.Object, "status", "phase")
	return phase
}

// toneOfPhase tells the phases that are as one would wish.
func toneOfPhase(phase string) Tone {
	switch phase {
	case "Running", "Succeeded", "Active", "Bound":
		return toneAdded
	case "Failed":
		return toneDanger
	}
	return toneWarning
}
