package browser

import (
	"context"
	"fmt"
	"os"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// View is how the reader looks at a page.
type View struct {
	Width, Height int64
	// Theme is what the reader's system prefers: light or dark.
	Theme string
	// Lang is the reader's language, such as en or zh-CN.
	Lang string
	// Still says that the reader prefers reduced motion.
	Still bool
	// Touch says that the reader has a finger and no pointer.
	Touch bool
}

// Desktop is the view that most tests use.
var Desktop = View{Width: 1440, Height: 900, Theme: "light", Lang: "en"}

// Page is a page in a browser tab that shares nothing with other pages: no
// storage, no cache.
type Page struct {
	ctx        context.Context
	cancel     context.CancelFunc
	complaints *complaints
}

// Open opens the address as the view says. It returns when the document is
// there, which is before the program runs: see WaitReady.
func (b *Browser) Open(url string, view View) (*Page, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &Page{ctx: ctx, cancel: cancel}
	// The first action opens the tab, and the tab lives as long as its context:
	// it must be the one without a deadline.
	if err := chromedp.Do(ctx, b.emulate(view)); err != nil {
		p.Close()
		return nil, fmt.Errorf("opening a tab: %w", err)
	}
	p.complaints = listen(ctx)
	if err := p.do(chromedp.Navigate(url)); err != nil {
		p.Close()
		return nil, fmt.Errorf("opening %s: %w", url, err)
	}
	return p, nil
}

// emulate makes the tab the one of a reader with this view.
func (b *Browser) emulate(view View) chromedp.Action[chromedp.Void] {
	motion := "no-preference"
	if view.Still {
		motion = "reduce"
	}
	var size []chromedp.EmulateViewportOption
	if view.Touch {
		size = append(size, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	return chromedp.Steps(
		chromedp.EmulateViewport(view.Width, view.Height, size...),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: view.Theme},
			{Name: "prefers-reduced-motion", Value: motion},
		}}),
		call(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: b.agent, AcceptLanguage: view.Lang}),
	)
}

// call makes an action of a command whose answer does not matter.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// Close closes the page.
func (p *Page) Close() { p.cancel() }

// do takes the steps, each of which waits until it is possible.
func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// Click presses the pointer on the middle of the first element that matches
// the CSS selector, once it is visible.
func (p *Page) Click(selector string) error {
	if err := p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible)); err != nil {
		return fmt.Errorf("clicking %s: %w", selector, err)
	}
	return nil
}

// Type puts the focus on the element that matches the CSS selector and types
// the text there.
func (p *Page) Type(selector, text string) error {
	if err := p.do(chromedp.SendKeys(chromedp.CSS(selector), text)); err != nil {
		return fmt.Errorf("typing into %s: %w", selector, err)
	}
	return nil
}

// Press presses keys with the focus where it is. Keys without a character are
// named by the constants of chromedp's package kb.
func (p *Page) Press(keys string, modifiers ...chromedp.Modifier) error {
	if err := p.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...))); err != nil {
		return fmt.Errorf("pressing %q: %w", keys, err)
	}
	return nil
}

// Eval returns the value of a JavaScript expression, or what it is a promise
// of. Use it for reading only: tests act by pointer and keyboard.
func Eval[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		return value, fmt.Errorf("evaluating %s: %w", expression, err)
	}
	return value, nil
}

// WaitFor waits until the JavaScript expression is true.
func (p *Page) WaitFor(expression string) error {
	// chromedp's own Poll makes a function of a text, which the page's
	// Content-Security-Policy rightly forbids.
	_, err := Eval[bool](p, `(async () => {
		while (!(`+expression+`)) await new Promise(resolve => setTimeout(resolve, 20));
		return true;
	})()`)
	return err
}

// WaitReady waits until the program takes input, or returns what the page
// says when it cannot start.
func (p *Page) WaitReady() error {
	if err := p.WaitFor(`document.documentElement.dataset.ready`); err != nil {
		return err
	}
	failure, err := Eval[string](p, `document.documentElement.dataset.ready === "1" ? "" : document.getElementById("failure").innerText`)
	if err == nil && failure != "" {
		err = fmt.Errorf("the page is not ready: %s", failure)
	}
	return err
}

// Heap is the size in bytes of what the page's JavaScript holds, garbage
// collected.
func (p *Page) Heap() (float64, error) {
	size := 0.0
	err := p.do(call(heapprofiler.CollectGarbage, cdp.Empty{}), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		usage, err := cdp.Call(ctx, t, runtime.GetHeapUsage, cdp.Empty{})
		if err == nil {
			size = usage.UsedSize
		}
		return err
	}))
	return size, err
}

// Screenshot writes a picture of what is in view to a PNG file.
func (p *Page) Screenshot(file string) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return fmt.Errorf("taking a picture: %w", err)
	}
	return os.WriteFile(file, png, 0o644)
}

// Paper is what the page prints, as PDF.
func (p *Page) Paper() ([]byte, error) {
	var pdf []byte
	err := p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		printed, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{})
		if err == nil {
			pdf = printed.Data
		}
		return err
	}))
	return pdf, err
}
