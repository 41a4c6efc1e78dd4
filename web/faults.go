package web

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"informerscope/engine"
)

// faults are what a reader can break, by the name of the control. Each is what
// is done to the world, in order.
var faults = map[string]func(m *Model) []engine.Command{
	"drop-watch": (*Model).dropWatch,
	"compact": func(*Model) []engine.Command {
		return []engine.Command{{Compact: &engine.CompactCommand{Keep: 0}}}
	},
	"fail-list":     func(m *Model) []engine.Command { return m.failLists(500) },
	"fail-list-429": func(m *Model) []engine.Command { return m.failLists(429) },
	"slow-network":  (*Model).toggleSlow,
	"outage": func(*Model) []engine.Command {
		return []engine.Command{{Outage: &engine.AwayCommand{For: metav1.Duration{Duration: 10 * time.Second}}}}
	},
	"restart": func(*Model) []engine.Command {
		return []engine.Command{{Restart: &engine.AwayCommand{For: metav1.Duration{Duration: time.Second}}}}
	},
}

// dropWatch cuts the watch. The next two attempts to watch again are refused, so
// that a person has the time to act before it is back.
func (m *Model) dropWatch() []engine.Command {
	i := m.informer()
	if i == nil {
		return nil
	}
	return []engine.Command{
		{FailRequests: &engine.FailRequestsCommand{Informer: i.Config.Name, Verb: "watch", Times: ptr.To(2), Status: "refused"}},
		{DropWatch: &engine.DropWatchCommand{Informer: i.Config.Name, How: "reset"}},
	}
}

// failLists has the server refuse the informer's next list.
func (m *Model) failLists(status int) []engine.Command {
	i := m.informer()
	if i == nil {
		return nil
	}
	c := engine.FailRequestsCommand{Informer: i.Config.Name, Verb: "list", Times: ptr.To(1), Status: status}
	if status == 429 {
		c.RetryAfter = metav1.Duration{Duration: time.Second}
	}
	return []engine.Command{{FailRequests: &c}}
}

// slowBy is how many times longer everything takes on a slow network.
const slowBy = 100

// toggleSlow makes the network slow, or as it was.
func (m *Model) toggleSlow() []engine.Command {
	n, by := m.network(), time.Duration(slowBy)
	if m.slow() {
		by = 1
	}
	return []engine.Command{{Set: map[string]any{
		"network.list": (n.List * by).String(), "network.watch": (n.Watch * by).String(), "network.write": (n.Write * by).String(),
	}}}
}

// slow says whether the network is slower than the scenario's.
func (m *Model) slow() bool { return m.world().Network.Watch > m.network().Watch }

// network is the scenario's.
func (m *Model) network() engine.Network {
	c := m.Session.Scenario.World.Complete().Network
	return engine.Network{List: c.List.Duration, Watch: c.Watch.Duration, Write: c.Write.Duration}
}

// breakSomething does one of the faults.
func (m *Model) breakSomething(now time.Duration, name string) {
	commands := faults[name](m)
	if len(commands) == 0 {
		m.say(true, m.t("error.no-informer"))
	}
	for _, c := range commands {
		m.act(now, c)
	}
}
