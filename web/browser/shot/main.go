// Command shot takes pictures of the running page in a headless browser:
//
//	go run ./web/browser/shot -o page.png
//	go run ./web/browser/shot -w 360 -h 800 -theme dark -lang zh -o phone.png \
//	    'click:[data-action=create]' 'wait:informerscope.report().cache.length > 0'
//
// It builds and serves the site itself, unless -url names a page. The steps
// after the flags are taken in order, and then the last picture is taken:
//
//	click:SELECTOR      press the pointer on the first element that matches
//	type:SELECTOR=TEXT  type into the element
//	press:KEYS          press keys with the focus where it is
//	wait:EXPRESSION     wait until the JavaScript expression is true
//	print:EXPRESSION    print the value of the JavaScript expression
//	shot:FILE           take a picture on the way
//
// What the page writes to its console as error or warning is printed, and
// makes the command fail after the picture.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"informerscope/web/browser"
)

func main() {
	view := browser.Desktop
	flag.Int64Var(&view.Width, "w", view.Width, "width of the window in `pixels`")
	flag.Int64Var(&view.Height, "h", view.Height, "height of the window in `pixels`")
	flag.StringVar(&view.Theme, "theme", view.Theme, "what the reader's system prefers: light or dark")
	flag.StringVar(&view.Lang, "lang", view.Lang, "the reader's `language`: en or zh-CN")
	flag.BoolVar(&view.Still, "still", false, "the reader prefers reduced motion")
	flag.BoolVar(&view.Touch, "touch", false, "the reader has a touch screen")
	url := flag.String("url", "", "the `address` of the page; what is built now where it is only a query such as ?lang=zh")
	out := flag.String("o", "shot.png", "the picture's `file`")
	flag.Parse()
	if err := run(*url, view, append(flag.Args(), "shot:"+*out)); err != nil {
		fmt.Fprintln(os.Stderr, "shot:", err)
		os.Exit(1)
	}
}

func run(url string, view browser.View, steps []string) error {
	if !strings.Contains(url, "://") {
		served, stop, err := browser.Serve()
		if err != nil {
			return err
		}
		defer stop()
		url = served + "/" + strings.TrimPrefix(url, "/")
	}
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	page, err := b.Open(url, view)
	if err != nil {
		return err
	}
	defer page.Close()
	err = page.WaitReady()
	for _, step := range steps {
		// A page that does not start is worth a picture too.
		err = errors.Join(err, take(page, step))
	}
	complaints, consoleErr := page.Complaints()
	if len(complaints) > 0 {
		err = errors.Join(err, fmt.Errorf("the console says:\n%s", strings.Join(complaints, "\n")))
	}
	return errors.Join(err, consoleErr)
}

// take takes one step.
func take(page *browser.Page, step string) error {
	verb, argument, _ := strings.Cut(step, ":")
	switch verb {
	case "click":
		return page.Click(argument)
	case "type":
		// A selector may have an equals sign inside brackets.
		end := strings.LastIndex(argument, "]") + 1
		selector, text, ok := strings.Cut(argument[end:], "=")
		if !ok {
			return fmt.Errorf("%q must be type:SELECTOR=TEXT", step)
		}
		return page.Type(argument[:end]+selector, text)
	case "press":
		return page.Press(argument)
	case "wait":
		return page.WaitFor(argument)
	case "print":
		value, err := browser.Eval[any](page, argument)
		fmt.Printf("%s = %v\n", argument, value)
		return err
	case "shot":
		return page.Screenshot(argument)
	}
	return fmt.Errorf("unknown step %q: use click, type, press, wait, print or shot", step)
}
