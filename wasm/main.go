//go:build js && wasm

// Command wasm is the program of the page.
package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// page is the root component: it takes the place of the page's first picture.
type page struct{ app.Compo }

// OnMount tells the page and its tests that the program takes input.
func (p *page) OnMount(app.Context) {
	js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "1")
}

// Render returns the same structure that index.html shows before the program
// arrives, so that nothing jumps.
func (p *page) Render() app.UI {
	return app.Div().ID("app").Body(
		app.Header().Class("bar").Body(
			app.Img().Class("mark").Src("static/icon.svg").Alt("").Width(24).Height(24),
			app.H1().Text("InformerScope"),
		),
		app.Main().ID("stage"),
	)
}

func main() {
	app.RouteWithRegexp(".*", &page{})
	app.RunWhenOnBrowser()
}
