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
	What   words
}

// bindings are the keys of the page, in the order in which the help lists them.
var bindings = []binding{
	{" ", false, "Space", "toggle", words{"play, or pause", "播放或暂停"}},
	{"ArrowRight", false, "→", "beat", words{"the next beat: a caption, or an event where there is none", "下一个节拍：一条字幕；没有字幕时为一个事件"}},
	{"ArrowLeft", false, "←", "beat-back", words{"the beat before", "上一个节拍"}},
	{"PageDown", false, "Page ↓", "beat", words{"the same, from a presenter's remote", "同上，来自演示遥控器"}},
	{"PageUp", false, "Page ↑", "beat-back", words{"the same, from a presenter's remote", "同上，来自演示遥控器"}},
	{"ArrowRight", true, "Shift →", "step", words{"one event on", "前进一个事件"}},
	{"ArrowLeft", true, "Shift ←", "back", words{"one event back", "后退一个事件"}},
	{"Home", false, "Home", "start", words{"the beginning", "回到开头"}},
	{"End", false, "End", "end", words{"the end", "跳到结尾"}},
	{"+", false, "+", "faster", words{"faster", "加快"}},
	{"-", false, "-", "slower", words{"slower", "减慢"}},
	{".", false, ".", "pause", words{"pause", "暂停"}},
	{"Escape", false, "Esc", "unselect", words{"close what is open", "关闭打开的内容"}},
	{"?", false, "?", "help", words{"this list", "显示本列表"}},
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
			return b.Action, true
		}
	}
	return "", false
}

// key does what a key is for. What it does not know, or cannot do, is handed on.
func (m *Model) key(now time.Duration, k Key) []Effect {
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
