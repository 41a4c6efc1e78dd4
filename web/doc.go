// Package web is the page: what it shows, what a reader can do on it, and the
// driver that ties both to the browser.
//
// Everything goes one way round: what happens outside becomes a Msg, Update
// changes the Model and asks for Effects, and the views are made from the Model.
// All of that is plain Go and is tested natively. Only the files whose names end
// in _js.go touch the browser: they turn its events into messages, carry out
// effects, and keep the document equal to the views.
//
// go-app renders the chrome around the stage. The stage and the timeline are
// drawings (package web/draw) in elements that go-app leaves empty; a mirror
// keeps those equal to the drawing, and what moves is animated on top by the Web
// Animations API: Go does not run per frame, and without the animations the
// picture is true all the same.
package web
