package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"informerscope/engine/cache"
	"informerscope/engine/trace"
)

// The actors that are no goroutine of a client.
const (
	actorUser      = "user"
	actorServer    = "server"
	actorScheduler = "scheduler"
)

// Schedule puts a command on the agenda: it is carried out at that time, before
// anything else that is due then, behind commands that were scheduled earlier.
func (w *World) Schedule(at time.Duration, c Command) {
	w.agenda.putCommand(max(at, w.now), commandDue{c})
}

// Apply has a command carried out by the next Step.
func (w *World) Apply(c Command) { w.Schedule(w.now, c) }

type commandDue struct{ command Command }

func (a commandDue) do(w *World) {
	c := a.command
	switch {
	case c.Create != nil:
		w.create(*c.Create)
	case c.Update != nil:
		w.update(*c.Update)
	case c.Delete != "":
		w.delete(c.Delete)
	case c.DropWatch != nil:
		w.dropWatch(*c.DropWatch)
	case c.Compact != nil:
		w.act(trace.ActCompact, trace.APIServer, trace.Int("keep", c.Compact.Keep))
		w.Server.Compact(c.Compact.Keep)
	case c.FailRequests != nil:
		w.failRequests(*c.FailRequests)
	case c.Outage != nil:
		w.away(trace.ActOutage, c.Outage.For.Duration, "reset", awayEnds{until: w.now + c.Outage.For.Duration})
	case c.Restart != nil:
		w.away(trace.ActRestart, c.Restart.For.Duration, "eof", awayEnds{until: w.now + c.Restart.For.Duration, restart: true})
	case c.Bump != 0:
		w.act(trace.ActBump, trace.APIServer, trace.Int64("by", c.Bump))
		w.Server.Bump(c.Bump)
		w.link.pending = w.link.pending || len(w.link.ahead) > 0
	default:
		a.onClient(w)
	}
}

// onClient carries out the commands that do not concern the server.
func (a commandDue) onClient(w *World) {
	c := a.command
	switch {
	case c.Hold != "":
		w.act(trace.ActHold, "", trace.String("actor", c.Hold))
		w.Held = append(slices.Clone(w.Held), c.Hold)
	case c.Release != "":
		w.act(trace.ActRelease, "", trace.String("actor", c.Release))
		w.Held = slices.DeleteFunc(slices.Clone(w.Held), func(s string) bool { return s == c.Release })
	case c.Queue != nil:
		w.queueCommand(*c.Queue)
	case c.Set != nil:
		for _, name := range slices.Sorted(maps.Keys(c.Set)) {
			w.set(name, c.Set[name])
		}
	case c.AddInformer != nil:
		i := c.AddInformer.complete(w.profile)
		w.try(w.act(trace.ActAddInformer, trace.Of(trace.Reflector, i.Name), trace.String("informer", i.Name)), func(int64) error { return w.addInformer(i) })
	case c.AddWorkqueue != nil:
		w.try(w.act(trace.ActAddWorkqueue, trace.Of(trace.Workqueue, c.AddWorkqueue.Name), trace.String("queue", c.AddWorkqueue.Name)), func(int64) error {
			return w.addWorkqueue(c.AddWorkqueue.complete())
		})
	case c.AddController != nil:
		w.try(w.act(trace.ActAddController, "", trace.String("controller", c.AddController.Name)), func(cause int64) error {
			return w.addController(c.AddController.complete(), cause)
		})
	case c.AddHandler != nil:
		if i, err := w.informer(c.AddHandler.Informer); err != nil {
			w.refuse(err, w.act(trace.ActAddHandler, "", trace.String("informer", c.AddHandler.Informer)))
		} else {
			w.addHandler(i, c.AddHandler.Handler)
		}
	case c.RemoveHandler != nil:
		w.removeHandler(*c.RemoveHandler)
	case c.Stop != nil:
		w.stop(*c.Stop)
	case c.Start != nil:
		w.start(*c.Start)
	}
}

// act tells that a person or a script did something; it is a root.
func (w *World) act(kind trace.Kind, to string, data ...trace.Pair) int64 {
	return w.emit(trace.Event{Actor: actorUser, Kind: kind, To: to}, data...)
}

// try runs f, and tells if it was refused.
func (w *World) try(cause int64, f func(cause int64) error) {
	if err := f(cause); err != nil {
		w.refuse(err, cause)
	}
}

