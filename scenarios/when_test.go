package scenarios

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sample is a report to ask of; its JSON has to give the same answers.
var sample = &Report{
	Events:  12,
	EndedAt: "3s",
	Handlers: map[string][]string{
		"pods/main": {"add default/a 1 initial", "delete default/a 3"}, "pods/twice": {}, "nodes/twice": {"add n1 2"},
	},
	Informers: map[string]InformerReport{
		"pods": {Synced: true, Cache: map[string]string{"default/a": "3", "shop/a.b": "4"}, Requests: []Request{{Verb: "watch", Status: 200}}},
	},
	Workqueues: map[string]WorkqueueReport{"main": {Depth: 2, Processing: []string{"default/a"}, Requeues: map[string]int{"default/a": 3}}},
}

func TestPredicate(t *testing.T) {
	data, err := json.Marshal(sample)
	require.NoError(t, err)
	var generic any
	require.NoError(t, json.Unmarshal(data, &generic))
	for text, want := range map[string]bool{
		"handlers.main has 'delete default/a 3'":           true,
		`handlers.main has "delete default/a 3"`:           true,
		"handlers.main has 'delete default/a'":             false, // an element equal to the text
		`handlers["pods/main"] has 'delete default/a 3'`:   true,
		"handlers.twice has 'add n1 2'":                    false, // two handlers have that name
		"handlers.pods/main exists":                        true,
		"handlers.nobody exists":                           false,
		"informers.pods.synced is true":                    true,
		"informers.pods.synced is false":                   false,
		"informers.pods.cache.default/a is 3":              true,
		`informers.pods.cache["shop/a.b"] is "4"`:          true,
		"informers.pods.cache['shop/a.b'] >= 4":            true,
		"informers.pods.cache has default/a":               true,
		"informers.pods.cache.default/b exists":            false,
		"informers.pods.requests[0].status is 200":         true,
		"informers.pods.requests.0.verb is watch":          true,
		"informers.pods.requests[1].verb is watch":         false,
		"workqueues.main.depth >= 2":                       true,
		"workqueues.main.depth >= 3":                       false,
		"workqueues.main.depth <= 2":                       true,
		"workqueues.main.processing has default/a":         true,
		`workqueues.main.requeues["default/a"] >= 3`:       true,
		"events >= 10 and  workqueues.main.depth <= 1":     false,
		"  events >= 10 and informers.pods.synced is true": true,
		"endedAt is 3s":                                    true,
		"endedAt >= 1":                                     false, // no number
		"informers.pods is true":                           false, // no scalar
	} {
		p, err := ParsePredicate(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, p.Eval(sample), "%s, of a Report", text)
		assert.Equal(t, want, p.Eval(generic), "%s, of its JSON", text)
	}
}

func TestParsePredicateSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `a path is missing; it begins with endedAt, events, handlers, informers, reconciles, scenario, seed, server, violations, workqueues or writes`,
		"events":                      `after "events": "" is no comparison; allowed: has, is, >=, <= or exists`,
		"events = 3":                  `after "events =": "=" is no comparison; allowed: has, is, >=, <= or exists`,
		"events >=":                   `after "events >=": a value is missing`,
		"events >= many":              `after "events >= many": "many" is not a number, which >= needs`,
		"events >= 3 or events <= 1":  `"or" is not allowed between two terms; allowed: and (a text of several words needs quotes)`,
		"events >= 3 and":             `after "events >= 3 and": a path is missing; it begins with endedAt, events, handlers, informers, reconciles, scenario, seed, server, violations, workqueues or writes`,
		"handlers.main has 'add a":    `after "handlers.main has": the quote ' is not closed`,
		"handlers['a is 3":            `after "handlers[": a path's bracket is not closed; allowed: ["TEXT"] or [N]`,
		"handlers.main has add a 3":   `"a" is not allowed between two terms; allowed: and (a text of several words needs quotes)`,
		"informer.pods.synced is on":  `after "informer.pods.synced": the report has no informer; allowed: endedAt, events, handlers, informers, reconciles, scenario, seed, server, violations, workqueues or writes; did you mean informers?`,
		"workqueues.main.dept >= 3":   `after "workqueues.main.dept": the report has no workqueues.main.dept; allowed: adds, depth, processing, requeues, shutDown or waiting; did you mean depth?`,
		"informers.pods.requests.x.y": `after "informers.pods.requests.x.y": informers.pods.requests is a list, whose elements are numbered, not called "x"`,
		"events.more exists":          `after "events.more": events has no parts`,
	} {
		_, err := ParsePredicate(text)
		require.Error(t, err, text)
		assert.Equal(t, want, err.Error(), text)
	}
}

func FuzzParsePredicate(f *testing.F) {
	for _, seed := range []string{"handlers.main has 'x'", `informers.pods.cache["a.b"] is "3" and events >= 1`, "a[", "a['", "events exists"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParsePredicate(text); err == nil {
			assert.NotPanics(t, func() { p.Eval(sample) })
		} else {
			assert.NotEmpty(t, err.Error())
		}
	})
}
