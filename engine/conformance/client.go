package conformance

import (
	"context"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// client is an informer's ListerWatcher: it carries requests to the server over
// the simulated network and keeps a record of each.
type client struct {
	server    *server
	name      string
	selection selection
	watchList bool
	pageSize  int64

	// requests and blocks are guarded by the server's lock.
	requests []*scenarios.Request
	// blocks says by which streamed list an object came: the reflector hands
	// those on in the order of a map.
	blocks  map[*unstructured.Unstructured]int
	started time.Time
}

func newClient(s *server, cfg engine.InformerConfig, started time.Time) (*client, error) {
	selector, err := labels.Parse(cfg.LabelSelector)
	if err != nil {
		return nil, err
	}
	field, err := fields.ParseSelector(cfg.FieldSelector)
	if err != nil {
		return nil, err
	}
	return &client{
		server: s, name: cfg.Name, started: started,
		selection: selection{resource: pluralIn(cfg.Resource), namespace: cfg.Namespace, labels: selector, fields: field},
		watchList: *cfg.WatchList,
		pageSize:  *cfg.PageSize,
		blocks:    map[*unstructured.Unstructured]int{},
	}, nil
}

// pluralIn is the plural in "pods", "deployments.apps" or
// "apps/v1/deployments".
func pluralIn(resource string) string {
	resource = resource[strings.LastIndex(resource, "/")+1:]
	plural, _, _ := strings.Cut(resource, ".")
	return plural
}

// IsWatchListSemanticsUnSupported keeps a reflector from asking for a streaming
// list, without touching the gate.
func (c *client) IsWatchListSemanticsUnSupported() bool { return !c.watchList }

// List is cache.Lister's.
func (c *client) List(opts metav1.ListOptions) (runtime.Object, error) {
	return c.ListWithContext(context.Background(), opts)
}

// Watch is cache.Watcher's.
func (c *client) Watch(opts metav1.ListOptions) (watch.Interface, error) {
	return c.WatchWithContext(context.Background(), opts)
}

// pagerSize is what the reflector's pager asks for by itself; the scenario's
// pageSize stands in for it.
const pagerSize = 500

// ListWithContext is cache.ListerWithContext's. A request that is under way
// reaches the server even if the informer stops meanwhile.
func (c *client) ListWithContext(ctx context.Context, opts metav1.ListOptions) (runtime.Object, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err() // a REST client does not send it any more
	}
	if opts.Limit == pagerSize {
		opts.Limit = c.pageSize
	}
	r := c.record(verbList, opts)
	c.travel(verbList)
	list, err := c.server.list(c.name, c.selection, opts, r)
	c.travel(verbList)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return list, err
}

// WatchWithContext is cache.WatcherWithContext's.
func (c *client) WatchWithContext(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	type answer struct {
		stream *stream
		err    error
	}
	answers := make(chan answer, 1)
	r := c.record(verbWatch, opts)
	go func() {
		c.travel(verbWatch)
		st, err := c.server.watch(c, opts, r)
		gone := ctx.Err() != nil
		if err == nil && !gone {
			context.AfterFunc(ctx, st.Stop)
		}
		c.travel(verbWatch)
		if err == nil && gone {
			st.Stop() // nobody waits for the answer
		}
		answers <- answer{st, err}
	}()
	select {
	case a := <-answers:
		if a.err != nil {
			return nil, a.err
		}
		return a.stream, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// travel passes the time of one way. A way of no length still lets the rest
// of an instant's steps happen first.
func (c *client) travel(verb string) {
	c.server.mu.Lock()
	way := c.server.network.Watch
	if verb == verbList {
		way = c.server.network.List
	}
	c.server.mu.Unlock()
	time.Sleep(max(way.Duration, tick))
}

// unanswered is the status of a request whose fate was not decided by the end.
const unanswered = -1

// record notes a request at the moment it is sent.
func (c *client) record(verb string, opts metav1.ListOptions) *scenarios.Request {
	r := &scenarios.Request{
		At: rounded(time.Since(c.started)), Verb: verb, Status: unanswered,
		ResourceVersion: opts.ResourceVersion, ResourceVersionMatch: string(opts.ResourceVersionMatch),
		Continue: opts.Continue != "", Limit: opts.Limit, AllowWatchBookmarks: opts.AllowWatchBookmarks,
		SendInitialEvents: opts.SendInitialEvents != nil && *opts.SendInitialEvents,
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.requests = append(c.requests, r)
	return r
}

// streamed notes by which streaming list, the last request, an object came.
func (c *client) streamed(obj *unstructured.Unstructured) { c.blocks[obj] = len(c.requests) }

// blockOf is the streaming list that an object came by, or 0.
func (c *client) blockOf(obj *unstructured.Unstructured) int {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.blocks[obj]
}

// report is the requests so far.
func (c *client) report() []scenarios.Request {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	requests := make([]scenarios.Request, len(c.requests))
	for i, r := range c.requests {
		requests[i] = *r
	}
	return requests
}
