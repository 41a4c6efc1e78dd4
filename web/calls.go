package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"informerscope/engine"
	"informerscope/scenarios"
)

// callMethod is one method of window.informerscope. It returns JSON, or says
// that the answer has to wait until the wanted moment is shown.
type callMethod func(m *Model, now time.Duration, args json.RawMessage) (value any, wait bool, err error)

// methods are the calls of window.informerscope and of messages.
var methods map[string]callMethod

func init() { // not in the declaration: load refers to methods by way of Update
	methods = map[string]callMethod{
		"play":    now((*Model).play),
		"pause":   now((*Model).pause),
		"step":    stepCall(1),
		"back":    stepCall(-1),
		"seek":    seekCall,
		"set":     setCall,
		"command": commandCall,
		"answer":  answerCall,
		"report": func(m *Model, _ time.Duration, _ json.RawMessage) (any, bool, error) {
			return json.RawMessage(m.run().Report().JSON()), false, nil
		},
		"trace": func(m *Model, _ time.Duration, _ json.RawMessage) (any, bool, error) {
			return m.trace()[:m.Event], false, nil
		},
	}
}

// now is a method without arguments that is done at once.
func now(do func(m *Model, now time.Duration)) callMethod {
	return func(m *Model, now time.Duration, _ json.RawMessage) (any, bool, error) {
		do(m, now)
		return nil, false, nil
	}
}

// call does what window.informerscope was asked for, and answers.
func (m *Model) call(now time.Duration, c Call) []Effect {
	method, known := methods[c.Method]
	switch {
	case c.Method == "load":
		return m.loadCall(now, c)
	case !known:
		return []Effect{Reply{ID: c.ID, Err: fmt.Sprintf("there is no call %q; there are load, %v", c.Method, slices.Sorted(maps.Keys(methods)))}}
	case m.Branch == nil:
		return []Effect{Reply{ID: c.ID, Err: "no scenario is loaded yet"}}
	}
	value, wait, err := method(m, now, c.Args)
	switch {
	case err != nil:
		return []Effect{Reply{ID: c.ID, Err: err.Error()}}
	case wait:
		m.calls = append(m.calls, c.ID)
		return nil
	}
	return []Effect{reply(c.ID, value)}
}

func reply(id int, value any) Reply {
	text, err := json.Marshal(value)
	if err != nil {
		return Reply{ID: id, Err: err.Error()}
	}
	return Reply{ID: id, Value: text}
}

// answerCalls answers the calls whose moment has come.
func (m *Model) answerCalls() []Effect {
	if len(m.calls) == 0 || !m.Ready() {
		return nil
	}
	var effects []Effect
	for _, id := range m.calls {
		effects = append(effects, reply(id, nil))
	}
	m.calls = nil
	return effects
}

// refuseCalls answers the calls that wait for a scenario that cannot be shown.
func (m *Model) refuseCalls(err error) []Effect {
	var effects []Effect
	for _, id := range m.calls {
		effects = append(effects, Reply{ID: id, Err: err.Error()})
	}
	m.calls = nil
	return effects
}

// decode reads the arguments of a call; there may be none.
func decode[T any](args json.RawMessage) (T, error) {
	var v T
	if len(args) == 0 || string(args) == "null" {
		return v, nil
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	return v, d.Decode(&v)
}

// stepCall goes an event on or back; with {beat: true} to the next place at
// which a presenter stops.
func stepCall(by int) callMethod {
	return func(m *Model, now time.Duration, args json.RawMessage) (any, bool, error) {
		how, err := decode[struct{ Beat bool }](args)
		switch {
		case err != nil:
		case how.Beat:
			m.beat(now, by)
		default:
			m.step(now, by)
		}
		return nil, true, err
	}
}

// seekCall goes to {t: "6.84s"} or {event: 57}.
func seekCall(m *Model, now time.Duration, args json.RawMessage) (any, bool, error) {
	to, err := decode[struct {
		T     *string
		Event *int
	}](args)
	switch {
	case err != nil:
	case (to.Event == nil) == (to.T == nil):
		err = errors.New(`seek wants {t: "6.84s"} or {event: 57}`)
	case to.Event != nil:
		return nil, true, m.seekTo(now, "event", itoa(*to.Event))
	default:
		return nil, true, m.seekTo(now, "t", *to.T)
	}
	return nil, true, err
}

// seekTo goes to where the address with that parameter would; behind the end is
// the end.
func (m *Model) seekTo(now time.Duration, name, value string) error {
	trial := m.Settings
	if bad := trial.Set(name, value); bad != nil {
		return errors.New(bad.Text("en"))
	}
	m.pause(now)
	m.seek(now, trial.At)
	return nil
}

// setCall changes settings: {speed, lang, theme, focus, queue, client}; none of
// them if something is wrong with one, and then it tells of all that are wrong.
func setCall(m *Model, now time.Duration, args json.RawMessage) (any, bool, error) {
	settings, err := decode[map[string]any](args)
	if err != nil {
		return nil, false, err
	}
	names := slices.Sorted(maps.Keys(settings))
	var wrong []string
	for _, name := range names {
		trial := m.Settings
		if !slices.Contains([]string{"speed", "lang", "theme", "focus", "queue", "client"}, name) {
			wrong = append(wrong, fmt.Sprintf("%q cannot be set; what can is speed, lang, theme, focus, queue, client", name))
		} else if bad := trial.Set(name, fmt.Sprint(settings[name])); bad != nil {
			wrong = append(wrong, bad.Text("en"))
		}
	}
	if len(wrong) > 0 {
		return nil, false, errors.New(strings.Join(wrong, "\n"))
	}
	for _, name := range names {
		m.press(now, Press{Action: name, Arg: fmt.Sprint(settings[name])})
	}
	return nil, true, nil
}

// answerCall answers the question at the moment shown: {choice: 1}, or the number
// alone.
func answerCall(m *Model, now time.Duration, args json.RawMessage) (any, bool, error) {
	choice, err := decode[int](args)
	if err != nil {
		var named struct{ Choice int }
		named, err = decode[struct{ Choice int }](args)
		choice = named.Choice
	}
	if err == nil && !m.waits() {
		err = errors.New("no question waits for an answer")
	}
	if err == nil {
		m.answer(now, choice)
	}
	return nil, false, err
}

// commandCall does one step of the scenario format: an object, or its text.
func commandCall(m *Model, now time.Duration, args json.RawMessage) (any, bool, error) {
	text := []byte(args)
	if s, err := decode[string](args); err == nil {
		text = []byte(s)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, false, errors.New(`command wants a step of the scenario format, as an object or as text: {delete: "pods/default/web-1"}`)
	}
	step, err := scenarios.LoadStep("command", text)
	if err != nil {
		return nil, false, err
	}
	return nil, false, m.act(now, step.Command)
}

// loadCall loads {scenario: NAME, ADDRESS or TEXT}, or such a text alone.
func (m *Model) loadCall(now time.Duration, c Call) []Effect {
	scenario, err := decode[string](c.Args)
	if err != nil {
		var args struct{ Scenario string }
		if args, err = decode[struct{ Scenario string }](c.Args); err != nil {
			return []Effect{Reply{ID: c.ID, Err: err.Error()}}
		}
		scenario = args.Scenario
	}
	m.calls = append(m.calls, c.ID)
	return m.load(now, scenario)
}

// commandText is a command as a step of a scenario, on one line.
func commandText(c engine.Command) string {
	text, err := json.Marshal(c)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
