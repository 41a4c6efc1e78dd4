package explain

import (
	"testing"
	"time"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
)

// pair is one named value of Data.
func pair(name string, v any) trace.Pair {
	switch v := v.(type) {
	case string:
		return trace.String(name, v)
	case int:
		return trace.Int(name, v)
	case int64:
		return trace.Int64(name, v)
	case bool:
		return trace.Bool(name, v)
	case time.Duration:
		return trace.Duration(name, v)
	}
	return trace.Strings(name, v.([]string))
}

const deltaFIFO, realFIFO = "tools/cache/delta_fifo.go: DeltaFIFO.", "tools/cache/the_real_fifo.go: RealFIFO."

// The life of default/web-2 under a DeltaFIFO: it is changed, its delete is
// missed, its tombstone arrives, its key is reconciled (C-14, D-6, R-23).
func TestAMissedDeleteReadsLikeAStory(t *testing.T) {
	const (
		user, server, reflector, loop = "user", "server", "pods/reflector", "pods/processLoop"
		pop, run, worker              = "pods/main/pop", "pods/main/run", "main/worker-1"
		key                           = "default/web-2"
	)
	for _, c := range []struct {
		e      trace.Event
		en, zh string
	}{
		{
			trace.Event{Kind: trace.ActUpdate, Actor: user, Key: key},
			"You change default/web-2.",
			"你修改了 default/web-2。",
		}, {
			trace.Event{Kind: trace.ObjectModified, Actor: server, Key: key, RV: "40", OldRV: "39"},
			"The API server stores a change of default/web-2: rv 39 becomes rv 40.",
			"API 服务器存入对 default/web-2 的修改，版本从 39 变为 40。",
		}, {
			trace.Event{Kind: trace.WatchEvent, Actor: server, Key: key, RV: "40", To: "reflector:pods", Data: trace.Data{pair("type", "MODIFIED")}},
			"The API server sends MODIFIED default/web-2 at rv 40 to informer pods.",
			"API 服务器向 pods Informer 发送 MODIFIED 事件：default/web-2（版本 40）。",
		}, {
			trace.Event{Kind: trace.WatchReceive, Actor: reflector, Key: key, RV: "40", Data: trace.Data{pair("type", "MODIFIED")}},
			"The Reflector of pods reads MODIFIED default/web-2 at rv 40 from its watch.",
			"pods 的 Reflector 从监听中读到 MODIFIED 事件：default/web-2（版本 40）。",
		}, {
			trace.Event{Kind: trace.QueueAdd, Actor: reflector, Key: key, RV: "40", Delta: "Updated", Upstream: deltaFIFO + "Update", Data: trace.Data{pair("depth", 3)}},
			"The Reflector of pods appends Updated at rv 40 to the Deltas of default/web-2 in DeltaFIFO, which holds 3 keys.",
			"pods 的 Reflector 把 Updated（版本 40）追加到 DeltaFIFO 中 default/web-2 的 Deltas，队列中有 3 个键。",
		}, {
			trace.Event{Kind: trace.QueuePop, Actor: loop, Key: key, RV: "39", Delta: "Sync", Upstream: deltaFIFO + "Pop", Data: trace.Data{pair("popped", []string{key + ": Sync@39 Updated@40"})}},
			"The processLoop of pods pops default/web-2 from DeltaFIFO with all its 2 Deltas, oldest first: rv 39.",
			"pods 的 processLoop 从 DeltaFIFO 弹出 default/web-2 及其全部 2 个 Deltas，最旧的在前，版本为 39。",
		}, {
			trace.Event{Kind: trace.ActDropWatch, Actor: user, Data: trace.Data{pair("informer", "pods"), pair("how", "reset")}},
			"You break the watch connection of informer pods.",
			"你切断了 pods Informer 的监听连接。",
		}, {
			trace.Event{Kind: trace.ObjectDeleted, Actor: server, Key: key, RV: "43", OldRV: "40"},
			"The API server removes default/web-2, last at rv 40; the removal is rv 43.",
			"API 服务器移除 default/web-2（最后版本为 40），删除操作的版本为 43。",
		}, {
			trace.Event{Kind: trace.WatchError, Actor: reflector, Data: trace.Data{pair("status", 410), pair("error", "too old resource version: 40 (43)")}},
			"The Reflector of pods reads an ERROR event, which ends its watch: 410 Gone, the version is too old.",
			"pods 的 Reflector 读到 ERROR 事件，监听就此结束：410 Gone（版本过旧，已过期）。",
		}, {
			trace.Event{Kind: trace.BackoffStart, Actor: reflector, Data: trace.Data{pair("for", 800*time.Millisecond), pair("then", "ListAndWatch")}},
			"The Reflector of pods backs off for 0.8 s, then lists again.",
			"pods 的 Reflector 退避 0.8 秒，然后重新列举。",
		}, {
			trace.Event{Kind: trace.ListRequest, Actor: reflector, Data: trace.Data{pair("resourceVersion", "40"), pair("limit", int64(0))}},
			"The Reflector of pods asks for a list that is not older than rv 40.",
			"pods 的 Reflector 请求列举，数据不得旧于版本 40。",
		}, {
			trace.Event{Kind: trace.QueueReplace, Actor: reflector, RV: "43", Delta: "Replaced", Upstream: deltaFIFO + "Replace", Data: trace.Data{pair("items", 2), pair("tombstones", []string{key})}},
			"The Reflector of pods hands DeltaFIFO a list of 2 objects at rv 43 without default/web-2: a delete was missed, so a tombstone is made up.",
			"pods 的 Reflector 把 2 个对象的列表（版本 43）交给 DeltaFIFO，其中没有 default/web-2：删除事件已经错过，于是补上墓碑对象。",
		}, {
			trace.Event{Kind: trace.IndexerDelete, Actor: loop, Key: key, RV: "40", Delta: "Deleted"},
			"The processLoop of pods deletes default/web-2 (rv 40) from the Indexer.",
			"pods 的 processLoop 从 Indexer 中删除 default/web-2（版本 40）。",
		}, {
			trace.Event{Kind: trace.ListenerBuffer, Actor: pop, Key: key, RV: "40", Data: trace.Data{pair("pending", 1)}},
			"The pop goroutine of pods/main appends default/web-2 at rv 40 to pendingNotifications, since nextCh has one on offer already; 1 waits before it.",
			"pods/main 的 pop 协程把 default/web-2（版本 40）的通知追加到 pendingNotifications，因为 nextCh 上已有待取的通知，前面还有 1 个在等待。",
		}, {
			trace.Event{Kind: trace.HandlerCall, Actor: run, Key: key, RV: "40", Delta: "Deleted", To: "handler:pods/main", Data: trace.Data{pair("call", "OnDelete"), pair("tombstone", true)}},
			"Handler pods/main is called: OnDelete for default/web-2 with a DeletedFinalStateUnknown, because the delete itself was missed; the state inside, rv 40, may be stale.",
			"事件处理函数 pods/main 被调用：OnDelete，default/web-2 的删除事件已经错过，参数是墓碑对象（DeletedFinalStateUnknown），其中的版本 40 可能已过时。",
		}, {
			trace.Event{Kind: trace.WorkqueueAdd, Actor: run, Key: key, To: "workqueue:main", Data: trace.Data{pair("depth", 1)}},
			"The run goroutine of pods/main adds default/web-2 to workqueue main, which is now 1 key long.",
			"pods/main 的 run 协程把 default/web-2 加入工作队列 main，队列长度为 1。",
		}, {
			trace.Event{Kind: trace.ReconcileStart, Actor: worker, Key: key, Data: trace.Data{pair("cache", "none")}},
			"Worker 1 of main reads default/web-2 with the Lister: the cache does not have it.",
			"main 的 1 号工作协程通过 Lister 读取 default/web-2：缓存中没有它。",
		}, {
			trace.Event{Kind: trace.WorkqueueDone, Actor: worker, Key: key, From: "workqueue:main"},
			"Worker 1 of main calls Done on workqueue main: default/web-2 leaves the processing set.",
			"main 的 1 号工作协程对工作队列 main 调用 Done：default/web-2 离开处理中集合（processing）。",
		},
	} {
		assert.Equal(t, c.en, Sentence(c.e, nil, English))
		assert.Equal(t, c.zh, Sentence(c.e, nil, Chinese))
	}
}

