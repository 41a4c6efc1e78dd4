package draw

import (
	"slices"

	"informerscope/engine/trace"
)

// plan says where everything stands. It follows from the width and from what
// there is to show, never from how much of it there is at the moment: a picture
// keeps its size while the world moves.
type plan struct {
	width, height float64

	apiserver, reflector, queue, loop rect
	indexer, listeners                rect
	workqueue, workers                rect
	tabs                              rect
	// band is where the processes stand side by side, managers where they stand
	// one below the other.
	band, managers rect
	lanes          []lane
	ways           []way
	// border runs between client-go's part and one's own; labels says which is
	// which.
	border []Point
	labels [2]Point
	// folded are the rooms that are closed to one line.
	folded []folded
}

// way is a line along which things go from one kind of room to another.
type way struct {
	from, to string
	line     []Point
}

// lane is a part of the wire: what travels there, along which line, and where it
// is drawn.
type lane struct {
	kinds []int
	line  []Point
	area  rect
}

// folded is a room that is closed to one line.
type folded struct {
	kind string
	r    rect
}

// shape is what there is to show.
type shape struct {
	lanes, listeners int
	work             bool
	// managers is how many processes are shown; election: they have leader
	// election.
	managers int
	election bool
	open     string
	// rooms are those that are shown; all if there are none.
	rooms []string
	// pair says that another stage stands beside this one.
	pair bool
}

func (h shape) shows(kind string) bool { return len(h.rooms) == 0 || slices.Contains(h.rooms, kind) }

// The widths from which a layout is used, WideFrom for that of the whole loop, and
// the least that one is made for.
const (
	WideFrom = 1100
	twoFrom  = 700
	pairFrom = 560
	least    = 320
)

const (
	// gap is between rooms side by side, stack between rooms one below another.
	gap   = 24
	stack = 38
	// edge leaves room for the frame's own line.
	edge    = 1
	tabsRow = 36
)

func planFor(width float64, h shape) plan {
	width = max(width, least)
	var p plan
	switch {
	case width >= WideFrom:
		p = planWide(width, h)
	case h.pair && width >= pairFrom:
		p = planPair(width, h)
	case width >= twoFrom:
		p = planTwo(width, h)
	default:
		p = planNarrow(width, h)
	}
	p.width = width
	return p
}

// heightOfLoop is as much as a screen of that width has.
func heightOfLoop(width float64) float64 {
	if width >= 1700 {
		return 750
	}
	return 650
}

// planWide is the loop: the server at the left, Reflector, queue and processLoop
// above, the listeners down the right side, workqueue and workers below, the
// Indexer in the middle.
func planWide(width float64, h shape) plan {
	height := heightOfLoop(width)
	if h.lanes > 1 {
		height += tabsRow // the rooms keep theirs
	}
	band := 0.0
	if h.managers > 0 {
		band = h.heightOfProcess() + processGap
		height += band
	}
	p := plan{height: height}
	server, wire := max(250, width*0.183), max(104, width*0.083)
	p.apiserver = rect{edge, edge, server, height - 2*edge}
	x := p.apiserver.right() + wire
	client := rect{x, edge, width - edge - x, height - 2*edge}
	if band > 0 {
		p.band = rect{client.X, client.Y, client.W, band - processGap}
		client.Y += band
		client.H -= band
	}
	if h.lanes > 1 {
		p.tabs = rect{client.X, client.Y, client.W, tabsRow - 8}
		client.Y += tabsRow
		client.H -= tabsRow
	}
	left, right := max(client.W*0.205, 160), max(client.W*0.42-2*gap, 272)
	middle := client.W - left - right - 2*gap
	top := client.H * 0.4
	bottom := max(154, client.H*0.23)
	xMiddle, xRight := client.X+left+gap, client.X+left+middle+2*gap
	yMiddle, yBottom := client.Y+top+stack, client.bottom()-bottom

	p.reflector = rect{client.X, client.Y, left, top}
	p.queue = rect{xMiddle, client.Y, middle, top}
	p.loop = rect{xRight, client.Y, right, 124}
	p.indexer = rect{xMiddle, yMiddle, middle, yBottom - stack - yMiddle}
	p.listeners = rect{xRight, p.loop.bottom() + gap, right, yBottom - stack - p.loop.bottom() - gap}
	p.workqueue = rect{xMiddle, yBottom, client.right() - xMiddle, bottom}
	p.workers = rect{client.X, yMiddle, left, client.bottom() - yMiddle}
	if !h.work {
		p.indexer = rect{client.X, yMiddle, left + gap + middle, client.bottom() - yMiddle}
		p.listeners.H = client.bottom() - p.listeners.Y
		p.workqueue, p.workers = rect{}, rect{}
	}
	p.linesOfLoop(h)
	p.lanesOfLoop(h)
	p.borderOfLoop(h)
	return p
}

