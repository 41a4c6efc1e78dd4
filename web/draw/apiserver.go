package draw

import (
	"strconv"
	"strings"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/trace"
	"informerscope/web/explain"
)

// apiserver draws the server: its history, its objects, its watches, what can be
// done to it and what controllers wrote.
func (s *stage) apiserver(r rect) {
	g := s.serving()
	s.room(trace.APIServer, r, g, explain.Room(trace.APIServer, s.o.Lang), func(p *pen) {
		in := r.inset(14, 0)
		y := r.Y + 62
		// What a tall room has to spare goes to history, objects and watches.
		spare := max(0, r.H-serverLeast)
		if s.o.Still {
			spare += controlsHeight
		}
		rows := 1 + int(spare*0.3/cellRow)
		s.eventLog(p, rect{in.X, y, in.W, 0}, rows)
		y += 36 + float64(rows)*cellRow
		rows = 4 + int(spare*0.35/objectRow)
		s.objects(p, rect{in.X, y, in.W, 0}, rows)
		y += 22 + float64(rows)*objectRow
		rows = 1 + int(spare*0.2/watchRow)
		s.watches(p, rect{in.X, y, in.W, 0}, rows)
		y += 30 + float64(rows)*watchRow
		if !s.o.Still {
			s.acts(p, rect{in.X, y, in.W, 0})
			y += controlsHeight
		}
		s.writes(p, rect{in.X, y, in.W, r.bottom() - 14 - y})
	})
}

const (
	// serverLeast is the height that the room needs, controlsHeight the part of
	// it that the controls take.
	serverLeast, controlsHeight = 640, 208
	objectRow, watchRow         = 25, 46
)

// serving is whether the server answers.
func (s *stage) serving() standing {
	if until := s.world.AwayUntil(); until > s.world.Now() {
		words := s.t("state.away", "until", explain.At(until, s.o.Lang))
		return standing{engine.Stopped, words, words}
	}
	return busyIf(true, s.t("state.serving"))
}

// resource is the one that is shown: that of the informer, else the first that
// there is.
func (s *stage) resource() apiserver.Resource {
	if s.informer != nil {
		return s.informer.Resource()
	}
	for _, r := range s.world.Server.Resources() {
		return r
	}
	return apiserver.Resource{}
}

// streams are the open watches of the shown informer.
func (s *stage) streams() []*engine.Stream {
	var all []*engine.Stream
	for _, t := range s.world.Streams() {
		if s.informer != nil && s.world.InformerOf(t) == s.informer {
			all = append(all, t)
		}
	}
	return all
}

// objects draws what the server holds of the shown resource.
func (s *stage) objects(p *pen, r rect, rows int) {
	resource := s.resource()
	n := s.world.Server.Count(resource)
	p.heading(r, r.Y, s.t("label.objects"), s.t("count.objects", "n", n))
	shown, more := s.choose(trace.APIServer, n, rows, s.world.Server.Objects(resource))
	y := r.Y + 8
	for _, e := range shown {
		s.object(p, trace.APIServer, rect{r.X, y, r.W, 22}, e, phaseOf(e.object))
		y += objectRow
	}
	if more > 0 {
		p.text(faceLabel, anchorStart, r.X+8, y+15, "+ "+s.t("count.more", "n", more))
	}
}

// watches draws the connections of the shown informer.
func (s *stage) watches(p *pen, r rect, boxes int) {
	all := s.streams()
	count := ""
	if others := len(s.world.Streams()) - len(all); others > 0 {
		count = s.t("count.others", "n", others)
	}
	p.heading(r, r.Y, s.t("label.watches"), count)
	box := rect{r.X, r.Y + 8, r.W, 40}
	for i, t := range all {
		if i == boxes {
			break
		}
		p.box("field", box, 6)
		line := s.watchLine(t)
		p.text(faceMono, anchorStart, box.X+10, box.Y+16, faceMono.Choose(box.W-20, line, line[strings.LastIndexByte(line, '/')+1:]))
		sent := t.Sent
		if sent == "" {
			sent = "–"
		}
		line = s.t("label.sent", "rv", sent) + " · " + s.t("count.events", "n", t.SentEvents)
		if e := s.event(t.Request); e != nil && e.Data.Bool("sendInitialEvents") { // it may name a version that a watch could not
			line = faceLabel.Choose(box.W-20, s.t("label.streaming")+" · "+line, s.t("label.streaming")+" · rv "+sent)
		}
		p.fit(faceLabel, box.X+10, box.Y+32, box.W-20, line)
		box.Y += watchRow
	}
	if len(all) == 0 {
		words, tone := s.noWatch()
		kind := "field"
		if tone == toneDanger {
			kind = "warn"
		}
		p.box(kind, box, 6, "data-tone", string(tone))
		p.fit(faceLabel, box.X+10, box.Y+24, box.W-20, words, "data-tone", string(tone))
	}
}

