//go:build js && wasm

// Command wasm is the program of the page.
package main

import "informerscope/web"

func main() { web.Run() }
