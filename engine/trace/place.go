package trace

// Places are where things are and between which they move; the page calls them
// rooms. Of several, the name follows a colon: "listener:pods/main".
const (
	APIServer   = "apiserver"
	Reflector   = "reflector"
	Queue       = "queue"
	ProcessLoop = "processloop"
	Indexer     = "indexer"
	Processor   = "processor"
	Listener    = "listener"
	Handler     = "handler"
	Workqueue   = "workqueue"
	Worker      = "worker"
	// Manager is a process that starts controllers, with its leader elector.
	Manager = "manager"
)

// Of names one of several places of a kind: Of(Listener, "pods/main").
func Of(place, name string) string { return place + ":" + name }

// Rooms are the kinds of places that a stage shows or leaves out as a whole.
// Listeners and their handlers belong to the processor.
func Rooms() []string {
	return []string{APIServer, Reflector, Queue, ProcessLoop, Indexer, Processor, Workqueue, Worker, Manager}
}
