package harness

import "time"

// Result is what a run comes to.
type Result struct {
	Report Report
	// Unordered are the parts of lists, by path, that the real library has in
	// the order of a map; the report has them by key.
	Unordered map[string][]Block
	// Times are when it happened, by path: of each line of the handlers, from when
	// to when of the reconciles, and of each wait in a workqueue also the key and
	// for how long.
	Times map[string][]string
}

// Block is a part [from, to) of a list in which only each key's own order
// counts.
type Block [2]int

// The places of the lists that Unordered and Times are about.
const (
	handlersPath   = "handlers."
	reconcilesPath = "reconciles."
	workqueuesPath = "workqueues."
)

// Report is scenarios.Report, without what only a simulation can tell (events,
// popped, violations) and without writes, of which the harness makes but one
// kind.
type Report struct {
	EndedAt    string                     `json:"endedAt"`
	Handlers   map[string][]string        `json:"handlers"`
	Informers  map[string]InformerReport  `json:"informers"`
	Reconciles map[string][]string        `json:"reconciles"`
	Scenario   string                     `json:"scenario"`
	Seed       uint64                     `json:"seed"`
	Server     ServerReport               `json:"server"`
	Workqueues map[string]WorkqueueReport `json:"workqueues"`
}

// InformerReport is scenarios.InformerReport.
type InformerReport struct {
	Cache                   map[string]string              `json:"cache"`
	Indices                 map[string]map[string][]string `json:"indices"`
	LastSyncResourceVersion string                         `json:"lastSyncResourceVersion"`
	Requests                []Request                      `json:"requests"`
	Synced                  bool                           `json:"synced"`
}

// Request is scenarios.Request.
type Request struct {
	AllowWatchBookmarks  bool   `json:"allowWatchBookmarks"`
	At                   string `json:"at"`
	Continue             bool   `json:"continue"`
	End                  string `json:"end"`
	Items                int64  `json:"items"`
	Limit                int64  `json:"limit"`
	ResourceVersion      string `json:"resourceVersion"`
	ResourceVersionMatch string `json:"resourceVersionMatch"`
	SendInitialEvents    bool   `json:"sendInitialEvents"`
	Status               int64  `json:"status"`
	Verb                 string `json:"verb"`
}

// ServerReport is scenarios.ServerReport.
type ServerReport struct {
	Objects         map[string]map[string]string `json:"objects"`
	ResourceVersion string                       `json:"resourceVersion"`
}

// WorkqueueReport is scenarios.WorkqueueReport.
type WorkqueueReport struct {
	Adds       int64          `json:"adds"`
	Depth      int            `json:"depth"`
	Processing []string       `json:"processing"`
	Requeues   map[string]int `json:"requeues"`
	ShutDown   bool           `json:"shutDown"`
	Waiting    []Waiting      `json:"waiting"`
}

// Waiting is scenarios.Waiting.
type Waiting struct {
	In  string `json:"in"`
	Key string `json:"key"`
}

// shown is how exactly a report shows a time, which hides what hops inside the
// process take and the nanoseconds by which the harness orders what is due at one
// instant.
const shown = 10 * time.Microsecond

func rounded(d time.Duration) string { return d.Round(shown).String() }
