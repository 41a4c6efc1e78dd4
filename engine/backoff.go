package engine

import "time"

// Backoff models the reflector's one delay function: wait.Backoff with
// DelayWithReset (apimachinery util/wait/backoff.go), as reflector.go sets it up.
type Backoff struct {
	// Next is the delay that will be asked for next, before jitter.
	Next time.Duration
	// LastReset is when the sequence last began anew.
	LastReset time.Duration
}

const (
	backoffInit  = 800 * time.Millisecond
	backoffCap   = 30 * time.Second
	backoffReset = 2 * time.Minute
)

// step returns the next delay, having begun anew if more than two minutes
// have passed since it last did.
func (b *Backoff) step(w *World) time.Duration {
	if w.now-b.LastReset > backoffReset {
		b.Next, b.LastReset = backoffInit, w.now
	}
	d := b.Next
	b.Next = min(2*b.Next, backoffCap)
	return w.jitter(d)
}
