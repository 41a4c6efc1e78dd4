package engine

import (
	"time"

	"github.com/tidwall/btree"
)

// agenda is what will happen at a known time, in the order in which it will.
type agenda struct {
	items *btree.BTreeG[agendaItem]
	added int64
	// lasting counts the items that are not periodic.
	lasting int
}

// agendaItem is one thing that falls due. Of one instant, the script's commands
// come first (notes.md, "Time"), then whatever was put in first.
type agendaItem struct {
	at       time.Duration
	class    agendaClass
	added    int64
	periodic bool
	do       action
}

type agendaClass int8

const (
	classCommand agendaClass = iota
	classTimer
)

// action is what an agendaItem does. Implementations are small values that name
// what they touch, so that a copy of the world shares them.
type action interface{ do(w *World) }

func newAgenda() agenda {
	return agenda{items: btree.NewBTreeGOptions(func(a, b agendaItem) bool {
		if a.at != b.at {
			return a.at < b.at
		}
		if a.class != b.class {
			return a.class < b.class
		}
		return a.added < b.added
	}, btree.Options{NoLocks: true})}
}

func (a *agenda) put(at time.Duration, class agendaClass, periodic bool, do action) {
	a.added++
	a.items.Set(agendaItem{at: at, class: class, added: a.added, periodic: periodic, do: do})
	if !periodic {
		a.lasting++
	}
}

func (a *agenda) next() (agendaItem, bool) { return a.items.Min() }

func (a *agenda) pop() agendaItem {
	item, _ := a.items.PopMin()
	if !item.periodic {
		a.lasting--
	}
	return item
}

func (a *agenda) clone() agenda {
	return agenda{items: a.items.Copy(), added: a.added, lasting: a.lasting}
}
