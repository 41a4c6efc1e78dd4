package draw

import (
	"strconv"

	"informerscope/engine"
	"informerscope/engine/apiserver"
	"informerscope/engine/trace"
	"informerscope/web/explain"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// apiserver draws the server: its history, its objects, its watches, what can be
// done to it and what controllers wrote.
func (s *stage) apiserver(r rect) {
	g := s.serving()
	s.room(trace.APIServer, r, g, explain.Room(trace.APIServer, s.o.Lang), func(p *pen) {
		in := r.inset(14, 0)
		controls := 208.0
		if s.o.Still {
			controls = 0
		}
		spare := max(0, r.H-640)
		y := r.Y + 62
		s.eventLog(p, rect{in.X, y, in.W, 0})
		y += 82
		rows := 4 + int(spare*0.55/25)
		s.objects(p, rect{in.X, y, in.W, 0}, rows)
		y += 22 + float64(rows)*25
		boxes := 1 + int(spare*0.25/46)
		s.watches(p, rect{in.X, y, in.W, 0}, boxes)
		y += 30 + float64(boxes)*46
		if controls > 0 {
			s.acts(p, rect{in.X, y, in.W, 0})
			y += controls
		}
		s.writes(p, rect{in.X, y, in.W, r.bottom() - 14 - y})
	})
}

// serving is whether the server answers.
func (s *stage) serving() standing {
	if until := s.world.AwayUntil(); until > s.world.Now() {
		return standing{engine.Stopped, s.t("state.away", "until", explain.At(until, s.o.Lang))}
	}
	return standing{engine.Running, s.t("state.serving")}
}

const (
	cellPitch = 38
	cellWidth = 36
)

// eventLog draws the newest changes of the shown resource by revision, the line
// below which history is gone, and how far each watch has been sent.
func (s *stage) eventLog(p *pen, r rect) {
	p.heading(r, r.Y, s.t("label.event-log"), "")
	resource := s.resource()
	room := int((r.W + 2) / cellPitch)
	floor := s.world.Server.Floor(resource)
	var events []apiserver.Event
	for e := range s.world.Server.LatestEvents(resource) {
		if len(events) == room {
			break
		}
		events = append(events, e)
	}
	x := r.X
	gone := floor > 0 && len(events) < room
	if gone {
		s.logCell(p, x, r.Y+8, "≤"+shortRV(floor, 3), "", "gone", toneIdle)
		x += cellPitch
		p.path("mark", "M"+number(x-1)+" "+number(r.Y+4)+"V"+number(r.Y+48), "data-tone", string(toneDanger))
		p.fit(faceLabel, r.X, r.Y+58, r.W, s.t("label.compacted", "rv", floor+1), "data-tone", string(toneDanger))
	}
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		d := deltaOfEvent(e.Type)
		s.logCell(p, x, r.Y+8, shortRV(e.Revision, 5), signOf(d), "cell", toneOf(d))
		s.sentMarks(p, x, r.Y+46, e.Revision)
		x += cellPitch
	}
}

func (s *stage) logCell(p *pen, x, y float64, rv, sign, kind string, tone Tone) {
	n := element("g", "data-tone", string(tone))
	n.Key, n.At = "log:"+rv, &Point{x, y}
	var c pen
	c.box(kind, rect{0, 0, cellWidth, 34}, 5)
	c.text(faceSmall, anchorMiddle, cellWidth/2, 14, rv)
	c.text(faceStrong, anchorMiddle, cellWidth/2, 28, sign, "data-tint", "1")
	n.Children = c.nodes
	p.add(n)
}

// sentMarks puts a mark under the last event that was sent on a watch.
func (s *stage) sentMarks(p *pen, x, y float64, revision int64) {
	for _, t := range s.streams() {
		if t.Sent == strconv.FormatInt(revision, 10) {
			middle := x + cellWidth/2
			p.path("head", "M"+number(middle)+" "+number(y-2)+"l5 7h-10z", "data-tone", string(toneAccent))
			return
		}
	}
}

