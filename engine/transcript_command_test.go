package engine

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"

	"github.com/cockroachdb/datadriven"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/yaml"
)

// parseCommand reads a line of a run: [at TIME] and then one of
//
//	create NAME [LABEL=VALUE …]
//	update NAME [LABEL=VALUE …]      without labels: some other change
//	delete NAME
//	drop [eof|reset|timeout|error [STATUS]] [INFORMER]
//	fail list|watch|write STATUS|refused [xTIMES] [RETRY-AFTER]
//	compact [KEEP] · outage TIME · restart TIME · bump N
//	hold ACTOR · release ACTOR
//	queue add|addAfter|addRateLimited|forget|done KEY [TIME]
//	set NAME VALUE, a NAME of two words too
//	addHandler NAME [FIELD=VALUE …] · removeHandler NAME
//	stop|start INFORMER|controller NAME [drain]
//	{…}                              any other command, as scenarios write it
//
// Objects are pods in the namespace default, the informer is pods.
func (b *book) parseCommand(line string) (at time.Duration, c Command, err error) {
	at = b.world.Now()
	if rest, ok := strings.CutPrefix(line, "at "); ok {
		when, rest, _ := strings.Cut(rest, " ")
		if at, err = time.ParseDuration(when); err != nil {
			return 0, c, err
		}
		line = strings.TrimSpace(rest)
	}
	if strings.HasPrefix(line, "{") {
		return at, c, yaml.UnmarshalStrict([]byte(line), &c)
	}
	words := strings.Fields(line)
	c, err = b.command(words[0], words[1:])
	return at, c, err
}

func (b *book) command(verb string, args []string) (c Command, err error) {
	arg := func(n int) string {
		if n < len(args) {
			return args[n]
		}
		return ""
	}
	switch verb {
	case "create":
		m := pod(arg(0), args[1:])
		c.Create = &m
	case "update":
		c.Update = &UpdateCommand{Object: "pods/default/" + arg(0), Merge: b.change(args[1:])}
	case "patch":
		merge, _ := scalar(strings.Join(args[1:], " ")).(map[string]any)
		c.Update = &UpdateCommand{Object: arg(0), Merge: merge}
	case "remove":
		c.Delete = arg(0)
	case "delete":
		c.Delete = "pods/default/" + arg(0)
	case "drop":
		c.DropWatch, err = parseDrop(args)
	case "fail":
		c.FailRequests, err = parseFail(args)
	case "compact":
		keep, _ := strconv.Atoi(arg(0))
		c.Compact = &CompactCommand{Keep: keep}
	case "outage":
		c.Outage, err = parseAway(arg(0))
	case "restart":
		c.Restart, err = parseAway(arg(0))
	case "bump":
		c.Bump, err = strconv.ParseInt(arg(0), 10, 64)
	case "hold":
		c.Hold = arg(0)
	case "release":
		c.Release = arg(0)
	default:
		c, err = clientCommand(verb, args)
	}
	return c, err
}

// wire reads lines of what arrives at the reflector of pods:
//
//	open · end HOW · error STATUS [TooLarge] · list VERSION
//	TYPE NAME VERSION        an event of that type; a BOOKMARK has the name -
func (b *book) wire(t *testing.T, d *datadriven.TestData) string {
	b.lied = true
	r := b.world.Informers[0].Reflector
	for _, line := range strings.Split(d.Input, "\n") {
		words := strings.Fields(line)
		m := message{request: r.Request, cause: b.world.Seq(), token: b.world.Seq()}
		switch words[0] {
		case "open":
			m.opened = true
		case "list":
			m.list = &apiserver.ListResult{ResourceVersion: words[1]}
		case "end":
			m.end = words[1]
		case "error":
			code, _ := strconv.Atoi(words[1])
			err := statusError(code, 0)
			if len(words) > 2 {
				err.ErrStatus.Details = &metav1.StatusDetails{Causes: []metav1.StatusCause{{Type: metav1.CauseTypeResourceVersionTooLarge}}}
			}
			m.event = &watch.Event{Type: watch.Error, Object: &err.ErrStatus}
		default:
			o := &unstructured.Unstructured{Object: pod(words[1], nil)}
			o.SetResourceVersion(words[2])
			m.event, m.key = &watch.Event{Type: watch.EventType(words[0]), Object: o}, cache.KeyOf(o)
		}
		r.receive(b.world, m)
	}
	return ""
}

