package workqueue

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
)

// TestTranscripts runs the transcripts of testdata: the queue, what waits, and
// the limiters by themselves. Directives:
//
//	queue [base=D] [max=D] [qps=N] [burst=N] [fastAttempts=N] [maxWait=D]   begins anew
//	do      does its lines, and tells what came of each
//	show    prints what is where
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		b := &bench{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string { return b.directive(t, d) })
	})
}

// bench is a queue and the time.
type bench struct {
	queue *Queue
	now   time.Duration
}

func (b *bench) directive(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "queue":
		base, max, qps, burst, maxWait := 5*time.Millisecond, 1000*time.Second, 10.0, 100, time.Duration(0)
		fastAttempts := 0
		for _, arg := range d.CmdArgs {
			value := arg.Vals[0]
			switch arg.Key {
			case "base":
				base = duration(value)
			case "max":
				max = duration(value)
			case "qps":
				fmt.Sscan(value, &qps)
			case "burst":
				fmt.Sscan(value, &burst)
			case "fastAttempts":
				fmt.Sscan(value, &fastAttempts)
			case "maxWait":
				maxWait = duration(value)
			}
		}
		*b = bench{queue: &Queue{Limiter: NewLimiter(base, max, qps, burst)}}
		b.queue.Limiter.MaxWait, b.queue.Limiter.Exponential.FastAttempts = maxWait, fastAttempts
		return ""
	case "do":
		var out strings.Builder
		for _, line := range strings.Split(d.Input, "\n") {
			fmt.Fprintln(&out, strings.TrimRight(fmt.Sprintf("%-16s %s", line, b.do(strings.Fields(line))), " "))
		}
		return out.String()
	case "show":
		return b.show()
	}
	d.Fatalf(t, "there is no directive %q", d.Cmd)
	return ""
}

func duration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}

// do is one line: add KEY, get, done KEY, shutDown; wait KEY D, due, when KEY,
// forget KEY, requeues KEY; at D sets the time, and N times repeats a when.
func (b *bench) do(words []string) string {
	q, key := b.queue, ""
	if len(words) > 1 {
		key = words[1]
	}
	switch words[0] {
	case "at":
		b.now = duration(key)
		return ""
	case "add":
		return string(q.Add(key))
	case "get":
		key, ok := q.Get()
		if !ok {
			return "nothing"
		}
		return key
	case "done":
		return fmt.Sprintf("requeued=%v", q.Done(key))
	case "shutDown":
		return fmt.Sprintf("discarded=%d", q.ShutDown())
	case "wait":
		return fmt.Sprintf("inserted=%v", q.Waiting.Insert(Entry{Key: key, ReadyAt: b.now + duration(words[2])}))
	case "due":
		return b.due()
	case "when":
		return q.Limiter.When(key, b.now).String()
	case "failures":
		n := 0
		fmt.Sscan(words[2], &n)
		for range n {
			q.Limiter.When(key, b.now)
		}
		return ""
	case "forget":
		q.Limiter.Forget(key)
		return ""
	case "requeues":
		return fmt.Sprint(q.Limiter.NumRequeues(key))
	}
	return "there is no such operation"
}

// due pops what has fallen due.
func (b *bench) due() string {
	var keys []string
	for {
		e, ok := b.queue.Waiting.Next()
		if !ok || e.ReadyAt > b.now {
			return fmt.Sprint(keys)
		}
		keys = append(keys, b.queue.Waiting.Pop().Key)
	}
}

func (b *bench) show() string {
	var out strings.Builder
	q := b.queue
	fmt.Fprintf(&out, "adds=%d len=%d queue=%v dirty=%v processing=%v\n", q.Adds, q.Len(), q.Queue, q.Dirty.Keys(), q.Processing.Keys())
	for _, e := range q.Waiting.Entries() {
		fmt.Fprintf(&out, "%s waits until %s\n", e.Key, e.ReadyAt)
	}
	q.Limiter.Requeues(func(key string, n int) { fmt.Fprintf(&out, "%s failed %d times\n", key, n) })
	return out.String()
}
