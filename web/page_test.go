package web

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// page is a model with a reader and a clock, without a browser.
type page struct {
	t *testing.T
	*Model
	now time.Duration
	// done are the effects that nobody has asked for yet.
	done []Effect
}

// openPage opens a page with this query, of free play unless it names a scenario,
// and lets everything be computed.
func openPage(t *testing.T, query string) *page {
	t.Helper()
	if !strings.Contains(query, "scenario=") {
		query = strings.TrimSuffix("?scenario=free-play&"+strings.TrimPrefix(query, "?"), "&")
	}
	p := &page{t: t}
	query, hash, hasHash := strings.Cut(query, "#")
	if hasHash {
		hash = "#" + hash
	}
	m, effects := New(Surroundings{Base: "https://example.com/scope/", Query: query, Hash: hash, Lang: "en-US", Clock: func() time.Duration { return p.now }})
	p.Model = m
	p.carryOut(effects)
	p.idle()
	return p
}

// send sends a message and answers the fetches that it leads to.
func (p *page) send(msg Msg) {
	p.t.Helper()
	p.carryOut(p.Update(p.now, msg))
}

func (p *page) carryOut(effects []Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case Fetch:
			p.send(answer(e))
		case Pack:
			p.send(packed(p.t, e))
		case Unpack:
			p.send(unpacked(e))
		default:
			p.done = append(p.done, e)
		}
	}
}

// answer is what the site answers to a fetch.
func answer(f Fetch) Fetched {
	if f.For == fetchCatalogue {
		return Fetched{Fetch: f, Body: []byte(`[{"name": "free-play", "title": {"en": "Free play", "zh": "自由操作"}, "level": 1}]`)}
	}
	if f.For == fetchTruth {
		return Fetched{Fetch: f, Body: []byte(`{
			"simplified": [{"at": "engine/apiserver/server.go", "note": {"en": "No schemas.", "zh": "没有模式校验。"}}],
			"proof": {"date": "2026-01-02", "releases": {"1.13": "v10.0.0", "1.37": "v0.37.2"}, "unproved": ["free-play"],
				"modes": [{"mode": "RealFIFO-list", "scripts": 2000, "differences": 0}]}}`)}
	}
	for _, name := range builtin.Names() {
		if text, _ := builtin.Text(name); f.Address == addressOf(name) {
			return Fetched{Fetch: f, Body: text}
		}
	}
	return Fetched{Fetch: f, Err: pageError{errorStatus, []any{"status", 404}}}
}

// wait lets time pass, with every Tick that the model asks for.
func (p *page) wait(d time.Duration) {
	p.t.Helper()
	end := p.now + d
	for {
		next, ok := p.Next(p.now)
		if !ok || p.now+next > end {
			p.now = end
			return
		}
		p.now += next
		p.send(Tick{})
	}
}

// idle lets the model compute whatever can be computed while nothing plays.
func (p *page) idle() {
	p.t.Helper()
	for range 10_000 {
		next, ok := p.Next(p.now)
		if !ok || p.Playing && p.computed {
			return
		}
		p.now += next
		p.send(Tick{})
	}
	p.t.Fatal("the page does not come to rest")
}

// press uses a control.
func (p *page) press(action string, arg ...string) {
	p.t.Helper()
	require.Contains(p.t, actions, action)
	press := Press{Action: action}
	if len(arg) > 0 {
		press.Arg = arg[0]
	}
	p.send(press)
}

// key presses a key with the focus on nothing.
func (p *page) key(name string) { p.send(Key{Name: name}) }

// report is the report of the moment shown.
func (p *page) report() scenarios.Report { return p.run().Report() }

// call calls window.informerscope and returns the answer.
func (p *page) call(method string, args any) Reply {
	p.t.Helper()
	text, err := json.Marshal(args)
	require.NoError(p.t, err)
	p.done = nil
	p.send(Call{ID: 7, Method: method, Args: text})
	p.idle()
	for _, e := range p.done {
		if r, ok := e.(Reply); ok && r.ID == 7 {
			return r
		}
	}
	p.t.Fatalf("%s was not answered", method)
	return Reply{}
}
