package conformance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerscope/engine/trace"
	"informerscope/scenarios"
)

// Coverage counts the scripts that have exercised each number of the catalogue
// of upstream behaviour (R-1, D-3 …).
type Coverage struct {
	scripts int
	counts  map[string]int
}

// sight is what one script showed on the engine, which agrees with the real
// library about it.
type sight struct {
	scenario *scenarios.Scenario
	events   []trace.Event
	kinds    map[trace.Kind]int
	requests []scenarios.Request
}

// Add counts a script.
func (c *Coverage) Add(s *scenarios.Scenario, events []trace.Event, report scenarios.Report) {
	seen := &sight{scenario: s, events: events, kinds: map[trace.Kind]int{}, requests: report.Informers["pods"].Requests}
	for _, e := range events {
		seen.kinds[e.Kind]++
	}
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	c.scripts++
	for number, happened := range exercises {
		if happened(seen) {
			c.counts[number]++
		}
	}
}

// Rare are the numbers that fewer than n scripts have exercised.
func (c *Coverage) Rare(n int) []string {
	var rare []string
	for _, number := range sortedNumbers() {
		if c.counts[number] < n {
			rare = append(rare, fmt.Sprintf("%s (%d)", number, c.counts[number]))
		}
	}
	return rare
}

// String lists all counts, a line for each section.
func (c *Coverage) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "numbers of the catalogue exercised, in scripts of %d:", c.scripts)
	section := ""
	for _, number := range sortedNumbers() {
		if letter, _, _ := strings.Cut(number, "-"); letter != section {
			section = letter
			b.WriteString("\n ")
		}
		fmt.Fprintf(&b, " %s %d", number, c.counts[number])
	}
	return b.String()
}

// sortedNumbers are the numbers by letter, then by number.
func sortedNumbers() []string {
	numbers := sortedKeys(exercises)
	place := func(number string) (string, int) {
		letter, digits, _ := strings.Cut(number, "-")
		n, _ := strconv.Atoi(digits)
		return letter, n
	}
	slices.SortFunc(numbers, func(a, b string) int {
		x, m := place(a)
		y, n := place(b)
		if x != y {
			return strings.Compare(x, y)
		}
		return m - n
	})
	return numbers
}

// happened says that there was an event of a kind.
func happened(kind trace.Kind) func(*sight) bool {
	return func(s *sight) bool { return s.kinds[kind] > 0 }
}

// data says that an event of a kind had a value.
func data(kind trace.Kind, name string, value any) func(*sight) bool {
	return event(func(e trace.Event) bool { return e.Kind == kind && e.Data.Get(name) == value })
}

// event says that there was such an event.
func event(is func(trace.Event) bool) func(*sight) bool {
	return func(s *sight) bool { return slices.ContainsFunc(s.events, is) }
}

// popped says that processLoop took out deltas that read like this.
func popped(text string) func(*sight) bool {
	return event(func(e trace.Event) bool {
		lines, _ := e.Data.Get("popped").([]string)
		return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, text) })
	})
}

// asked says that there was such a request.
func asked(is func(scenarios.Request) bool) func(*sight) bool {
	return func(s *sight) bool { return slices.ContainsFunc(s.requests, is) }
}

// next says that some event was the cause of another.
func next(first, second func(trace.Event) bool) func(*sight) bool {
	return func(s *sight) bool {
		return slices.ContainsFunc(s.events, func(e trace.Event) bool {
			return second(e) && e.Cause > 0 && first(s.events[e.Cause-1])
		})
	}
}

// followed says that some event came before another.
func followed(first, second func(trace.Event) bool) func(*sight) bool {
	return func(s *sight) bool {
		at := slices.IndexFunc(s.events, first)
		return at >= 0 && slices.ContainsFunc(s.events[at+1:], second)
	}
}

func is(kind trace.Kind) func(trace.Event) bool {
	return func(e trace.Event) bool { return e.Kind == kind }
}

// all joins conditions.
func all(conditions ...func(*sight) bool) func(*sight) bool {
	return func(s *sight) bool {
		return !slices.ContainsFunc(conditions, func(c func(*sight) bool) bool { return !c(s) })
	}
}

// mode says in which queue the script ran, "DeltaFIFO", "RealFIFO" or
// "RealFIFO-atomic".
func mode(queue string) func(*sight) bool {
	return func(s *sight) bool {
		inf := s.scenario.World.Informers[0]
		name := inf.Queue
		if inf.Atomic != nil && *inf.Atomic {
			name += "-atomic"
		}
		return name == queue
	}
}

// paused says that there was a pause of at least d.
func paused(d time.Duration) func(*sight) bool {
	return event(func(e trace.Event) bool {
		return e.Kind == trace.BackoffStart && e.Data.Duration("for") >= d
	})
}

func many(kind trace.Kind, n int) func(*sight) bool {
	return func(s *sight) bool { return s.kinds[kind] >= n }
}
