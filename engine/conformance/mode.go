package conformance

import (
	"strings"

	"informerscope/engine"
)

// Mode is one of the ways in which scripts are run: the queue, how the first
// list is fetched, and whether keys go on to a workqueue with one worker.
type Mode struct {
	// Client is the release, 1.37 unless given.
	Client    string
	Queue     string
	Atomic    bool
	WatchList bool
	Worker    bool
}

// Modes are all fourteen: the first two are those of 1.13, which knows one
// queue and no streaming.
func Modes() []Mode {
	modes := []Mode{{Client: engine.Client113, Queue: engine.DeltaFIFO}, {Client: engine.Client113, Queue: engine.DeltaFIFO, Worker: true}}
	for _, queue := range []Mode{{Queue: engine.DeltaFIFO}, {Queue: engine.RealFIFO}, {Queue: engine.RealFIFO, Atomic: true}} {
		for _, watchList := range []bool{false, true} {
			for _, worker := range []bool{false, true} {
				queue.WatchList, queue.Worker = watchList, worker
				modes = append(modes, queue)
			}
		}
	}
	return modes
}

// String is the mode's name, such as "RealFIFO-atomic-streaming-worker".
func (m Mode) String() string {
	words := []string{m.Queue, "list"}
	if m.Atomic {
		words[0] += "-atomic"
	}
	if m.WatchList {
		words[1] = "streaming"
	}
	if m.Client != "" {
		words = append([]string{m.Client}, words...)
	}
	if m.Worker {
		words = append(words, "worker")
	}
	return strings.Join(words, "-")
}
