package engine

import (
	"fmt"
	"strings"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Elector models LeaderElector (tools/leaderelection/leaderelection.go): it
// acquires a Lease, renews it, and gives up leading when it could not do so for
// RenewDeadline. Nobody looks at the other's clock: a Lease has run out when it
// has not changed for LeaseDuration since it was last seen to change.
//
// Simplified: a leader elector tells of no Events, and knows no coordinated election.
type Elector struct {
	Phase ElectorPhase
	// Leading: it has acquired the Lease, and renews it. Holder is the leader it
	// knows of, and ObservedAt when it last saw the Lease change.
	Leading    bool
	Holder     string
	ObservedAt time.Duration
	// WakeAt is when it tries again; Deadline is when it gives up renewing, and
	// Failing says that it leads and could not renew at its last attempt.
	WakeAt   time.Duration
	Deadline time.Duration
	Failing  bool

	manager   int
	actorName string
	exchange
	cause int64
	// lease is the Lease as it was last seen, raw what a look at it gave.
	lease cache.Object
	raw   string
	began time.Duration
	turn  int
}

// ElectorPhase is where an elector stands.
type ElectorPhase string

// The phases of an elector.
const (
	ElectorStopped  ElectorPhase = "stopped"
	ElectorTrying   ElectorPhase = "tryAcquireOrRenew"
	ElectorRenewing ElectorPhase = "Lock.Update, optimistically"
	ElectorGetting  ElectorPhase = "Lock.Get"
	ElectorCreating ElectorPhase = "Lock.Create"
	ElectorUpdating ElectorPhase = "Lock.Update"
	ElectorSleeping ElectorPhase = "RetryPeriod"
)

const upstreamElection = "tools/leaderelection/leaderelection.go: LeaderElector."

func (e *Elector) start(cause int64) {
	*e = Elector{Phase: ElectorTrying, manager: e.manager, actorName: e.actorName, cause: cause, turn: e.turn}
}

func (e *Elector) stop() {
	e.Phase, e.Leading, e.WakeAt, e.Deadline, e.Failing, e.exchange = ElectorStopped, false, 0, 0, false, exchange{}
	e.turn++
}

func (e *Elector) name() string { return e.actorName }

func (e *Elector) ready(*World) bool { return e.Phase == ElectorTrying || e.woken }

func (e *Elector) step(w *World) {
	m := w.Managers[e.manager]
	c := m.Config.LeaderElection
	e.woken = false
	if e.Leading && e.Phase != ElectorTrying && w.now >= e.Deadline && e.Phase != ElectorSleeping {
		e.lose(w, m)
		return
	}
	switch e.Phase {
	case ElectorSleeping:
		e.WakeAt = 0
		if e.Leading && e.Deadline > 0 && w.now >= e.Deadline {
			e.lose(w, m)
			return
		}
		e.try(w, m, c)
	case ElectorTrying:
		e.try(w, m, c)
	case ElectorRenewing:
		if e.err == nil {
			e.done(w, m, c)
			return
		}
		e.get(w, c)
	case ElectorGetting:
		e.got(w, m, c)
	case ElectorCreating, ElectorUpdating:
		if e.err == nil {
			e.done(w, m, c)
		} else {
			e.failed(w, m, c)
		}
	}
}

// try is tryAcquireOrRenew: a leader whose Lease is valid updates it at once, from
// what it last saw.
func (e *Elector) try(w *World, m *Manager, c *LeaderElectionConfig) {
	e.began = w.now
	if e.Leading && e.Deadline == 0 {
		e.Deadline = w.now + c.RenewDeadline.Duration
		w.periodically(c.RenewDeadline.Duration, electorDeadline{e.manager, e.Deadline})
	}
	if e.Holder == m.Config.Name && e.valid(c) {
		e.ask(w, ElectorRenewing, request{method: put, object: e.record(w, m, c)})
		return
	}
	e.get(w, c)
}

func (e *Elector) get(w *World, c *LeaderElectionConfig) {
	e.ask(w, ElectorGetting, request{method: get, ref: leaseRef(w, c)})
}

// got looks at the Lease: somebody else's that has not run out stays his.
func (e *Elector) got(w *World, m *Manager, c *LeaderElectionConfig) {
	if apierrors.IsNotFound(e.err) {
		e.lease = nil
		e.ask(w, ElectorCreating, request{method: post, object: e.record(w, m, c)})
		return
	}
	if e.err != nil {
		e.failed(w, m, c)
		return
	}
	if raw := rawRecord(e.answer); raw != e.raw {
		e.observe(w, e.answer)
		e.raw = raw
	}
	e.lease = e.answer
	if e.Holder != "" && e.Holder != m.Config.Name && e.valid(c) {
		e.cause = w.emit(trace.Event{Actor: e.actorName, Kind: trace.LeaderHeld, Key: c.Lease, Cause: e.cause, Upstream: upstreamElection + "tryAcquireOrRenew"},
			trace.String("manager", m.Config.Name), trace.String("holder", e.Holder), trace.Duration("for", e.ObservedAt+c.LeaseDuration.Duration-e.began))
		e.failed(w, m, c)
		return
	}
	e.ask(w, ElectorUpdating, request{method: put, object: e.record(w, m, c)})
}

// rawRecord is the LeaderElectionRecord of a Lease as JSON has it, by which a change
// is noticed: its times are in whole seconds, so that of two renewals within one the
// second goes unseen.
func rawRecord(lease cache.Object) string {
	second := func(name string) string {
		at := textAt(lease, "spec", name)
		return at[:min(len(at), len("2006-01-02T15:04:05"))]
	}
	return fmt.Sprint(textAt(lease, "spec", "holderIdentity"), " ", second("acquireTime"), " ", second("renewTime"), " ", numberAt(lease, "spec", "leaseTransitions"))
}

// valid is isLeaseValid, as of when the attempt began.
func (e *Elector) valid(c *LeaderElectionConfig) bool {
	return e.ObservedAt+c.LeaseDuration.Duration > e.began
}

func (e *Elector) observe(w *World, lease cache.Object) {
	e.lease, e.Holder, e.ObservedAt = lease, textAt(lease, "spec", "holderIdentity"), w.now
}

// record is the Lease with this process as its holder.
func (e *Elector) record(w *World, m *Manager, c *LeaderElectionConfig) cache.Object {
	now := apiserver.Epoch.Add(e.began).Format(metav1.RFC3339Micro) // as of when the attempt began
	spec := map[string]any{
		"holderIdentity": m.Config.Name, "leaseDurationSeconds": int64(c.LeaseDuration.Duration / time.Second),
		"acquireTime": now, "renewTime": now, "leaseTransitions": int64(0),
	}
	o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "coordination.k8s.io/v1", "kind": "Lease"}}
	ref := leaseRef(w, c)
	o.SetName(ref.Name)
	o.SetNamespace(ref.Namespace)
	if e.lease != nil {
		o = e.lease.DeepCopy()
		transitions := int64(numberAt(o, "spec", "leaseTransitions"))
		if e.Holder == m.Config.Name {
			spec["acquireTime"] = textAt(o, "spec", "acquireTime")
		} else {
			transitions++
		}
		spec["leaseTransitions"] = transitions
	}
	o.Object["spec"] = spec
	return o
}

