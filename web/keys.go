package web

import "time"

// binding is a key and what it does.
type binding struct {
	// Key is KeyboardEvent.key; Shift says that shift has to be held.
	Key   string
	Shift bool
	// Shown is how the key is written for people.
	Shown  string
	Action string
	// What is the id of the text that says what it does.
	What string
}

// bindings are the keys of the page, in the order in which the help lists them.
var bindings = []binding{
	{" ", false, "Space", "toggle", "key.toggle"},
	{"ArrowRight", false, "→", "beat", "key.beat-on"},
	{"ArrowLeft", false, "←", "beat-back", "key.beat-back"},
	{"PageDown", false, "Page ↓", "beat", "key.presenter-on"},
	{"PageUp", false, "Page ↑", "beat-back", "key.presenter-back"},
	{"ArrowRight", true, "Shift →", "step", "key.step"},
	{"ArrowLeft", true, "Shift ←", "back", "key.back"},
	{"Home", false, "Home", "start", "key.start"},
	{"End", false, "End", "end", "key.end"},
	{"+", false, "+", "faster", "key.faster"},
	{"-", false, "-", "slower", "key.slower"},
	{".", false, ".", "pause", "key.pause"},
	{"1", false, "1 … 9", "", "key.answer"},
	{"w", false, "W", "why", "key.why"},
	{"c", false, "C", "create", "key.create"},
	{"u", false, "U", "update", "key.update"},
	{"d", false, "D", "delete", "key.delete"},
	{"x", false, "X", "drop-watch", "key.drop-watch"},
	{"Escape", false, "Esc", "unselect", "key.close"},
	{"?", false, "?", "help", "key.help"},
}

// Binding finds what a key does where the focus is; false if the page leaves it
// to others: a control that uses it itself, or the page around.
func Binding(k Key) (action string, ok bool) {
	used := k.In == FocusText && k.Name != "Escape" ||
		k.In == FocusChoice && len(k.Name) > len("Home") ||
		k.In >= FocusButton && k.Name == " "
	if used {
		return "", false
	}
	for _, b := range bindings {
		shifted := b.Shift == k.Shift || len(b.Key) == 1 // ? and + need shift on most keyboards
		if b.Key == k.Name && shifted {
			return b.Action, b.Action != ""
		}
	}
	return "", false
}

// uses says whether a key is for this page. Whoever listens has to know before
// anything is done: a browser that waits has already scrolled.
func (m *Model) uses(k Key) bool {
	if m.answers1to9(k) {
		return true
	}
	_, known := Binding(k)
	return known && m.Branch != nil && m.Dialog.Name == ""
}

// answers1to9 says whether a key answers the question that waits.
func (m *Model) answers1to9(k Key) bool {
	choice := number(k.Name)
	return m.Dialog.Name == "" && k.In != FocusText && choice >= 1 && choice <= 9 && m.Ready() && m.waits()
}

// key does what a key is for. What it does not know, or cannot do, is handed on.
func (m *Model) key(now time.Duration, k Key) []Effect {
	if !m.uses(k) {
		return []Effect{HandOn{k.Name}}
	}
	if m.answers1to9(k) {
		m.answer(now, number(k.Name)-1)
		return nil
	}
	switch name, _ := Binding(k); name {
	case "beat":
		if !m.beat(now, 1) {
			return []Effect{HandOn{k.Name}}
		}
	case "beat-back":
		if !m.beat(now, -1) {
			return []Effect{HandOn{k.Name}}
		}
	default:
		return m.press(now, Press{Action: name})
	}
	return nil
}
