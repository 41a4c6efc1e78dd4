//go:build js && wasm

package web

import "sync"

// turn lets one at a time read or change the model. Events, ticks, answers and
// go-app's rendering each run on a goroutine of their own, and Go may let another
// run in the middle of any of them, as while it collects garbage.
//
// Whoever has a message does not wait for its turn: the browser calls some handlers
// in the middle of a change, such as that of an input event when text is inserted,
// and the change goes on only when they return. The message waits instead.
type turn struct {
	sync.Mutex

	// mail guards waiting, and is held for a moment only.
	mail    sync.Mutex
	waiting []Msg
}

// put adds a message to those that wait.
func (t *turn) put(msg Msg) {
	t.mail.Lock()
	defer t.mail.Unlock()
	t.waiting = append(t.waiting, msg)
}

// next takes the message out that has waited longest; false if none waits.
func (t *turn) next() (msg Msg, waits bool) {
	t.mail.Lock()
	defer t.mail.Unlock()
	if len(t.waiting) == 0 {
		return nil, false
	}
	msg, t.waiting = t.waiting[0], t.waiting[1:]
	return msg, true
}

// any says whether a message waits.
func (t *turn) any() bool {
	t.mail.Lock()
	defer t.mail.Unlock()
	return len(t.waiting) > 0
}

// send gives the model a message and shows what has become of it: at once, unless
// somebody has the turn, who then does it at its end.
func (d *driver) send(msg Msg) {
	d.turn.put(msg)
	d.deliver()
}

// deliver gives the model the messages that wait.
func (d *driver) deliver() {
	for d.turn.any() && d.turn.TryLock() {
		if msg, waits := d.turn.next(); waits {
			d.update(msg)
		}
		d.turn.Unlock()
	}
}

// update deals with a message. It needs the turn.
func (d *driver) update(msg Msg) {
	effects := d.model.Update(d.now(), msg)
	d.carryOut(effects)
	d.show(msg)
	d.schedule()
}

// inTurn waits for the turn and runs do. It is not for handlers of events.
func (d *driver) inTurn(do func()) {
	func() {
		d.turn.Lock()
		defer d.turn.Unlock()
		do()
	}()
	d.deliver()
}

// glance runs do if nobody has the turn, and says whether it did: for handlers that
// have to know something before they return.
func (d *driver) glance(do func()) bool {
	if !d.turn.TryLock() {
		return false
	}
	defer d.turn.Unlock()
	do()
	return true
}
