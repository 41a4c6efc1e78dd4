package picture

import (
	"fmt"
	"iter"
	"sort"
	"strconv"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/draw"
)

// MostAnimated is how many events an animation may show: one of more is too large
// for a page, and too long for whoever looks at it.
const MostAnimated = 1000

const (
	// rest is how long the last picture stays before it begins again.
	rest = 3 * time.Second
	// shortest and longest bound how long something travels.
	shortest, longest = 250 * time.Millisecond, 1200 * time.Millisecond
)

// Animated is one SVG file in which the events after From up to To happen at the
// story's pace, over and over: no script, no other file. Whoever wants no motion
// sees the last moment.
//
// Every part of the pictures is written once, with the times at which it is to be
// seen; what moves has its ways, too.
func Animated(b *scenarios.Branch, o Options) (string, error) {
	f, err := NewFilm(b, o)
	if err != nil {
		return "", err
	}
	for f.Next() {
	}
	return f.Text(), nil
}

// Film makes an animation bit by bit, for whoever does other things in between:
//
//	f, err := NewFilm(b, o)
//	for f.Next() {
//	}
//	f.Text()
//
// One that is not made to its end has to be stopped.
type Film struct {
	next func() (float64, bool)
	// Stop gives it up.
	Stop func()
	done float64
	text string
}

// NewFilm begins an animation of the events after From up to To.
func NewFilm(b *scenarios.Branch, o Options) (*Film, error) {
	b.Ensure(o.To, func() bool { return false })
	o.To = min(o.To, b.Len())
	if o.To-o.From > MostAnimated {
		return nil, fmt.Errorf("an animation shows at most %d events, these are %d", MostAnimated, o.To-o.From)
	}
	f := &Film{}
	f.next, f.Stop = iter.Pull(func(yield func(float64) bool) {
		a := &animation{classes: map[string]string{}, turn: yield}
		f.text = a.make(b, o)
	})
	return f, nil
}

// Next does a little more; false when it is done.
func (f *Film) Next() bool {
	done, more := f.next()
	f.done = max(f.done, done)
	return more
}

// Progress tells how much is done, 0 to 1.
func (f *Film) Progress() float64 { return f.done }

// Text is the file, once it is done.
func (f *Film) Text() string { return f.text }

// make makes the file.
func (a *animation) make(b *scenarios.Branch, o Options) string {
	root := a.film(b, o)
	if a.stopped {
		return ""
	}
	a.total = a.times[len(a.times)-1] + longest + rest
	var body strings.Builder
	a.body = &body
	frames := make([]*draw.Node, len(a.frames))
	for i := range a.frames {
		frames[i] = &a.frames[i]
	}
	a.children(frames)
	return a.document(root, body.String(), o.Theme)
}

// animation is one being written.
type animation struct {
	// turn gives a turn to whoever has it made, and is told how much is done; false
	// says that nobody wants it any more.
	turn    func(done float64) bool
	done    float64
	stopped bool
	// depth is how deep in the pictures it is.
	depth int

	// frames are the pictures, and times when each begins.
	frames []draw.Node
	times  []time.Duration
	// takes is how long what moved in each travels.
	takes []time.Duration
	total time.Duration

	body    *strings.Builder
	css     strings.Builder
	classes map[string]string
}

// filmShare is how much of the time the pictures take, about.
const filmShare = 0.6

// pause gives a turn to others, and says whether to go on.
func (a *animation) pause(done float64) bool {
	a.done = done
	a.stopped = a.stopped || a.turn != nil && !a.turn(done)
	return !a.stopped
}

// film makes the pictures; it returns the last one's frame.
func (a *animation) film(b *scenarios.Branch, o Options) draw.Node {
	var words []told
	says, sentences := 0, 0
	for n := o.From; n <= o.To; n++ {
		t := tell(b, n, o.Lang)
		words = append(words, t)
		s, e := draw.CaptionRoom(t.Say, t.Sentence, Width)
		says, sentences = max(says, s), max(sentences, e)
	}
	story := b.Story()
	begin := time.Duration(0)
	if o.From > 0 {
		begin = story.Moment(o.From).Start
	}
	var root draw.Node
	for n := o.From; n <= o.To && a.pause(filmShare*float64(n-o.From)/float64(max(o.To-o.From, 1))); n++ {
		at, takes := time.Duration(0), shortest
		if n > o.From {
			m := story.Moment(n)
			at, takes = m.Start-begin, min(max(m.Takes, shortest), longest)
		}
		t := words[n-o.From]
		root = draw.Captioned(Stage(b, n, o.Lang), t.Say, t.Sentence, Width, says, sentences)
		if last := len(a.times) - 1; last >= 0 && a.times[last] == at { // both happen at once
			a.frames[last], a.takes[last] = root, max(a.takes[last], takes)
			continue
		}
		a.frames, a.times, a.takes = append(a.frames, root), append(a.times, at), append(a.takes, takes)
	}
	return root
}

