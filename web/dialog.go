package web

import (
	"time"

	"informerscope/engine"
	"informerscope/web/explain"
)

// Dialog is what is open over the page; its zero value is none.
type Dialog struct {
	Name DialogName
	// Object is what is being edited, a reference, and Text how it was when the
	// dialog opened.
	Object, Text string
	// Part is which of the dialog's parts is shown, where it has some.
	Part string
	// Errors are what is wrong with what was typed.
	Errors []FormError
}

// DialogName names a dialog.
type DialogName string

// The dialogs.
const (
	DialogCreate DialogName = "create"
	DialogEdit   DialogName = "edit"
	DialogEditor DialogName = "editor"
	DialogPicker DialogName = "picker"
	DialogHelp   DialogName = "help"
	DialogShare  DialogName = "share"

	DialogCompare  DialogName = "compare"
	DialogPipeline DialogName = "pipeline"
	DialogExport   DialogName = "export"
	DialogTruth    DialogName = "truth"
	DialogFailed   DialogName = "failed"
)

// submitCreate creates what the form says, or shows what is wrong with it: then
// nothing changes, and what was typed stays.
func submitCreate(m *Model, now time.Duration, p Press) []Effect {
	manifests, wrong := m.readCreateForm(p.Form)
	if len(wrong) > 0 {
		m.Dialog.Errors = wrong
		return nil
	}
	m.Dialog = Dialog{}
	m.create(now, manifests)
	return nil
}

// openEdit opens the target's manifest for editing.
func openEdit(m *Model, _ time.Duration, _ Press) []Effect {
	ref := m.target()
	if !m.hasTarget(ref) {
		return nil
	}
	o, err := m.object(ref)
	if err != nil {
		m.say(true, explain.Error(m.Lang, err))
		return nil
	}
	m.Dialog = Dialog{Name: DialogEdit, Object: ref, Text: yamlOf(editable(o))}
	return nil
}

// quick makes one of the small changes, of what the dialog is about if one is
// open.
func (m *Model) quick(now time.Duration, change string) {
	if _, known := quickChanges[change]; !known {
		return
	}
	if m.Dialog.Name == DialogEdit {
		m.touched = m.Dialog.Object
		m.Dialog = Dialog{}
	}
	m.update(now, change)
}

// submitEdit updates the object as it was edited.
func submitEdit(m *Model, now time.Duration, p Press) []Effect {
	var patch engine.Manifest
	ref := m.Dialog.Object
	if patch, m.Dialog.Errors = m.readEditForm(ref, p.Form[fieldManifest]); len(m.Dialog.Errors) > 0 {
		return nil
	}
	m.Dialog = Dialog{}
	m.patch(now, ref, patch)
	return nil
}
