package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"informerscope/engine"
)

// A Compact session is one as a link carries it: what cannot be computed again, in
// columns, each of like things, so that compression finds them alike. A line each,
// by its first letter:
//
//	b  the branch that is shown
//	n  a branch: parent, fork, until, number of acts
//	c  a command with a tab for each number in which the acts that use it differ
//	a  after which event each act was given, as the difference to the act before
//	t  at which time, likewise
//	w  which command
//	x  its numbers, as differences to the last act with that command
//	s  the scenario's file, to the end, where no name stands for it
type Compact struct {
	// Shown is the branch that was shown.
	Shown    int
	Branches []Branch
	// Scenario is the scenario's file; empty where the link names it.
	Scenario string
}

// Latest is the latest moment to which a link or an address may lead: longer
// stories take longer to play than anybody waits.
const Latest = 24 * time.Hour

// The limits of a link: more than anybody does by hand.
const (
	mostActs  = 10_000
	mostSplit = 1_000 // branches
	lastEvent = 10_000_000
)

// ErrDamaged is what is wrong with the session of a link that cannot be read.
var ErrDamaged error = &Message{Format: "the session in the link is damaged"}

// Text writes the session.
func (c Compact) Text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "b %d\n", c.Shown)
	var acts []Act
	var after, at []string
	for _, b := range c.Branches {
		until := b.Until + (time.Millisecond-b.Until%time.Millisecond)%time.Millisecond
		fmt.Fprintf(&out, "n %d %d %s %d\n", b.Parent, b.Fork, shortTime(until), len(b.Acts))
		event, now := b.Fork, time.Duration(0)
		for _, a := range b.Acts {
			after, at = append(after, strconv.Itoa(a.After-event)), append(at, shortTime(a.At-now))
			event, now = a.After, a.At
		}
		acts = append(acts, b.Acts...)
	}
	commands, which, numbers := shapes(acts)
	for _, command := range commands {
		out.WriteString("c " + command + "\n")
	}
	column := func(name string, values []string) { out.WriteString(name + " " + strings.Join(values, " ") + "\n") }
	column("a", after)
	column("t", at)
	column("w", which)
	column("x", numbers)
	if c.Scenario != "" {
		out.WriteString("s\n" + c.Scenario)
	}
	return out.String()
}

// shapes finds the commands that differ in numbers only.
func shapes(acts []Act) (commands, which, numbers []string) {
	type shape struct {
		index  int
		values [][]int
	}
	all := map[string]*shape{}
	var order []string
	of := make([]string, len(acts))
	at := make([]int, len(acts))
	for i, a := range acts {
		text, values := withoutNumbers(a.Command)
		s := all[text]
		if s == nil {
			s = &shape{index: len(order)}
			all[text], order = s, append(order, text)
		}
		of[i], at[i] = text, len(s.values)
		s.values = append(s.values, values)
	}
	for _, text := range order {
		first := all[text].values[0]
		parts := strings.Split(text, "\t")
		command := parts[0]
		for slot := range first {
			number := "\t"
			if !varies(all[text].values, slot) {
				number = strconv.Itoa(first[slot])
			}
			command += number + parts[slot+1]
		}
		commands = append(commands, command)
	}
	for i, text := range of {
		s := all[text]
		which = append(which, strconv.Itoa(s.index))
		for slot, n := range s.values[at[i]] {
			if !varies(s.values, slot) {
				continue
			}
			if at[i] > 0 {
				n -= s.values[at[i]-1][slot]
			}
			numbers = append(numbers, strconv.Itoa(n))
		}
	}
	return commands, which, numbers
}

func varies(values [][]int, slot int) bool {
	for _, v := range values {
		if v[slot] != values[0][slot] {
			return true
		}
	}
	return false
}

// withoutNumbers is a command as JSON with a tab, which JSON writes otherwise, for
// each number, and the numbers.
func withoutNumbers(c engine.Command) (string, []int) {
	text, err := json.Marshal(c)
	if err != nil {
		return "{}", nil
	}
	var out []byte
	var numbers []int
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		digits := string(text[i:end])
		if n, err := strconv.Atoi(digits); err == nil && strconv.Itoa(n) == digits && len(digits) < 10 {
			out, numbers, i = append(out, '\t'), append(numbers, n), end
			continue
		}
		end = max(end, i+1)
		out, i = append(out, text[i:end]...), end
	}
	return string(out), numbers
}

// shortTime writes a time in milliseconds, or in what it needs to be exact.
func shortTime(d time.Duration) string {
	switch {
	case d%time.Millisecond == 0:
		return strconv.FormatInt(int64(d/time.Millisecond), 10)
	case d%time.Microsecond == 0:
		return strconv.FormatInt(int64(d/time.Microsecond), 10) + "u"
	}
	return strconv.FormatInt(int64(d), 10) + "n"
}

