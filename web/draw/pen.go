package draw

import (
	"strconv"

	"informerscope/engine"
)

// rect is a part of the picture.
type rect struct{ X, Y, W, H float64 }

func (r rect) right() float64  { return r.X + r.W }
func (r rect) bottom() float64 { return r.Y + r.H }

// inset is r without a margin.
func (r rect) inset(x, y float64) rect { return rect{r.X + x, r.Y + y, r.W - 2*x, r.H - 2*y} }

// columns cuts r into n columns of one width with gaps between them.
func (r rect) columns(n int, gap float64) []rect {
	w := (r.W - gap*float64(n-1)) / float64(n)
	all := make([]rect, n)
	for i := range all {
		all[i] = rect{r.X + float64(i)*(w+gap), r.Y, w, r.H}
	}
	return all
}

// columnsFor cuts r into columns for texts, with gaps between them: of one width,
// or, where one of the texts would not fit, each as wide as its text wants.
func (r rect) columnsFor(f Face, texts []string, gap float64) []rect {
	all := r.columns(len(texts), gap)
	widest, sum := 0.0, 0.0
	for _, text := range texts {
		widest, sum = max(widest, f.Width(text)), sum+f.Width(text)
	}
	const margin = 8
	if widest+margin <= all[0].W {
		return all
	}
	x, spare := r.X, (r.W-gap*float64(len(texts)-1)-sum)/float64(len(texts))
	for i, text := range texts {
		all[i].X, all[i].W = x, f.Width(text)+spare
		x = all[i].right() + gap
	}
	return all
}

// pen draws the parts that stand still, in the order in which they lie.
type pen struct{ nodes []Node }

func (p *pen) add(n Node) { p.nodes = append(p.nodes, n) }

// box draws a rectangle; kind is its data-box, extra are further attributes.
func (p *pen) box(kind string, r rect, radius float64, extra ...string) {
	p.add(element("rect", append([]string{"data-box", kind, "x", number(r.X), "y", number(r.Y),
		"width", number(r.W), "height", number(r.H), "rx", number(radius)}, extra...)...))
}

// path draws lines.
func (p *pen) path(kind, d string, extra ...string) {
	if d == "" {
		return
	}
	p.add(element("path", append([]string{"data-box", kind, "d", d}, extra...)...))
}

// circle draws a circle.
func (p *pen) circle(kind string, x, y, radius float64, extra ...string) {
	p.add(element("circle", append([]string{"data-box", kind, "cx", number(x), "cy", number(y), "r", number(radius)}, extra...)...))
}

// Where a text stands in relation to its x.
const (
	anchorStart  = ""
	anchorMiddle = "middle"
	anchorEnd    = "end"
)

// text writes a text on the baseline y. It does not shorten it.
func (p *pen) text(f Face, anchor string, x, y float64, text string, extra ...string) {
	if text == "" {
		return
	}
	n := element("text", append([]string{"data-text", f.Name, "x", number(x), "y", number(y), "text-anchor", anchor}, extra...)...)
	n.Text = text
	p.add(n)
}

// fit writes a text, shortened to a width.
func (p *pen) fit(f Face, x, y, width float64, text string, extra ...string) {
	p.text(f, anchorStart, x, y, f.Fit(text, width), extra...)
}

// fitEnd writes a text that ends at x, shortened to a width.
func (p *pen) fitEnd(f Face, x, y, width float64, text string, extra ...string) {
	p.text(f, anchorEnd, x, y, f.Fit(text, width), extra...)
}

// pair writes a name and, at the right, its value, which has the right of way.
func (p *pen) pair(r rect, y float64, name, value string, extra ...string) {
	p.fit(faceLabel, r.X, y, r.W-faceMono.Width(value)-8, name)
	p.fitEnd(faceMono, r.right(), y, r.W, value, extra...)
}

// heading writes a label, or a brief one where it would not fit, with a count at
// its right end.
func (p *pen) heading(r rect, y float64, label, count string, brief ...string) {
	room := r.W
	if count != "" {
		room -= faceLabel.Width(count) + 10
		p.text(faceLabel, anchorEnd, r.right(), y, count)
	}
	p.text(faceLabel, anchorStart, r.X, y, faceLabel.Choose(room, append([]string{label}, brief...)...))
}

// arrow draws a flow line along points, with a head at its end.
func (p *pen) arrow(tone Tone, points ...Point) {
	d := ""
	for i, at := range points {
		if i == 0 {
			d = "M" + number(at.X) + " " + number(at.Y)
			continue
		}
		end := at
		if i == len(points)-1 { // the line ends inside the head
			before := points[i-1]
			end.X -= sign(at.X-before.X) * 5
			end.Y -= sign(at.Y-before.Y) * 5
		}
		d += "L" + number(end.X) + " " + number(end.Y)
	}
	p.path("flow", d, "data-tone", string(tone))
	last, before := points[len(points)-1], points[len(points)-2]
	dx, dy := sign(last.X-before.X), sign(last.Y-before.Y)
	const length, half = 9, 5
	base := Point{last.X - dx*length, last.Y - dy*length}
	p.path("head", "M"+number(last.X)+" "+number(last.Y)+
		"L"+number(base.X-dy*half)+" "+number(base.Y-dx*half)+
		"L"+number(base.X+dy*half)+" "+number(base.Y+dx*half)+"z", "data-tone", string(tone))
}

func sign(f float64) float64 {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

// button draws a control: action and arg are what pressing it does.
func (p *pen) button(r rect, tone Tone, text, label, action, arg string, f Face) {
	n := element("g", "role", "button", "tabindex", "0", "data-action", action, "data-arg", arg, "data-tone", string(tone))
	var in pen
	in.box("button", r, 7)
	in.text(f, anchorMiddle, r.X+r.W/2, r.Y+r.H/2+f.Size*0.36, f.Fit(text, r.W-4), "data-tint", "1")
	n.Key, n.Children = controlKey(action, arg), named(label, in.nodes)
	p.add(n)
}

// toneOfState is the colour of what a goroutine does.
func toneOfState(s engine.State) Tone {
	switch s {
	case engine.Running:
		return toneAdded
	case engine.Sleeping:
		return toneWarning
	}
	return toneIdle
}

func itoa(n int) string { return strconv.Itoa(n) }
