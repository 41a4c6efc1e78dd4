package explain

import (
	"strings"
	"testing"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// missedDelete is the story of panels-mock: the watch is lost, a delete is
// missed, the relist finds out.
const missedDelete = `
apiVersion: informerscope/v1
kind: Scenario
name: why
title: {en: why}
world:
  jitter: none
  server:
    objects:
      - {apiVersion: v1, kind: Pod, metadata: {name: web-1, namespace: default}}
      - {apiVersion: v1, kind: Pod, metadata: {name: web-2, namespace: default}}
  informers:
    - {name: pods, resource: pods, queue: DeltaFIFO, watchList: false, handlers: [{name: main, enqueue: main}]}
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods, reconcile: setStatus}]
steps:
  - at: 5s
    dropWatch: {informer: pods, how: reset}
  - delete: pods/default/web-2
  - compact: {keep: 0}
until: 10s
`

// first is the first event of a kind about a key, from some event on.
func (s story) first(t *testing.T, kind trace.Kind, key string, from int64) trace.Event {
	t.Helper()
	for _, e := range s[from:] {
		if e.Kind == kind && (key == "" || e.Key == key) {
			return e
		}
	}
	require.Failf(t, "no such event", "%s %s", kind, key)
	return trace.Event{}
}

func texts(list []Because) string {
	all := make([]string, len(list))
	for i, b := range list {
		all[i] = b.Text
	}
	return strings.Join(all, "\n")
}

func TestWhyATombstoneWasInvented(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	dropped := all.first(t, trace.ActDropWatch, "", 0)
	replace := all.first(t, trace.QueueReplace, "", dropped.Seq)

	assert.Equal(t, strings.TrimSpace(`
you dropped the watch of informer pods
watch connection lost
you deleted default/web-2 · rv 5
watch found closed
WATCH rv=4
ERROR event sent
ERROR event: 410 Gone, the version is too old
backoff 0.8 s, then LIST rv=4
list of 1 object at rv 5`), texts(Why(replace, all, English)))
	assert.Equal(t, strings.TrimSpace(`
你终止了 pods Informer 的监听
监听连接断开
你删除了 default/web-2 · 版本 5
发现监听已关闭
监听，版本 4 之后
发送 ERROR 事件
ERROR 事件：410 Gone（版本过旧，已过期）
退避 0.8 秒，然后列举，版本不旧于 4
列表含 1 个对象 · 版本 5`), texts(Why(replace, all, Chinese)))
}

func TestWhatATombstoneLeadsTo(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	replace := all.first(t, trace.QueueReplace, "", all.first(t, trace.ActDropWatch, "", 0).Seq)
	popped := all.first(t, trace.QueuePop, "default/web-2", replace.Seq)

	assert.Equal(t, strings.TrimSpace(`
Indexer.Delete default/web-2 · rv 4
default/web-2 announced as gone · rv 4
handler pods/main: OnDelete(DeletedFinalStateUnknown) default/web-2
workqueue.Add default/web-2
workqueue.Get → default/web-2
Lister.Get default/web-2 → not found
default/web-2 reconciled
Forget default/web-2
Done default/web-2`), texts(LeadsTo(popped, all, English)))
	assert.Equal(t, strings.TrimSpace(`
Indexer.Delete default/web-2 · 版本 4
分发 default/web-2 的删除通知 · 版本 4
事件处理函数 pods/main：OnDelete(DeletedFinalStateUnknown) default/web-2
workqueue.Add default/web-2
workqueue.Get → default/web-2
Lister.Get default/web-2 → 不存在
default/web-2 调谐完成
Forget default/web-2
Done default/web-2`), texts(LeadsTo(popped, all, Chinese)))
}

// What a list brings was written by somebody, too.
func TestWhyAMissedChangeCameToLight(t *testing.T) {
	text := strings.Replace(missedDelete, "delete: pods/default/web-2", "update: {object: pods/default/web-2, merge: {metadata: {labels: {app: shop}}}}", 1)
	all := told(t, "why.yaml", []byte(text), nil)
	dropped := all.first(t, trace.ActDropWatch, "", 0)
	call := all.first(t, trace.HandlerCall, "default/web-2", dropped.Seq)
	assert.Contains(t, texts(Why(call, all, English)), "you changed default/web-2 · rv 5")
	initial := all.first(t, trace.HandlerCall, "default/web-2", 0)
	assert.NotContains(t, texts(Why(initial, all, English)), "you", "what was there before time 0 has no writer")
}

func TestAWriteAndWhatWasStoredAreOneLink(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	own := all.first(t, trace.HandlerCall, "default/web-1", all.first(t, trace.WriteRequest, "default/web-1", 0).Seq)
	chain := texts(Why(own, all, English))
	assert.Contains(t, chain, "Lister.Get default/web-1 → rv 1\nworker 1 of main wrote default/web-1 · rv 3\nMODIFIED default/web-1 sent · rv 3")
	assert.NotContains(t, chain, "default/web-1 changed")
}

func TestALongChainLosesItsMiddle(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	done := all.first(t, trace.WorkqueueDone, "default/web-1", all.first(t, trace.WriteRequest, "default/web-1", 0).Seq)
	chain := Why(done, all, English)
	require.Len(t, chain, mostLinks)
	assert.Equal(t, "informer pods started", chain[0].Text)
	assert.Zero(t, chain[firstLinks].Seq)
	assert.Regexp(t, `^… \d+ more$`, chain[firstLinks].Text)
	assert.Equal(t, "Forget default/web-1", chain[mostLinks-1].Text)
}

func TestARootHasNoReason(t *testing.T) {
	all := told(t, "why.yaml", []byte(missedDelete), nil)
	assert.Empty(t, Why(all.first(t, trace.ActDropWatch, "", 0), all, English))
	assert.Empty(t, Why(all[5], nil, English), "nor has anything without a context")
	assert.Empty(t, LeadsTo(all[5], nil, English))
	assert.Empty(t, LeadsTo(all[len(all)-1], all, English), "and the last event leads nowhere yet")
}

// A trace from elsewhere may say anything.
func TestChainsOfABrokenTraceEnd(t *testing.T) {
	loop := story{{Seq: 1, Kind: trace.QueueAdd, Cause: 2}, {Seq: 2, Kind: trace.QueuePop, Cause: 2}, {Seq: 3, Kind: trace.QueuePop, Cause: 99}}
	for _, e := range loop {
		assert.Empty(t, Why(e, loop, English))
		assert.Contains(t, Journey(e, loop), e.Seq)
	}
	assert.Empty(t, Journey(trace.Event{Seq: 12, Cause: 5}, loop))
}
