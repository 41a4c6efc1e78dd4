package engine

import (
	"sort"
	"time"
)

// agenda is what will happen at a known time, in the order in which it will. Of
// one instant, the script's commands come first (notes.md, "Time"), then
// whatever was put in first.
type agenda struct {
	// commands are in order, and so is line, which has the timers that came in
	// order: what is on the wire, above all. Copies share both, so only their
	// ends may be written.
	commands, line []agendaItem
	// heap has all other timers: the first is the next.
	heap  []agendaItem
	added int64
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

// put adds a timer. Periodic ones are far in the future, and would keep all
// others out of the line.
func (a *agenda) put(at time.Duration, periodic bool, do action) {
	a.added++
	item := agendaItem{at: at, added: a.added, periodic: periodic, do: do}
	if !periodic {
		a.lasting++
		if n := len(a.line); n == 0 || a.line[n-1].at <= at {
			a.line = append(a.line, item)
			return
		}
	}
	a.heap = append(a.heap, item)
	for n := len(a.heap) - 1; n > 0; {
		parent := (n - 1) / 2
		if !a.heap[n].before(&a.heap[parent]) {
			break
		}
		a.heap[n], a.heap[parent] = a.heap[parent], a.heap[n]
		n = parent
	}
}

// timer is the next timer, or nil, and says whether it stands in the line.
func (a *agenda) timer() (next *agendaItem, inLine bool) {
	if len(a.heap) > 0 {
		next = &a.heap[0]
	}
	if len(a.line) > 0 && (next == nil || a.line[0].before(next)) {
		return &a.line[0], true
	}
	return next, false
}

// next is when the next thing is due, and whether it is a command.
func (a *agenda) next() (at time.Duration, command, ok bool) {
	timer, _ := a.timer()
	switch {
	case len(a.commands) > 0 && (timer == nil || a.commands[0].at <= timer.at):
		return a.commands[0].at, true, true
	case timer != nil:
		return timer.at, false, true
	}
	return 0, false, false
}

// pop takes the next thing out.
func (a *agenda) pop() action {
	var first agendaItem
	_, command, _ := a.next()
	_, inLine := a.timer()
	switch {
	case command:
		first, a.commands = a.commands[0], a.commands[1:]
	case inLine:
		first, a.line = a.line[0], a.line[1:]
	default:
		first = a.popHeap()
	}
	if !first.periodic {
		a.lasting--
	}
	return first.do
}

func (a *agenda) popHeap() agendaItem {
	first, last := a.heap[0], len(a.heap)-1
	a.heap[0], a.heap[last] = a.heap[last], agendaItem{}
	a.heap = a.heap[:last]
	for n := 0; ; {
		least := 2*n + 1
		if least >= last {
			break
		}
		if right := least + 1; right < last && a.heap[right].before(&a.heap[least]) {
			least = right
		}
		if !a.heap[least].before(&a.heap[n]) {
			break
		}
		a.heap[n], a.heap[least] = a.heap[least], a.heap[n]
		n = least
	}
	return first
}

// inOrder are the timers in the order in which they fall due.
func (a *agenda) inOrder() []agendaItem {
	all := append(append([]agendaItem(nil), a.line...), a.heap...)
	sort.Slice(all, func(i, j int) bool { return all[i].before(&all[j]) })
	return all
}

func (a *agenda) clone() agenda {
	c := *a
	c.commands = a.commands[:len(a.commands):len(a.commands)]
	c.line = a.line[:len(a.line):len(a.line)]
	c.heap = append([]agendaItem(nil), a.heap...)
	return c
}
