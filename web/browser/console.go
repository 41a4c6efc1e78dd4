package browser

import (
	"context"
	"fmt"
	"slices"

	"github.com/chromedp/chromedp"
)

// complaints collects the errors, warnings and uncaught exceptions that a page
// writes to its console.
type complaints struct {
	// asked holds where to send what was collected when the mark arrives.
	asked chan chan []string
	done  <-chan struct{}
}

// mark is the message that tells listen that somebody waits for an answer.
const mark = "browser: what was there so far?"

// listen collects from the tab of ctx from now on.
func listen(ctx context.Context) *complaints {
	c := &complaints{asked: make(chan chan []string, 1), done: ctx.Done()}
	messages := chromedp.Console(ctx)
	go func() {
		var collected []string
		for message, err := range messages {
			switch {
			case err != nil:
				return
			case message.Text == mark:
				answer := <-c.asked
				answer <- slices.Clone(collected)
			case isComplaint(message):
				collected = append(collected, fmt.Sprintf("%s (%s:%d)", message, message.URL, message.Line+1))
			}
		}
	}()
	return c
}

func isComplaint(message chromedp.ConsoleMessage) bool {
	switch message.Type {
	case chromedp.ConsoleError, chromedp.ConsoleWarning, chromedp.ConsoleException, "assert":
		return true
	}
	return false
}

// Complaints returns every error, warning and uncaught exception that the page
// has written to its console so far.
func (p *Page) Complaints() ([]string, error) {
	// Messages arrive in order: what was written before the mark has arrived
	// when the mark does.
	answer := make(chan []string, 1)
	p.complaints.asked <- answer
	if _, err := Eval[chromedp.Void](p, `console.debug("`+mark+`")`); err != nil {
		return nil, err
	}
	select {
	case collected := <-answer:
		return collected, nil
	case <-p.complaints.done:
		return nil, p.ctx.Err()
	}
}