func leaseRef(w *World, c *LeaderElectionConfig) apiserver.Ref {
	namespace, name, _ := strings.Cut(c.Lease, "/")
	return apiserver.Ref{Resource: w.Server.ResourceForKind("coordination.k8s.io/v1", "Lease"), Namespace: namespace, Name: name}
}

func (e *Elector) ask(w *World, phase ElectorPhase, r request) {
	e.Phase = phase
	w.send(asker{manager: e.manager + 1}, r, e.cause)
	e.cause = e.sent
}

// done is an attempt that succeeded: the Lease is ours.
func (e *Elector) done(w *World, m *Manager, c *LeaderElectionConfig) {
	e.observe(w, e.answer)
	if e.Leading {
		e.Deadline, e.Failing = 0, false
		e.sleep(w, c.RetryPeriod.Duration)
		return
	}
	e.Leading, e.Phase = true, ElectorTrying // renew begins at once
	e.cause = w.emit(trace.Event{Actor: e.actorName, Kind: trace.LeaderAcquired, Key: c.Lease, RV: cache.VersionOf(e.lease), Cause: e.cause, Upstream: upstreamElection + "acquire"},
		trace.String("manager", m.Config.Name), trace.Int("transitions", numberAt(e.lease, "spec", "leaseTransitions")))
	m.run(w, e.cause)
}

// failed is an attempt that did not succeed: who wants to lead tries again after
// a pause with jitter, who leads a period after the attempt began, until the
// deadline.
func (e *Elector) failed(w *World, m *Manager, c *LeaderElectionConfig) {
	if !e.Leading {
		d := c.RetryPeriod.Duration
		if w.config.Jitter != JitterNone {
			d += time.Duration(1.2 * w.fraction() * float64(d))
		}
		e.sleep(w, d)
		return
	}
	e.Failing = true
	e.sleep(w, max(0, min(e.began+c.RetryPeriod.Duration, e.Deadline)-w.now))
}

func (e *Elector) sleep(w *World, d time.Duration) {
	e.Phase, e.WakeAt = ElectorSleeping, w.now+d
	e.turn++
	w.periodically(d, electorWakes{e.manager, e.turn})
}

// electorWakes is the end of a pause.
type electorWakes struct{ manager, turn int }

func (a electorWakes) do(w *World) {
	if e := w.Managers[a.manager].Elector; e.turn == a.turn {
		e.woken = true
	}
}

// electorDeadline is the end of the time to renew, whatever is under way then.
type electorDeadline struct {
	manager  int
	deadline time.Duration
}

func (a electorDeadline) do(w *World) {
	if e := w.Managers[a.manager].Elector; e.Leading && e.Deadline == a.deadline {
		e.woken = true
	}
}

// lose is the end of leading: the process ends (OnStoppedLeading).
func (e *Elector) lose(w *World, m *Manager) {
	e.cause = w.emit(trace.Event{Actor: e.actorName, Kind: trace.LeaderLost, Key: m.Config.LeaderElection.Lease, Cause: e.cause, Upstream: upstreamElection + "renew"},
		trace.String("manager", m.Config.Name), trace.Duration("for", m.Config.LeaderElection.RenewDeadline.Duration))
	m.stop(w, e.cause)
}

// leader is the manager that leads, of two that think so the one that has seen
// the Lease last; an error if none does.
func (w *World) leader() (*Manager, error) {
	var leader *Manager
	for _, m := range w.Managers {
		if m.Elector != nil && m.Elector.Leading && (leader == nil || m.Elector.ObservedAt > leader.Elector.ObservedAt) {
			leader = m
		}
	}
	if leader == nil {
		return nil, fmt.Errorf("no manager leads")
	}
	return leader, nil
}
