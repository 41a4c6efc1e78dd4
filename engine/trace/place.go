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
)

// Of names one of several places of a kind: Of(Listener, "pods/main").
func Of(place, name string) string { return place + ":" + name }
