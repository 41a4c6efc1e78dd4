package trace

import "strings"

// Kind says what happened: a dotted name in the past, or the noun of the
// upstream call.
type Kind string

// IsAct says whether a person or a script did it; such an event is a root.
func (k Kind) IsAct() bool { return strings.HasPrefix(string(k), "act.") }

// Acts: what a person or a script did. Actor is "user".
const (
	ActCreate        Kind = "act.create"        // a manifest was sent to the server
	ActUpdate        Kind = "act.update"        // a merge patch was sent to the server
	ActDelete        Kind = "act.delete"        // a delete was sent to the server
	ActRefused       Kind = "act.refused"       // the server, or the world, refused an act; data.error says why
	ActDropWatch     Kind = "act.dropWatch"     // one informer's watch is cut
	ActCompact       Kind = "act.compact"       // history is thrown away
	ActFailRequests  Kind = "act.failRequests"  // the next requests will fail
	ActOutage        Kind = "act.outage"        // the network goes away
	ActRestart       Kind = "act.restart"       // the server goes away
	ActBump          Kind = "act.bump"          // other resources move the revision on
	ActHold          Kind = "act.hold"          // an actor is made to stand still
	ActRelease       Kind = "act.release"       // and may go on
	ActQueue         Kind = "act.queue"         // a call to a workqueue by hand
	ActSet           Kind = "act.set"           // a number of the world is changed
	ActAddInformer   Kind = "act.addInformer"   // an informer is added
	ActAddWorkqueue  Kind = "act.addWorkqueue"  // a workqueue is added
	ActAddController Kind = "act.addController" // a controller is added
	ActAddHandler    Kind = "act.addHandler"    // AddEventHandler is called
	ActRemoveHandler Kind = "act.removeHandler" // RemoveEventHandler is called
	ActStop          Kind = "act.stop"          // an informer or a controller is stopped
	ActStart         Kind = "act.start"         // an informer or a controller is started
)

// The API server's doings. Actor is "server".
const (
	ObjectAdded    Kind = "object.added"     // a create was stored
	ObjectModified Kind = "object.modified"  // a change was stored
	ObjectDeleted  Kind = "object.deleted"   // a delete was stored
	ObjectSame     Kind = "object.unchanged" // a write that changes nothing: no new revision, no event
	ListAnswer     Kind = "list.answer"      // a list was answered: data.status, items, rv
	WatchAnswer    Kind = "watch.answer"     // a watch request was answered: data.status
	WatchEvent     Kind = "watch.event"      // an event was sent on a watch; a token is born
	WatchEnd       Kind = "watch.end"        // the server ended a watch: data.how
	WriteAnswer    Kind = "write.answer"     // a controller's write was answered: data.status
	OutageEnd      Kind = "outage.end"       // the network is back
	RestartEnd     Kind = "restart.end"      // the server is back; history starts here
)

// The Reflector.
const (
	ReflectorStop     Kind = "reflector.stop"     // Run has returned
	ListRequest       Kind = "list.request"       // a list, or a page of one, was asked for
	ListResponse      Kind = "list.response"      // its answer came in
	ListFailed        Kind = "list.failed"        // it came back with an error
	WatchRequest      Kind = "watch.request"      // a watch, or a streaming list, was asked for
	WatchOpen         Kind = "watch.open"         // its stream is open
	WatchRefused      Kind = "watch.refused"      // it came back with an error
	WatchReceive      Kind = "watch.receive"      // an event was read from the stream
	WatchListAdd      Kind = "watchlist.add"      // an initial event went into the temporary store
	WatchListDone     Kind = "watchlist.done"     // the annotated bookmark came: the stream has shown everything
	WatchListFallback Kind = "watchlist.fallback" // streaming was given up for this attempt
	WatchError        Kind = "watch.error"        // an ERROR event was read from the stream
	WatchClosed       Kind = "watch.closed"       // the end of the stream was read
	WatchStop         Kind = "watch.stop"         // the client let go of a stream
	WatchErrorHandler Kind = "watch.errorHandler" // watchErrorHandler was called
	BackoffStart      Kind = "backoff"            // a pause began: data.for
	Resync            Kind = "resync"             // the resync timer fired: data.due
)

// The queue between Reflector and processLoop, and the processLoop.
const (
	QueueAdd      Kind = "queue.add"      // a delta was appended
	QueueDedup    Kind = "queue.dedup"    // a second Deleted was merged into the first
	QueueIgnored  Kind = "queue.ignored"  // a delete of something nobody knows was dropped
	QueueReplace  Kind = "queue.replace"  // Replace: a whole list went in
	QueueResync   Kind = "queue.resync"   // Resync: the known objects went in again
	QueueBookmark Kind = "queue.bookmark" // a bookmark went in
	QueuePop      Kind = "queue.pop"      // processLoop took something out

	InformerStart  Kind = "informer.start"  // Run was called
	InformerStop   Kind = "informer.stop"   // Run has returned
	InformerSynced Kind = "informer.synced" // HasSynced turned true
	ProcessStop    Kind = "processLoop.stop"

	IndexerAdd      Kind = "indexer.add"
	IndexerUpdate   Kind = "indexer.update"
	IndexerDelete   Kind = "indexer.delete"
	IndexerReplace  Kind = "indexer.replace"  // the whole store was swapped
	IndexerBatch    Kind = "indexer.batch"    // several writes in one transaction
	IndexerBookmark Kind = "indexer.bookmark" // only the store's resource version moved
	CacheMutated    Kind = "cache.mutated"    // a handler edited the cached object
)

