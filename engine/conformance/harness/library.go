package harness

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Library is one release of client-go.
type Library interface {
	// NewInformer makes an informer that has not run yet. A simple one has its
	// only handler from the beginning.
	NewInformer(cfg InformerConfig, c *Client, simple *Handler) (Informer, error)
	// NewQueue makes a rate limiting workqueue that tells the record what it is
	// asked and decides.
	NewQueue(cfg WorkqueueConfig, record *Queue) RateLimitingQueue
	WaitForCacheSync(stop <-chan struct{}, synced func() bool) bool
}

// Informer is one of the library's informers.
type Informer interface {
	// Register adds a handler to a shared informer.
	Register(*Handler) error
	Run(ctx context.Context)
	// HasSynced is what a controller's WaitForCacheSync asks; Synced says the
	// same without waiting for anybody's lock.
	HasSynced() bool
	Synced() bool
	LastSyncResourceVersion() string
	Indexer() Indexer
}

// Remover is an Informer that lets a handler be removed, as 1.13's does not.
type Remover interface{ Remove(*Handler) error }

// Indexer is the part of cache.Indexer that is asked.
type Indexer interface {
	GetByKey(key string) (item any, exists bool, err error)
	List() []any
	ListKeys() []string
	ListIndexFuncValues(indexName string) []string
	ByIndex(indexName, indexedValue string) ([]any, error)
}

// RateLimitingQueue is workqueue.TypedRateLimitingInterface[string].
type RateLimitingQueue interface {
	Add(key string)
	AddAfter(key string, after time.Duration)
	AddRateLimited(key string)
	Forget(key string)
	NumRequeues(key string) int
	Len() int
	Get() (key string, shutdown bool)
	Done(key string)
	ShutDown()
	ShuttingDown() bool
}

// Drainer is a RateLimitingQueue that can wait for what is being processed, as
// 1.13's cannot.
type Drainer interface{ ShutDownWithDrain() }

// NamespaceIndex is the index for which the library has a function of its own.
const NamespaceIndex = "namespace"

// IndexFunc makes the index function of namespace, label:KEY or field:JSONPATH;
// that of namespaces is given, being the library's.
func IndexFunc(name string, namespace func(any) ([]string, error)) (func(any) ([]string, error), error) {
	kind, argument, _ := strings.Cut(name, ":")
	switch kind {
	case NamespaceIndex:
		return namespace, nil
	case "label":
		return indexOf(func(obj *unstructured.Unstructured) (string, bool) {
			value, found := obj.GetLabels()[argument]
			return value, found
		}), nil
	case "field":
		return indexOf(func(obj *unstructured.Unstructured) (string, bool) { return fieldAt(obj, argument) }), nil
	}
	return nil, fmt.Errorf("indexer %q is none of namespace, label:KEY, field:JSONPATH", name)
}

func indexOf(value func(*unstructured.Unstructured) (string, bool)) func(any) ([]string, error) {
	return func(obj any) ([]string, error) {
		if v, found := value(obj.(*unstructured.Unstructured)); found {
			return []string{v}, nil
		}
		return nil, nil
	}
}

// fieldAt is the text of the field at a dotted path, if the object has it.
func fieldAt(obj *unstructured.Unstructured, path string) (string, bool) {
	var value any = obj.Object
	for _, name := range strings.Split(strings.TrimPrefix(path, "."), ".") {
		fields, ok := value.(map[string]any)
		if !ok {
			return "", false
		}
		if value, ok = fields[name]; !ok {
			return "", false
		}
	}
	return fmt.Sprint(value), true
}
