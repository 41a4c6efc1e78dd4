//go:build js && wasm

// Command panics is a program that takes input and then dies.
package main

import "syscall/js"

func main() {
	js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "1")
	panic("on purpose")
}