// noWatch says why there is no watch: only one that was lost is a trouble.
func (s *stage) noWatch() (string, Tone) {
	if s.informer != nil {
		switch r := s.informer.Reflector; {
		case r.Phase == engine.PhaseWatchWait || r.Phase == engine.PhaseStreamWait:
			return s.t("watch-pending"), toneIdle
		case r.LastSyncResourceVersion != "" && r.Phase != engine.PhaseStopped:
			return s.t("no-watch"), toneDanger
		}
	}
	return s.t("watch-none"), toneIdle
}

func (s *stage) watchLine(t *engine.Stream) string {
	r := s.informer.Resource()
	path := "/api/" + r.Version + "/" + r.Resource
	if r.Group != "" {
		path = "/apis/" + r.APIVersion() + "/" + r.Resource
	}
	rv := ""
	if e := s.event(t.Request); e != nil {
		rv = "&rv=" + quoted(e.Data.String("resourceVersion"))
	}
	return "GET " + path + "?watch=1" + rv
}

// acts draws what can be done to the cluster, and what can be broken.
func (s *stage) acts(p *pen, r rect) {
	on, update, remove := "", s.t("action.update"), s.t("action.delete")
	if name := s.o.Target; name != "" {
		on = faceLabel.Fit(s.t("acts-on", "name", name), r.W*0.55)
		update, remove = update+" "+name, remove+" "+name
	}
	p.heading(r, r.Y, s.t("heading.act"), on)
	third := rect{r.X, r.Y + 8, r.W - 22, 28}.columns(3, 5)
	create := third[0]
	third[1].X, third[2].X = third[1].X+22, third[2].X+22
	p.button(create, toneAdded, "+ "+s.t("action.create"), s.t("action.create"), "create", "", faceButton)
	p.button(rect{create.right() + 2, create.Y, 20, 28}, toneAdded, "…", s.t("create-form"), "create-form", "", faceButton)
	p.button(third[1], toneUpdated, "~ "+s.t("action.update"), update, "update", "", faceButton)
	p.button(third[2], toneDeleted, "− "+s.t("action.delete"), remove, "delete", "", faceButton)

	y := r.Y + 60
	p.heading(r, y, s.t("heading.break"), s.armed())
	y += 8
	fault := func(r rect, action, text string) { p.button(r, toneDanger, text, text, action, "", faceBody) }
	fault(rect{r.X, y, r.W, 26}, "drop-watch", s.t("action.drop-watch"))
	for i, pair := range [][2][2]string{
		{{"compact", s.t("action.compact")}, {"slow-network", s.t("action.slow-network")}},
		{{"fail-list-429", s.t("action.fail-list", "status", 429)}, {"fail-list", s.t("action.fail-list", "status", 500)}},
		{{"outage", s.t("action.outage")}, {"restart", s.t("action.restart-server")}},
	} {
		half := rect{r.X, y + 30*float64(i+1), r.W, 26}.columns(2, 5)
		fault(half[0], pair[0][0], pair[0][1])
		fault(half[1], pair[1][0], pair[1][1])
	}
}

// armed names the first request that will fail on purpose.
func (s *stage) armed() string {
	for _, f := range s.world.Faults() {
		if s.informer == nil || f.Informer != s.informer.Config.Name {
			continue
		}
		status := s.status(f.Status)
		if f.Times > 1 {
			status += " × " + itoa(f.Times)
		}
		return s.t("armed", "verb", s.t("verb."+f.Verb), "status", status)
	}
	return ""
}

// writes draws the last writes of controllers and how the server answered.
func (s *stage) writes(p *pen, r rect) {
	p.heading(r, r.Y, s.t("heading.writes"), "")
	field := rect{r.X, r.Y + 8, r.W, r.H - 8}
	if field.H < 24 {
		return
	}
	p.box("field", field, 6)
	y := field.Y + 17
	ofWorkers := func(e trace.Event) bool {
		return e.Kind == trace.WriteAnswer && kindOf(e.To) == trace.Worker && e.Data.String("method") != "GET"
	}
	for _, e := range s.last(int((field.H-8)/18), ofWorkers) {
		status, method := strconv.FormatInt(e.Data.Int("status"), 10), e.Data.String("method")+" "
		tone := toneAdded
		if e.Data.String("error") != "" {
			tone = toneDanger
		} else if e.RV != "" {
			status += " · rv " + e.RV
		}
		p.text(faceMono, anchorEnd, field.right()-10, y, status, "data-tone", string(tone), "data-tint", "1")
		p.text(faceMono, anchorStart, field.X+10, y, method+faceMono.FitKey(nameOf(e.Key), field.W-32-faceMono.Width(method+status)))
		y += 18
	}
	if y == field.Y+17 {
		p.fit(faceLabel, field.X+10, y, field.W-20, s.t("no-writes"))
	}
}
