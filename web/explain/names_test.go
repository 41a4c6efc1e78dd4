package explain

import (
	"testing"
	"time"

	"informerscope/engine"

	"github.com/stretchr/testify/assert"
)

func TestActorsHaveNames(t *testing.T) {
	for _, c := range []struct{ actor, en, zh string }{
		{"user", "you", "你"},
		{"server", "the API server", "API 服务器"},
		{"scheduler", "the scheduler", "调度器"},
		{"pods/reflector", "the Reflector of pods", "pods 的 Reflector"},
		{"pods/resync", "the resync timer of pods", "pods 的重新同步定时器"},
		{"pods/processLoop", "the processLoop of pods", "pods 的 processLoop"},
		{"pods/main/pop", "the pop goroutine of pods/main", "pods/main 的 pop 协程"},
		{"pods/main/run", "the run goroutine of pods/main", "pods/main 的 run 协程"},
		{"main/waitingLoop", "the waitingLoop of main", "main 的 waitingLoop"},
		{"main/worker-12", "worker 12 of main", "main 的 12 号工作协程"},
		{"pods", "pods", "pods"},
		{"", "", ""},
	} {
		assert.Equal(t, c.en, ActorName(c.actor, English))
		assert.Equal(t, c.zh, ActorName(c.actor, Chinese))
	}
}

func TestRoomsHaveTitles(t *testing.T) {
	for _, c := range []struct{ place, en, zh string }{
		{"apiserver", "API server", "API 服务器"},
		{"reflector:pods", "Reflector", "Reflector"},
		{"queue:pods", "Delta queue", "增量队列"},
		{"processloop:pods", "processLoop → HandleDeltas", "processLoop → HandleDeltas"},
		{"indexer:pods", "Indexer", "Indexer"},
		{"processor:pods", "sharedProcessor", "sharedProcessor"},
		{"listener:pods/main", "Listener pods/main", "监听者 pods/main"},
		{"handler:pods/main", "Handler pods/main", "事件处理函数 pods/main"},
		{"workqueue:main", "Workqueue main", "工作队列 main"},
		{"worker", "Workers", "工作协程"},
		{"worker:main/worker-2", "Worker 2", "工作协程 2"},
	} {
		assert.Equal(t, c.en, Room(c.place, English).Title)
		assert.Equal(t, c.zh, Room(c.place, Chinese).Title)
		assert.NotContains(t, Room(c.place, English).Sub, "room.")
	}
}

func TestGoroutinesStandSomewhere(t *testing.T) {
	const now = 6 * time.Second
	for _, c := range []struct {
		g      engine.Goroutine
		en, zh string
	}{
		{engine.Goroutine{State: engine.Blocked, On: "Pop"}, "blocked in Pop", "阻塞于 Pop"},
		{engine.Goroutine{State: engine.Blocked, On: "queue.Get", Held: true}, "held", "被停住"},
		{engine.Goroutine{State: engine.Blocked, On: "Get"}, "blocked in queue.Get", "阻塞于 queue.Get"},
		{engine.Goroutine{State: engine.Blocked, On: "addCh of main"}, "blocked in addCh of main", "阻塞于 main 的 addCh"},
		{engine.Goroutine{State: engine.Blocked, On: "watch: events"}, "watching", "监听中"},
		{engine.Goroutine{State: engine.Sleeping, On: "backoff", Until: now + 800*time.Millisecond}, "backoff 0.8 s", "退避 0.8 秒"},
		{engine.Goroutine{State: engine.Sleeping, On: "resync timer", Until: 30 * time.Second}, "sleeping until 30 s", "休眠至 30 秒"},
		{engine.Goroutine{State: engine.Sleeping, On: "OnUpdate", Until: now + 2*time.Second}, "OnUpdate, 2 s to go", "OnUpdate，还需 2 秒"},
		{engine.Goroutine{State: engine.Sleeping, On: "reconcile", Until: now + 2*time.Second}, "reconcile, 2 s to go", "调谐，还需 2 秒"},
		{engine.Goroutine{State: engine.Running, On: "OnAdd"}, "in OnAdd", "在 OnAdd 中"},
		{engine.Goroutine{State: engine.Running, On: "list: request"}, "asking for a list", "请求列举"},
		{engine.Goroutine{State: engine.Stopped, On: "Pop"}, "stopped", "已停止"},
	} {
		assert.Equal(t, c.en, Standing(c.g, now, English))
		assert.Equal(t, c.zh, Standing(c.g, now, Chinese))
	}
}