// What no golden scenario shows.
func TestRarerEvents(t *testing.T) {
	for _, c := range []struct {
		e      trace.Event
		en, zh string
	}{
		{ // D-4
			trace.Event{Kind: trace.QueueDedup, Actor: "pods/reflector", Key: "default/a", RV: "9", Delta: "Deleted"},
			"The last delta of default/a is a Deleted already, so DeltaFIFO merges the new one, rv 9, into it.",
			"default/a 的最后一个增量已经是 Deleted，DeltaFIFO 把新的删除（版本 9）并入其中。",
		}, { // D-5
			trace.Event{Kind: trace.QueueIgnored, Actor: "pods/reflector", Key: "default/a", RV: "9", Delta: "Deleted"},
			"Neither the Indexer nor DeltaFIFO knows default/a, so its Deleted at rv 9 is ignored.",
			"Indexer 和 DeltaFIFO 都不认识 default/a，它的 Deleted（版本 9）被忽略。",
		}, { // F-9
			trace.Event{Kind: trace.QueuePop, Actor: "pods/processLoop", Key: "default/a", RV: "9", Upstream: realFIFO + "PopBatch", Data: trace.Data{pair("popped", []string{"default/a: Added@9", "default/b: Added@10"})}},
			"The processLoop of pods pops a batch of 2 from RealFIFO, default/a first, at rv 9.",
			"pods 的 processLoop 从 RealFIFO 弹出一批共 2 个增量，第一个是 default/a（版本 9）。",
		}, {
			trace.Event{Kind: trace.ListRequest, Actor: "pods/reflector", Data: trace.Data{pair("resourceVersion", ""), pair("limit", int64(1))}},
			"The Reflector of pods asks for a list without a resourceVersion: only the newest state will do, 1 object a page.",
			"pods 的 Reflector 不带 resourceVersion 请求列举：必须是最新状态，每页 1 个对象。",
		}, {
			trace.Event{Kind: trace.WatchClosed, Actor: "pods/reflector", Data: trace.Data{pair("how", "eof"), pair("veryShort", true)}},
			"The Reflector of pods finds its watch closed within a second and without an event: too short to trust.",
			"pods 的 Reflector 发现监听在一秒之内关闭，且没有收到任何事件：这样短的监听不可信。",
		}, { // P-5
			trace.Event{Kind: trace.Resync, Actor: "pods/resync", Data: trace.Data{pair("due", false)}},
			"The resync timer of pods fires, but no listener is due for a resync.",
			"pods 的重新同步定时器触发，但没有监听者需要重新同步。",
		}, { // C-10, C-16
			trace.Event{Kind: trace.HandlerCall, Actor: "pods/main/run", Key: "default/a", RV: "9", OldRV: "9", Delta: "SyncAll", Data: trace.Data{pair("call", "OnUpdate")}},
			"Handler pods/main is called: OnUpdate for default/a, although nothing has changed: old and new are both rv 9.",
			"事件处理函数 pods/main 被调用：OnUpdate，default/a 并没有变化，新旧版本都是 9。",
		}, {
			trace.Event{Kind: trace.WorkqueueSkip, Actor: "pods/main/run", Key: "default/a", To: "workqueue:main"},
			"The run goroutine of pods/main adds default/a to workqueue main, where it waits already: both become one.",
			"pods/main 的 run 协程要把 default/a 加入工作队列 main，但它已在等待：两次合并为一次。",
		}, { // Y-3
			trace.Event{Kind: trace.WorkqueueEarlier, Actor: "main/waitingLoop", Key: "default/a", To: "workqueue:main", Data: trace.Data{pair("in", 2*time.Second)}},
			"default/a waits in workqueue main already, and the earlier of both times holds: in 2 s.",
			"default/a 已在工作队列 main 中等待，两个时间取较早的一个：2 秒后。",
		}, {
			trace.Event{Kind: trace.ReconcileEnd, Actor: "main/worker-2", Key: "default/a", Data: trace.Data{pair("result", "error"), pair("cache", "8"), pair("error", `Operation cannot be fulfilled on pods "a"`), pair("status", 409)}},
			"Worker 2 of main fails to reconcile default/a, as of rv 8: 409 Conflict, the object has changed since.",
			"main 的 2 号工作协程对 default/a 的调谐失败（依据版本 8）：409（版本冲突，对象已被修改）。",
		}, {
			trace.Event{Kind: trace.ActRefused, Actor: "user", Data: trace.Data{pair("error", `pods "a" already exists`), pair("status", 409)}},
			`That could not be done: pods "a" already exists.`,
			"这一步没有成功：已经存在。",
		}, {
			trace.Event{Kind: trace.ActRefused, Actor: "user", Data: trace.Data{pair("error", `Pod "A" is invalid: metadata.name: it must be lower case (e.g. 'example.com')`), pair("status", 422)}},
			`That could not be done: Pod "A" is invalid: metadata.name: it must be lower case.`,
			"这一步没有成功：422（内容不合法）。",
		}, {
			trace.Event{Kind: trace.ActSet, Actor: "user", Data: trace.Data{pair("name", "network.watch"), pair("value", "2s")}},
			"You set the one-way delay of watches to 2 s.",
			"你把监听的单程延迟设为 2 秒。",
		}, {
			trace.Event{Kind: trace.ActSet, Actor: "user", Data: trace.Data{pair("name", "controller main.workers"), pair("value", "1")}},
			"You give controller main 1 worker.",
			"你把控制器 main 的工作协程数设为 1。",
		}, {
			trace.Event{Kind: trace.ActSet, Actor: "user", Data: trace.Data{pair("name", "controller main.fails"), pair("value", "1")}},
			"You make the next reconcile of controller main fail.",
			"你让控制器 main 接下来的 1 次调谐失败。",
		}, {
			trace.Event{Kind: trace.ActHold, Actor: "user", Data: trace.Data{pair("actor", "pods/processLoop")}},
			"You hold the processLoop of pods where it is, as a debugger would.",
			"你让 pods 的 processLoop 停在原处，就像调试器命中了断点。",
		}, {
			trace.Event{Kind: trace.ActQueue, Actor: "user", Key: "default/a", To: "workqueue:main", Data: trace.Data{pair("do", "addAfter")}},
			"You call AddAfter with default/a on workqueue main by hand.",
			"你在工作队列 main 上手动调用 AddAfter，键为 default/a。",
		}, {
			trace.Event{Kind: trace.ActFailRequests, Actor: "user", Data: trace.Data{pair("informer", "pods"), pair("verb", "list"), pair("times", 1), pair("status", 0)}},
			"You make the list requests of informer pods fail once: connection refused.",
			"你让 pods Informer 接下来的 1 次列举请求失败：连接被拒绝。",
		}, {
			trace.Event{Kind: trace.Choice, Actor: "scheduler", Data: trace.Data{pair("of", []string{"pods/reflector", "main/worker-1"}), pair("chose", "main/worker-1")}},
			"Upstream leaves it open who goes next; here it is worker 1 of main, out of the Reflector of pods and worker 1 of main.",
			"上游没有规定谁先执行，这里选择了 main 的 1 号工作协程，候选为 pods 的 Reflector 和 main 的 1 号工作协程。",
		},
	} {
		assert.Equal(t, c.en, Sentence(c.e, nil, English))
		assert.Equal(t, c.zh, Sentence(c.e, nil, Chinese))
	}
}

