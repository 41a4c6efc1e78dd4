package scenarios

import (
	"reflect"
	"strings"

	"informerscope/engine"
)

// Load reads a scenario file, YAML or JSON; name is what its errors call it. The
// error is Errors: everything that is wrong with the file. If there is one,
// nothing is loaded.
func Load(name string, data []byte) (*Scenario, error) {
	return ScenarioLimits.Load(name, data)
}

// Load is the package's Load within other limits.
func (limits Limits) Load(name string, data []byte) (*Scenario, error) {
	s := &Scenario{Level: 3, Seed: 1}
	l, err := limits.decode(name, data, s)
	if err != nil {
		return nil, err
	}
	if !l.full {
		s.redact()
		l.validate(s)
	}
	if len(l.errors) > 0 {
		return nil, l.errors.sorted()
	}
	if s.Seed == 0 {
		s.Seed = 1
	}
	s.World.Seed = s.Seed
	return s, nil
}

// LoadStep reads one step of the format, as a page or a message gives it.
// Whether what it names exists is for the world to say.
func LoadStep(name string, data []byte) (*Step, error) {
	step := &Step{}
	l, err := ScenarioLimits.decode(name, data, step)
	if err != nil {
		return nil, err
	}
	step.redact()
	l.checkStep(step, nil)
	if len(l.errors) > 0 {
		return nil, l.errors.sorted()
	}
	return step, nil
}

// decode reads a file's one document into a Go value. The error is about the
// document as a whole; what is wrong within is in the loader.
func (limits Limits) decode(name string, data []byte, into any) (*loader, error) {
	root, err := parseDocument(name, data, limits)
	if err != nil {
		return nil, err
	}
	l := &loader{file: name, limits: limits, root: root}
	if isNull(root) {
		return nil, wholeFile(name, 1, "the file is empty")
	}
	l.decode(root, reflect.ValueOf(into).Elem(), nil, Rule{})
	return l, nil
}

// redact takes the data out of patches of Secrets; that of whole Secrets is out
// already.
func (s *Scenario) redact() {
	for i := range s.Steps {
		s.Steps[i].redact()
	}
}

func (s *Step) redact() {
	if s.Update != nil && secretRef.MatchString(s.Update.Object) {
		redactData(s.Update.Merge)
	}
}

// commands names the commands that a step gives.
func commands(c engine.Command) []string {
	var names []string
	v := reflect.ValueOf(c)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			names = append(names, tagName(v.Type().Field(i)))
		}
	}
	return names
}

// within tells whether a field's path is that of a value or of a part of it.
func within(field, value string) bool {
	rest, ok := strings.CutPrefix(field, value)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