func parseShortTime(text string) (time.Duration, error) {
	unit := time.Millisecond
	if digits, ok := strings.CutSuffix(text, "u"); ok {
		text, unit = digits, time.Microsecond
	} else if digits, ok := strings.CutSuffix(text, "n"); ok {
		text, unit = digits, 1
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > int64(Latest/unit) || n < -int64(Latest/unit) {
		return 0, ErrDamaged
	}
	return time.Duration(n) * unit, nil
}

// ParseCompact reads a session as Text wrote it. Whatever a link says, each
// command has to be one that the scenario format allows.
func ParseCompact(text string) (Compact, error) {
	var c Compact
	lines := map[string][]string{}
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		name, rest, _ := strings.Cut(line, " ")
		if name == "s" {
			c.Scenario = text
			break
		}
		lines[name] = append(lines[name], rest)
	}
	if len(lines["b"]) != 1 || len(lines["n"]) == 0 || len(lines["n"]) > mostSplit {
		return c, ErrDamaged
	}
	acts, err := parseActs(lines)
	if err != nil {
		return c, err
	}
	for i, line := range lines["n"] {
		b, n, err := parseBranch(line)
		if err != nil || n < 0 || n > len(acts) || (i == 0) != (b.Parent < 0) || b.Parent >= i {
			return c, ErrDamaged
		}
		if b.ID, b.Acts, acts = i, acts[:n:n], acts[n:]; !b.addUp() {
			return c, ErrDamaged
		}
		c.Branches = append(c.Branches, b)
	}
	if c.Shown, err = strconv.Atoi(lines["b"][0]); err != nil || c.Shown < 0 || c.Shown >= len(c.Branches) || len(acts) > 0 {
		return c, ErrDamaged
	}
	return c, nil
}

func parseBranch(line string) (b Branch, acts int, err error) {
	words := strings.Fields(line)
	if len(words) != 4 {
		return b, 0, ErrDamaged
	}
	var errs [4]error
	b.Parent, errs[0] = strconv.Atoi(words[0])
	b.Fork, errs[1] = strconv.Atoi(words[1])
	b.Until, errs[2] = parseShortTime(words[2])
	acts, errs[3] = strconv.Atoi(words[3])
	if errors.Join(errs[:]...) != nil {
		return b, 0, ErrDamaged
	}
	if b.Parent < -1 || b.Fork < 0 || b.Fork > lastEvent || b.Until < 0 {
		err = ErrDamaged
	}
	return b, acts, err
}

// addUp makes moments of the differences of its acts.
func (b *Branch) addUp() bool {
	event, now := b.Fork, time.Duration(0)
	for i := range b.Acts {
		a := &b.Acts[i]
		event, now = event+a.After, now+a.At
		a.After, a.At = event, now
		if a.After < b.Fork || a.After > lastEvent || a.At < 0 || a.At > Latest {
			return false
		}
		b.Seen = max(b.Seen, a.After)
	}
	return true
}

// parseActs puts the columns together; moments are still differences.
func parseActs(lines map[string][]string) ([]Act, error) {
	column := func(name string) []string { return strings.Fields(strings.Join(lines[name], " ")) }
	after, at, which, numbers := column("a"), column("t"), column("w"), column("x")
	if len(after) > mostActs || len(at) != len(after) || len(which) != len(after) {
		return nil, ErrDamaged
	}
	last := make([][]int, len(lines["c"]))
	acts := make([]Act, len(after))
	for i := range acts {
		n, err := strconv.Atoi(which[i])
		if err != nil || n < 0 || n >= len(last) {
			return nil, ErrDamaged
		}
		parts := strings.Split(lines["c"][n], "\t")
		if last[n] == nil {
			last[n] = make([]int, len(parts)-1)
		}
		if len(numbers) < len(last[n]) {
			return nil, ErrDamaged
		}
		var command bytes.Buffer
		command.WriteString(parts[0])
		for slot := range last[n] {
			by, err := strconv.Atoi(numbers[slot])
			if err != nil {
				return nil, ErrDamaged
			}
			last[n][slot] += by
			command.WriteString(strconv.Itoa(last[n][slot]) + parts[slot+1])
		}
		numbers = numbers[len(last[n]):]
		if acts[i], err = parseAct(after[i], at[i], command.Bytes()); err != nil {
			return nil, err
		}
	}
	return acts, nil
}

func parseAct(after, at string, command []byte) (a Act, err error) {
	if a.After, err = strconv.Atoi(after); err != nil || a.After > lastEvent || a.After < -lastEvent {
		return a, ErrDamaged
	}
	if a.At, err = parseShortTime(at); err != nil {
		return a, err
	}
	step, err := LoadStep("link", command)
	if err != nil {
		return a, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	a.Command = step.Command
	return a, nil
}

// Compact is the session as a link carries it; shown is the branch that is. A
// scenario that no name stands for goes along.
func (s *Session) Compact(shown *Branch, named bool) (Compact, error) {
	c := Compact{Shown: shown.ID}
	for _, b := range s.Branches {
		c.Branches = append(c.Branches, Branch{ID: b.ID, Parent: b.Parent, Fork: b.Fork, Acts: slices.Clip(b.Acts), Until: b.Until, Seen: b.Seen})
	}
	if named {
		return c, nil
	}
	text, err := Marshal(s.Scenario)
	c.Scenario = string(text)
	return c, err
}
