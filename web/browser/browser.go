// Package browser drives a real browser: it is the base of the browser tests
// and of the command shot, which takes pictures of the page.
package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"time"

	"github.com/chromedp/chromedp"

	"informerscope/web/site"
)

// names lists the browsers that can be driven, the preferred one first.
var names = map[string][]string{
	"linux": {
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"microsoft-edge", "microsoft-edge-stable",
	},
	"darwin": {
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	},
	"windows": {
		`C:\Program Files\Google\Chrome\Application\chrome.exe`,
		`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
	},
}

// ErrNotFound says that no browser is installed.
var ErrNotFound = errors.New("no browser found: install Chromium, Chrome or Edge")

// Find returns the path of an installed browser.
func Find() (string, error) {
	for _, name := range names[runtime.GOOS] {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNotFound
}

// Browser is a running headless browser with a profile of its own.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
	agent  string
}

// Start starts the browser that Find finds.
func Start() (*Browser, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.DisableGPU,
		chromedp.NoSandbox, // in a container the user is root, who has no sandbox
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancelBrowser := chromedp.NewContext(allocator)
	b := &Browser{ctx: ctx, cancel: func() { cancelBrowser(); cancelAllocator() }}
	b.agent, err = chromedp.Run(ctx, chromedp.Evaluate[string]("navigator.userAgent"))
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return b, nil
}

// Serve builds the site and serves it until stop is called.
func Serve() (url string, stop func(), err error) {
	root, err := site.Root()
	if err != nil {
		return "", nil, err
	}
	files, err := site.Build(root)
	if err != nil {
		return "", nil, err
	}
	server := httptest.NewServer(site.Handler(files))
	return server.URL, server.Close, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() { b.cancel() }

// patience is how long the page may take to become what is waited for. It is
// for slow machines; nothing waits longer than it has to.
const patience = 60 * time.Second
