package harness

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// do carries out one step.
func (r *run) do(c Command) error {
	switch {
	case c.Create != nil:
		r.server.create(*c.Create)
	case c.Update != nil:
		r.server.update(c.Update.Object, c.Update.Merge)
	case c.Delete != "":
		r.server.remove(c.Delete)
	case c.DropWatch != nil:
		r.server.drop(*c.DropWatch)
	case c.Compact != nil:
		r.server.compact(c.Compact.Keep)
	case c.FailRequests != nil:
		r.server.fail(*c.FailRequests)
	case c.Outage != nil:
		r.server.goAway(c.Outage.For.Duration, endReset, false)
	case c.Restart != nil:
		r.server.goAway(c.Restart.For.Duration, endEOF, true)
	case c.Bump != 0:
		r.server.bump(c.Bump)
	case c.Queue != nil:
		return r.doQueue(*c.Queue)
	case c.Set != nil:
		return r.set(c.Set)
	default:
		return r.doClient(c)
	}
	return nil
}

// doClient carries out a step that builds, starts or stops something.
func (r *run) doClient(c Command) error {
	switch {
	case c.AddInformer != nil:
		return r.addInformer(*c.AddInformer)
	case c.AddWorkqueue != nil:
		r.addWorkqueue(*c.AddWorkqueue)
	case c.AddController != nil:
		return r.addController(*c.AddController)
	case c.AddHandler != nil:
		inf, err := r.informerNamed(c.AddHandler.Informer)
		if err != nil {
			return err
		}
		h, err := r.newHandler(inf, c.AddHandler.Handler)
		if err != nil {
			return err
		}
		return inf.attach(h)
	case c.RemoveHandler != nil:
		inf, err := r.informerNamed(c.RemoveHandler.Informer)
		if err != nil {
			return err
		}
		return inf.detach(c.RemoveHandler.Name)
	case c.Stop != nil:
		return r.stop(*c.Stop)
	case c.Start != nil:
		inf, err := r.informerNamed(c.Start.Informer)
		if err != nil {
			return err
		}
		return r.start(inf)
	}
	return nil
}

func (r *run) informerNamed(name string) (*informer, error) {
	if inf := r.informers[name]; inf != nil {
		return inf, nil
	}
	return nil, fmt.Errorf("there is no informer %q", name)
}

func (r *run) stop(target TargetCommand) error {
	if c := r.controllers[target.Controller]; c != nil {
		return c.stop(target.Drain)
	}
	inf, err := r.informerNamed(target.Informer)
	if err != nil {
		return err
	}
	inf.stop()
	return nil
}

func (r *run) doQueue(c QueueCommand) error {
	q := r.queues[c.Name]
	if q == nil {
		return fmt.Errorf("there is no workqueue %q", c.Name)
	}
	switch c.Do {
	case "add":
		q.Add(c.Key)
	case "addAfter":
		q.AddAfter(c.Key, c.After.Duration)
	case "addRateLimited":
		q.AddRateLimited(c.Key)
	case "forget":
		q.Forget(c.Key)
	case "done":
		q.Done(c.Key)
	default:
		return fmt.Errorf("queue: do %q is none of add, addAfter, addRateLimited, forget, done", c.Do)
	}
	return nil
}

// set changes numbers of the world.
func (r *run) set(values map[string]any) error {
	for _, name := range sortedKeys(values) {
		if err := r.setOne(name, values[name]); err != nil {
			return fmt.Errorf("set %q: %w", name, err)
		}
	}
	return nil
}

// setOne sets network.WAY, handler NAME.takes, controller NAME.takes,
// controller NAME.workers or controller NAME.fails.
func (r *run) setOne(name string, value any) error {
	dot := strings.LastIndex(name, ".")
	kind, subject, _ := strings.Cut(name[:dot], " ")
	c, h := r.controllers[subject], r.handlerNamed(subject)
	if kind == "controller" && c == nil || kind == "handler" && h == nil {
		return fmt.Errorf("there is no %s %q", kind, subject)
	}
	if field := name[dot+1:]; field == "workers" || field == "fails" {
		n, err := strconv.Atoi(fmt.Sprint(value))
		switch {
		case err != nil:
			return err
		case field == "workers":
			return c.setWorkers(n)
		}
		c.setFails(n)
		return nil
	}
	d, err := time.ParseDuration(fmt.Sprint(value))
	if err != nil {
		return err
	}
	switch kind {
	case "network":
		r.server.setNetwork(name[dot+1:], metav1.Duration{Duration: d})
	case "handler":
		h.setTakes(d)
	case "controller":
		c.setTakes(d)
	}
	return nil
}

// handlerNamed finds a handler by INFORMER/HANDLER, or by HANDLER alone.
func (r *run) handlerNamed(name string) *Handler {
	for _, full := range sortedKeys(r.handlers) {
		if full == name || strings.HasSuffix(full, "/"+name) {
			return r.handlers[full]
		}
	}
	return nil
}