func (w *World) refuse(err error, cause int64) {
	w.emit(trace.Event{Actor: actorUser, Kind: trace.ActRefused, Cause: cause}, trace.String("error", err.Error()), trace.Int("status", statusOf(err)))
}

func (w *World) queueCommand(c QueueCommand) {
	q, err := w.workqueue(c.Name)
	cause := w.emit(trace.Event{Actor: actorUser, Kind: trace.ActQueue, Key: c.Key, To: trace.Of(trace.Workqueue, c.Name)}, trace.String("do", c.Do), trace.String("queue", c.Name))
	if err != nil {
		w.refuse(err, cause)
		return
	}
	from := cache.Origin{Cause: cause}
	switch c.Do {
	case "add":
		q.addWith(w, c.Key, c.Priority, actorUser, from)
	case "addAfter":
		q.addAfter(w, c.Key, c.After.Duration, c.Priority, actorUser, from, upstreamDelaying+"AddAfter")
	case "addRateLimited":
		q.addRateLimited(w, c.Key, c.Priority, actorUser, from)
	case "forget":
		q.forget(w, c.Key, actorUser, cause)
	case "done":
		q.Misused = true
		q.done(w, c.Key, actorUser, cause)
	}
}

func (w *World) stop(c TargetCommand) {
	cause := w.act(trace.ActStop, "", targetData(c)...)
	w.try(cause, func(int64) error {
		if c.Controller != "" {
			ctl, err := w.controller(c.Controller)
			if err != nil {
				return err
			}
			ctl.stop(w, c.Drain, cause)
			return nil
		}
		if c.Leader || c.Manager != "" {
			m, err := w.target(c)
			if err == nil {
				m.stop(w, cause)
			}
			return err
		}
		i, err := w.informer(c.Informer)
		if err != nil {
			return err
		}
		if !i.Started || i.Reflector.stopping {
			return fmt.Errorf("informer %s is not running", c.Informer)
		}
		i.stop(cause)
		return nil
	})
}

func (w *World) start(c TargetCommand) {
	cause := w.act(trace.ActStart, "", targetData(c)...)
	w.try(cause, func(int64) error {
		if c.Controller != "" {
			ctl, err := w.controller(c.Controller)
			if err != nil {
				return err
			}
			return ctl.restart(w, cause)
		}
		if c.Manager != "" {
			m, err := w.target(c)
			switch {
			case err != nil:
			case m.Phase == ManagerRunning:
				m.startFactory(w, cause)
			default:
				m.start(w, cause)
			}
			return err
		}
		i, err := w.informer(c.Informer)
		if err != nil {
			return err
		}
		return w.startInformer(i, cause)
	})
}

// startInformer runs an informer, or a new one in its place if it was stopped.
func (w *World) startInformer(i *Informer, cause int64) (err error) {
	if i.Started && !i.Reflector.stopping {
		return fmt.Errorf("informer %s is running", i.Config.Name)
	}
	if i.Reflector.stopping {
		if i, err = i.again(w); err != nil {
			return err
		}
	}
	informerStarts{i.index, cause}.do(w)
	return nil
}

// target is the manager that a command is about.
func (w *World) target(c TargetCommand) (*Manager, error) {
	if c.Leader {
		return w.leader()
	}
	return w.manager(c.Manager)
}

func targetData(c TargetCommand) trace.Data {
	if c.Controller != "" {
		return trace.Data{trace.String("controller", c.Controller)}
	}
	if c.Leader {
		return trace.Data{trace.Bool("leader", true)}
	}
	if c.Manager != "" {
		return trace.Data{trace.String("manager", c.Manager)}
	}
	return trace.Data{trace.String("informer", c.Informer)}
}

func (w *World) controller(name string) (*Controller, error) {
	for _, c := range w.Controllers {
		if c.Config.Name == name {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no controller is called %q; there are %s", name, names(w.Controllers, func(c *Controller) string { return c.Config.Name }))
}

func orInt(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// names lists what there is, for messages.
func names[T any](list []T, name func(T) string) string {
	if len(list) == 0 {
		return "none"
	}
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = name(v)
	}
	return strings.Join(all, ", ")
}

// errStoppedInformer is what AddEventHandler returns after a stop (S-4).
func errStoppedInformer(i *Informer) error {
	return errors.New("handler was not added to shared informer because it has stopped already: " + i.Config.Name)
}
