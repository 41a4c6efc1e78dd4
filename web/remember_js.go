//go:build js && wasm

package web

// seenItem is where the browser keeps the names of the seen scenarios.
const seenItem = "informerscope-seen"

// recall reads what remember has kept. A page may be forbidden to keep anything:
// then it is as on the first visit.
func recall() (seen string) {
	defer func() { _ = recover() }()
	if kept := window.Get("localStorage").Call("getItem", seenItem); kept.Truthy() {
		seen = kept.String()
	}
	return seen
}

func remember(seen string) {
	defer func() { _ = recover() }()
	window.Get("localStorage").Call("setItem", seenItem, seen)
}
