package scenarios

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
	"time"

	"informerscope/engine"
)

// Mark is a short name of what happens in the scenario, whatever is told of it: two
// with the same mark have the same run. Links carry it.
func (s *Scenario) Mark() string {
	type happening struct {
		At      time.Duration
		After   int64
		When    string
		Waits   bool
		Command engine.Command
	}
	all := []any{s.Seed, s.World, s.Until}
	for _, step := range s.Timeline() {
		if len(commands(step.Command)) > 0 {
			all = append(all, happening{step.At, step.AfterEvent, step.When, step.Waits >= 0, step.Command})
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "" // a scenario is made of what JSON can hold
	}
	sum := fnv.New32a() // it has to tell the versions of one file apart
	_, _ = sum.Write(text)
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}
