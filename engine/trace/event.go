// Package trace holds what the engine says about itself: one Event for each
// thing that happened, and the vocabulary those events use. The stage, the log,
// the timeline, the report and every export are made from events alone.
package trace

import "time"

// Event is one thing that happened. Its JSON form, one object on one line with
// the fields in this order and the empty ones left out, is what other programs
// rely on.
type Event struct {
	// Seq is the place in the total order: 1, 2, 3 …
	Seq int64 `json:"seq"`
	// At is the simulated time, in nanoseconds since the run began.
	At time.Duration `json:"at"`
	// Actor is the modelled goroutine that did it, such as "pods/reflector".
	Actor string `json:"actor"`
	Kind  Kind   `json:"kind"`

	// Key, RV, OldRV, UID and Delta say which object changed and how, where
	// there is one.
	Key   string `json:"key,omitempty"`
	RV    string `json:"rv,omitempty"`
	OldRV string `json:"oldRV,omitempty"`
	UID   string `json:"uid,omitempty"`
	Delta string `json:"delta,omitempty"`

	// From and To are places (see Place), where something moves.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`

	// Cause is the Seq of the event that made this one happen; following it
	// back always ends at a root: an act, the server's own doing or a timer.
	Cause int64 `json:"cause,omitempty"`
	// Upstream is the client-go file and function that does this.
	Upstream string `json:"upstream,omitempty"`
	// Data is whatever else is worth knowing, in a fixed order.
	Data Data `json:"data,omitempty"`
}
