package harness

import (
	"context"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/watch"
)

// Client is what is behind an informer's ListerWatcher: it carries requests to
// the server over the simulated network and keeps a record of each.
type Client struct {
	server    *server
	name      string
	selection selection
	pageSize  int64
	// pinned is the resourceVersion that every request gets, if it is not empty.
	pinned string

	// requests and blocks are guarded by the server's lock.
	requests []*Request
	// blocks says by which streamed list an object came: the reflector hands
	// those on in the order of a map.
	blocks  map[*unstructured.Unstructured]int
	started time.Time
}

// Options are the fields of metav1.ListOptions that matter here, some of which
// 1.13 has not.
type Options struct {
	ResourceVersion, ResourceVersionMatch  string
	Continue                               string
	Limit                                  int64
	AllowWatchBookmarks, SendInitialEvents bool
}

func newClient(s *server, cfg InformerConfig, started time.Time) (*Client, error) {
	selector, err := labels.Parse(cfg.LabelSelector)
	if err != nil {
		return nil, err
	}
	field, err := fields.ParseSelector(cfg.FieldSelector)
	if err != nil {
		return nil, err
	}
	return &Client{
		server: s, name: cfg.Name, started: started,
		selection: selection{resource: pluralIn(cfg.Resource), namespace: cfg.Namespace, labels: selector, fields: field},
		pageSize:  *cfg.PageSize, pinned: cfg.PinnedVersion,
		blocks: map[*unstructured.Unstructured]int{},
	}, nil
}

// pluralIn is the plural in "pods", "deployments.apps" or
// "apps/v1/deployments".
func pluralIn(resource string) string {
	resource = resource[strings.LastIndex(resource, "/")+1:]
	plural, _, _ := strings.Cut(resource, ".")
	return plural
}

// pagerSize is what the library's pager asks for by itself; the scenario's
// pageSize stands in for it.
const pagerSize = 500

// List is a list request. One that is under way reaches the server even if the
// informer stops meanwhile.
func (c *Client) List(ctx context.Context, opts Options) (*unstructured.UnstructuredList, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err() // a REST client does not send it any more
	}
	if opts.Limit == pagerSize {
		opts.Limit = c.pageSize
	}
	c.tweak(&opts)
	r := c.record(verbList, opts)
	c.travel(verbList)
	list, err := c.server.list(c.name, c.selection, opts, r)
	c.travel(verbList)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return list, err
}

// tweak is what a factory's TweakListOptionsFunc does.
func (c *Client) tweak(opts *Options) {
	if c.pinned != "" {
		opts.ResourceVersion = c.pinned
	}
}

// Watch is a watch request.
func (c *Client) Watch(ctx context.Context, opts Options) (watch.Interface, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	type answer struct {
		stream *stream
		err    error
	}
	answers := make(chan answer, 1)
	c.tweak(&opts)
	r := c.record(verbWatch, opts)
	go func() {
		c.travel(verbWatch)
		st, err := c.server.watch(c, opts, r)
		gone := ctx.Err() != nil
		switch {
		case err != nil:
		case gone:
			st.locked(func() { st.abandoned = true })
		default:
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
func (c *Client) travel(verb string) {
	c.server.mu.Lock()
	way := c.server.network.Watch
	if verb == verbList {
		way = c.server.network.List
	}
	c.server.mu.Unlock()
	time.Sleep(max(way.Duration, Tick))
}

// unanswered is the status of a request whose fate was not decided by the end.
const unanswered = -1

// record notes a request at the moment it is sent.
func (c *Client) record(verb string, opts Options) *Request {
	r := &Request{
		At: rounded(time.Since(c.started)), Verb: verb, Status: unanswered,
		ResourceVersion: opts.ResourceVersion, ResourceVersionMatch: opts.ResourceVersionMatch,
		Continue: opts.Continue != "", Limit: opts.Limit,
		AllowWatchBookmarks: opts.AllowWatchBookmarks, SendInitialEvents: opts.SendInitialEvents,
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.requests = append(c.requests, r)
	return r
}

// streamed notes by which streaming list, the last request, an object came.
func (c *Client) streamed(obj *unstructured.Unstructured) { c.blocks[obj] = len(c.requests) }

// blockOf is the streaming list that an object came by, or 0.
func (c *Client) blockOf(obj *unstructured.Unstructured) int {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.blocks[obj]
}

// report is the requests so far.
func (c *Client) report() []Request {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	requests := make([]Request, len(c.requests))
	for i, r := range c.requests {
		requests[i] = *r
	}
	return requests
}
