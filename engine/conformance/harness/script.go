package harness

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Script is a scenario with every default filled in and every step at its time.
// The types of this file and of command.go are those of package engine as far as
// the real library can be told; both sides know them by their JSON.
type Script struct {
	Name  string        `json:"name"`
	Seed  uint64        `json:"seed"`
	World Config        `json:"world"`
	Steps []TimedStep   `json:"steps"`
	Until time.Duration `json:"until"`
}

// TimedStep is a step and its time.
type TimedStep struct {
	At      time.Duration `json:"at"`
	Command Command       `json:"command"`
}

// Config is engine.Config.
type Config struct {
	Server      ServerConfig       `json:"server"`
	Network     NetworkConfig      `json:"network"`
	Informers   []InformerConfig   `json:"informers"`
	Workqueues  []WorkqueueConfig  `json:"workqueues"`
	Controllers []ControllerConfig `json:"controllers"`
}

// Manifest is engine.Manifest.
type Manifest = map[string]any

// ServerConfig is engine.ServerConfig, what is generated among the objects.
type ServerConfig struct {
	Objects       []Manifest       `json:"objects"`
	History       *int             `json:"history"`
	WatchCache    *bool            `json:"watchCache"`
	BookmarkEvery *metav1.Duration `json:"bookmarkEvery"`
}

// NetworkConfig is engine.NetworkConfig.
type NetworkConfig struct {
	List  *metav1.Duration `json:"list"`
	Watch *metav1.Duration `json:"watch"`
	Write *metav1.Duration `json:"write"`
}

// InformerConfig is engine.InformerConfig.
type InformerConfig struct {
	Name          string          `json:"name"`
	Resource      string          `json:"resource"`
	Namespace     string          `json:"namespace"`
	LabelSelector string          `json:"labelSelector"`
	FieldSelector string          `json:"fieldSelector"`
	PinnedVersion string          `json:"pinnedVersion"`
	Shared        *bool           `json:"shared"`
	Queue         string          `json:"queue"`
	WatchList     *bool           `json:"watchList"`
	Atomic        *bool           `json:"atomic"`
	PageSize      *int64          `json:"pageSize"`
	Resync        metav1.Duration `json:"resync"`
	Indexers      []string        `json:"indexers"`
	Transform     string          `json:"transform"`
	StartAt       metav1.Duration `json:"startAt"`
	Handlers      []HandlerConfig `json:"handlers"`
}

// HandlerConfig is engine.HandlerConfig.
type HandlerConfig struct {
	Name          string           `json:"name"`
	Takes         metav1.Duration  `json:"takes"`
	Resync        *metav1.Duration `json:"resync"`
	LabelSelector string           `json:"labelSelector"`
	SkipUnchanged bool             `json:"skipUnchanged"`
	Enqueue       string           `json:"enqueue"`
	PanicOn       []string         `json:"panicOn"`
	Mistakes      []string         `json:"mistakes"`
	AddAt         metav1.Duration  `json:"addAt"`
}

// WorkqueueConfig is engine.WorkqueueConfig.
type WorkqueueConfig struct {
	Name        string            `json:"name"`
	RateLimiter RateLimiterConfig `json:"rateLimiter"`
}

// RateLimiterConfig is engine.RateLimiterConfig.
type RateLimiterConfig struct {
	Base  *metav1.Duration `json:"base"`
	Max   *metav1.Duration `json:"max"`
	QPS   *float64         `json:"qps"`
	Burst *int             `json:"burst"`
}

// ControllerConfig is engine.ControllerConfig.
type ControllerConfig struct {
	Name        string          `json:"name"`
	Queue       string          `json:"queue"`
	Informer    string          `json:"informer"`
	Workers     *int            `json:"workers"`
	Takes       metav1.Duration `json:"takes"`
	WaitForSync *bool           `json:"waitForSync"`
	MaxRetries  int             `json:"maxRetries"`
	Reconcile   string          `json:"reconcile"`
	Fail        []FailConfig    `json:"fail"`
	Mistakes    []string        `json:"mistakes"`
}

// FailConfig is engine.FailConfig.
type FailConfig struct {
	Key   string `json:"key"`
	Times *int   `json:"times"`
}

// The words that a script may use.
const (
	DeltaFIFO                  = "DeltaFIFO"
	TransformDropManagedFields = "dropManagedFields"

	reconcileObserve   = "observe"
	reconcileSetStatus = "setStatus"

	mistakeMutates     = "mutates"
	mistakeRateLimited = "rateLimited"
	mistakePointerKeys = "pointerKeys"
	mistakeNoForget    = "noForget"
	mistakeNoDone      = "noDone"
	mistakeDoneOnly    = "doneOnly"
)
