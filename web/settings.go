package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
	"informerscope/scenarios"
	"informerscope/web/explain"
)

// Settings is what the page's address says: which scenario, where in it, and how
// it is shown.
type Settings struct {
	// Scenario is the name of a built-in one, or the address of a file; empty for
	// one that the reader has brought.
	Scenario string
	// Of is the mark of the scenario that a link was made of: see Scenario.Mark.
	Of string
	// At is where to begin.
	At       Position
	Autoplay bool
	// Speed is the factor on story time.
	Speed float64
	// Lang is en or zh; empty takes the browser's.
	Lang  string
	Theme string
	View  string
	// Focus is the place to look at; empty leaves it to the scenario.
	Focus string
	// Queue overrides the scenario's queues, Client its release of client-go; empty
	// leaves them.
	Queue, Client string
	// Compare is what a second run beside the first differs in; empty shows none.
	Compare string
}

// Position is a moment of a run, if it is given: after an event, or at a
// simulated time.
type Position struct {
	Given   bool
	ByEvent bool
	Event   int
	Time    time.Duration
}

// What Settings may hold.
const (
	// FirstScene is what a reader finds who asks for nothing; FreePlay is always
	// one press away.
	FirstScene = "list-and-watch"
	FreePlay   = "free-play"

	ThemeAuto     = "auto"
	ThemeLight    = "light"
	ThemeDark     = "dark"
	ThemeContrast = "contrast"

	ViewFull       = "full"
	ViewEmbed      = "embed"
	ViewBare       = "bare"
	ViewStoryboard = "storyboard"

	// MinSpeed and MaxSpeed bound Settings.Speed.
	MinSpeed, MaxSpeed = 0.1, 10
)

// Languages are those that the page speaks.
var Languages = []string{"en", "zh"}

var (
	themes = []string{ThemeAuto, ThemeLight, ThemeDark, ThemeContrast}
	views  = []string{ViewFull, ViewEmbed, ViewBare, ViewStoryboard}
	queues = []string{engine.DeltaFIFO, engine.RealFIFO}

	clients = []string{engine.Client137, engine.Client113}
	places  = []string{trace.APIServer, trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer,
		trace.Processor, trace.Listener, trace.Handler, trace.Workqueue, trace.Worker, trace.Manager}
)

// DefaultSettings is an address without parameters.
func DefaultSettings() Settings {
	return Settings{Scenario: FirstScene, Speed: 1, Theme: ThemeAuto, View: ViewFull}
}

// Parameter is one parameter of the address. explain has a text setting.NAME for
// what it does.
type Parameter struct {
	Name string
	// allowed is the id of the text that says what its value may be, and values
	// are the values that it names.
	allowed string
	values  []string
	// set takes a value over and says whether it is allowed.
	set func(s *Settings, value string) bool
	// get is the value as the address has it.
	get func(s Settings) string
}

// Parameters are all there are, in the order in which the page writes them.
var Parameters = []Parameter{
	{"scenario", "allowed.scenario", nil,
		func(s *Settings, v string) bool { s.Scenario = v; return v != "" },
		func(s Settings) string { return s.Scenario }},
	{"of", "allowed.of", nil,
		func(s *Settings, v string) bool {
			s.Of = v
			_, err := strconv.ParseUint(v, 36, 32)
			return err == nil
		},
		func(s Settings) string { return s.Of }},
	{"t", "allowed.t", nil,
		func(s *Settings, v string) bool {
			d, err := time.ParseDuration(v)
			s.At = Position{Given: true, Time: d}
			return err == nil && d >= 0 && d <= scenarios.Latest
		},
		func(s Settings) string {
			if !s.At.Given || s.At.ByEvent {
				return ""
			}
			return s.At.Time.String()
		}},
	{"event", "allowed.event", nil,
		func(s *Settings, v string) bool {
			n, err := strconv.Atoi(v)
			s.At = Position{Given: true, ByEvent: true, Event: n}
			return err == nil && n >= 0
		},
		func(s Settings) string {
			if !s.At.Given || !s.At.ByEvent {
				return ""
			}
			return strconv.Itoa(s.At.Event)
		}},
	{"autoplay", "allowed.autoplay", nil,
		func(s *Settings, v string) bool { // without a value, as attributes have it, it is yes
			s.Autoplay = v != "0"
			return v == "" || v == "1" || v == "0"
		},
		func(s Settings) string { return map[bool]string{true: "1", false: "0"}[s.Autoplay] }},
	{"speed", "allowed.speed", nil,
		func(s *Settings, v string) bool {
			f, err := strconv.ParseFloat(v, 64)
			s.Speed = f
			return err == nil && f >= MinSpeed && f <= MaxSpeed
		},
		func(s Settings) string { return strconv.FormatFloat(s.Speed, 'f', -1, 64) }},
	oneOf("lang", Languages, func(s *Settings) *string { return &s.Lang }),
	oneOf("theme", themes, func(s *Settings) *string { return &s.Theme }),
	oneOf("view", views, func(s *Settings) *string { return &s.View }),
	{"focus", "allowed.focus", places,
		func(s *Settings, v string) bool {
			s.Focus = v
			place, _, _ := strings.Cut(v, ":")
			return slices.Contains(places, place)
		},
		func(s Settings) string { return s.Focus }},
	oneOf("queue", queues, func(s *Settings) *string { return &s.Queue }),
	oneOf("client", clients, func(s *Settings) *string { return &s.Client }),
	{"compare", "allowed.compare", []string{compareQueue, compareList, compareClient},
		func(s *Settings, v string) bool {
			s.Compare = v
			id, branch := strings.CutPrefix(v, branchPrefix)
			n, err := strconv.Atoi(id)
			return branch && err == nil && n >= 0 || slices.Contains([]string{compareQueue, compareList, compareClient}, v)
		},
		func(s Settings) string { return s.Compare }},
}

