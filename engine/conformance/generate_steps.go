package conformance

import (
	"fmt"
	"slices"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// at is the time of the present instant.
func (g *generator) at() time.Duration {
	return g.now + time.Duration(g.steps)*10*time.Microsecond
}

// pause goes on to the next instant.
func (g *generator) pause() {
	g.steps++
	g.now += []time.Duration{
		time.Duration(1+g.rand.IntN(30)) * time.Millisecond,
		time.Duration(100+g.rand.IntN(3000)) * time.Millisecond,
		time.Duration(100+g.rand.IntN(3000)) * time.Millisecond,
		time.Duration(3000+g.rand.IntN(30000)) * time.Millisecond,
	}[g.rand.IntN(4)]
	if g.chance(60) {
		g.now += 470 * time.Second // a watch times out
	}
}

// happening is one kind of thing that a script does.
type happening struct {
	weight int
	// alone: at an instant of its own. What a handler that has just come would
	// still hear of that instant is open, and so is what a worker makes of two
	// adds.
	alone    bool
	commands func(*generator) []engine.Command
}

var happenings = []happening{
	{weight: 4, commands: (*generator).write},
	{weight: 3, commands: (*generator).lose},
	{weight: 2, commands: (*generator).fault},
	{weight: 1, commands: (*generator).change},
	{weight: 1, commands: (*generator).clients, alone: true},
	{weight: 2, commands: (*generator).queue, alone: true},
}

// step adds what happens next, at a new instant or together with the last.
func (g *generator) step() {
	h := g.happening()
	together := g.steps > 0 && !h.alone && !g.alone && g.chance(3)
	commands := h.commands(g)
	if len(commands) == 0 {
		return
	}
	if !together {
		g.pause()
	}
	g.alone = h.alone
	for i, c := range commands {
		step := scenarios.Step{Command: c}
		if i == 0 && !together {
			step.At = duration(g.at())
		}
		g.s.Steps = append(g.s.Steps, step)
	}
}

// happening picks one by weight.
func (g *generator) happening() happening {
	var table []happening
	for _, h := range happenings {
		for range h.weight {
			table = append(table, h)
		}
	}
	return choose(g, table...)
}

// write creates, changes or deletes an object.
func (g *generator) write() []engine.Command {
	o := choose(g, g.objects()...)
	reference := o.reference()
	if !g.alive[reference] {
		return []engine.Command{{Create: ptr.To(g.manifest(o))}}
	}
	if g.chance(4) {
		remove := []engine.Command{{Delete: reference}}
		if g.held[reference] {
			if g.chance(2) {
				return remove // it stays until its finalizer goes
			}
			remove = append(remove, update(reference, map[string]any{"finalizers": nil}, nil))
		}
		delete(g.alive, reference)
		delete(g.held, reference)
		if g.chance(3) {
			remove = append(remove, engine.Command{Create: ptr.To(g.manifest(o))})
		}
		return remove
	}
	labels := map[string]any{choose(g, "app", "n"): choose[any](g, "web", "db", "web", "db", nil)}
	if g.chance(4) {
		return []engine.Command{update(reference, nil, map[string]any{"nodeName": choose(g, "n1", "n2")})}
	}
	return []engine.Command{update(reference, map[string]any{"labels": labels}, nil)}
}

func update(reference string, metadata, spec map[string]any) engine.Command {
	merge := map[string]any{}
	if metadata != nil {
		merge["metadata"] = metadata
	}
	if spec != nil {
		merge["spec"] = spec
	}
	return engine.Command{Update: &engine.UpdateCommand{Object: reference, Merge: merge}}
}

// lose ends the watch, with some changes that it misses, and perhaps without a
// history to catch up from.
func (g *generator) lose() []engine.Command {
	drop := engine.DropWatchCommand{Informer: "pods", How: choose(g, "eof", "reset", "timeout", "error-event")}
	if drop.How == "error-event" {
		drop.Status = choose(g, 0, 410, 429, 500)
	}
	commands := []engine.Command{{DropWatch: &drop}}
	for range g.rand.IntN(5) {
		commands = append(commands, g.write()...)
	}
	if g.chance(2) {
		commands = append(commands, engine.Command{Compact: g.compaction()})
	}
	if g.chance(3) {
		commands = append(commands, g.fail())
	}
	return commands
}

// fault makes requests fail, or takes the server away.
func (g *generator) fault() []engine.Command {
	away := &engine.AwayCommand{For: metav1.Duration{Duration: g.ms(53, 599, 2609, 9697)}}
	switch g.rand.IntN(5) {
	case 0:
		return []engine.Command{{Outage: away}}
	case 1:
		return []engine.Command{{Restart: away}}
	case 2:
		return []engine.Command{{Compact: g.compaction()}}
	case 3:
		return []engine.Command{{Bump: 1 + g.rand.Int64N(200)}}
	default:
		return []engine.Command{g.fail()}
	}
}

func (g *generator) compaction() *engine.CompactCommand {
	return &engine.CompactCommand{Keep: choose(g, 0, 0, 1, 2)}
}

func (g *generator) fail() engine.Command {
	return engine.Command{FailRequests: &engine.FailRequestsCommand{
		Informer: "pods", Verb: choose(g, "list", "watch", "watch"), Times: ptr.To(choose(g, 1, 1, 2, 4, 12)),
		Status: choose[any](g, 410, 429, 429, 500, 503, 403, "refused"),
	}}
}

// change sets a number of the world.
func (g *generator) change() []engine.Command {
	name, value := choose(g, "network.watch", "network.list"), g.ms(1, 31, 709)
	if g.takes > 0 && g.chance(3) {
		name, value = "controller main.takes", g.ms(0, 43, 907)
		if g.chance(2) && len(g.s.World.Controllers[0].Fail) == 0 { // one key fails at most
			return []engine.Command{{Set: map[string]any{"controller main.fails": int64(1)}}}
		}
	}
	return []engine.Command{{Set: map[string]any{name: value.String()}}}
}

// clients adds or removes a handler, or restarts the informer.
func (g *generator) clients() []engine.Command {
	if !*g.s.World.Informers[0].Shared {
		return nil
	}
	switch {
	case g.stopped || g.chance(6) && !g.panics:
		g.stopped = !g.stopped
		target := &engine.TargetCommand{Informer: "pods"}
		if g.stopped {
			return []engine.Command{{Stop: target}}
		}
		if g.chance(2) {
			g.now += 40 * time.Second // the old one has ended
		}
		return []engine.Command{{Start: target}}
	case !g.old() && g.chance(2) && len(g.handlers) > 0:
		name := choose(g, g.handlers...)
		g.handlers = slices.DeleteFunc(g.handlers, func(h string) bool { return h == name })
		return []engine.Command{{RemoveHandler: &engine.RemoveHandlerCommand{Informer: "pods", Name: name}}}
	default:
		g.added++
		h := g.handler(fmt.Sprintf("late%d", g.added))
		g.removable(h)
		return []engine.Command{{AddHandler: &engine.AddHandlerCommand{Informer: "pods", Handler: h}}}
	}
}

// queue calls the workqueue by hand.
func (g *generator) queue() []engine.Command {
	if !g.mode.Worker {
		return nil
	}
	c := engine.QueueCommand{Name: "main", Do: choose(g, "add", "addAfter", "addAfter", "addRateLimited", "forget"), Key: choose(g, g.objects()...).key()}
	if c.Do == "addAfter" {
		c.After = metav1.Duration{Duration: g.ms(0, 19, 2309, 8923)}
	}
	if g.chance(20) {
		return []engine.Command{{Stop: &engine.TargetCommand{Controller: "main", Drain: !g.old() && g.chance(2)}}}
	}
	return []engine.Command{{Queue: &c}}
}
