package engine

import (
	"sort"
	"time"
)

// agenda is what will happen at a known time, in the order in which it will. Of
// one instant, the script's commands come first (notes.md, "Time"), then
// whatever was put in first.
type agenda struct {
	// commands are in order. Copies share them, so only the end may be written.
	commands []agendaItem
	// timers are a heap: the first is the next.
	timers []agendaItem
	added  int64
	// lasting counts the items that are not periodic.
	lasting int
}

// agendaItem is one thing that falls due.
type agendaItem struct {
	at       time.Duration
	added    int64
	periodic bool
	do       action
}

// action is what an agendaItem does. Implementations are small values that name
// what they touch, so that a copy of the world shares them.
type action interface{ do(w *World) }

func (i *agendaItem) before(other *agendaItem) bool {
	return i.at < other.at || i.at == other.at && i.added < other.added
}

// putCommand adds a command of the script.
func (a *agenda) putCommand(at time.Duration, do action) {
	a.added++
	a.lasting++
	item := agendaItem{at: at, added: a.added, do: do}
	n := sort.Search(len(a.commands), func(i int) bool { return a.commands[i].at > at })
	if n == len(a.commands) {
		a.commands = append(a.commands, item)
		return
	}
	all := make([]agendaItem, 0, len(a.commands)+1)
	a.commands = append(append(append(all, a.commands[:n]...), item), a.commands[n:]...)
}

// put adds anything else.
func (a *agenda) put(at time.Duration, periodic bool, do action) {
	a.added++
	if !periodic {
		a.lasting++
	}
	a.timers = append(a.timers, agendaItem{at: at, added: a.added, periodic: periodic, do: do})
	for n := len(a.timers) - 1; n > 0; {
		parent := (n - 1) / 2
		if !a.timers[n].before(&a.timers[parent]) {
			break
		}
		a.timers[n], a.timers[parent] = a.timers[parent], a.timers[n]
		n = parent
	}
}

// next is when the next thing is due, and whether it is a command.
func (a *agenda) next() (at time.Duration, command, ok bool) {
	switch {
	case len(a.commands) == 0 && len(a.timers) == 0:
		return 0, false, false
	case len(a.timers) == 0 || len(a.commands) > 0 && a.commands[0].at <= a.timers[0].at:
		return a.commands[0].at, true, true
	}
	return a.timers[0].at, false, true
}

// pop takes the next thing out.
func (a *agenda) pop() action {
	if _, command, _ := a.next(); command {
		do := a.commands[0].do
		a.commands = a.commands[1:]
		a.lasting--
		return do
	}
	first, last := a.timers[0], len(a.timers)-1
	a.timers[0], a.timers[last] = a.timers[last], agendaItem{}
	a.timers = a.timers[:last]
	for n := 0; ; {
		least := 2*n + 1
		if least >= last {
			break
		}
		if right := least + 1; right < last && a.timers[right].before(&a.timers[least]) {
			least = right
		}
		if !a.timers[least].before(&a.timers[n]) {
			break
		}
		a.timers[n], a.timers[least] = a.timers[least], a.timers[n]
		n = least
	}
	if !first.periodic {
		a.lasting--
	}
	return first.do
}

// inOrder are the timers in the order in which they fall due.
func (a *agenda) inOrder() []agendaItem {
	all := append([]agendaItem(nil), a.timers...)
	sort.Slice(all, func(i, j int) bool { return all[i].before(&all[j]) })
	return all
}

func (a *agenda) clone() agenda {
	c := *a
	c.commands = a.commands[:len(a.commands):len(a.commands)]
	c.timers = append([]agendaItem(nil), a.timers...)
	return c
}