// document puts the file together.
func (a *animation) document(root draw.Node, body, theme string) string {
	if theme != "" {
		theme = ` data-theme="` + theme + `"`
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="` + root.Attr("viewBox") + `" width="` + root.Attr("width") +
		`" height="` + root.Attr("height") + `" lang="` + root.Attr("lang") + `"` + theme + `><style>` + squeeze(draw.CSS) +
		"@media(prefers-reduced-motion:no-preference){[class]{animation:" + seconds(a.total) + " step-end infinite}[class^=m]{animation-timing-function:ease}" +
		a.css.String() + "}" + a.hidden() + `</style><rect data-box="page" x="-50" y="-50" width="200%" height="200%"/>` + body + "</svg>\n"
}

// hidden hides, for whoever wants no motion, what is not there at the end.
func (a *animation) hidden() string {
	var all []string
	for visible, class := range a.classes {
		if visible[0] == 'v' && visible[len(visible)-1] == '0' {
			all = append(all, "."+class)
		}
	}
	if len(all) == 0 {
		return ""
	}
	sort.Strings(all)
	return strings.Join(all, ",") + "{visibility:hidden}"
}

// squeeze leaves out of a stylesheet what only people need.
func squeeze(css string) string {
	var out strings.Builder
	for css != "" {
		before, after, found := strings.Cut(css, "/*")
		for line := range strings.Lines(before) {
			out.WriteString(strings.TrimSpace(line))
		}
		if !found {
			break
		}
		_, css, _ = strings.Cut(after, "*/")
	}
	return out.String()
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) + "s"
}

// percent is where a time stands in the animation.
func (a *animation) percent(t time.Duration) string {
	return strconv.FormatFloat(100*float64(t)/float64(a.total), 'f', 2, 64) + "%"
}

// visibility is the class of what is there in some of the frames in which its
// parent is; "" if in all.
func (a *animation) visibility(nodes, parents []*draw.Node) string {
	same := true
	key := []byte("v")
	for i, n := range nodes {
		same = same && (n != nil) == (parents[i] != nil)
		key = append(key, "01"[index(n != nil)])
	}
	if same {
		return ""
	}
	if class, ok := a.classes[string(key)]; ok {
		return class
	}
	class := a.class("a", string(key))
	a.css.WriteString("." + class + "{animation-name:" + class + "}@keyframes " + class + "{")
	for i := range nodes {
		if i == 0 || (nodes[i] != nil) != (nodes[i-1] != nil) {
			a.css.WriteString(a.percent(a.times[i]) + "{visibility:" + []string{"hidden", "visible"}[index(nodes[i] != nil)] + "}")
		}
	}
	a.css.WriteString("}")
	return class
}

func (a *animation) class(prefix, key string) string {
	class := prefix + strconv.FormatInt(int64(len(a.classes)), 36)
	a.classes[key] = class
	return class
}

func index(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// motion is the class of what moves, and where it stands at the end; it begins at
// from where it comes from another node.
func (a *animation) motion(nodes []*draw.Node, from *draw.Point) (class string, last draw.Point) {
	type stop struct {
		frame int
		at    draw.Point
	}
	var stops []stop
	for i, n := range nodes {
		if n == nil {
			continue
		}
		if last = *n.At; len(stops) == 0 || stops[len(stops)-1].at != last {
			stops = append(stops, stop{i, last})
		}
	}
	if from != nil && *from != stops[0].at {
		stops = append([]stop{{stops[0].frame, *from}}, stops...)
	}
	if len(stops) == 1 {
		return "", last
	}
	var css strings.Builder
	for k, s := range stops {
		if k == 0 {
			css.WriteString("0%{" + translate(s.at) + "}")
			continue
		}
		begin := a.times[s.frame]
		end := begin + a.takes[s.frame]
		if k+1 < len(stops) {
			end = min(end, a.times[stops[k+1].frame])
		}
		css.WriteString(a.percent(begin) + "{" + translate(stops[k-1].at) + "}" + a.percent(end) + "{" + translate(s.at) + "}")
	}
	key := "m" + css.String()
	class, known := a.classes[key]
	if !known {
		class = a.class("m", key)
		a.css.WriteString("." + class + "{animation-name:" + class + "}@keyframes " + class + "{" + css.String() + "}")
	}
	return class, last
}

func translate(p draw.Point) string {
	return "transform:translate(" + number(p.X) + "px," + number(p.Y) + "px)"
}

func number(f float64) string {
	text := strconv.FormatFloat(f, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0")
}
