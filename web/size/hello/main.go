//go:build js && wasm

// Command hello is go-app's hello world: the smallest program that a page made
// with go-app can have. The size of ours is told as a multiple of it.
package main

import "github.com/maxence-charriere/go-app/v9/pkg/app"

type hello struct{ app.Compo }

func (h *hello) Render() app.UI { return app.H1().Text("Hello World!") }

func main() {
	app.Route("/", &hello{})
	app.RunWhenOnBrowser()
}
