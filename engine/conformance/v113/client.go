package v113

import (
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// client is what is behind an informer's ListWatch: it carries requests to the
// server over the simulated network and keeps a record of each.
type client struct {
	server    *server
	name      string
	selection selection
	pageSize  int64

	requests []*Request // guarded by the server's lock
	started  time.Time
}

func newClient(s *server, cfg InformerConfig, started time.Time) (*client, error) {
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
		pageSize:  *cfg.PageSize,
	}, nil
}

// pluralIn is the plural in "pods", "deployments.apps" or
// "apps/v1/deployments".
func pluralIn(resource string) string {
	resource = resource[strings.LastIndex(resource, "/")+1:]
	plural, _, _ := strings.Cut(resource, ".")
	return plural
}

// listerWatcher is the library's ListWatch, which has the pager of this release.
func (c *client) listerWatcher() cache.ListerWatcher {
	return &cache.ListWatch{ListFunc: c.list, WatchFunc: c.watch}
}

// pagerSize is what the pager asks for by itself; the scenario's pageSize stands
// in for it.
const pagerSize = 500

func (c *client) list(opts metav1.ListOptions) (runtime.Object, error) {
	if opts.Limit == pagerSize {
		opts.Limit = c.pageSize
	}
	r := c.record(verbList, opts)
	c.travel(verbList)
	list, err := c.server.list(c.name, c.selection, opts, r)
	c.travel(verbList)
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (c *client) watch(opts metav1.ListOptions) (watch.Interface, error) {
	r := c.record(verbWatch, opts)
	c.travel(verbWatch)
	st, err := c.server.watch(c, opts, r)
	c.travel(verbWatch)
	if err != nil {
		return nil, err
	}
	return st, nil
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
func (c *client) record(verb string, opts metav1.ListOptions) *Request {
	r := &Request{
		At: rounded(time.Since(c.started)), Verb: verb, Status: unanswered,
		ResourceVersion: opts.ResourceVersion, Continue: opts.Continue != "", Limit: opts.Limit,
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.requests = append(c.requests, r)
	return r
}

// report is the requests so far.
func (c *client) report() []Request {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	requests := make([]Request, len(c.requests))
	for i, r := range c.requests {
		requests[i] = *r
	}
	return requests
}
