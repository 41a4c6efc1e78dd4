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
type Coverage struct{ today, old counts }

// counts are those of one release.
type counts struct {
	scripts int
	of      map[string]int
}

// sight is what one script showed on the engine, which agrees with the real
// library about it.
type sight struct {
	scenario *scenarios.Scenario
	events   []trace.Event
	kinds    map[trace.Kind]int
	requests []scenarios.Request
	report   scenarios.Report
}

// Add counts a script.
func (c *Coverage) Add(s *scenarios.Scenario, events []trace.Event, report scenarios.Report) {
	seen := &sight{scenario: s, events: events, kinds: map[trace.Kind]int{}, requests: report.Informers["pods"].Requests, report: report}
	for _, e := range events {
		seen.kinds[e.Kind]++
	}
	if isOld(s) {
		c.old.add(seen, exercises113)
	} else {
		c.today.add(seen, exercises)
	}
}

func (c *counts) add(seen *sight, exercises map[string]func(*sight) bool) {
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.scripts++
	for number, happened := range exercises {
		if happened(seen) {
			c.of[number]++
		}
	}
}

// Scripts is how many were counted.
func (c *Coverage) Scripts() int { return c.today.scripts + c.old.scripts }

// Rare are the numbers that fewer than n scripts have exercised.
func (c *Coverage) Rare(n int) []string {
	return append(c.today.rare(exercises, n), c.old.rare(exercises113, n)...)
}

func (c *counts) rare(exercises map[string]func(*sight) bool, n int) []string {
	var rare []string
	for _, number := range sortedNumbers(exercises) {
		if c.of[number] < n && c.scripts > 0 {
			rare = append(rare, fmt.Sprintf("%s (%d)", number, c.of[number]))
		}
	}
	return rare
}

// String lists all counts, a line for each section.
func (c *Coverage) String() string {
	return c.today.list("1.37", exercises) + "\n" + c.old.list("1.13, where it differs", exercises113)
}

func (c *counts) list(release string, exercises map[string]func(*sight) bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "numbers of the catalogue exercised (%s), in scripts of %d:", release, c.scripts)
	section := ""
	for _, number := range sortedNumbers(exercises) {
		if letter, _, _ := strings.Cut(number, "-"); letter != section {
			section = letter
			b.WriteString("\n ")
		}
		fmt.Fprintf(&b, " %s %d", number, c.of[number])
	}
	return b.String()
}

// sortedNumbers are the numbers by letter, then by number.
func sortedNumbers(exercises map[string]func(*sight) bool) []string {
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
