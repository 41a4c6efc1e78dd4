package web

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// el makes an element of names and values of attributes, and of what is in it. One
// call takes a third of the program that a chain of go-app's would. An attribute
// without a value is left out.
func el(tag string, attrs []string, body ...app.UI) app.UI {
	e := app.Elem(tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			e = e.Attr(attrs[i], attrs[i+1])
		}
	}
	if len(body) == 0 {
		return e
	}
	return e.Body(body...)
}

// textEl is an element with a class and a text.
func textEl(tag, class, text string) app.UI {
	return el(tag, []string{"class", class}, app.Text(text))
}

// act is a control with what is in it.
func act(action, arg string, attrs []string, body ...app.UI) app.UI {
	return el("button", append([]string{"type", "button", "data-action", action, "data-arg", arg}, attrs...), body...)
}

// button is a control with words.
func button(action, arg, label string, attrs ...string) app.UI {
	return act(action, arg, attrs, app.Text(label))
}

// iconButton is a control with a picture; the words are for those who do not see
// it.
func iconButton(action, arg, picture, label string, attrs ...string) app.UI {
	return act(action, arg, append([]string{"class", "icon", "aria-label", label, "title", label}, attrs...), icon(picture))
}

// chooser is a choice of one of several.
func chooser(action, label string, attrs []string, options []app.UI) app.UI {
	return el("select", append([]string{"data-action", action, "aria-label", label}, attrs...), options...)
}

// yes is the value of an attribute that says true or false.
func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// hiddenUnless is the style of what is there or not; nothing is taken out, so that
// all others stay the elements that they are.
func hiddenUnless(there bool) string {
	if there {
		return "display:"
	}
	return "display:none"
}
