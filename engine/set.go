package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"informerscope/engine/trace"
)

// set changes a number of the world.
func (w *World) set(name string, value any) {
	cause := w.act(trace.ActSet, "", trace.String("name", name), trace.String("value", fmt.Sprint(value)))
	w.try(cause, func(int64) error { return w.setNumber(name, value, cause) })
}

func (w *World) setNumber(name string, value any, cause int64) error {
	if base, field := cutField(name); field == "workers" || field == "fails" {
		c, err := w.controller(strings.TrimPrefix(base, "controller "))
		n, whole := wholeNumber(value)
		switch {
		case err != nil:
		case !whole:
			err = fmt.Errorf("%s is a whole number, not %v", name, value)
		case field == "fails":
			c.Fails = n
		default:
			c.setWorkers(w, n, cause)
		}
		return err
	}
	d, err := time.ParseDuration(fmt.Sprint(value))
	if err != nil {
		return fmt.Errorf("%s is a duration such as 250ms, not %v", name, value)
	}
	switch name {
	case "network.list":
		w.Network.List = d
	case "network.watch":
		w.Network.Watch = d
	case "network.write":
		w.Network.Write = d
	default:
		return w.setTakes(name, d)
	}
	return nil
}

// setTakes sets "handler main.takes", "handler pods/main.takes" or "controller
// main.takes".
func (w *World) setTakes(name string, d time.Duration) error {
	if base, ok := strings.CutSuffix(strings.TrimPrefix(name, "controller "), ".takes"); ok && strings.HasPrefix(name, "controller ") {
		c, err := w.controller(base)
		if err == nil {
			c.Config.Takes.Duration = d
		}
		return err
	}
	base, ok := strings.CutSuffix(strings.TrimPrefix(name, "handler "), ".takes")
	if !ok {
		return fmt.Errorf("%q cannot be set; what can is network.list, network.watch, network.write, handler NAME.takes, controller NAME.takes, controller NAME.workers, controller NAME.fails", name)
	}
	var found []*Listener
	for _, i := range w.Informers {
		for _, l := range i.Listeners {
			if base == l.Config.Name || base == i.Config.Name+"/"+l.Config.Name {
				found = append(found, l)
			}
		}
	}
	if len(found) != 1 {
		return fmt.Errorf("%q names %d handlers; say INFORMER/HANDLER", base, len(found))
	}
	found[0].Config.Takes.Duration = d
	return nil
}

// cutField cuts "controller main.workers" into what it is of and the field.
func cutField(name string) (of, field string) {
	dot := max(strings.LastIndexByte(name, '.'), 0)
	return name[:dot], strings.TrimPrefix(name[dot:], ".")
}

func wholeNumber(v any) (int, bool) {
	n, err := strconv.Atoi(fmt.Sprint(v))
	return n, err == nil && n >= 0
}
