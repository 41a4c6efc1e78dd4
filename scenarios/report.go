package scenarios

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
)

// Report is what a run comes to at one moment. Its JSON form is a contract:
// fields stand in the order of their names, and what is empty is present.
type Report struct {
	EndedAt string `json:"endedAt"`
	Events  int64  `json:"events"`
	// Handlers has a line for each callback, by INFORMER/HANDLER.
	Handlers  map[string][]string       `json:"handlers"`
	Informers map[string]InformerReport `json:"informers"`
	// Reconciles has a line for each finished reconcile, by controller.
	Reconciles map[string][]string `json:"reconciles"`
	Scenario   string              `json:"scenario"`
	Seed       uint64              `json:"seed"`
	Server     ServerReport        `json:"server"`
	// Violations are broken invariants.
	Violations []string                   `json:"violations"`
	Workqueues map[string]WorkqueueReport `json:"workqueues"`
	// Writes has a line for each answered write, by controller.
	Writes map[string][]string `json:"writes"`
}

// InformerReport is one informer: its cache and what it has asked for.
type InformerReport struct {
	Cache                   map[string]string              `json:"cache"`
	Indices                 map[string]map[string][]string `json:"indices"`
	LastSyncResourceVersion string                         `json:"lastSyncResourceVersion"`
	// Popped has a line for each key of each Pop.
	Popped   []string  `json:"popped"`
	Requests []Request `json:"requests"`
	Synced   bool      `json:"synced"`
}

// Request is one list or watch and its fate.
type Request struct {
	AllowWatchBookmarks bool   `json:"allowWatchBookmarks"`
	At                  string `json:"at"`
	Continue            bool   `json:"continue"`
	// End says how an opened watch ended, or "open"; "" for everything else.
	End string `json:"end"`
	// Items counts the objects of a list, or the changes sent on a watch.
	Items                int64  `json:"items"`
	Limit                int64  `json:"limit"`
	ResourceVersion      string `json:"resourceVersion"`
	ResourceVersionMatch string `json:"resourceVersionMatch"`
	SendInitialEvents    bool   `json:"sendInitialEvents"`
	// Status is the server's; 0 for a refused connection, -1 for no answer.
	Status int64  `json:"status"`
	Verb   string `json:"verb"`
}

// ServerReport is what the API server holds.
type ServerReport struct {
	// Objects are versions by resource and key.
	Objects         map[string]map[string]string `json:"objects"`
	ResourceVersion string                       `json:"resourceVersion"`
}

// WorkqueueReport is one workqueue.
type WorkqueueReport struct {
	Adds       int64          `json:"adds"`
	Depth      int            `json:"depth"`
	Processing []string       `json:"processing"`
	Requeues   map[string]int `json:"requeues"`
	ShutDown   bool           `json:"shutDown"`
	Waiting    []Waiting      `json:"waiting"`
}

// Waiting is a key of AddAfter or AddRateLimited, and the time it still waits.
type Waiting struct {
	In  string `json:"in"`
	Key string `json:"key"`
}

// JSON is the report as it is printed: indented by one space, the same bytes
// for the same report.
func (r Report) JSON() []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		panic(err) // a Report holds nothing that JSON cannot
	}
	return out.Bytes()
}

// rounded is a time as reports show it; hops inside the process do not show.
func rounded(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }

// report joins what the events told with the state of the world: the parts that
// are read, since some cost as much as there are objects.
func (f *fold) report(s *Scenario, w *engine.World, part reading) Report {
	r := Report{
		EndedAt:    rounded(w.Now()),
		Events:     f.events,
		Handlers:   f.handlers.lines(),
		Informers:  map[string]InformerReport{},
		Reconciles: f.reconciles.lines(),
		Scenario:   s.Name,
		Seed:       s.Seed,
		Violations: []string{},
		Workqueues: map[string]WorkqueueReport{},
		Writes:     f.writes.lines(),
	}
	if part.reads("violations") {
		r.Violations = w.Violations()
	}
	if part.reads("server") {
		r.Server = serverReport(w.Server)
	}
	for _, i := range w.Informers {
		name := i.Config.Name
		if part.reads("informers", name) {
			r.Informers[name] = f.informerReport(i, part)
		}
		for _, h := range i.Config.Handlers {
			present(r.Handlers, name+"/"+h.Name)
		}
	}
	for _, q := range w.Workqueues {
		if part.reads("workqueues", q.Config.Name) {
			r.Workqueues[q.Config.Name] = workqueueReport(q, w.Now())
		}
	}
	for _, c := range w.Controllers {
		present(r.Reconciles, c.Config.Name)
		present(r.Writes, c.Config.Name)
	}
	for _, m := range w.Managers {
		if m.Elector != nil {
			present(r.Writes, m.Config.Name)
		}
	}
	return r
}

func present(m map[string][]string, name string) {
	if m[name] == nil {
		m[name] = []string{}
	}
}

func (f *fold) informerReport(i *engine.Informer, part reading) InformerReport {
	name := i.Config.Name
	r := InformerReport{
		Cache:                   map[string]string{},
		Indices:                 map[string]map[string][]string{},
		LastSyncResourceVersion: i.Reflector.LastSyncResourceVersion,
		Popped:                  append([]string{}, f.popped[name].lines...),
		Requests:                f.requestsOf(name),
		Synced:                  i.Synced,
	}
	keys, all := part.below("informers", name, "cache")
	for _, key := range keys {
		if o, ok := i.Indexer.Get(key); ok {
			r.Cache[key] = o.GetResourceVersion()
		}
	}
	if all {
		i.Indexer.Scan(func(key string, o cache.Object) bool {
			r.Cache[key] = o.GetResourceVersion()
			return true
		})
	}
	if !part.reads("informers", name, "indices") {
		return r
	}
	for _, x := range i.Indexer.Indices {
		r.Indices[x.Name] = map[string][]string{}
		for _, value := range x.Values() {
			r.Indices[x.Name][value] = x.Keys(value)
		}
	}
	return r
}

func serverReport(s *apiserver.Server) ServerReport {
	r := ServerReport{Objects: map[string]map[string]string{}, ResourceVersion: strconv.FormatInt(s.Revision(), 10)}
	for _, resource := range s.Resources() {
		objects := map[string]string{}
		for key, o := range s.Objects(resource) {
			objects[key] = o.GetResourceVersion()
		}
		r.Objects[s.NameOf(resource)] = objects
	}
	return r
}

func workqueueReport(q *engine.Workqueue, now time.Duration) WorkqueueReport {
	r := WorkqueueReport{
		Adds: q.Adds, Depth: q.Len(), Processing: append([]string{}, q.Processing.Keys()...),
		Requeues: map[string]int{}, ShutDown: q.ShuttingDown, Waiting: []Waiting{},
	}
	q.Limiter.Requeues(func(key string, n int) { r.Requeues[key] = n })
	waiting := q.Queue.Clone().Waiting
	for _, e := range q.Feed {
		waiting.Insert(e)
	}
	for _, e := range waiting.Entries() {
		r.Waiting = append(r.Waiting, Waiting{In: rounded(e.ReadyAt - now), Key: e.Key})
	}
	return r
}
