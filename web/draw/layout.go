package draw

// plan says where everything stands. It follows from the width and from what
// there is to show, never from how much of it there is at the moment: a picture
// keeps its size while the world moves.
type plan struct {
	size                   rect
	apiserver, wire        rect
	tabs                   rect
	reflector, queue, loop rect
	indexer, listeners     rect
	workqueue, workers     rect
	lines                  [][]Point
	border                 []Point
	clientLabel, ownLabel  Point
	open                   string
	folded                 []fold
}

// shape is what there is to show.
type shape struct {
	lanes, listeners int
	work             bool
}

// The widths from which a layout is used.
const (
	wideFrom   = 1100
	twoFrom    = 700
	leastWidth = 320
)

const (
	gap     = 22
	tabsRow = 34
)

func (s *stage) shape() shape {
	h := shape{lanes: len(s.world.Informers), work: s.queue != nil || len(s.world.Controllers) > 0}
	if s.informer != nil {
		h.listeners = len(s.informer.Listeners)
	}
	return h
}

func planFor(width float64, h shape) plan {
	width = max(width, leastWidth)
	return planWide(max(width, wideFrom), h)
}

// stageHeight is the height of the loop: as much as a screen of that width has.
func stageHeight(width float64) float64 {
	switch {
	case width >= 2200:
		return 980
	case width >= 1700:
		return 760
	}
	return 644
}

// planWide is the loop: the server at the left, Reflector, queue and processLoop
// above, the listeners down the right side, workqueue and workers below, the
// Indexer in the middle.
func planWide(width float64, h shape) plan {
	height := stageHeight(width)
	p := plan{size: rect{0, 0, width, height}}
	server, wire := max(248, width*0.183), max(116, width*0.085)
	p.apiserver = rect{1, 1, server, height - 3}
	p.wire = rect{p.apiserver.right(), 1, wire, height - 3}

	client := rect{p.wire.right(), 1, width - p.wire.right() - 1, height - 3}
	if h.lanes > 1 {
		p.tabs = rect{client.X, client.Y, client.W, tabsRow - 8}
		client.Y += tabsRow
		client.H -= tabsRow
	}
	left, middle := client.W*0.205, client.W*0.39
	right := client.W - left - middle - 2*gap
	top, bottom := client.H*0.42, client.H*0.235
	xMiddle, xRight := client.X+left+gap, client.X+left+middle+2*gap
	yMiddle, yBottom := client.Y+top+2*gap-6, client.bottom()-bottom

	p.reflector = rect{client.X, client.Y, left, top}
	p.queue = rect{xMiddle, client.Y, middle, top}
	p.loop = rect{xRight, client.Y, right, 122}
	p.indexer = rect{xMiddle, yMiddle, middle, yBottom - 2*gap + 6 - yMiddle}
	p.listeners = rect{xRight, p.loop.bottom() + gap, right, yBottom - 2*gap + 6 - p.loop.bottom() - gap}
	p.workqueue = rect{xMiddle, yBottom, client.right() - xMiddle, bottom}
	p.workers = rect{client.X, yMiddle, left, client.bottom() - yMiddle}
	if !h.work {
		p.indexer = rect{client.X, yMiddle, left + gap + middle, client.bottom() - yMiddle}
		p.listeners.H = client.bottom() - p.listeners.Y
	}
	p.linesOfLoop(h)
	return p
}

// linesOfLoop draws the way that things go.
func (p *plan) linesOfLoop(h shape) {
	y := p.reflector.Y + 84
	p.lines = [][]Point{
		{{p.reflector.right(), y}, {p.queue.X, y}},
		{{p.queue.right(), y}, {p.loop.X, y}},
		{{p.loop.X + 60, p.loop.bottom()}, {p.loop.X + 60, p.listeners.Y}},
		{{p.loop.X, p.loop.bottom() - 14}, {p.loop.X - gap/2, p.loop.bottom() - 14}, {p.loop.X - gap/2, p.indexer.Y + 40}, {p.indexer.right(), p.indexer.Y + 40}},
	}
	if !h.work {
		return
	}
	handlers := p.listeners.X + p.listeners.W*0.82
	read := p.indexer.Y + 84
	get := p.workqueue.Y + p.workqueue.H*0.6
	p.lines = append(p.lines,
		[]Point{{handlers, p.listeners.bottom()}, {handlers, p.workqueue.Y}},
		[]Point{{p.indexer.X, read}, {p.workers.right(), read}},
		[]Point{{p.workqueue.X, get}, {p.workers.right(), get}},
	)
}

// fold is a room that is closed to one line.
type fold struct {
	place string
	r     rect
}
