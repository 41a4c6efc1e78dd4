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
	{"PageDown", false, "Page ↓", "beat", "key.presenter"},
	{"PageUp", false, "Page ↑", "beat-back", "key.presenter"},
	{"ArrowRight", true, "Shift →", "step", "key.step"},
	{"ArrowLeft", true, "Shift ←", "back", "key.back"},
	{"Home", false, "Home", "start", "key.start"},
	{"End", false, "End", "end", "key.end"},
	{"+", false, "+", "faster", "key.faster"},
	{"-", false, "-", "slower", "key.slower"},
	{".", false, ".", "pause", "key.pause"},
	{"1", false, "1 … 9", "", "key.answer"},
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

// key does what a key is for. What it does not know, or cannot do, is handed on.
func (m *Model) key(now time.Duration, k Key) []Effect {
	if choice := number(k.Name); k.In != FocusText && choice >= 1 && choice <= 9 && m.Ready() && m.waits() {
		m.answer(now, choice-1)
		return nil
	}
	name, known := Binding(k)
	if !known || m.Branch == nil || m.Dialog.Name != "" {
		return []Effect{HandOn{k.Name}}
	}
	switch name {
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
