package web

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"informerscope/web/explain"
)

func TestEveryKeyIsDocumentedAndKnown(t *testing.T) {
	for _, b := range bindings {
		assert.NotEqual(t, b.What, explain.T("zh", b.What), "%s: there is a text for what it does", b.Shown)
		if b.Action != "" && b.Action != "beat" && b.Action != "beat-back" {
			assert.Contains(t, actions, b.Action, b.Shown)
		}
	}
}

// The page leaves to a focused control what that uses (page.md, Manners).
func TestBinding(t *testing.T) {
	for _, c := range []struct {
		key  Key
		want string
	}{
		{Key{Name: " "}, "toggle"},
		{Key{Name: " ", In: FocusButton}, ""},
		{Key{Name: "Enter"}, ""},
		{Key{Name: "ArrowRight"}, "beat"},
		{Key{Name: "ArrowRight", Shift: true}, "step"},
		{Key{Name: "ArrowRight", In: FocusButton}, "beat"},
		{Key{Name: "ArrowRight", In: FocusChoice}, ""},
		{Key{Name: "ArrowRight", In: FocusText}, ""},
		{Key{Name: "Home", In: FocusText}, ""},
		{Key{Name: "Escape", In: FocusText}, "unselect"},
		{Key{Name: "+", Shift: true}, "faster"},
		{Key{Name: "?", Shift: true}, "help"},
		{Key{Name: "a"}, ""},
	} {
		got, ok := Binding(c.key)
		assert.Equal(t, c.want, got, "%+v", c.key)
		assert.Equal(t, c.want != "", ok, "%+v", c.key)
	}
}

func TestKeysGoUpWhileADialogIsOpen(t *testing.T) {
	p := openPage(t, "")
	p.key("?")
	assert.Equal(t, DialogHelp, p.Dialog.Name)
	event := p.Event
	p.done = nil
	p.key("Home")
	assert.Equal(t, event, p.Event)
	assert.Equal(t, []Effect{HandOn{"Home"}}, p.done)
}

func TestKeysDoWhatControlsDo(t *testing.T) {
	p := openPage(t, "")
	last := p.Event
	p.key("Home")
	assert.Equal(t, 0, p.Event)
	p.key("ArrowRight")
	assert.Equal(t, 1, p.Event, "where there are no captions every event is a beat")
	p.key("End")
	assert.Equal(t, last, p.Event)
	p.send(Key{Name: "ArrowLeft", Shift: true})
	assert.Equal(t, last-1, p.Event)
	p.key(" ")
	assert.True(t, p.Playing)
	p.key(".")
	assert.False(t, p.Playing)
}
