package explain

import (
	"slices"
	"strings"
	"testing"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
)

var (
	today = Setup{Client: "1.37", Queue: "RealFIFO", Atomic: true, WatchList: true, Shared: true}
	plain = Setup{Client: "1.37", Queue: "RealFIFO", Shared: true}
	delta = Setup{Client: "1.37", Queue: "DeltaFIFO", WatchList: true, Shared: true}
	old   = Setup{Client: "1.13", Queue: "DeltaFIFO"}
)

// shown is a program as the inspector shows it, the line of e marked.
func shownWith(e trace.Event, s Setup, lang string) string {
	var out strings.Builder
	program, current := CurrentLine(e, s)
	for _, l := range PseudoCode(program, s, lang) {
		mark := "  "
		if l.ID == current {
			mark = "> "
		}
		out.WriteString(mark + strings.Repeat("  ", l.Indent) + l.Text + "\n")
	}
	return out.String()
}

func TestTheReflectorOf113(t *testing.T) {
	e := trace.Event{Kind: trace.QueueReplace, Actor: "pods/reflector", Data: trace.Data{pair("tombstones", []string{"default/web-2"})}}
	assert.Equal(t, `  until stopped:
    ask for a list, or for its next page
    collect the items of the page
    on an error: give up
    queue.Replace(items, rv)
      for each item: append Replaced (in 1.13 Sync)
>     for each known key not listed: append Deleted(tombstone)
    watch from lastSyncResourceVersion
    handle the stream until it ends
    wait 1 s
  return
  to handle a stream:
    refused: wait, ask again; else give up
    once it is open, for each event:
      read it
      queue.Add, Update or Delete: append to the key's Deltas
      two Deleted in a row: keep one
      lastSyncResourceVersion = its version
    ERROR event: give up
    closed: watch again at once, unless it was very short
    stopped: let go of it
`, shownWith(e, old, English))
}

func TestTheProcessLoopOfToday(t *testing.T) {
	e := trace.Event{Kind: trace.IndexerReplace, Actor: "pods/processLoop"}
	assert.Equal(t, `  直到停止：
    batch := queue.PopBatch()，取出一批不同的键
    对每个增量，从最旧的开始：
>     ReplacedAll：整体替换存储，再依次通知删除、更新和添加
      SyncAll：通知每个已存对象，内容不变
      Bookmark：只推进存储的版本
      多个增量：先全部查询，再在一个事务中写入
      已在存储中：Indexer.Update，然后 OnUpdate(old, new)
      尚未存储：Indexer.Add，然后 OnAdd(new)
      Deleted：Indexer.Delete，然后 OnDelete（最后状态）
    对每个通知、每个监听者（版本相同则只限需要重新同步的）：
      listener.addCh <- notification
    首次列举处理完毕：已同步
  收到停止信号：返回
`, shownWith(e, today, Chinese))
}

func TestTheSimpleInformerCallsTheHandlerItself(t *testing.T) {
	e := trace.Event{Kind: trace.HandlerCall, Actor: "pods/processLoop"}
	assert.Contains(t, shownWith(e, old, English), "> "+"  for each: call the handler, and wait until it returns\n")
	assert.NotContains(t, shownWith(e, old, English), "addCh")
}

func TestEveryKindHasALine(t *testing.T) {
	actors := []string{"user", "scheduler", "server", "pods", "pods/reflector", "pods/resync", "pods/processLoop",
		"pods/main/pop", "pods/main/run", "main/waitingLoop", "main/worker-1", "kcm/manager", "kcm/leaderElector", "quota/monitors"}
	for _, kind := range allKinds(t) {
		lit := false
		for _, s := range []Setup{today, plain, delta, old} {
			for _, actor := range actors {
				_, line := CurrentLine(trace.Event{Kind: trace.Kind(kind), Actor: actor}, s)
				lit = lit || line != ""
			}
		}
		assert.Truef(t, lit, "no goroutine has a line for %s", kind)
	}
}

func TestEveryKindThatLightsALineExists(t *testing.T) {
	kinds := allKinds(t)
	for program, lines := range code() {
		for _, c := range lines {
			for _, lit := range c.lit {
				known := !strings.Contains(lit, ".") // a word of the line's own
				for _, kind := range kinds {
					known = known || lit == kind || strings.HasPrefix(lit, kind+".") && facets[trace.Kind(kind)] != nil
				}
				assert.Truef(t, known, "%s: %s", program, lit)
			}
			for _, mark := range c.when {
				assert.Truef(t, slices.ContainsFunc([]Setup{today, plain, delta, old}, func(s Setup) bool { return s.has(mark) }), "%s: %s", program, mark)
			}
		}
	}
}

func TestBothLanguagesAreIndentedAlike(t *testing.T) {
	for program := range code() {
		for _, s := range []Setup{today, plain, delta, old} {
			en, zh := PseudoCode(program, s, English), PseudoCode(program, s, Chinese)
			assert.NotEmpty(t, en)
			assert.Len(t, zh, len(en))
			for i := range en {
				assert.Equal(t, en[i].Indent, zh[i].Indent, en[i].Text)
				assert.Equal(t, en[i].ID, zh[i].ID)
				assert.LessOrEqual(t, len(en[i].Text), 76, "too long for the inspector")
			}
		}
	}
	assert.Empty(t, PseudoCode("nobody", today, English))
}
