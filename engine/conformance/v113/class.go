package v113

import "k8s.io/client-go/tools/cache"

// The classes of notifications that the library hands on in the order of a map.
// The empty class is the order of the server or of the queue.
const (
	classTombstone = "tombstone"
	classSync      = "sync"
	classReplay    = "replay"
)

// classifier stands in front of a handler, and of its filter, which makes
// something else of a notification.
type classifier struct {
	handler *handler
	next    cache.ResourceEventHandler
}

// OnAdd is cache.ResourceEventHandler's.
func (c *classifier) OnAdd(obj any) {
	c.handler.classify(c.handler.classOf())
	c.next.OnAdd(obj)
}

// OnUpdate is cache.ResourceEventHandler's. A resync hands one object over
// twice.
func (c *classifier) OnUpdate(oldObj, newObj any) {
	class := classSync
	if oldObj != newObj {
		class = c.handler.classOf()
	}
	c.handler.classify(class)
	c.next.OnUpdate(oldObj, newObj)
}

// OnDelete is cache.ResourceEventHandler's.
func (c *classifier) OnDelete(obj any) {
	class := ""
	if _, tombstone := unwrapped(obj); tombstone {
		class = classTombstone
	}
	c.handler.classify(class)
	c.next.OnDelete(obj)
}

func (h *handler) classify(class string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.class = class
}

// classOf is the class of an add, or of an update to another object.
func (h *handler) classOf() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.replays > 0 {
		h.replays--
		return classReplay
	}
	return ""
}
