package web

import "encoding/json"

// Msg is something that happened outside the model. Its types are below.
type Msg any

type (
	// Press is a control that was used: a button, a key, a drag, a form that was
	// sent. Controls name their action in data-action and data-arg.
	Press struct {
		Action, Arg string
		// Form holds what stands in the fields of a form.
		Form map[string]string
	}

	// Key is a key that was pressed.
	Key struct {
		// Name is KeyboardEvent.key.
		Name  string
		Shift bool
		// In says what has the focus.
		In Focused
	}

	// Tick says that the time has come that Next named.
	Tick struct{}

	// Fetched is the answer to a Fetch.
	Fetched struct {
		Fetch
		Body []byte
		// From is the address that answered at last.
		From string
		Err  error
	}

	// Call is a call of window.informerscope, or a message of another window.
	Call struct {
		ID     int
		Method string
		Args   json.RawMessage
	}

	// Packed is the answer to a Pack, and Unpacked to an Unpack.
	Packed   struct{ Text, Payload string }
	Unpacked struct {
		Text string
		Err  error
	}

	// Looked says whether anybody can see the page.
	Looked struct{ Seen bool }

	// Given is a file that was dropped or chosen, or a text that was pasted.
	Given struct {
		Name string
		Text []byte
		Err  error
	}

	// Kept are the sessions of earlier visits, or says that the browser keeps none.
	Kept struct {
		Sessions []KeptSession
		Err      error
	}

	// Unsaved says why a Save was not done.
	Unsaved struct{ Err error }

	// Copied says what has become of a Copy.
	Copied struct{ Err error }

	// Failed says that a panic was caught, and where.
	Failed struct {
		In    string
		Panic string
	}
)

// Focused is what kind of control has the focus.
type Focused int

// Kinds of controls, as far as they use keys themselves.
const (
	// FocusNone uses no key.
	FocusNone Focused = iota
	// FocusButton uses space and enter.
	FocusButton
	// FocusChoice uses the arrows too.
	FocusChoice
	// FocusText uses everything but escape.
	FocusText
)

// Effect is something that the model wants to be done outside.
type Effect any

type (
	// Fetch wants a file; the answer is a Fetched.
	Fetch struct {
		// For says what it is: a scenario, the catalogue, or how true the page is.
		For string
		// Address may be relative to the page.
		Address string
	}

	// Pack wants a text compressed for a link, and Unpack what such a link has.
	Pack   struct{ Text string }
	Unpack struct{ Payload string }

	// Copy wants a text on the clipboard.
	Copy struct{ Text string }

	// Remember wants the names of the seen scenarios kept until the next visit.
	Remember struct{ Seen string }

	// Save wants a file offered to the reader.
	Save struct{ Name, Type, Content string }

	// Reply answers a Call. Value is JSON.
	Reply struct {
		ID    int
		Value json.RawMessage
		Err   string
	}

	// HandOn gives a key that the page does not use to the page around it.
	HandOn struct{ Key string }

	// Keep wants something kept by the browser under a key; nothing lets it go.
	Keep struct{ Key, Value string }

	// Insert wants a text in the editor at the cursor, in place of so many letters
	// before it; of all there are if Back is negative.
	Insert struct {
		Back int
		Text string
	}

	// GoToLine wants the editor's cursor on a line.
	GoToLine struct{ Line int }

	// Scroll wants an element to be seen.
	Scroll struct{ Selector string }
)

// What a Fetch is for.
const (
	fetchScenario  = "scenario"
	fetchText      = "text" // it was given as such
	fetchCatalogue = "catalogue"
	fetchTruth     = "truth"
)