// Some sentences look at what came before.
func TestSentencesKnowTheirCauses(t *testing.T) {
	all := story{
		{Seq: 1, Kind: trace.WriteRequest, Actor: "main/worker-1", Key: "default/a"},
		{Seq: 2, Kind: trace.ObjectModified, Actor: "server", Key: "default/a", RV: "6", OldRV: "5", Cause: 1},
		{Seq: 3, Kind: trace.WatchAnswer, Actor: "server", Data: trace.Data{pair("informer", "pods"), pair("status", 200)}},
		{Seq: 4, Kind: trace.WatchEvent, Actor: "server", Key: "default/a", RV: "6", Cause: 3, Data: trace.Data{pair("type", "ADDED"), pair("informer", "pods")}},
		{Seq: 5, Kind: trace.WatchClosed, Actor: "pods/reflector"},
		{Seq: 6, Kind: trace.WatchRequest, Actor: "pods/reflector", Cause: 5, Data: trace.Data{pair("resourceVersion", "6")}},
	}
	assert.Equal(t, "The API server stores a change of default/a by worker 1 of main: rv 5 becomes rv 6.", Sentence(all[1], all, English))
	assert.Equal(t, "API 服务器存入 main 的 1 号工作协程对 default/a 的修改，版本从 5 变为 6。", Sentence(all[1], all, Chinese))
	assert.Equal(t, "The API server shows default/a at rv 6 to informer pods: it was there before the watch.", Sentence(all[3], all, English))
	assert.Equal(t, "The Reflector of pods watches again at once, from rv 6; no new list is needed.", Sentence(all[5], all, English))
	assert.Equal(t, "The Reflector of pods asks for a watch of what comes after rv 6.", Sentence(all[5], nil, English))
}
