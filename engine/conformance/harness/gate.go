package harness

import (
	"errors"
	"sync/atomic"
	"time"
)

// Gate is what a simple informer's FIFO is entered through, so that its lock can
// be waited for inside a synctest bubble.
//
// A simple informer calls its handler with the FIFO's lock held (unless the FIFO
// unlocks while processing). If the handler sleeps, a reflector with an event waits
// for that mutex; but waiting for a mutex is no durable block, so the bubble's clock
// would stand still for ever. Here both queue up for a channel first. It hands over
// in order: a waiting reflector gets one event in between two Pops. The FIFO itself
// stays the real one; it is closed from the beginning, so that Pop says "empty"
// instead of waiting under its own lock.
type Gate struct {
	lock   chan struct{}
	more   chan struct{}
	closed atomic.Bool
}

// NewGate makes a Gate of a FIFO that has just been closed.
func NewGate() *Gate { return &Gate{lock: make(chan struct{}, 1), more: make(chan struct{}, 1)} }

// Pop pops as soon as the FIFO is not empty, or the gate closed.
func (g *Gate) Pop(pop func() error, empty error) (err error) {
	for {
		g.Locked(func() { err = pop() })
		if !errors.Is(err, empty) || g.closed.Load() {
			return err
		}
		<-g.more
	}
}

// Fill lets whoever else can run do so first, then waits for the lock.
func (g *Gate) Fill(fill func() error) (err error) {
	time.Sleep(Tick)
	g.Locked(func() { err = fill() })
	g.wake()
	return err
}

// Locked calls f with the lock held.
func (g *Gate) Locked(f func()) {
	g.lock <- struct{}{}
	defer func() { <-g.lock }()
	f()
}

// Close ends the waiting in Pop.
func (g *Gate) Close() {
	g.closed.Store(true)
	g.wake()
}

func (g *Gate) wake() {
	select {
	case g.more <- struct{}{}:
	default:
	}
}
