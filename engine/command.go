package engine

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Command is one thing a person or a script does to the world: exactly one of
// its fields is set. It is the acting part of a scenario's step, so its field
// names are a contract. Object references are "RESOURCE/NAMESPACE/NAME", or
// "RESOURCE/NAME" for cluster-scoped kinds.
type Command struct {
	Create *Manifest      `json:"create,omitempty"`
	Update *UpdateCommand `json:"update,omitempty"`
	Delete string         `json:"delete,omitempty"`

	DropWatch    *DropWatchCommand    `json:"dropWatch,omitempty"`
	Compact      *CompactCommand      `json:"compact,omitempty"`
	FailRequests *FailRequestsCommand `json:"failRequests,omitempty"`
	Outage       *AwayCommand         `json:"outage,omitempty"`
	Restart      *AwayCommand         `json:"restart,omitempty"`
	// Bump moves the revision on by that many writes of other resources.
	Bump int64 `json:"bump,omitempty"`

	// Hold makes an actor stand still at its next step, Release lets it go on.
	Hold    string `json:"hold,omitempty"`
	Release string `json:"release,omitempty"`

	Queue *QueueCommand `json:"queue,omitempty"`
	// Set changes numbers of the world: "network.watch", "handler
	// pods/main.takes", "controller main.workers", … Values are durations, and
	// a whole number for workers and for fails: so many of the controller's next
	// reconciles fail.
	Set map[string]any `json:"set,omitempty"`

	AddInformer   *InformerConfig       `json:"addInformer,omitempty"`
	AddWorkqueue  *WorkqueueConfig      `json:"addWorkqueue,omitempty"`
	AddController *ControllerConfig     `json:"addController,omitempty"`
	AddHandler    *AddHandlerCommand    `json:"addHandler,omitempty"`
	RemoveHandler *RemoveHandlerCommand `json:"removeHandler,omitempty"`
	Stop          *TargetCommand        `json:"stop,omitempty"`
	Start         *TargetCommand        `json:"start,omitempty"`
}

// UpdateCommand merges Merge (RFC 7386) into an object.
type UpdateCommand struct {
	Object string         `json:"object"`
	Merge  map[string]any `json:"merge"`
}

// DropWatchCommand cuts an informer's watch. How is eof, reset, timeout or
// error-event (then Status says which, 410 unless given).
type DropWatchCommand struct {
	Informer string `json:"informer"`
	How      string `json:"how,omitempty"`
	Status   int    `json:"status,omitempty"`
}

// CompactCommand keeps the last Keep events of every resource.
type CompactCommand struct {
	Keep int `json:"keep"`
}

// FailRequestsCommand makes the next Times requests of Verb (list, watch or write)
// of an informer, or the next writes of a process's leader elector, fail with Status,
// an HTTP status or "refused".
type FailRequestsCommand struct {
	Informer string `json:"informer,omitempty"`
	// Manager is a process whose elector's writes fail.
	Manager    string          `json:"manager,omitempty"`
	Verb       string          `json:"verb,omitempty"`
	Times      *int            `json:"times,omitempty"`
	Status     any             `json:"status,omitempty"`
	RetryAfter metav1.Duration `json:"retryAfter,omitzero"`
}

// AwayCommand says how long the network, or the server, is away.
type AwayCommand struct {
	For metav1.Duration `json:"for"`
}

// QueueCommand calls a workqueue by hand. Do is add, addAfter, addRateLimited,
// forget or done.
type QueueCommand struct {
	Name  string          `json:"name"`
	Do    string          `json:"do"`
	Key   string          `json:"key"`
	After metav1.Duration `json:"after,omitzero"`
	// Priority is that of an add to a priority queue.
	Priority int `json:"priority,omitempty"`
}

// AddHandlerCommand registers a handler with a running informer.
type AddHandlerCommand struct {
	Informer string        `json:"informer"`
	Handler  HandlerConfig `json:"handler"`
}

// RemoveHandlerCommand removes one.
type RemoveHandlerCommand struct {
	Informer string `json:"informer"`
	Name     string `json:"name"`
}

// TargetCommand names what is stopped or started: one of these.
type TargetCommand struct {
	Informer   string `json:"informer,omitempty"`
	Controller string `json:"controller,omitempty"`
	Manager    string `json:"manager,omitempty"`
	// Leader is the manager that leads; only stop knows it.
	Leader bool `json:"leader,omitempty"`
	// Drain stops a controller by ShutDownWithDrain, which waits while something
	// is being processed.
	Drain bool `json:"drain,omitempty"`
}