// oneOf is a parameter whose values are a list.
func oneOf(name string, values []string, field func(*Settings) *string) Parameter {
	return Parameter{name, "allowed.one-of", values,
		func(s *Settings, v string) bool { *field(s) = v; return slices.Contains(values, v) },
		func(s Settings) string { return *field(&s) }}
}

// Allowed says in words what the value of a parameter may be.
func (p Parameter) Allowed(lang string) string {
	return explain.T(lang, p.allowed, "values", strings.Join(p.values, ", "))
}

// BadParameter is a parameter whose value was not taken over, and what would be.
type BadParameter struct {
	Name, Value string
	Parameter   Parameter
}

// Text says so.
func (b BadParameter) Text(lang string) string {
	if b.Value == "" {
		return explain.T(lang, "error.parameter-empty", "name", b.Name, "allowed", b.Parameter.Allowed(lang))
	}
	return explain.T(lang, "error.parameter", "name", b.Name, "value", b.Value, "allowed", b.Parameter.Allowed(lang))
}

// Set takes one parameter over; one whose value is not allowed changes nothing.
func (s *Settings) Set(name, value string) *BadParameter {
	i := slices.IndexFunc(Parameters, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		return &BadParameter{name, value, Parameter{allowed: "allowed.no-such-name"}}
	}
	changed := *s
	if !Parameters[i].set(&changed, value) {
		return &BadParameter{name, value, Parameters[i]}
	}
	*s = changed
	return nil
}

// remembered are the settings that a reader makes once.
var remembered = []string{"lang", "theme", "speed"}

// remember takes over the settings of earlier visits that the address leaves open.
func (s *Settings) remember(around Surroundings) {
	before, _ := url.ParseQuery(around.Remembered)
	query, _ := url.ParseQuery(strings.TrimPrefix(around.Query, "?"))
	for _, name := range remembered {
		if before.Has(name) && !query.Has(name) {
			s.Set(name, before.Get(name))
		}
	}
}

// Remembered are the settings for later visits, as a query.
func (s Settings) Remembered() string {
	own := DefaultSettings()
	own.Lang, own.Theme, own.Speed = s.Lang, s.Theme, s.Speed
	return strings.TrimPrefix(own.Query(), "?")
}

// ParseQuery reads the query of an address. What is wrong is told, and the rest
// still works; what is no parameter of ours belongs to somebody else.
func ParseQuery(query string) (Settings, []BadParameter) {
	s := DefaultSettings()
	var bad []BadParameter
	values, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil {
		bad = append(bad, BadParameter{"?", query, Parameter{allowed: "allowed.query"}})
	}
	for _, p := range Parameters {
		if !values.Has(p.Name) {
			continue
		}
		if wrong := s.Set(p.Name, values.Get(p.Name)); wrong != nil {
			bad = append(bad, *wrong)
		}
	}
	return s, bad
}

// Query is the shortest query that ParseQuery reads as s.
func (s Settings) Query() string {
	var parts []string
	standard := DefaultSettings()
	for _, p := range Parameters {
		if v := p.get(s); v != "" && v != p.get(standard) {
			parts = append(parts, p.Name+"="+url.QueryEscape(v))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}
