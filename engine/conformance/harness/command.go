package harness

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Command is engine.Command.
type Command struct {
	Create        *Manifest             `json:"create"`
	Update        *UpdateCommand        `json:"update"`
	Delete        string                `json:"delete"`
	DropWatch     *DropWatchCommand     `json:"dropWatch"`
	Compact       *CompactCommand       `json:"compact"`
	FailRequests  *FailRequestsCommand  `json:"failRequests"`
	Outage        *AwayCommand          `json:"outage"`
	Restart       *AwayCommand          `json:"restart"`
	Bump          int64                 `json:"bump"`
	Queue         *QueueCommand         `json:"queue"`
	Set           map[string]any        `json:"set"`
	AddHandler    *AddHandlerCommand    `json:"addHandler"`
	RemoveHandler *RemoveHandlerCommand `json:"removeHandler"`
	AddInformer   *InformerConfig       `json:"addInformer"`
	AddWorkqueue  *WorkqueueConfig      `json:"addWorkqueue"`
	AddController *ControllerConfig     `json:"addController"`
	Stop          *TargetCommand        `json:"stop"`
	Start         *TargetCommand        `json:"start"`
}

// UpdateCommand is engine.UpdateCommand.
type UpdateCommand struct {
	Object string         `json:"object"`
	Merge  map[string]any `json:"merge"`
}

// DropWatchCommand is engine.DropWatchCommand.
type DropWatchCommand struct {
	Informer string `json:"informer"`
	How      string `json:"how"`
	Status   int    `json:"status"`
}

// CompactCommand is engine.CompactCommand.
type CompactCommand struct {
	Keep int `json:"keep"`
}

// FailRequestsCommand is engine.FailRequestsCommand.
type FailRequestsCommand struct {
	Informer   string          `json:"informer"`
	Verb       string          `json:"verb"`
	Times      *int            `json:"times"`
	Status     any             `json:"status"`
	RetryAfter metav1.Duration `json:"retryAfter"`
}

// AwayCommand is engine.AwayCommand.
type AwayCommand struct {
	For metav1.Duration `json:"for"`
}

// QueueCommand is engine.QueueCommand.
type QueueCommand struct {
	Name  string          `json:"name"`
	Do    string          `json:"do"`
	Key   string          `json:"key"`
	After metav1.Duration `json:"after"`
}

// AddHandlerCommand is engine.AddHandlerCommand.
type AddHandlerCommand struct {
	Informer string        `json:"informer"`
	Handler  HandlerConfig `json:"handler"`
}

// RemoveHandlerCommand is engine.RemoveHandlerCommand.
type RemoveHandlerCommand struct {
	Informer string `json:"informer"`
	Name     string `json:"name"`
}

// TargetCommand is engine.TargetCommand.
type TargetCommand struct {
	Informer   string `json:"informer"`
	Controller string `json:"controller"`
	Drain      bool   `json:"drain"`
}
