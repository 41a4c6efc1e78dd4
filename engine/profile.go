package engine

import "time"

// The words a Config may use.
const (
	Client137 = "1.37"
	Client113 = "1.13"

	JitterSeeded = "seeded"
	JitterNone   = "none"

	RealFIFO  = "RealFIFO"
	DeltaFIFO = "DeltaFIFO"

	TransformNone              = "none"
	TransformDropManagedFields = "dropManagedFields"

	ReconcileObserve   = "observe"
	ReconcileSetStatus = "setStatus"
	ReconcileReplicas  = "replicas"
	ReconcileNotify    = "notify"
	ReconcileRules     = "rules"
	ReconcileQuota     = "quota"

	QueueRateLimiting = "rateLimiting"
	QueuePriority     = "priority"

	MistakeMutates     = "mutates"
	MistakeRateLimited = "rateLimited"
	MistakePointerKeys = "pointerKeys"
	MistakeNoForget    = "noForget"
	MistakeNoDone      = "noDone"
	MistakeDoneOnly    = "doneOnly"
)

// Profile is what differs between two releases of client-go, as values. The
// catalogue's section 18 is its source.
type Profile struct {
	Release string
	// Queue and WatchList are the defaults of the release.
	Queue     string
	WatchList bool
	// OnlyDefaults: the release knows no other queue and no streaming.
	OnlyDefaults bool
	// AlwaysListZero: every list asks for resourceVersion "0" (R-11 [13]).
	AlwaysListZero bool
	// FirstPager: the pager sends the resourceVersion with every page, and lists
	// everything at once when the first page has expired (G-1, G-3 [13]).
	FirstPager bool
	// Bookmarks: watches ask for bookmarks.
	Bookmarks bool
	// RelistPause is the fixed pause between two ListAndWatch; 0 means the
	// exponential backoff.
	RelistPause time.Duration
	// RetryTooManyRequests: a 429 on a watch pauses and watches again.
	RetryTooManyRequests bool
	// WatchErrorsAreSilent: a failed watch request is logged and ListAndWatch
	// returns nil (R-20 [13]).
	WatchErrorsAreSilent bool
	// WatchBeginsOpen: how long a watch lasted, for the rule of the very short
	// one, counts from when it was open, not from its request.
	WatchBeginsOpen bool
	// RequestsIgnoreStop: List and Watch take no context, so a Reflector that is
	// stopped ends when they have returned, and a list that it then has still goes
	// into the queue.
	RequestsIgnoreStop bool
	// WatchErrorHandler: what ListAndWatch returns goes to a handler.
	WatchErrorHandler bool
	// EmitReplaced: DeltaFIFO.Replace emits Replaced, not Sync (D-6, D-14).
	EmitReplaced bool
	// QueuedTombstones: Replace also tombstones queued keys (D-6, D-14).
	QueuedTombstones bool
	// SyncAfterDelete: a Sync behind a queued Deleted is kept (D-15).
	SyncAfterDelete bool
	// CountsDistinctKeys: the initial population counts keys, not items (D-16).
	CountsDistinctKeys bool
	// SyncByResourceVersion: an update is a sync notification if both versions
	// are equal, whatever its delta (C-16).
	SyncByResourceVersion bool
	// TellsInitial: OnAdd is told isInInitialList (T-6), and registrations have
	// a HasSynced of their own.
	TellsInitial bool
	// SyncsByChannel: a shared informer's HasSynced is a channel (S-13).
	SyncsByChannel bool
	// DrainsOnStop: processLoop drains the queue before Run returns (C-3).
	DrainsOnStop bool
	// HandlerPanicPause is how long run waits after a recovered panic (L-9,
	// L-11).
	HandlerPanicPause time.Duration
	// PauseBeforeNext: the pause is taken when the next notification has been
	// received, not at once.
	PauseBeforeNext bool
	// KeepsEmptyIndexValues: an index value without objects stays (I-3).
	KeepsEmptyIndexValues bool
	// SyncPollFirst: WaitForCacheSync looks at once, not after 100 ms.
	SyncPollFirst bool
}

var profiles = map[string]Profile{
	Client137: {
		Release: Client137, Queue: RealFIFO, WatchList: true,
		Bookmarks: true, RetryTooManyRequests: true, WatchErrorHandler: true,
		EmitReplaced: true, QueuedTombstones: true, SyncAfterDelete: true, CountsDistinctKeys: true,
		SyncByResourceVersion: true, TellsInitial: true, SyncsByChannel: true,
		HandlerPanicPause: time.Second, PauseBeforeNext: true, SyncPollFirst: true,
	},
	Client113: {
		Release: Client113, Queue: DeltaFIFO, OnlyDefaults: true,
		AlwaysListZero: true, FirstPager: true, RelistPause: time.Second, WatchErrorsAreSilent: true, WatchBeginsOpen: true, RequestsIgnoreStop: true,
		DrainsOnStop: true, HandlerPanicPause: time.Minute, KeepsEmptyIndexValues: true,
	},
}

// ProfileOf returns the profile of a client release, Client137 or Client113.
func ProfileOf(client string) Profile { return profiles[or(client, Client137)] }
