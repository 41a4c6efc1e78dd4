package draw

import (
	"fmt"
	"strings"
	"time"

	"informerscope/web/explain"
)

// text is a text in a language: the page's own, or one that only the pictures
// have. The arguments are names and values of placeholders.
func text(lang, id string, args ...any) string {
	t, ok := own[id]
	if !ok {
		return explain.T(lang, id, args...)
	}
	text := t.en
	if strings.HasPrefix(lang, explain.Chinese) {
		text = t.zh
	}
	for i := 0; i+1 < len(args); i += 2 {
		value := fmt.Sprint(args[i+1])
		if d, ok := args[i+1].(time.Duration); ok {
			value = explain.Duration(d, lang)
		}
		text = strings.ReplaceAll(text, "{"+args[i].(string)+"}", value)
	}
	return text
}

// own are the texts of the pictures, which have to be short.
var own = map[string]struct{ en, zh string }{
	"network":            {"network", "网络"},
	"one-way":            {"{for} one way", "单程 {for}"},
	"wire.end":           {"watch end", "监听结束"},
	"wire.refused":       {"refused", "被拒绝"},
	"wire.items":         {"list × {n}", "列表 × {n}"},
	"no-watch":           {"✕ no watch is open", "✕ 没有打开的监听"},
	"no-writes":          {"none so far", "尚无"},
	"create-form":        {"Create from a manifest: paste YAML or JSON", "用清单创建：粘贴 YAML 或 JSON"},
	"step.list":          {"LIST (in pages)", "LIST（分页）"},
	"step.stream":        {"streaming list", "流式列举"},
	"step.replace":       {"Replace → queue", "Replace → 队列"},
	"step.watch":         {"WATCH from rv {rv}", "从 {rv} 起 WATCH"},
	"step.wait":          {"back off, then again", "退避，然后重来"},
	"step.wait-for":      {"wait {for}, then again", "等 {for} 再来"},
	"backoff-next":       {"next backoff", "下次退避"},
	"resync-timer":       {"resync timer", "重新同步定时器"},
	"temporary-store":    {"temporary store", "临时存储"},
	"in":                 {"in {for}", "{for}后"},
	"never":              {"never", "从不"},
	"replaced-all":       {"ReplacedAll · n={n} · rv {rv}", "ReplacedAll · n={n} · 版本 {rv}"},
	"loop.pop":           {"1 Pop", "1 Pop"},
	"loop.store":         {"2 write Indexer", "2 写 Indexer"},
	"loop.tell":          {"3 distribute", "3 分发"},
	"fresh":              {"up to date", "已是最新"},
	"fresh-here":         {"up to date for {resource}", "{resource} 已是最新"},
	"lane-holds":         {"{n} on the way", "{n} 个在途"},
	"behind":             {"{n} behind", "落后 {n}"},
	"history-gone":       {"history is gone", "历史已丢失"},
	"listener-of":        {"Listener {name}", "监听者 {name}"},
	"handler-of":         {"Handler {name}", "处理函数 {name}"},
	"add-handler":        {"Add a handler", "添加处理函数"},
	"remove-handler":     {"Remove handler {name}", "移除处理函数 {name}"},
	"more-workers":       {"+ Worker", "+ 协程"},
	"not-shared":         {"processLoop calls the handler itself", "processLoop 直接调用处理函数"},
	"no-processor":       {"simple informer", "简单 Informer"},
	"not-found":          {"not found", "不存在"},
	"watch-pending":      {"asking for a watch …", "正在请求监听……"},
	"watch-none":         {"no watch yet", "尚无监听"},
	"armed":              {"next {verb}: {status}", "下一次{verb}：{status}"},
	"listeners":          {"listeners", "监听者"},
	"server-summary":     {"rv {rv} · {objects}", "版本 {rv} · {objects}"},
	"holds-nothing":      {"nothing in hand", "手上没有事件"},
	"records":            {"only records", "只作记录"},
	"at-once":            {"Returns at once", "立即返回"},
	"no-delay":           {"No delay", "不耗时"},
	"takes":              {"Takes {for}", "耗时 {for}"},
	"last-calls":         {"last calls", "最近的调用"},
	"last-reconciles":    {"last reconciles", "最近的调谐"},
	"lately":             {"lately", "最近"},
	"lane.api":           {"api", "API"},
	"lane.reflector":     {"reflector", "Reflector"},
	"lane.queue":         {"queue", "队列"},
	"lane.handlers":      {"handlers", "处理函数"},
	"lane.workers":       {"workers", "工作协程"},
	"lane.branches":      {"branches", "分支"},
	"expectations":       {"expectations", "期望"},
	"expectations.off":   {"off", "关闭"},
	"expectations.none":  {"all met", "均已满足"},
	"expectations.stale": {"cache is stale", "缓存过时"},
	"priority-queue":     {"by priority · dirty · processing · waiting", "按优先级 · dirty · processing · waiting"},
	"process.leads":      {"leads", "是 leader"},
	"process.waits":      {"waits to lead", "等待成为 leader"},
	"process.runs":       {"runs", "运行中"},
	"process.starts":     {"starts {name} in {for}", "{for}后启动 {name}"},
	"process.running":    {"{n} of {all} run", "{all} 个中有 {n} 个在运行"},
	"lease.held":         {"Lease of {name}: {for} left", "Lease 归 {name}，还剩 {for}"},
	"lease.out":          {"Lease of {name} has run out", "{name} 的 Lease 已过期"},
	"lease.unseen":       {"has seen no Lease", "还没见到 Lease"},
	"lease.gives-up":     {"cannot renew, gives up in {for}", "无法续约，{for}后放弃"},
	"wait-for-sync":      {"in WaitForCacheSync", "在 WaitForCacheSync 中"},
	"fail-next":          {"Fail next", "下次失败"},
	"fail-next-n":        {"Next {n} fail", "下 {n} 次失败"},
	"acts-on":            {"on {name}", "对 {name}"},
	"items-brief":        {"items: oldest Delta at the bottom", "items：最旧的增量在最下面"},
	"not-shared-brief":   {"processLoop calls", "processLoop 调用"},
	"resync-brief":       {"resync", "重新同步"},
	"waiting-brief":      {"waiting", "等待中"},
	"line-brief":         {"items (popped from the left)", "items（从左侧弹出）"},
	"success-brief":      {"✓ Forget + Done", "✓ Forget + Done"},
	"error-brief":        {"✕ AddRateLimited", "✕ AddRateLimited"},
}
