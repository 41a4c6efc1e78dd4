//go:build !js

package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/apiserver"
)

// recordedAt is the simulated time at which transcripts begin.
const recordedAt = 4*24*time.Hour + 9*time.Hour

// crds are the three custom resources of the transcripts.
var crds = []apiserver.Resource{
	{Group: "shop.example.com", Version: "v1", Resource: "widgets", Kind: "Widget", Namespaced: true, StatusSubresource: true, Fields: "spec.color"},
	{Group: "shop.example.com", Version: "v1", Resource: "planets", Kind: "Planet"},
	{Group: "shop.example.com", Version: "v1", Resource: "rollouts", Kind: "Rollout", Namespaced: true, StatusSubresource: true},
}

// TestReplay sends every request of every transcript, at its time, and compares
// the answers with those of the real server. Lines that cannot hold are listed
// with their reasons, at most 15 % of all.
func TestReplay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(transcripts, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	exceptions := readExceptions(t)
	total, listed := 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		lines := readTranscript(t, name)
		total, listed = total+len(lines), listed+len(exceptions[name])
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { replay(t, name, lines, exceptions[name]) })
		})
		delete(exceptions, name)
	}
	assert.Empty(t, exceptions, "exceptions of unknown transcripts")
	assert.LessOrEqual(t, float64(listed)/float64(total), 0.15, "%d of %d lines are exceptions", listed, total)
	t.Logf("%d of %d lines hold", total-listed, total)
}

// player replays one transcript.
type player struct {
	*testing.T
	name    string
	began   time.Time
	handler *Handler
	uids    *uids
	pending sync.WaitGroup
}

func replay(t *testing.T, name string, lines []line, exceptions map[int]exception) {
	p := &player{T: t, name: name, began: time.Now(), uids: newUIDs()}
	config := apiserver.Config{Seed: 1, History: 1000, WatchCache: name != "no-watch-cache"}
	if name == "event-window" {
		config.History = 100
	}
	server := apiserver.New(config)
	for _, r := range crds {
		server.Register(r)
	}
	server.Bump(10 - server.Revision())
	p.handler = New(server, func() time.Duration { return recordedAt + time.Since(p.began) })

	answers := make([]*answer, len(lines))
	for i, l := range lines {
		time.Sleep(seconds(l.At) - time.Since(p.began))
		switch e, listed := exceptions[i+1]; {
		case l.Method == "-":
			p.happens(l)
		case !listed || e.send:
			answers[i] = p.send(l)
		}
		synctest.Wait()
		if a := answers[i]; a != nil && !l.isWatch() && a.finished() {
			p.uids.learn(l.Response, a.json())
		}
	}
	p.pending.Wait()
	for i, l := range lines {
		_, listed := exceptions[i+1]
		if answers[i] == nil {
			continue
		}
		wrong := answers[i].compare(l, p.uids)
		if listed {
			assert.NotEmpty(t, wrong, "%s:%d (%s) holds: take it off the list", name, i+1, l.Step)
		} else {
			assert.Empty(t, wrong, "%s:%d %s\n%s %s?%s", name, i+1, l.Step, l.Method, l.Path, l.Query)
		}
	}
}

// happens does what a line without a request says was done to the server.
func (p *player) happens(l line) {
	switch l.Step {
	case "a is updated":
		times, err := strconv.Atoi(strings.Fields(l.Note)[0])
		require.NoError(p, err)
		for n := range times {
			p.send(line{Method: "PATCH", Path: "/apis/shop.example.com/v1/namespaces/shop/widgets/a",
				RequestHeaders: map[string]string{"Content-Type": "application/merge-patch+json"},
				Body:           fmt.Appendf(nil, `{"metadata":{"annotations":{"n":"%d"}}}`, n)})
			synctest.Wait()
		}
	case "the apiserver stops":
		p.handler.HangUp()
	case "the apiserver is back":
		p.handler.Do((*apiserver.Server).Restart)
		if p.name == "compaction-direct" { // now it sees that etcd was compacted, one write ago
			p.handler.Do(func(s *apiserver.Server) { s.Compact(1) })
		}
	case "etcd is compacted":
		if p.name == "no-watch-cache" {
			p.handler.Do(func(s *apiserver.Server) { s.Compact(0) })
		}
	case "the apiserver compacts every 8 s here (5 min by default)":
		p.pending.Go(func() { // each compaction is recorded in etcd, which is a write
			for range 7 {
				time.Sleep(8 * time.Second)
				p.handler.Do(func(s *apiserver.Server) { s.Compact(0); s.Bump(1) })
			}
		})
	case "how long":
	default:
		p.Errorf("%s: unknown step %q", p.name, l.Step)
	}
}

// send makes a request and collects its answer in the background.
func (p *player) send(l line) *answer {
	body, known := l.request()
	require.True(p, known, "%s: %s has no body", p.name, l.Step)
	ctx, cancel := context.WithCancel(context.Background())
	if l.Ended != nil && l.Ended.By == "client" {
		time.AfterFunc(seconds(l.Ended.At)-time.Since(p.began), cancel)
	}
	r := httptest.NewRequestWithContext(ctx, l.Method, l.Path+"?"+l.Query, bytes.NewReader(p.uids.ours(body)))
	r.Header.Set("Content-Type", "application/json")
	for name, value := range l.RequestHeaders {
		r.Header.Set(name, value)
	}
	a := &answer{began: p.began, header: http.Header{}}
	p.pending.Go(func() {
		defer cancel()
		p.handler.ServeHTTP(a, r)
		a.end()
	})
	return a
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// answer is an http.ResponseWriter that notes when each line came.
type answer struct {
	began  time.Time
	header http.Header

	mu     sync.Mutex
	code   int
	opened time.Duration
	body   bytes.Buffer
	lines  []received
	ended  time.Duration
	done   bool
}

// received is one line of a stream.
type received struct {
	at   time.Duration
	text string
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(code int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.code, a.opened = code, time.Since(a.began)
}

func (a *answer) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines = append(a.lines, received{time.Since(a.began), string(p)})
	return a.body.Write(p)
}

func (a *answer) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended, a.done = time.Since(a.began), true
}

func (a *answer) finished() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.done
}

// json is the body, as text if it is no JSON.
func (a *answer) json() any {
	var v any
	if json.Unmarshal(a.body.Bytes(), &v) != nil {
		return a.body.String()
	}
	return v
}
