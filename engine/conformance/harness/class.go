package harness

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The classes of notifications that the library hands on in the order of a map;
// that of a streamed list also has its number. The empty class is the order of
// the server or of the queue.
const (
	classTombstone = "tombstone"
	classSync      = "sync"
	classReplay    = "replay"
	classStreamed  = "streamed"
)

// What follows is told before the filter, which makes something else of a
// notification.

// Adding classifies an add.
func (h *Handler) Adding(obj *unstructured.Unstructured) { h.classify(h.classOf(obj)) }

// Updating classifies an update. A resync hands one object over twice.
func (h *Handler) Updating(oldObj, newObj *unstructured.Unstructured) {
	if oldObj == newObj {
		h.classify(classSync)
	} else {
		h.classify(h.classOf(newObj))
	}
}

// Deleting classifies a delete.
func (h *Handler) Deleting(tombstone bool) {
	if tombstone {
		h.classify(classTombstone)
	} else {
		h.classify("")
	}
}

func (h *Handler) classify(class string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.class = class
}

// classOf is the class of an add, or of an update to another object.
func (h *Handler) classOf(obj *unstructured.Unstructured) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.replays > 0 {
		h.replays--
		return classReplay
	}
	if block := h.client.blockOf(obj); block > 0 {
		return fmt.Sprintf("%s %d", classStreamed, block)
	}
	return ""
}

// Report is the lines, those whose order is open sorted by key, when the calls
// were, and where those blocks are. There are no times of a handler that has
// panicked: the pause is taken before the next notification (L-9), the filtered
// ones included, and which one that is may depend on the order of a map.
func (h *Handler) Report() (lines []string, at []time.Time, unordered []Block) {
	h.mu.Lock()
	defer h.mu.Unlock()
	calls := slices.Clone(h.calls)
	for _, c := range calls {
		if !h.panicked {
			at = append(at, c.at)
		}
	}
	for from := 0; from < len(calls); {
		to := blockEnd(calls, from)
		if to-from > 1 {
			slices.SortStableFunc(calls[from:to], func(a, b call) int { return strings.Compare(a.key, b.key) })
			unordered = append(unordered, Block{from, to})
		}
		from = to
	}
	lines = make([]string, len(calls))
	for i, c := range calls {
		lines[i] = c.line
	}
	return lines, at, unordered
}

// blockEnd is where the calls end that one walk over a map has brought about:
// each key once, and at one instant if the callback takes no time.
func blockEnd(calls []call, from int) int {
	first, to := calls[from], from+1
	if first.class == "" {
		return to
	}
	seen := map[string]bool{first.key: true}
	for ; to < len(calls); to++ {
		c := calls[to]
		if c.class != first.class || seen[c.key] || first.takes == 0 && !c.at.Equal(first.at) {
			break
		}
		seen[c.key] = true
	}
	return to
}
