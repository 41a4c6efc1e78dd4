// Package engine is the simulated world: an API server, the network, and the
// informer machinery of client-go, in pure Go.
//
// A run is a pure function of (Config, seed, commands). The World is plain data;
// Step does the smallest thing that can be told apart and says so in events;
// Clone copies everything. Each goroutine of the real thing is an actor with an
// explicit position, so that who waits for what is data that can be shown:
//
//	API server ──list, watch──▶ Reflector ──▶ DeltaFIFO or RealFIFO ──▶ processLoop
//	     ▲                                                             │        │
//	     │                                                        Indexer   distribute
//	     │                                                             │        │
//	   write ◀── worker ◀── Workqueue ◀── handler ◀── run ◀── pop ◀────┴── processorListener
//
// Where to read on: world.go (the conductor), link.go (the network), reflector.go,
// process.go (the loop that pops, stores and tells), listener.go, handler.go,
// workqueue.go, controller.go; the data structures are in the packages cache,
// workqueue and apiserver, the vocabulary of events in trace. Behaviour is cited
// by the numbers of the behaviour catalogue (R-1, D-3 …) and by upstream's file
// and function; what differs on purpose is marked "Simplified:".
package engine
