package scenarios

import (
	"informerscope/engine"
)

// What holds between controllers, managers and the rest.

func (v *validator) addManager(c engine.ManagerConfig, p *path) {
	v.fresh(p.field("name"), say("manager"), c.Name, v.managers)
	v.managers = append(v.managers, c.Name)
	if c.LeaderElection == nil {
		return
	}
	// leaderelection.NewLeaderElector refuses the same.
	e := engine.Config{Managers: []engine.ManagerConfig{c}}.Complete().Managers[0].LeaderElection
	if p := p.field("leaderElection"); e.LeaseDuration.Duration <= e.RenewDeadline.Duration {
		v.once(p.field("leaseDuration"), "leaseDuration must be greater than renewDeadline, %s", e.RenewDeadline.Duration)
	} else if e.RenewDeadline.Duration*10 <= e.RetryPeriod.Duration*12 {
		v.once(p.field("renewDeadline"), "renewDeadline must be greater than 1.2 times retryPeriod, %s", e.RetryPeriod.Duration)
	}
}

// further checks the queues and informers that a controller has besides the
// first ones, and what its way to reconcile needs.
func (v *validator) further(c engine.ControllerConfig, p *path) {
	if !v.unsure["workqueues"] {
		for i, q := range c.Queues {
			v.known(p.field("queues").item(i), say("workqueue"), q, v.queues)
		}
	}
	for i, name := range c.Informers {
		v.informer(p.field("informers").item(i), name)
	}
	if c.Manager != "" && !v.unsure["managers"] {
		v.known(p.field("manager"), say("manager"), c.Manager, v.managers)
	}
	if c.Reconcile == engine.ReconcileReplicas && len(c.Informers) == 0 {
		v.once(p.field("informers"), "a replicas controller has to see its pods").Allowed = say("an informer of pods")
	}
	if c.Reconcile == engine.ReconcileQuota && len(c.Queues) != 2 {
		v.once(p.field("queues"), "a quota controller has two more queues").Allowed = say("that of quotas without usage, and that of resource changes")
	}
	for i, rule := range c.Rules {
		if rule.Delete != "" {
			v.resource(p.field("reconcile").item(i).field("delete"), rule.Delete)
		}
	}
	if c.FullResync != nil && c.Reconcile != engine.ReconcileQuota {
		v.once(p.field("fullResync"), "only a quota controller enqueues all").Allowed = say("reconcile: quota with it")
	}
	if c.Expectations != nil && c.Reconcile != engine.ReconcileReplicas {
		v.once(p.field("expectations"), "only a replicas controller has expectations").Allowed = say("reconcile: replicas with it")
	}
}

// handlersOfControllers checks that the controllers exist whose event handlers
// the world has.
func (v *validator) handlersOfControllers(world engine.Config, p *path) {
	if v.unsure["controllers"] {
		return
	}
	for i, c := range world.Informers {
		for j, h := range c.Handlers {
			if h.Controller != "" {
				v.known(p.field("informers").item(i).field("handlers").item(j).field("controller"), say("controller"), h.Controller, v.controllers)
			}
		}
	}
}
