package engine

import (
	"math"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// Config is the world before anything happens: the `world` of a scenario file.
// Its field names and meanings are a contract with people who write scenarios.
type Config struct {
	// Client is whose defaults hold: "1.37" or "1.13".
	Client string `json:"client,omitempty"`
	// Jitter is "seeded", or "none": every random factor is left out.
	Jitter string       `json:"jitter,omitempty"`
	Server ServerConfig `json:"server,omitzero"`
	// Network is how long one way takes.
	Network     NetworkConfig      `json:"network,omitzero"`
	Informers   []InformerConfig   `json:"informers,omitempty"`
	Workqueues  []WorkqueueConfig  `json:"workqueues,omitempty"`
	Controllers []ControllerConfig `json:"controllers,omitempty"`
	Managers    []ManagerConfig    `json:"managers,omitempty"`

	// Seed is the scenario's: everything random derives from it.
	Seed uint64 `json:"-"`
	// RandomOrder lets the seed choose among all actors that could go next,
	// instead of the settled order. Simulation tests use it.
	RandomOrder bool `json:"-"`
}

// Manifest is a Kubernetes object as JSON holds it.
type Manifest = map[string]any

// ServerConfig is the API server and what it holds at time 0.
type ServerConfig struct {
	// Objects are written before time 0, in order.
	Objects []Manifest `json:"objects,omitempty"`
	// Generate writes many objects at once, after Objects.
	Generate []Generate `json:"generate,omitempty"`
	// History is how many events the watch cache keeps for each resource.
	History *int `json:"history,omitempty"`
	// WatchCache false reads lists from storage, so that limit holds at "0" too.
	WatchCache *bool `json:"watchCache,omitempty"`
	// KeepVersions keeps the resourceVersion and uid that objects carry.
	KeepVersions  bool             `json:"keepVersions,omitempty"`
	BookmarkEvery *metav1.Duration `json:"bookmarkEvery,omitempty"`
}

// Generate is Count copies of Manifest in whose texts {i} counts from 0.
type Generate struct {
	Count    int      `json:"count"`
	Manifest Manifest `json:"manifest"`
}

// NetworkConfig is the time of one way of a list, of a watch request or event,
// and of a controller's write.
type NetworkConfig struct {
	List  *metav1.Duration `json:"list,omitempty"`
	Watch *metav1.Duration `json:"watch,omitempty"`
	Write *metav1.Duration `json:"write,omitempty"`
}

// InformerConfig is one informer and the handlers registered with it.
type InformerConfig struct {
	// Name is the resource's unless given.
	Name string `json:"name,omitempty"`
	// Resource is the plural; with a group "deployments.apps" or
	// "apps/v1/deployments".
	Resource      string `json:"resource"`
	Namespace     string `json:"namespace,omitempty"`
	LabelSelector string `json:"labelSelector,omitempty"`
	FieldSelector string `json:"fieldSelector,omitempty"`
	// PinnedVersion is a resourceVersion that a tweak of the list options
	// (internalinterfaces.TweakListOptionsFunc) writes into every request.
	PinnedVersion string `json:"pinnedVersion,omitempty"`
	// Shared false is the simple informer, NewIndexerInformer.
	Shared *bool `json:"shared,omitempty"`
	// Queue is RealFIFO or DeltaFIFO; the client says which by default.
	Queue string `json:"queue,omitempty"`
	// WatchList is the streaming list.
	WatchList *bool `json:"watchList,omitempty"`
	// Atomic makes a RealFIFO take a whole list, or a resync, as one delta.
	Atomic *bool `json:"atomic,omitempty"`
	// PageSize stands in for the pager's 500; 0 means not paged.
	PageSize *int64          `json:"pageSize,omitempty"`
	Resync   metav1.Duration `json:"resync,omitzero"`
	// Indexers are namespace, label:KEY or field:JSONPATH.
	Indexers []string `json:"indexers,omitempty"`
	// Transform is none or dropManagedFields.
	Transform string          `json:"transform,omitempty"`
	StartAt   metav1.Duration `json:"startAt,omitzero"`
	// Manager is the process whose SharedInformerFactory has it, and starts it;
	// StartAt is then when somebody asks for it.
	Manager  string          `json:"manager,omitempty"`
	Handlers []HandlerConfig `json:"handlers,omitempty"`
}

// HandlerConfig is one ResourceEventHandler.
type HandlerConfig struct {
	Name string `json:"name"`
	// Takes is the time spent in the callback.
	Takes metav1.Duration `json:"takes,omitzero"`
	// Resync is its own period; nil takes the informer's, 0 means never.
	Resync *metav1.Duration `json:"resync,omitempty"`
	// LabelSelector makes it a filtering handler.
	LabelSelector string `json:"labelSelector,omitempty"`
	// SkipUnchanged ignores updates whose resourceVersion did not change.
	SkipUnchanged bool `json:"skipUnchanged,omitempty"`
	// Enqueue is the workqueue it adds keys to; empty: it only records.
	Enqueue string `json:"enqueue,omitempty"`
	// Controller makes it an event handler of that controller: it does what that
	// one's does, and adds to its queue.
	Controller string `json:"controller,omitempty"`
	// PanicOn lists keys whose callback panics, once each.
	PanicOn []string `json:"panicOn,omitempty"`
	// Mistakes are mutates, rateLimited, pointerKeys.
	Mistakes []string `json:"mistakes,omitempty"`
	// AddAt registers it later than the informer starts; absolute.
	AddAt metav1.Duration `json:"addAt,omitzero"`
}

// WorkqueueConfig is one workqueue.
type WorkqueueConfig struct {
	Name string `json:"name"`
	// Kind is rateLimiting, or priority: controller-runtime's priority queue.
	Kind        string            `json:"kind,omitempty"`
	RateLimiter RateLimiterConfig `json:"rateLimiter,omitzero"`
}

// RateLimiterConfig is the default controller rate limiter's numbers: the
// larger of base·2^failures up to max for each key, and a bucket for the queue.
type RateLimiterConfig struct {
	Base  *metav1.Duration `json:"base,omitempty"`
	Max   *metav1.Duration `json:"max,omitempty"`
	QPS   *float64         `json:"qps,omitempty"`
	Burst *int             `json:"burst,omitempty"`
	// FastAttempts makes the part for each key the fast and slow one: base for
	// that many failures, then max.
	FastAttempts int `json:"fastAttempts,omitempty"`
	// MaxWait caps every wait; 0 means that nothing does.
	MaxWait metav1.Duration `json:"maxWait,omitzero"`
}

// ControllerConfig is a set of workers on one queue or several.
type ControllerConfig struct {
	Name  string `json:"name"`
	Queue string `json:"queue"`
	// Queues are further ones, each with as many workers.
	Queues []string `json:"queues,omitempty"`
	// Informer is the one whose objects it reconciles.
	Informer string `json:"informer"`
	// Informers are further ones that it waits for and reads.
	Informers []string `json:"informers,omitempty"`
	// Manager is the process that starts it.
	Manager string `json:"manager,omitempty"`
	Workers *int   `json:"workers,omitempty"`
	// Takes is the time of one reconcile.
	Takes metav1.Duration `json:"takes,omitzero"`
	// WaitForSync false starts the workers on whatever the cache holds.
	WaitForSync *bool `json:"waitForSync,omitempty"`
	// MaxRetries 0 means for ever.
	MaxRetries int `json:"maxRetries,omitempty"`
	// Reconcile is observe, setStatus, replicas, quota or notify, or a list of
	// rules that are followed one after the other.
	Reconcile string `json:"reconcile,omitempty"`
	// Rules are that list: Reconcile is then ReconcileRules.
	Rules []RuleConfig `json:"rules,omitempty" listOf:"reconcile"`
	// FullResync is how often a quota controller enqueues all quotas.
	FullResync *metav1.Duration `json:"fullResync,omitempty"`
	// Expectations false lets a replicas controller trust its cache alone.
	Expectations *bool `json:"expectations,omitempty"`
	// Fail lists keys whose first reconciles fail.
	Fail []FailConfig `json:"fail,omitempty"`
	// Mistakes are noForget, noDone, doneOnly.
	Mistakes []string `json:"mistakes,omitempty"`
}

// RuleConfig is one rule of a controller of one's own: of an object that matches
// When, it does what the other fields say. In their texts {name}, {namespace} and
// {uid} are the object's.
type RuleConfig struct {
	When RuleMatch `json:"when,omitzero"`
	// Create makes this object, owned by the one that matches, unless it is in a
	// cache of the controller's.
	Create Manifest `json:"create,omitempty"`
	// Patch merges this into the object that matches, Status into its status,
	// unless it is so already.
	Patch  map[string]any `json:"patch,omitempty"`
	Status map[string]any `json:"status,omitempty"`
	// Delete removes an object, RESOURCE/NAMESPACE/NAME, if it is in a cache of
	// the controller's.
	Delete string `json:"delete,omitempty"`
	// RequeueAfter has the key come again.
	RequeueAfter metav1.Duration `json:"requeueAfter,omitzero"`
}

// RuleMatch says which objects a rule is about: all conditions have to hold.
type RuleMatch struct {
	// Gone is about keys whose object the cache does not have.
	Gone          bool   `json:"gone,omitempty"`
	LabelSelector string `json:"labelSelector,omitempty"`
	FieldSelector string `json:"fieldSelector,omitempty"`
}

func (c ControllerConfig) queues() []string    { return append([]string{c.Queue}, c.Queues...) }
func (c ControllerConfig) informers() []string { return append([]string{c.Informer}, c.Informers...) }

// ManagerConfig is a process such as kube-controller-manager: one
// SharedInformerFactory, and the controllers that share it.
type ManagerConfig struct {
	Name    string          `json:"name"`
	StartAt metav1.Duration `json:"startAt,omitzero"`
	// StartInterval is what it waits before it starts each controller, and up to
	// twice as long: ControllerStartInterval.
	StartInterval metav1.Duration `json:"startInterval,omitzero"`
	// LeaderElection lets it work only while it holds a Lease.
	LeaderElection *LeaderElectionConfig `json:"leaderElection,omitempty"`
}

// LeaderElectionConfig is leaderelection.LeaderElectionConfig.
//
// Simplified: leader election has no ReleaseOnCancel; a process that stops keeps its lease
// until that runs out, as upstream's default has it.
type LeaderElectionConfig struct {
	// Lease is the lock's NAMESPACE/NAME.
	Lease         string           `json:"lease,omitempty"`
	LeaseDuration *metav1.Duration `json:"leaseDuration,omitempty"`
	RenewDeadline *metav1.Duration `json:"renewDeadline,omitempty"`
	RetryPeriod   *metav1.Duration `json:"retryPeriod,omitempty"`
}

// FailConfig makes the first Times reconciles of Key fail.
type FailConfig struct {
	Key   string `json:"key"`
	Times *int   `json:"times,omitempty"`
}

// Complete returns a copy in which every default is filled in, so that no
// pointer is nil and no name is empty, but for the handlers' own Resync.
func (c Config) Complete() Config {
	c.Client = or(c.Client, Client137)
	c.Jitter = or(c.Jitter, JitterSeeded)
	if c.Seed == 0 {
		c.Seed = 1
	}
	c.Server.History = orPtr(c.Server.History, 1000)
	c.Server.WatchCache = orPtr(c.Server.WatchCache, true)
	c.Server.BookmarkEvery = orDuration(c.Server.BookmarkEvery, time.Minute)
	c.Network.List = orDuration(c.Network.List, 20*time.Millisecond)
	c.Network.Watch = orDuration(c.Network.Watch, time.Millisecond)
	c.Network.Write = orDuration(c.Network.Write, 5*time.Millisecond)
	c.Informers = each(c.Informers, func(i InformerConfig) InformerConfig { return i.complete(profiles[c.Client]) })
	c.Workqueues = each(c.Workqueues, WorkqueueConfig.complete)
	c.Controllers = each(c.Controllers, ControllerConfig.complete)
	c.Managers = each(c.Managers, ManagerConfig.complete)
	return c
}

func (c InformerConfig) complete(p Profile) InformerConfig {
	c.Name = or(c.Name, pluralOf(c.Resource))
	c.Shared = orPtr(c.Shared, true)
	c.Queue = or(c.Queue, p.Queue)
	c.WatchList = orPtr(c.WatchList, p.WatchList)
	c.Atomic = orPtr(c.Atomic, p.Queue == RealFIFO && c.Queue == RealFIFO)
	c.PageSize = orPtr(c.PageSize, int64(500))
	c.Transform = or(c.Transform, TransformNone)
	return c
}

// pluralOf is the resource's own name in "deployments", "deployments.apps" and
// "apps/v1/deployments".
func pluralOf(resource string) string {
	resource = resource[strings.LastIndexByte(resource, '/')+1:]
	plural, _, _ := strings.Cut(resource, ".")
	return plural
}

func (c WorkqueueConfig) complete() WorkqueueConfig {
	c.Kind = or(c.Kind, QueueRateLimiting)
	r := &c.RateLimiter
	if c.Kind == QueuePriority && r.QPS == nil && r.Burst == nil {
		r.Burst = orPtr(r.Burst, math.MaxInt32) // its default limiter has no bucket (K-1)
	}
	r.Base = orDuration(r.Base, 5*time.Millisecond)
	r.Max = orDuration(r.Max, 1000*time.Second)
	r.QPS = orPtr(r.QPS, 10.0)
	r.Burst = orPtr(r.Burst, 100)
	return c
}

func (c ControllerConfig) complete() ControllerConfig {
	c.Workers = orPtr(c.Workers, 1)
	c.WaitForSync = orPtr(c.WaitForSync, true)
	if len(c.Rules) > 0 {
		c.Reconcile = ReconcileRules
	}
	c.Reconcile = or(c.Reconcile, ReconcileObserve)
	c.Expectations = orPtr(c.Expectations, true)
	c.FullResync = orDuration(c.FullResync, 5*time.Minute)
	c.Fail = each(c.Fail, func(f FailConfig) FailConfig {
		f.Times = orPtr(f.Times, 1)
		return f
	})
	return c
}

func (c ManagerConfig) complete() ManagerConfig {
	if c.LeaderElection == nil {
		return c
	}
	e := *c.LeaderElection
	e.Lease = or(e.Lease, "kube-system/kube-controller-manager")
	e.LeaseDuration = orDuration(e.LeaseDuration, 15*time.Second)
	e.RenewDeadline = orDuration(e.RenewDeadline, 10*time.Second)
	e.RetryPeriod = orDuration(e.RetryPeriod, 2*time.Second)
	c.LeaderElection = &e
	return c
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func orPtr[T any](p *T, otherwise T) *T {
	if p == nil {
		return ptr.To(otherwise)
	}
	return p
}

func orDuration(p *metav1.Duration, otherwise time.Duration) *metav1.Duration {
	return orPtr(p, metav1.Duration{Duration: otherwise})
}

func each[T any](list []T, f func(T) T) []T {
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
