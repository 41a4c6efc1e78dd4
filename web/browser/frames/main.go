// Command frames measures in a headless browser how smooth the page is, and fails
// where a floor is missed:
//
//	go run ./web/browser/frames
//
// While a storm of 500 updates, of which eight handlers are told, plays at normal
// speed, from the tenth update on, it counts the tokens that set out, and compares the
// time between frames with that of the same page at rest. It opens a scenario of 1,000
// objects, and plays a loop ten times.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"informerscope/web/browser"
)

// The floors.
const (
	mostSlower  = 1.3 // times the interval at rest
	leastTokens = 200
	longestTask = 100.0 // ms
	mostGrowth  = 1.25  // of the heap, from the second loop to the tenth
)

// probe measures for some seconds what the page does.
const probe = `(() => {
	window.started = 0;
	const animate = Element.prototype.animate;
	Element.prototype.animate = function(...how) { started++; return animate.apply(this, how); };
	window.measure = async (ms) => {
		const frames = [], tasks = [], before = started;
		const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(e => e.duration)));
		observer.observe({type: "longtask"});
		const end = performance.now() + ms;
		let last = await new Promise(requestAnimationFrame);
		while (last < end) {
			const now = await new Promise(requestAnimationFrame);
			frames.push(now - last);
			last = now;
		}
		await new Promise(resolve => setTimeout(resolve));
		observer.disconnect();
		frames.sort((a, b) => a - b);
		return {p95: frames[Math.floor(frames.length * 0.95)], frames: frames.length, longest: Math.max(0, ...tasks), tokens: started - before};
	};
})()`

// measured is what the probe returns.
type measured struct {
	P95, Longest   float64
	Frames, Tokens int
}

// world is a scenario with some pods, and steps behind it.
func world(pods int, steps string) string {
	return fmt.Sprintf(`apiVersion: informerscope/v1
kind: Scenario
name: bench
world:
  server:
    generate:
      - count: %d
        manifest: {apiVersion: v1, kind: Pod, metadata: {name: "web-{i}", namespace: default}}
  informers:
    - resource: pods
      handlers: [{name: main, enqueue: main}, {name: b}, {name: c}, {name: d}, {name: e}, {name: f}, {name: g}, {name: h}]
  workqueues: [{name: main}]
  controllers: [{name: main, queue: main, informer: pods, workers: 2}]
%s`, pods, steps)
}

// storm begins at 2.02 s and does not stop; its first updates are shown at leisure.
const storm = `steps:
  - {at: 2s, bump: 1}
  - after: 20ms
    repeat: 500
    update: {object: pods/default/web-3, merge: {metadata: {labels: {rev: "{i}"}}}}
`

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "frames:", err)
		os.Exit(1)
	}
}

func run() error {
	url, stop, err := browser.Serve()
	if err != nil {
		return err
	}
	defer stop()
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	page, err := b.Open(url+"/?scenario=free-play", browser.Desktop)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.WaitReady(); err != nil {
		return err
	}
	if _, err := browser.Eval[any](page, probe); err != nil {
		return err
	}
	return errors.Join(smooth(page), opening(page), loops(page))
}

// call has the page load a scenario, go somewhere or play.
func call(page *browser.Page, method string, args any) error {
	text, err := json.Marshal(args)
	if err == nil {
		_, err = browser.Eval[any](page, fmt.Sprintf("informerscope.%s(%s).then(() => 0)", method, text))
	}
	return err
}

func measure(page *browser.Page, seconds int) (measured, error) {
	return browser.Eval[measured](page, fmt.Sprintf("measure(%d000)", seconds))
}

// smooth compares frames while a storm plays with those at rest.
func smooth(page *browser.Page) error {
	err := call(page, "load", world(20, storm))
	if err == nil {
		err = call(page, "seek", map[string]any{"t": "2.2s"})
	}
	if err != nil {
		return err
	}
	rest, err := measure(page, 5)
	if err == nil {
		err = call(page, "play", nil)
	}
	if err != nil {
		return err
	}
	busy, err := measure(page, 20)
	if err != nil {
		return err
	}
	fmt.Printf("storm of 500 updates at 1x: %d tokens started in 20 s (at least %d)\n", busy.Tokens, leastTokens)
	fmt.Printf("  p95 between frames %.1f ms, at rest %.1f ms: %.2f times (at most %.1f)\n", busy.P95, rest.P95, busy.P95/rest.P95, mostSlower)
	fmt.Printf("  longest task %.0f ms (at most %.0f)\n", busy.Longest, longestTask)
	switch {
	case busy.Tokens < leastTokens:
		return errors.New("too few tokens to tell")
	case busy.P95 > mostSlower*rest.P95:
		return errors.New("frames come too late")
	case busy.Longest > longestTask:
		return errors.New("a task took too long")
	}
	return nil
}

// opening opens a scenario of 1,000 objects.
func opening(page *browser.Page) error {
	text, err := json.Marshal(world(1000, ""))
	if err != nil {
		return err
	}
	m, err := browser.Eval[measured](page, fmt.Sprintf("(() => { const m = measure(4000); informerscope.load(%s); return m; })()", text))
	if err != nil {
		return err
	}
	fmt.Printf("opening 1,000 objects: longest task %.0f ms (at most %.0f)\n", m.Longest, longestTask)
	if m.Longest > longestTask {
		return errors.New("opening 1,000 objects blocks input for too long")
	}
	return nil
}

// loops plays the beginning of the storm ten times.
func loops(page *browser.Page) error {
	if err := call(page, "load", world(20, storm)); err != nil {
		return err
	}
	if err := call(page, "set", map[string]any{"speed": 10}); err != nil {
		return err
	}
	var heap []float64
	for range 10 {
		if err := errors.Join(call(page, "seek", map[string]any{"event": 0}), call(page, "play", nil)); err != nil {
			return err
		}
		if _, err := measure(page, 3); err != nil {
			return err
		}
		size, err := page.Heap()
		if err != nil {
			return err
		}
		heap = append(heap, size)
	}
	growth := heap[9] / heap[1]
	fmt.Printf("ten loops: heap %.1f MB after the second, %.1f MB after the tenth: %.2f times (at most %.2f)\n", heap[1]/1e6, heap[9]/1e6, growth, mostGrowth)
	if growth > mostGrowth {
		return errors.New("the heap grows")
	}
	return nil
}
