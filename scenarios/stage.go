package scenarios

import (
	"slices"
	"strings"

	"informerscope/engine/trace"
)

// Shows says whether an event is seen on the scenario's stage: what goes on in a
// room that is not shown is not, nor is what goes there.
func (s *Scenario) Shows(e trace.Event) bool {
	return len(s.Stage) == 0 || slices.Contains(s.Stage, roomOf(e))
}

// roomOf is the room in which an event is seen. What the server and the reader
// do is seen at the server, wherever it leads.
func roomOf(e trace.Event) string {
	if e.Kind.IsAct() || e.Actor == "server" {
		return trace.APIServer
	}
	place := e.To
	if place == "" {
		place = e.From
	}
	place, _, _ = strings.Cut(place, ":")
	switch {
	case place == trace.Listener || place == trace.Handler:
		return trace.Processor
	case place != "":
		return place
	case strings.HasSuffix(e.Actor, "/reflector"):
		return trace.Reflector
	case strings.HasSuffix(e.Actor, "/manager") || strings.HasSuffix(e.Actor, "/leaderElector"):
		return trace.Manager
	}
	return trace.ProcessLoop
}