// shortRV is a version in at most n letters; of a long one the end counts.
func shortRV(rv int64, n int) string {
	text := strconv.FormatInt(rv, 10)
	if len(text) > n {
		return ellipsis + text[len(text)-n+1:]
	}
	return text
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
		if s.informer != nil && s.world.Informers[t.Informer] == s.informer {
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
	y := r.Y + 8
	i := 0
	for key, o := range s.world.Server.Objects(resource) {
		if i == rows-1 && n > rows {
			p.text(faceLabel, anchorStart, r.X+8, y+15, "+ "+s.t("count.more", "n", n-i))
			return
		}
		s.objectRow(p, trace.APIServer, rect{r.X, y, r.W, 22}, key, o, s.world.Server.NameOf(resource)+"/"+key, phaseOf(o))
		y += 25
		i++
	}
}

// objectRow draws an object: its key, its version, and a word about it.
func (s *stage) objectRow(p *pen, room string, r rect, key string, o *unstructured.Unstructured, ref, word string) {
	var h pen
	kind, tone := "field", toneNone
	if s.changed(room, key) {
		kind, tone = "lit", toneOf(s.changedDelta())
	}
	if s.o.Selected == ref {
		kind, tone = "lit", toneAccent
	}
	h.box(kind, r, 5, "data-tone", string(tone))
	rv := "rv " + o.GetResourceVersion()
	end := r.right() - 8
	if word != "" {
		word = faceBody.Fit(word, 62)
		h.text(faceBody, anchorEnd, end, r.Y+15, word, "data-tone", string(toneAdded), "data-tint", "1")
		end -= max(56, faceBody.Width(word)+8)
	}
	h.text(faceMono, anchorEnd, end, r.Y+15, rv, "data-quiet", "1")
	h.text(faceMono, anchorStart, r.X+8, r.Y+15, faceMono.FitKey(key, end-faceMono.Width(rv)-r.X-16))
	s.pressed(p, "select-object", ref, key+" "+rv, h)
}

// phaseOf is what the object says of itself in status.phase.
func phaseOf(o *unstructured.Unstructured) string {
	phase, _, _ := unstructured.NestedString(o.Object, "status", "phase")
	return phase
}

// watches draws the connections of the shown informer.
func (s *stage) watches(p *pen, r rect, boxes int) {
	all := s.streams()
	count := ""
	if others := len(s.world.Streams()) - len(all); others > 0 {
		count = s.t("others", "n", others)
	}
	p.heading(r, r.Y, s.t("label.watches"), count)
	box := rect{r.X, r.Y + 8, r.W, 40}
	for i, t := range all {
		if i == boxes {
			break
		}
		p.box("field", box, 6)
		p.fit(faceMono, box.X+10, box.Y+16, box.W-20, s.watchLine(t))
		sent := t.Sent
		if sent == "" {
			sent = "–"
		}
		p.fit(faceLabel, box.X+10, box.Y+32, box.W-20, s.t("label.sent", "rv", sent)+" · "+s.t("count.events", "n", t.SentEvents))
		box.Y += 46
	}
	if len(all) == 0 {
		words, tone := s.noWatch()
		p.box("warn", box, 6, "data-tone", string(tone))
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
		rv = "&rv=" + e.Data.String("resourceVersion")
	}
	return "GET " + path + "?watch=1" + rv
}

// acts draws what can be done to the cluster, and what can be broken.
func (s *stage) acts(p *pen, r rect) {
	p.heading(r, r.Y, s.t("heading.act"), "")
	third := rect{r.X, r.Y + 8, r.W - 22, 28}.columns(3, 5)
	create := third[0]
	third[1].X, third[2].X = third[1].X+22, third[2].X+22
	p.button(create, toneAdded, "+ "+s.t("action.create"), s.t("action.create"), "create", "", faceButton)
	p.button(rect{create.right() + 2, create.Y, 20, 28}, toneAdded, "…", s.t("create-form"), "create-form", "", faceButton)
	p.button(third[1], toneUpdated, "~ "+s.t("action.update"), s.t("action.update"), "update", "", faceButton)
	p.button(third[2], toneDeleted, "− "+s.t("action.delete"), s.t("action.delete"), "delete", "", faceButton)

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
		status := itoa(f.Status)
		if f.Status == 0 {
			status = s.t("wire.refused")
		}
		if f.Times > 1 {
			status += " × " + itoa(f.Times)
		}
		return s.t("armed", "verb", s.t("verb."+f.Verb), "status", status)
	}
	return ""
}

// lookBack is how many events are searched for the last writes.
const lookBack = 400

// writes draws the last writes of controllers and how the server answered.
func (s *stage) writes(p *pen, r rect) {
	p.heading(r, r.Y, s.t("heading.writes"), "")
	field := rect{r.X, r.Y + 8, r.W, r.H - 8}
	if field.H < 24 {
		return
	}
	p.box("field", field, 6)
	rows := int((field.H - 8) / 18)
	y := field.Y + 17
	for seq := s.world.Seq(); seq > max(0, s.world.Seq()-lookBack) && rows > 0; seq-- {
		e := s.event(seq)
		if e == nil {
			break
		}
		if e.Kind != trace.WriteAnswer {
			continue
		}
		status := strconv.FormatInt(e.Data.Int("status"), 10)
		tone := toneAdded
		if status != "200" {
			tone = toneDanger
		} else if e.RV != "" {
			status += " · rv " + e.RV
		}
		p.text(faceMono, anchorEnd, field.right()-10, y, status, "data-tone", string(tone), "data-tint", "1")
		p.text(faceMono, anchorStart, field.X+10, y, "PUT "+faceMono.FitKey(nameOf(e.Key), field.W-32-faceMono.Width("PUT "+status)))
		y += 18
		rows--
	}
	if y == field.Y+17 {
		p.fit(faceLabel, field.X+10, y, field.W-20, s.t("no-writes"))
	}
}