// Listeners and handlers.
const (
	Distribute      Kind = "distribute"       // a notification goes to the listeners: data.listeners
	ListenerAdd     Kind = "listener.add"     // it stands in addCh
	ListenerReceive Kind = "listener.receive" // pop took it and offers it on nextCh
	ListenerBuffer  Kind = "listener.buffer"  // pop appended it to pendingNotifications
	ListenerNext    Kind = "listener.next"    // run received it from nextCh
	ListenerReplay  Kind = "listener.replay"  // a late listener is given what is in the cache
	ListenerStop    Kind = "listener.stop"    // pop and run have ended: data.dropped
	HandlerSkip     Kind = "handler.skip"     // a filter let nothing through
	HandlerCall     Kind = "handler.call"     // OnAdd, OnUpdate or OnDelete was called
	HandlerReturn   Kind = "handler.return"   // it returned
	HandlerPanic    Kind = "handler.panic"    // it panicked
	HandlerSynced   Kind = "handler.synced"   // the registration's HasSynced turned true
)

// The workqueue and the workers.
const (
	WorkqueueAdd      Kind = "workqueue.add"      // Add: the key went to the tail
	WorkqueueDirty    Kind = "workqueue.dirty"    // Add while a worker has the key: it only became dirty
	WorkqueueSkip     Kind = "workqueue.skip"     // Add of a key that is dirty already
	WorkqueueIgnored  Kind = "workqueue.ignored"  // Add after ShutDown
	WorkqueueWait     Kind = "workqueue.wait"     // AddAfter or AddRateLimited: the key waits, data.for
	WorkqueueEarlier  Kind = "workqueue.earlier"  // a key that waits already: the earlier time won
	WorkqueueReady    Kind = "workqueue.ready"    // its time has come
	WorkqueueGet      Kind = "workqueue.get"      // a worker took the head
	WorkqueueForget   Kind = "workqueue.forget"   // Forget: the failures are forgotten
	WorkqueueDone     Kind = "workqueue.done"     // Done: the key left processing
	WorkqueueRequeue  Kind = "workqueue.requeue"  // Done of a dirty key: it went to the tail
	WorkqueueShutDown Kind = "workqueue.shutDown" // ShutDown: data.discarded
	WorkqueueDrained  Kind = "workqueue.drained"  // ShutDownWithDrain returned: data.left

	CacheSynced    Kind = "cache.synced"    // WaitForCacheSync returned
	WorkerStop     Kind = "worker.stop"     // a worker ended
	ReconcileStart Kind = "reconcile.start" // the Lister was read
	ReconcileEnd   Kind = "reconcile.end"   // data.result
	WriteRequest   Kind = "write.request"   // a reconcile sent a write
	WriteResponse  Kind = "write.response"  // its answer came in

	ExpectationsSet      Kind = "expectations.set"      // a replicas controller awaits what it is about to write: data.add, del
	ExpectationsObserved Kind = "expectations.observed" // one of these has been seen, or will not come
	NotifySent           Kind = "notify.sent"           // a notifier has told somebody outside of a change: data.change
	QuotaReplenish       Kind = "quota.replenish"       // something was set free: the quotas of its namespace are to be computed
	QuotaMonitor         Kind = "quota.monitor"         // a resource that is new gets a monitor: data.resource
	QuotaMonitorGone     Kind = "quota.monitorGone"     // a monitor whose resource is gone ends: data.resource
	QuotaMonitorsStart   Kind = "quota.monitorsStart"   // InformersStarted is closed: StartMonitors goes on
	ExpectationsPending  Kind = "expectations.pending"  // not all have been seen: the cache is stale, nothing is created or deleted
)

// Managers: processes with a factory of informers and controllers.
const (
	ManagerStart    Kind = "manager.start"    // the process starts
	ManagerStop     Kind = "manager.stop"     // and ends
	ControllerStart Kind = "controller.start" // it starts one of its controllers
	FactoryStart    Kind = "factory.start"    // SharedInformerFactory.Start: data.informers
	LeaderHeld      Kind = "leader.held"      // somebody else holds the Lease: data.holder, and for how long it is valid still
	LeaderAcquired  Kind = "leader.acquired"  // the Lease is ours
	LeaderLost      Kind = "leader.lost"      // it could not be renewed in time
)

// Choice is a point where upstream leaves the order open: data.of lists what
// could have gone first, data.chose says what did.
const Choice Kind = "choice"
