package scenarios

import (
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerscope/engine"
)

// Script is the branch as a scenario that gives the same trace again: the
// scenario, what was done, and the end that the run came to. It computes the
// branch to its end.
func (b *Branch) Script() *Scenario {
	b.All()
	s := *b.script.scenario
	acts := b.Path()
	if len(acts) == 0 && b.Until == 0 {
		return &s
	}
	s.Steps, s.Expect = nil, nil
	for _, a := range acts {
		s.Steps = append(s.Steps, a.asStep())
	}
	// Acts before the first event cannot name an event to stand behind; they are
	// done before all else by standing first.
	first := len(acts)
	for i, a := range acts {
		if a.After > 0 {
			first = i
			break
		}
	}
	own := slices.Clone(b.script.scenario.Steps)
	if len(own) > 0 && own[0].At == nil && own[0].After == nil {
		own[0].At = &metav1.Duration{}
	}
	s.Steps = slices.Insert(s.Steps, first, own...)
	s.Until = &metav1.Duration{Duration: b.head.World.Now()}
	return &s
}

// asStep is an act as a step of a scenario.
func (a Act) asStep() Step {
	return Step{At: &metav1.Duration{Duration: a.At}, AfterEvent: int64(a.After), Command: a.Command}
}

// withoutSecrets is c with the data of Secrets taken out: what is in a session
// goes into links, files and storage.
func withoutSecrets(c engine.Command) engine.Command {
	c = fill(reflect.ValueOf(c), strings.NewReplacer()).Interface().(engine.Command)
	switch {
	case c.Create != nil:
		redact(*c.Create)
	case c.Update != nil && secretRef.MatchString(c.Update.Object):
		redactData(c.Update.Merge)
	}
	return c
}
