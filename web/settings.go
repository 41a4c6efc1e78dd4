package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/engine/trace"
)

// Settings is what the page's address says: which scenario, where in it, and how
// it is shown.
type Settings struct {
	// Scenario is the name of a built-in one, or the address of a file.
	Scenario string
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
	// Queue overrides the scenario's queues; empty leaves them.
	Queue string
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
	FreePlay = "free-play"

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

var (
	languages = []string{"en", "zh"}
	themes    = []string{ThemeAuto, ThemeLight, ThemeDark, ThemeContrast}
	views     = []string{ViewFull, ViewEmbed, ViewBare, ViewStoryboard}
	queues    = []string{engine.DeltaFIFO, engine.RealFIFO}
	places    = []string{trace.APIServer, trace.Reflector, trace.Queue, trace.ProcessLoop, trace.Indexer,
		trace.Processor, trace.Listener, trace.Handler, trace.Workqueue, trace.Worker}
)

// DefaultSettings is an address without parameters.
func DefaultSettings() Settings {
	return Settings{Scenario: FreePlay, Speed: 1, Theme: ThemeAuto, View: ViewFull}
}

// Parameter is one parameter of the address.
type Parameter struct {
	Name string
	// Allowed says what its value may be, Doc what it does.
	Allowed, Doc words
	// set takes a value over and says whether it is allowed.
	set func(s *Settings, value string) bool
	// get is the value as the address has it.
	get func(s Settings) string
}

// Parameters are all there are, in the order in which the page writes them.
var Parameters = []Parameter{
	{"scenario", words{"the name of a built-in scenario, or the address of a scenario file", "内置场景的名称，或场景文件的地址"}, words{"what is played", "播放的内容"},
		func(s *Settings, v string) bool { s.Scenario = v; return v != "" },
		func(s Settings) string { return s.Scenario }},
	{"t", words{"a duration such as 6.84s", "时长，例如 6.84s"}, words{"begins at this simulated time", "从该模拟时刻开始"},
		func(s *Settings, v string) bool {
			d, err := time.ParseDuration(v)
			s.At = Position{Given: true, Time: d}
			return err == nil && d >= 0
		},
		func(s Settings) string {
			if !s.At.Given || s.At.ByEvent {
				return ""
			}
			return s.At.Time.String()
		}},
	{"event", words{"a whole number, 0 or more", "不小于 0 的整数"}, words{"begins after this event", "从该事件之后开始"},
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
	{"autoplay", words{"1 or 0", "1 或 0"}, words{"begins to play by itself", "自动开始播放"},
		func(s *Settings, v string) bool { s.Autoplay = v == "1"; return v == "1" || v == "0" },
		func(s Settings) string { return map[bool]string{true: "1", false: "0"}[s.Autoplay] }},
	{"speed", words{"a number from 0.1 to 10", "0.1 到 10 之间的数"}, words{"how fast it plays", "播放速度"},
		func(s *Settings, v string) bool {
			f, err := strconv.ParseFloat(v, 64)
			s.Speed = f
			return err == nil && f >= MinSpeed && f <= MaxSpeed
		},
		func(s Settings) string { return strconv.FormatFloat(s.Speed, 'f', -1, 64) }},
	oneOf("lang", words{"the language", "语言"}, languages, func(s *Settings) *string { return &s.Lang }),
	oneOf("theme", words{"the colours", "配色"}, themes, func(s *Settings) *string { return &s.Theme }),
	oneOf("view", words{"how much of the page is there", "显示页面的哪些部分"}, views, func(s *Settings) *string { return &s.View }),
	{"focus", words{"one of " + strings.Join(places, ", ") + ", also with :NAME", "以下之一：" + strings.Join(places, "、") + "，也可加 :NAME"}, words{"the place to look at", "关注的位置"},
		func(s *Settings, v string) bool {
			s.Focus = v
			place, _, _ := strings.Cut(v, ":")
			return slices.Contains(places, place)
		},
		func(s Settings) string { return s.Focus }},
	oneOf("queue", words{"the queue between Reflector and processLoop", "Reflector 与 processLoop 之间的队列"}, queues, func(s *Settings) *string { return &s.Queue }),
}

// oneOf is a parameter whose values are a list.
func oneOf(name string, doc words, values []string, field func(*Settings) *string) Parameter {
	allowed := words{"one of " + strings.Join(values, ", "), "以下之一：" + strings.Join(values, "、")}
	return Parameter{name, allowed, doc,
		func(s *Settings, v string) bool { *field(s) = v; return slices.Contains(values, v) },
		func(s Settings) string { return *field(&s) }}
}

// BadParameter is a parameter whose value was not taken over.
type BadParameter struct {
	Name, Value string
	Allowed     words
}

// Set takes one parameter over; one whose value is not allowed changes nothing.
func (s *Settings) Set(name, value string) *BadParameter {
	i := slices.IndexFunc(Parameters, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		return &BadParameter{name, value, words{"no such name", "没有这个名称"}}
	}
	changed := *s
	if !Parameters[i].set(&changed, value) {
		return &BadParameter{name, value, Parameters[i].Allowed}
	}
	*s = changed
	return nil
}

// ParseQuery reads the query of an address. What is wrong is told, and the rest
// still works; what is no parameter of ours belongs to somebody else.
func ParseQuery(query string) (Settings, []BadParameter) {
	s := DefaultSettings()
	var bad []BadParameter
	values, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil {
		bad = append(bad, BadParameter{"?", query, words{"name=value, joined by &", "以 & 连接的 name=value"}})
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
		if v := p.get(s); v != p.get(standard) {
			parts = append(parts, p.Name+"="+url.QueryEscape(v))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "?" + strings.Join(parts, "&")
}
