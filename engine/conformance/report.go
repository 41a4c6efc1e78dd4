package conformance

import (
	"bytes"
	"encoding/json"
	"time"
)

// Report is what a run comes to: the report of the scenario format, but for
// the fields that only a simulation can fill in (events, popped, violations).
// Its fields stand in the order of their names, as the files have them.
type Report struct {
	EndedAt    string                     `json:"endedAt"`
	Handlers   map[string][]string        `json:"handlers"`
	Informers  map[string]InformerReport  `json:"informers"`
	Reconciles map[string][]string        `json:"reconciles"`
	Scenario   string                     `json:"scenario"`
	Seed       uint64                     `json:"seed"`
	Server     ServerReport               `json:"server"`
	Unordered  map[string][]Block         `json:"unordered"`
	Workqueues map[string]WorkqueueReport `json:"workqueues"`
}

// Block is a part [from, to) of a list in which only each key's own order
// counts: the real library has it in the order of a map.
type Block [2]int

// ServerReport is what the server holds.
type ServerReport struct {
	Objects         map[string]map[string]string `json:"objects"`
	ResourceVersion string                       `json:"resourceVersion"`
}

// InformerReport is one informer's cache and what it asked the server for.
type InformerReport struct {
	Cache                   map[string]string              `json:"cache"`
	Indices                 map[string]map[string][]string `json:"indices"`
	LastSyncResourceVersion string                         `json:"lastSyncResourceVersion"`
	Requests                []Request                      `json:"requests"`
	Synced                  bool                           `json:"synced"`
}

// Request is one list or watch request and its fate.
type Request struct {
	AllowWatchBookmarks  bool   `json:"allowWatchBookmarks"`
	At                   string `json:"at"`
	Continue             bool   `json:"continue"`
	End                  string `json:"end"`
	Items                int    `json:"items"`
	Limit                int64  `json:"limit"`
	ResourceVersion      string `json:"resourceVersion"`
	ResourceVersionMatch string `json:"resourceVersionMatch"`
	SendInitialEvents    bool   `json:"sendInitialEvents"`
	Status               int    `json:"status"`
	Verb                 string `json:"verb"`
}

// WorkqueueReport is one queue.
type WorkqueueReport struct {
	Adds       int            `json:"adds"`
	Depth      int            `json:"depth"`
	Processing []string       `json:"processing"`
	Requeues   map[string]int `json:"requeues"`
	ShutDown   bool           `json:"shutDown"`
	Waiting    []Waiting      `json:"waiting"`
}

// Waiting is a key that AddAfter holds back.
type Waiting struct {
	In  string `json:"in"`
	Key string `json:"key"`
}

// JSON is the report as files hold it.
func (r Report) JSON() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(r)
	return out.Bytes(), err
}

// rounded is how a report shows a time: to 10 µs, which hides what hops inside
// the process take and the nanoseconds by which the harness orders what is due
// at one instant.
func rounded(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }
