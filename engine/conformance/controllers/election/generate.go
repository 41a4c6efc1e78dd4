package election

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"time"

	"informerscope/engine"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// script is a number of processes that want to lead, and what happens to them.
type script struct {
	leaseDuration, renewDeadline, retryPeriod time.Duration
	names                                     []string
	calls                                     []call
	until                                     time.Duration
}

// call starts or ends a process, or takes the server away for some time.
type call struct {
	at       time.Duration
	do, name string
	lasts    time.Duration
}

// generate makes a script of a seed.
func generate(seed uint64) script {
	r := rand.New(rand.NewPCG(seed, 12))
	upTo := func(d time.Duration) time.Duration { return 1 + time.Duration(r.Int64N(int64(d))) }
	s := script{until: 90 * time.Second, names: []string{"kcm-1", "kcm-2", "kcm-3"}[:1+r.IntN(3)]}
	s.leaseDuration = time.Duration(4+r.IntN(12)) * time.Second
	s.renewDeadline = s.leaseDuration/2 + upTo(s.leaseDuration/2-time.Second)
	s.retryPeriod = 200*time.Millisecond + upTo(s.renewDeadline/2-200*time.Millisecond)
	apart := []time.Duration{3 * time.Second, oneWay}[r.IntN(2)] // so near that they get into each other's way
	for _, name := range s.names {
		s.calls = append(s.calls, call{at: upTo(apart), do: "start", name: name})
	}
	for range r.IntN(12) {
		c := call{at: upTo(70 * time.Second), do: []string{"start", "stop", "outage"}[r.IntN(3)], name: s.names[r.IntN(len(s.names))]}
		if c.do == "outage" {
			c.name, c.lasts = "", upTo(12*time.Second)
		}
		s.calls = append(s.calls, c)
	}
	sort.Slice(s.calls, func(i, j int) bool { return s.calls[i].at < s.calls[j].at })
	return s
}

// String is the script as a person reads it.
func (s script) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "leaseDuration=%v renewDeadline=%v retryPeriod=%v\n", s.leaseDuration, s.renewDeadline, s.retryPeriod)
	for _, c := range s.calls {
		fmt.Fprintf(&out, "%v %s %s%v\n", c.at, c.do, c.name, c.lasts)
	}
	return out.String()
}

// config is the world of a script: processes that do nothing but lead.
func (s script) config() engine.Config {
	length := func(d time.Duration) *metav1.Duration { return &metav1.Duration{Duration: d} }
	c := engine.Config{Jitter: engine.JitterNone, Network: engine.NetworkConfig{Write: length(oneWay)}}
	for _, name := range s.names {
		c.Managers = append(c.Managers, engine.ManagerConfig{Name: name, StartAt: *length(1000 * time.Hour),
			LeaderElection: &engine.LeaderElectionConfig{Lease: lease, LeaseDuration: length(s.leaseDuration), RenewDeadline: length(s.renewDeadline), RetryPeriod: length(s.retryPeriod)}})
	}
	return c
}

func (c call) command() engine.Command {
	switch c.do {
	case "start":
		return engine.Command{Start: &engine.TargetCommand{Manager: c.name}}
	case "stop":
		return engine.Command{Stop: &engine.TargetCommand{Manager: c.name}}
	}
	return engine.Command{Outage: &engine.AwayCommand{For: metav1.Duration{Duration: c.lasts}}}
}
