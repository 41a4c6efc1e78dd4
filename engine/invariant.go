package engine

import "fmt"

// Invariant is something that always holds between two steps.
type Invariant struct {
	Name  string
	Check func(w *World) error
}

// Invariants are what the page shows and the tests check after every step.
func Invariants() []Invariant {
	return []Invariant{{"a key is in at most one worker", oneWorkerPerKey}}
}

// Violations lists the invariants that do not hold; it is empty unless the
// engine has a bug.
func (w *World) Violations() []string {
	all := []string{}
	for _, i := range Invariants() {
		if err := i.Check(w); err != nil {
			all = append(all, i.Name+": "+err.Error())
		}
	}
	return all
}

func oneWorkerPerKey(w *World) error {
	for _, c := range w.Controllers {
		taken := map[string]bool{}
		for _, wk := range c.Workers {
			if wk.Key != "" && taken[wk.Key] {
				return fmt.Errorf("%s is in two workers of %s", wk.Key, c.Config.Name)
			}
			taken[wk.Key] = true
		}
	}
	return nil
}
