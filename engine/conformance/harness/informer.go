package harness

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// informer is one informer of a scenario. Stopped and started again it is a new
// one of the library, with the same handlers.
type informer struct {
	cfg      InformerConfig
	library  Library
	client   *Client
	handlers []*Handler

	Informer
	started bool // this one has, if only for a while
	running bool
	cancel  context.CancelFunc
	done    chan struct{} // closed when Run has returned
}

// build makes the library's informer and registers the handlers there are.
func (inf *informer) build() (err error) {
	inf.started, inf.done = false, make(chan struct{})
	var simple *Handler
	if !*inf.cfg.Shared && len(inf.handlers) > 0 {
		simple = inf.handlers[0]
	}
	if inf.Informer, err = inf.library.NewInformer(inf.cfg, inf.client, simple); err != nil || !*inf.cfg.Shared {
		return err
	}
	for _, h := range inf.handlers {
		if err := inf.register(h); err != nil {
			return err
		}
	}
	return nil
}

// attach adds a handler, to a running informer as well. One that has stopped
// takes none (S-4); the next one will.
func (inf *informer) attach(h *Handler) error {
	inf.handlers = append(inf.handlers, h)
	if !*inf.cfg.Shared {
		return fmt.Errorf("informer %s: a simple informer has one handler", inf.cfg.Name)
	}
	if inf.started && !inf.running {
		return nil
	}
	return inf.register(h)
}

// register registers a handler with the library. Of a running informer it will
// hear of what is in the store first.
func (inf *informer) register(h *Handler) error {
	if inf.started {
		h.replays = len(inf.Indexer().ListKeys())
	}
	return inf.Register(h)
}

// detach removes a handler; its record stays.
func (inf *informer) detach(name string) error {
	i := slices.IndexFunc(inf.handlers, func(h *Handler) bool { return h.Config.Name == name })
	if i < 0 {
		return fmt.Errorf("informer %s has no handler %s", inf.cfg.Name, name)
	}
	remover, ok := inf.Informer.(Remover)
	if !ok {
		return fmt.Errorf("informer %s: this release removes no handler", inf.cfg.Name)
	}
	h := inf.handlers[i]
	inf.handlers = slices.Delete(inf.handlers, i, i+1)
	return remover.Remove(h)
}

// start runs the informer, a new one if it had been stopped.
func (inf *informer) start() error {
	if inf.running {
		return nil
	}
	if inf.started {
		if err := inf.build(); err != nil {
			return err
		}
	}
	inf.started, inf.running = true, true
	var ctx context.Context
	ctx, inf.cancel = context.WithCancel(context.Background())
	go func(run func(context.Context), done chan struct{}) {
		defer close(done)
		run(ctx)
	}(inf.Run, inf.done)
	return nil
}

// stop asks the informer to end; wait waits until it has.
func (inf *informer) stop() {
	if inf.running {
		inf.running = false
		inf.cancel()
	}
}

func (inf *informer) wait() {
	if inf.started {
		<-inf.done
	}
}

// report is the cache and the requests.
func (inf *informer) report() InformerReport {
	r := InformerReport{
		Cache: map[string]string{}, Indices: map[string]map[string][]string{}, Requests: inf.client.report(),
		Synced: inf.Synced(), LastSyncResourceVersion: inf.LastSyncResourceVersion(),
	}
	for _, item := range inf.Indexer().List() {
		obj := item.(*unstructured.Unstructured)
		r.Cache[keyOf(obj)] = obj.GetResourceVersion()
	}
	for _, name := range inf.cfg.Indexers {
		values := map[string][]string{}
		for _, value := range inf.Indexer().ListIndexFuncValues(name) {
			values[value] = []string{}
			objects, _ := inf.Indexer().ByIndex(name, value)
			for _, item := range objects {
				values[value] = append(values[value], keyOf(item.(*unstructured.Unstructured)))
			}
			slices.Sort(values[value])
		}
		r.Indices[name] = values
	}
	return r
}