// linesOfLoop are the ways that things go inside the client.
func (p *plan) linesOfLoop(h shape) {
	y := p.reflector.Y + 84
	side := p.loop.X - gap/2
	p.ways = []way{
		{trace.Reflector, trace.Queue, []Point{{p.reflector.right(), y}, {p.queue.X, y}}},
		{trace.Queue, trace.ProcessLoop, []Point{{p.queue.right(), y}, {p.loop.X, y}}},
		{trace.ProcessLoop, trace.Processor, []Point{{p.loop.X + 60, p.loop.bottom()}, {p.loop.X + 60, p.listeners.Y}}},
		{trace.ProcessLoop, trace.Indexer, []Point{{p.loop.X, p.loop.bottom() - 18}, {side, p.loop.bottom() - 18}, {side, p.indexer.Y + 36}, {p.indexer.right(), p.indexer.Y + 36}}},
	}
	if !h.work {
		return
	}
	handlers := p.listeners.right() - p.listeners.W*handlerPart/2
	read := p.indexer.Y + 84
	get := p.workqueue.Y + p.workqueue.H*0.6
	p.ways = append(p.ways,
		way{trace.Handler, trace.Workqueue, []Point{{handlers, p.listeners.bottom()}, {handlers, p.workqueue.Y}}},
		way{trace.Indexer, trace.Worker, []Point{{p.indexer.X, read}, {p.workers.right(), read}}},
		way{trace.Workqueue, trace.Worker, []Point{{p.workqueue.X, get}, {p.workers.right(), get}}},
	)
}

// lanesOfLoop are the four ways over the network.
func (p *plan) lanesOfLoop(h shape) {
	from, to := p.apiserver.right(), p.reflector.X
	area := func(y, height float64) rect { return rect{from + 9, y, to - from - 18, height} }
	y := p.reflector.Y + 70
	low := y + 46
	p.lanes = []lane{
		{[]int{wireRequests}, []Point{{to, y}, {from, y}}, area(y+8, 24)},
		{[]int{wireAnswers}, []Point{{from, low}, {to, low}}, area(low+8, p.reflector.bottom()-low-8)},
	}
	if h.election && p.band.W > 0 {
		y := p.band.Y + 14
		p.lanes = append(p.lanes, lane{[]int{wireLeases}, []Point{{to, y}, {from, y}}, area(y+8, 24)})
	}
	if !h.work {
		return
	}
	y = p.workers.Y + p.workers.H*0.45
	p.lanes = append(p.lanes,
		lane{[]int{wireWrites}, []Point{{to, y}, {from, y}}, area(y+8, 48)},
		lane{[]int{wireWritten}, []Point{{from, y + 70}, {to, y + 70}}, area(y+78, 48)},
	)
}

// borderOfLoop runs around handlers, workqueue and workers.
func (p *plan) borderOfLoop(h shape) {
	x := p.listeners.right() - p.listeners.W*handlerPart
	y := p.listeners.Y + processorHeight + 4
	p.border = []Point{{p.listeners.right(), y}, {x, y}, {x, p.listeners.bottom()}}
	if !h.work {
		return
	}
	below, above, side := p.workqueue.Y-stack/2, p.workers.Y-stack/2, p.workers.right()+gap/2
	p.border = append(p.border[:2], Point{x, below}, Point{side, below}, Point{side, above}, Point{p.workers.X, above})
	p.labels = [2]Point{{p.workers.X + 2, above - 5}, {p.workers.X + 2, above + 13}}
}

// planTwo is the loop in two columns, with the wire between them.
func planTwo(width float64, h shape) plan {
	const wire = 108
	left := (width - wire) * 0.46
	xRight := left + wire
	right := width - edge - xRight
	var p plan
	y := float64(edge)
	if h.managers > 0 {
		p.band = rect{edge, y, width - 2*edge, h.heightOfProcess()}
		y = p.band.bottom() + gap
		if h.election {
			y = p.band.bottom() + wireStrip
		}
	}
	head := y
	if h.lanes > 1 {
		p.tabs = rect{xRight, y, right, tabsRow - 8}
		y += tabsRow
	}
	column := func(height float64) rect {
		r := rect{xRight, y, right, height}
		y += height + gap
		return r
	}
	p.reflector, p.queue, p.loop = column(260), column(256), column(124)
	p.listeners = column(processorHeight + 8 + 220)
	if h.work {
		y += stack - gap
		p.workqueue = column(250)
	}
	p.height = y - gap + edge
	p.apiserver = rect{edge, head, left - edge, 640}
	p.indexer = rect{edge, p.apiserver.bottom() + gap, left - edge, p.height - edge - p.apiserver.bottom() - gap}
	if h.work {
		p.workers = rect{edge, p.workqueue.Y, left - edge, p.workqueue.H}
		p.indexer.H = p.workers.Y - stack - p.indexer.Y
	}
	p.linesOfTwo(h)
	return p
}