func clientCommand(verb string, args []string) (c Command, err error) {
	switch verb {
	case "queue":
		c.Queue = &QueueCommand{Name: "main", Do: args[0], Key: "default/" + args[1]}
		for _, arg := range args[2:] {
			if priority, ok := strings.CutPrefix(arg, "priority="); ok {
				c.Queue.Priority, err = strconv.Atoi(priority)
			} else {
				c.Queue.After.Duration, err = time.ParseDuration(arg)
			}
		}
	case "set":
		last := len(args) - 1
		c.Set = map[string]any{strings.Join(args[:last], " "): args[last]}
	case "addHandler":
		c.AddHandler = &AddHandlerCommand{Informer: "pods"}
		text, _ := yaml.Marshal(named(args))
		err = yaml.UnmarshalStrict(text, &c.AddHandler.Handler)
	case "removeHandler":
		c.RemoveHandler = &RemoveHandlerCommand{Informer: "pods", Name: args[0]}
	case "stop":
		c.Stop = target(args)
	case "start":
		c.Start = target(args)
	default:
		err = fmt.Errorf("there is no command %q", verb)
	}
	return c, err
}

func target(args []string) *TargetCommand {
	switch args[0] {
	case "manager":
		return &TargetCommand{Manager: args[1]}
	case "leader":
		return &TargetCommand{Leader: true}
	}
	if args[0] == "controller" {
		return &TargetCommand{Controller: args[1], Drain: len(args) > 2}
	}
	return &TargetCommand{Informer: args[0]}
}

// change is a merge patch of labels, or of something that changes every time.
func (b *book) change(labels []string) map[string]any {
	if len(labels) == 0 {
		b.updates++
		return map[string]any{"spec": map[string]any{"nodeName": fmt.Sprintf("node-%d", b.updates)}}
	}
	all := map[string]any{}
	for _, label := range labels {
		key, value, _ := strings.Cut(label, "=")
		all[key] = value
		if value == "" {
			all[key] = nil
		}
	}
	return map[string]any{"metadata": map[string]any{"labels": all}}
}

func parseDrop(args []string) (*DropWatchCommand, error) {
	c := &DropWatchCommand{Informer: "pods"}
	for _, arg := range args {
		status, err := strconv.Atoi(arg)
		switch {
		case err == nil:
			c.Status = status
		case arg == "error":
			c.How = "error-event"
		case arg == "eof" || arg == "reset" || arg == "timeout":
			c.How = arg
		default:
			c.Informer = arg
		}
	}
	return c, nil
}

func parseFail(args []string) (*FailRequestsCommand, error) {
	c := &FailRequestsCommand{Informer: "pods", Verb: args[0], Status: args[1]}
	if status, err := strconv.Atoi(args[1]); err == nil {
		c.Status = status
	}
	for _, arg := range args[2:] {
		if informer, ok := strings.CutPrefix(arg, "of="); ok {
			c.Informer = informer
			continue
		}
		if times, ok := strings.CutPrefix(arg, "x"); ok {
			n, err := strconv.Atoi(times)
			if err != nil {
				return nil, err
			}
			c.Times = &n
			continue
		}
		d, err := time.ParseDuration(arg)
		if err != nil {
			return nil, err
		}
		c.RetryAfter.Duration = d
	}
	return c, nil
}

func parseAway(arg string) (*AwayCommand, error) {
	d, err := time.ParseDuration(arg)
	return &AwayCommand{For: metav1.Duration{Duration: d}}, err
}
