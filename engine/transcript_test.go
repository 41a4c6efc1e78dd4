package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"informerscope/engine/trace"

	"github.com/cockroachdb/datadriven"
)

// TestTranscripts runs the transcripts of testdata/transcripts: small worlds,
// what is done to them, and what they say. Each opens with the catalogue's
// numbers that it shows. Invariants are checked after every step.
//
// Expectations are written anew by `go test ./engine -run TestTranscripts
// -rewrite`; a difference has to be explained in the commit's message.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata/transcripts", func(t *testing.T, path string) {
		b := &book{}
		datadriven.RunTest(t, path, b.page)
	})
}

// book is one transcript being run: the world, and which events are told.
type book struct {
	world   *World
	watcher *Watcher
	show    map[string]bool
	updates int
	// lied: a wire directive has told the reflector what no server would.
	lied bool
}

// page runs one directive. They are:
//
//	world [KEY=VALUE …]   begins a world; its lines are parts of it (world lines below)
//	run [TIME]            does the lines (command lines below), lets the time pass
//	                      to TIME, or until nothing is left to happen, and tells
//	                      what happened; show=(KIND,…) says which kinds of events
//	step [N]              does the lines, then N steps
//	wire                  gives the reflector of pods what its lines say, as a
//	                      server that contradicts itself might (wire lines below)
//	cache, queue, listeners, workqueue, goroutines, server
//	                      print what is where now
func (b *book) page(t *testing.T, d *datadriven.TestData) string {
	if d.Cmd == "world" {
		b.begin(t, d)
		return ""
	}
	if b.world == nil {
		d.Fatalf(t, "a transcript begins with world")
	}
	switch d.Cmd {
	case "run":
		return b.run(t, d)
	case "step":
		return b.step(t, d)
	case "wire":
		return b.wire(t, d)
	}
	view, ok := views[d.Cmd]
	if !ok {
		d.Fatalf(t, "there is no directive %q", d.Cmd)
	}
	return view(b.world)
}

// begin makes the world; what is at rest in it, the network, and chance are
// left out unless they are asked for, so that times are the catalogue's own.
func (b *book) begin(t *testing.T, d *datadriven.TestData) {
	config, show, err := parseWorld(d)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	world, err := New(config)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	*b = book{world: world, watcher: NewWatcher(world), show: kindsOf(t, d, show)}
}

// run does what the lines say and tells what came of it.
func (b *book) run(t *testing.T, d *datadriven.TestData) string {
	b.schedule(t, d)
	until := 10 * time.Minute
	fixed := false
	for _, arg := range d.CmdArgs {
		if arg.Key == "show" {
			b.show = kindsOf(t, d, arg.Vals)
			continue
		}
		at, err := time.ParseDuration(arg.Key)
		if err != nil {
			d.Fatalf(t, "run %s: want a time or show=(…)", arg.Key)
		}
		until, fixed = at, true
	}
	var out strings.Builder
	for fixed || !b.world.Quiet() {
		events := b.world.StepUntil(until)
		if events == nil {
			break
		}
		b.tell(t, &out, events)
	}
	if fixed {
		b.world.AdvanceTo(until)
	}
	return out.String()
}

// step does the smallest moves.
func (b *book) step(t *testing.T, d *datadriven.TestData) string {
	b.schedule(t, d)
	n := 1
	if len(d.CmdArgs) > 0 {
		d.CmdArgs[0].Vals = []string{d.CmdArgs[0].Key}
		d.CmdArgs[0].Scan(t, 0, &n)
	}
	var out strings.Builder
	for range n {
		b.tell(t, &out, b.world.Step())
	}
	return out.String()
}

func (b *book) schedule(t *testing.T, d *datadriven.TestData) {
	for _, line := range strings.Split(d.Input, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		at, command, err := b.parseCommand(line)
		if err != nil {
			d.Fatalf(t, "%s: %v", line, err)
		}
		b.world.Schedule(at, command)
	}
}

// tell writes the lines of the events that are shown, and checks that nothing
// is broken after the step that made them.
func (b *book) tell(t *testing.T, out *strings.Builder, events []trace.Event) {
	for _, e := range events {
		b.watcher.Event(e)
		if b.show[string(e.Kind)] {
			fmt.Fprintf(out, "%-8s %s\n", e.At, line(e))
		}
	}
	if b.lied {
		return
	}
	broken := append(b.world.Violations(), b.watcher.Violations(b.world)...)
	if len(broken) > 0 {
		t.Fatalf("after event %d (%s):\n%s\n\n%s", b.world.Seq(), b.world.Now(), strings.Join(broken, "\n"), out)
	}
}