func (p *plan) linesOfTwo(h shape) {
	from, to := p.apiserver.right(), p.reflector.X
	down := func(a, b rect) []Point { return []Point{{a.X + 60, a.bottom()}, {b.X + 60, b.Y}} }
	middle := (from + to) / 2
	p.ways = []way{
		{trace.Reflector, trace.Queue, down(p.reflector, p.queue)},
		{trace.Queue, trace.ProcessLoop, down(p.queue, p.loop)},
		{trace.ProcessLoop, trace.Processor, down(p.loop, p.listeners)},
		{trace.ProcessLoop, trace.Indexer, []Point{{p.loop.X, p.loop.bottom() - 18}, {middle, p.loop.bottom() - 18}, {middle, p.indexer.Y + 36}, {p.indexer.right(), p.indexer.Y + 36}}},
	}
	area := func(y, height float64) rect { return rect{from + 7, y, to - from - 14, height} }
	y := p.reflector.Y + 70
	p.lanes = []lane{
		{[]int{wireRequests}, []Point{{to, y}, {from, y}}, area(y+8, 24)},
		{[]int{wireAnswers}, []Point{{from, y + 46}, {to, y + 46}}, area(y+54, 110)},
	}
	if h.election && p.band.W > 0 {
		x, top := p.apiserver.X+p.apiserver.W/2, p.band.bottom()
		p.lanes = append(p.lanes, lane{[]int{wireLeases}, []Point{{x, top}, {x, top + wireStrip}}, rect{p.apiserver.X + 6, top + 7, p.apiserver.W - 12, 22}})
	}
	x := p.listeners.right() - p.listeners.W*handlerPart
	top := p.listeners.Y + processorHeight + 4
	p.border = []Point{{p.listeners.right(), top}, {x, top}, {x, p.listeners.bottom()}}
	if !h.work {
		return
	}
	handlers := p.listeners.right() - p.listeners.W*handlerPart/2
	get := p.workqueue.Y + p.workqueue.H*0.6
	p.ways = append(p.ways,
		way{trace.Handler, trace.Workqueue, []Point{{handlers, p.listeners.bottom()}, {handlers, p.workqueue.Y}}},
		way{trace.Indexer, trace.Worker, down(p.indexer, p.workers)},
		way{trace.Workqueue, trace.Worker, []Point{{p.workqueue.X, get}, {p.workers.right(), get}}},
	)
	write := p.apiserver.bottom() - 150
	p.lanes = append(p.lanes, lane{[]int{wireWrites, wireWritten},
		[]Point{{from, p.workers.Y + 36}, {from + 12, p.workers.Y + 36}, {from + 12, write}, {from, write}}, area(write+14, 100)})
	below := p.workqueue.Y - stack/2
	p.border = append(p.border[:2], Point{x, below}, Point{edge, below})
	p.labels = [2]Point{{p.workqueue.X + 2, below - 5}, {p.workqueue.X + 2, below + 13}}
}

const (
	foldedHeight = 46
	foldedGap    = 8
	wireStrip    = 34
)

// heightsOpen are those of the rooms when they are open on a narrow screen.
var heightsOpen = map[string]float64{
	trace.APIServer: 664, trace.Reflector: 260, trace.Queue: 290, trace.ProcessLoop: 124, trace.Indexer: 250,
	trace.Processor: 360, trace.Workqueue: 250, trace.Worker: 270,
}

// heightOpen is that of a room that is open on a narrow screen.
func (h shape) heightOpen(kind string) float64 {
	if kind == trace.Manager {
		return 50 + float64(h.managers)*(h.heightOfProcess()+processGap) + 6
	}
	return heightsOpen[kind]
}

// narrowRoom is a room of a column, and where the plan has its place.
type narrowRoom struct {
	kind string
	r    *rect
}

// planNarrow is one column: the room in focus is open, the others are folded.
func planNarrow(width float64, h shape) plan {
	p := plan{}
	y := float64(edge)
	if h.lanes > 1 {
		p.tabs = rect{edge, y, width - 2*edge, tabsRow - 8}
		y += tabsRow
	}
	rooms := []narrowRoom{
		{trace.APIServer, &p.apiserver}, {trace.Reflector, &p.reflector}, {trace.Queue, &p.queue}, {trace.ProcessLoop, &p.loop},
		{trace.Indexer, &p.indexer}, {trace.Processor, &p.listeners}, {trace.Workqueue, &p.workqueue}, {trace.Worker, &p.workers},
	}
	if !h.work {
		rooms = rooms[:6]
	}
	if h.managers > 0 {
		rooms = slices.Insert(rooms, 1, narrowRoom{trace.Manager, &p.managers})
	}
	middle := width / 2
	i := -1
	for _, room := range rooms {
		if len(h.rooms) > 0 && !slices.Contains(h.rooms, room.kind) {
			continue
		}
		i++
		r := rect{edge, y, width - 2*edge, foldedHeight}
		if room.kind == h.open {
			r.H = h.heightOpen(room.kind)
			*room.r = r
		} else {
			p.folded = append(p.folded, folded{room.kind, r})
		}
		y = r.bottom()
		if i == 0 {
			p.lanes = []lane{{allOfWire,
				[]Point{{middle, y}, {middle, y + wireStrip}}, rect{edge + 6, y + 7, width - 2*edge - 12, 22}}}
			y += wireStrip
			continue
		}
		if i < len(rooms)-1 && (len(h.rooms) == 0 || i < len(h.rooms)-1) {
			p.ways = append(p.ways, way{line: []Point{{middle, y}, {middle, y + foldedGap}}})
			y += foldedGap
		}
	}
	p.height = y + edge
	return p
}
