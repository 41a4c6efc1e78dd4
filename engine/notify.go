package engine

import (
	"strings"

	"informerscope/engine/trace"
)

// notify is a controller of one's own such as Kubewatch (pkg/controller): it
// tells somebody outside the cluster of each change. Sending takes the time of
// the reconcile; a message that could not be sent is tried again.
func (c *Controller) notify(w *World, wk *Worker) {
	key, change, _ := strings.Cut(wk.Key, pointerMark)
	wk.cause = w.emit(trace.Event{Actor: wk.actorName, Kind: trace.NotifySent, Key: key, Cause: wk.cause, Upstream: "kubewatch pkg/controller/controller.go: Controller.processItem"},
		trace.String("controller", c.Config.Name), trace.String("change", change))
}
