package engine

import (
	"time"

	"github.com/tidwall/btree"

	"informerscope/engine/ordered"
)

// agenda is what will happen at a known time, in the order in which it will.
type agenda struct {
	items btree.Map[string, *agendaItem]
	added int64
	// lasting counts the items that are not periodic.
	lasting int
}

// agendaItem is one thing that falls due. Of one instant, the script's commands
// come first (notes.md, "Time"), then whatever was put in first.
type agendaItem struct {
	at       time.Duration
	class    agendaClass
	periodic bool
	do       action
}

type agendaClass int8

const (
	classCommand agendaClass = iota
	classTimer

	// classShift leaves the bits below a class to agenda.added.
	classShift = 56
)

// action is what an agendaItem does. Implementations are small values that name
// what they touch, so that a copy of the world shares them.
type action interface{ do(w *World) }

func (a *agenda) put(at time.Duration, class agendaClass, periodic bool, do action) {
	a.added++
	a.items.Set(ordered.Key(int64(at), int64(class)<<classShift|a.added), &agendaItem{at: at, class: class, periodic: periodic, do: do})
	if !periodic {
		a.lasting++
	}
}

func (a *agenda) next() (agendaItem, bool) {
	_, item, ok := a.items.Min()
	if !ok {
		return agendaItem{}, false
	}
	return *item, true
}

func (a *agenda) pop() *agendaItem {
	_, item, _ := a.items.PopMin()
	if !item.periodic {
		a.lasting--
	}
	return item
}

func (a *agenda) clone() agenda {
	return agenda{items: *a.items.Copy(), added: a.added, lasting: a.lasting}
}
