package main

import (
	"fmt"
	"io"

	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/picture"
	"informerscope/web/picture/html"
)

// pictures are the outputs that are pictures of a run.
var pictures = map[string]func(out io.Writer, b *scenarios.Branch, o picture.Options) error{
	"svg": func(out io.Writer, b *scenarios.Branch, o picture.Options) error {
		return draw.WriteSVG(out, picture.Still(b, o.To, o.Lang), o.Theme)
	},
	"animated-svg": func(out io.Writer, b *scenarios.Branch, o picture.Options) error {
		text, err := picture.Animated(b, o)
		if err == nil {
			_, err = io.WriteString(out, text)
		}
		return err
	},
	"mermaid": func(out io.Writer, b *scenarios.Branch, o picture.Options) error {
		_, err := io.WriteString(out, picture.Mermaid(b, o))
		return err
	},
	"storyboard": func(out io.Writer, b *scenarios.Branch, o picture.Options) error {
		_, err := io.WriteString(out, html.Document(b, o.Lang))
		return err
	},
}

// picture makes a picture of the run and returns the exit status.
func (p *player) picture(s *scenarios.Scenario) int {
	p.apply(s)
	err := func() error {
		session, err := scenarios.NewSession(s)
		if err != nil {
			return err
		}
		b := session.Branches[0]
		b.All()
		if err := b.Err(); err != nil && p.until == 0 {
			return err
		}
		o := picture.Options{Lang: p.lang, Theme: p.theme, From: p.from, To: p.to}
		if o.To < 0 {
			o.To = b.Len()
		}
		if o.From > o.To || o.To > b.Len() {
			return fmt.Errorf("events %d to %d: there are 0 to %d", o.From, o.To, b.Len())
		}
		return pictures[p.output](p.stdout, b, o)
	}()
	if err != nil {
		fmt.Fprintf(p.stderr, "%s: %v\n", p.name, err)
		return exitBadInput
	}
	return exitOK
}
