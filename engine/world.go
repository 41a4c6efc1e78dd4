package engine

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"informerscope/engine/apiserver"
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	"github.com/tidwall/btree"
)

// World is one run at one moment: the API server, what travels between it and
// its clients, and every client. It is plain data; Clone copies it, and the same
// Config and commands always give the same events.
type World struct {
	Server      *apiserver.Server
	Informers   []*Informer
	Workqueues  []*Workqueue
	Controllers []*Controller
	Managers    []*Manager
	// Network is how long one way takes now.
	Network Network
	// Held are the actors that stand still, by name.
	Held []string

	// all are the informers that were ever made, by index: one that was started
	// again has left Informers, and may still have something to finish.
	all     []*Informer
	profile Profile
	config  Config
	now     time.Duration
	seq     int64
	out     []trace.Event
	data    trace.Data // see keep
	agenda  agenda
	roster  []actor
	random  rand.PCG

	link link
	// mutated maps a cached object to what a handler made of it (I-11).
	mutated map[cachedObject]cache.Object
}

// cachedObject is an object in the cache of one informer. Informers share what
// the server sent, which is never changed in place; upstream, each decodes its
// own.
type cachedObject struct {
	informer int
	object   cache.Object
}

// Network is the time of one way of a list, a watch request or event, a write.
type Network struct{ List, Watch, Write time.Duration }

// actor is a modelled goroutine.
type actor interface {
	// name is the Actor of its events.
	name() string
	// ready says whether it could go on now.
	ready(w *World) bool
	// step does the smallest thing that can be told apart.
	step(w *World)
}

// New makes the world of c and writes its first objects. The error names what
// is wrong in c.
func New(c Config) (*World, error) {
	l := Begin(c)
	for l.Next() {
	}
	return l.World()
}

// empty makes the world of c without anything in it.
func empty(c Config) *World {
	return &World{
		out:     []trace.Event{},
		profile: profiles[c.Client],
		config:  c,
		random:  *rand.NewPCG(c.Seed, 0),
		Network: Network{List: c.Network.List.Duration, Watch: c.Network.Watch.Duration, Write: c.Network.Write.Duration},
		Server: apiserver.New(apiserver.Config{
			Seed: c.Seed, History: *c.Server.History, WatchCache: *c.Server.WatchCache, KeepVersions: c.Server.KeepVersions,
		}),
	}
}

// addClients adds what the configuration names besides the server.
func (w *World) addClients() error {
	for _, q := range w.config.Workqueues {
		if err := w.addWorkqueue(q); err != nil {
			return err
		}
	}
	for _, m := range w.config.Managers {
		w.addManager(m)
	}
	for _, i := range w.config.Informers {
		if err := w.addInformer(i); err != nil {
			return err
		}
	}
	for _, ctl := range w.config.Controllers {
		if err := w.addController(ctl, 0); err != nil {
			return err
		}
	}
	return nil
}

// Now is the simulated time.
func (w *World) Now() time.Duration { return w.now }

// Seq is the number of the last event.
func (w *World) Seq() int64 { return w.seq }

// Profile is the client release whose behaviour this world has.
func (w *World) Profile() Profile { return w.profile }

// Step does the smallest thing that can be told apart and returns its events,
// nearly always one; nil when nothing is left to happen. The slice is valid
// until the next Step.
//
// The settled order (notes.md): what the server has to send goes out at once;
// then the commands that are due; then whichever actor can go on, in a fixed
// order, until all are blocked; only then the next thing arrives.
func (w *World) Step() []trace.Event {
	for {
		if events := w.StepUntil(math.MaxInt64); events == nil || len(events) > 0 {
			return events
		}
	}
}

// StepUntil does one thing that is due at limit or before, even if it comes to
// no event; nil when nothing is left to happen by then. Whoever has to look at
// the world at a certain moment uses it: Step may pass that moment.
func (w *World) StepUntil(limit time.Duration) []trace.Event {
	w.out = w.out[:0]
	if w.link.send(w) {
		return w.out
	}
	at, command, ok := w.agenda.next()
	if command && at <= w.now {
		w.agenda.pop().do(w)
		return w.out
	}
	if a := w.runnable(); a != nil {
		a.step(w)
		return w.out
	}
	if !ok || at > limit {
		return nil
	}
	w.now = max(w.now, at)
	w.agenda.pop().do(w)
	return w.out
}

// runnable picks the actor that goes next.
func (w *World) runnable() actor {
	if w.config.RandomOrder {
		return w.anyRunnable()
	}
	for _, a := range w.roster {
		if a.ready(w) && !w.held(a.name()) {
			return a
		}
	}
	return w.reader()
}

// reader is a Reflector with something to read. What has arrived is read only
// when all actors are blocked: one event is carried through before the next.
func (w *World) reader() actor {
	for _, i := range w.Informers {
		if i.Reflector.hasMail() && !w.held(i.Reflector.name()) {
			return i.Reflector
		}
	}
	return nil
}

// anyRunnable lets the seed choose, and says so where there was a choice.
func (w *World) anyRunnable() actor {
	var ready []actor
	for _, a := range w.roster {
		if a.ready(w) && !w.held(a.name()) {
			ready = append(ready, a)
		}
	}
	if r := w.reader(); r != nil {
		ready = append(ready, r)
	}
	if len(ready) == 0 {
		return nil
	}
	if len(ready) == 1 {
		return ready[0]
	}
	chosen := ready[w.random.Uint64()%uint64(len(ready))]
	names := make([]string, len(ready))
	for i, a := range ready {
		names[i] = a.name()
	}
	w.emit(trace.Event{Actor: actorScheduler, Kind: trace.Choice}, trace.Strings("of", names), trace.String("chose", chosen.name()))
	return chosen
}

func (w *World) held(name string) bool { return len(w.Held) > 0 && slices.Contains(w.Held, name) }

// NextAt is when the next thing is due: now if something can go on at once.
func (w *World) NextAt() (time.Duration, bool) {
	if w.link.pending || w.runnableNow() {
		return w.now, true
	}
	at, _, ok := w.agenda.next()
	return max(at, w.now), ok
}

// Quiet says that nothing is left to happen but periodic timers: resyncs,
// bookmarks and watches that time out.
func (w *World) Quiet() bool {
	return w.agenda.lasting == 0 && !w.link.pending && !w.runnableNow()
}

func (w *World) runnableNow() bool {
	for _, a := range w.roster {
		if a.ready(w) && !w.held(a.name()) {
			return true
		}
	}
	return w.reader() != nil
}

// AdvanceTo moves the clock on to t, or to where the next thing is due if that
// is earlier.
func (w *World) AdvanceTo(t time.Duration) {
	if next, ok := w.NextAt(); ok {
		t = min(t, next)
	}
	w.now = max(w.now, t)
}

// emit numbers and dates an event, keeps its data, and returns its number.
func (w *World) emit(e trace.Event, data ...trace.Pair) int64 {
	w.seq++
	e.Seq, e.At, e.Data = w.seq, w.now, w.keep(data)
	w.out = append(w.out, e)
	return w.seq
}

// keep copies the data of an event to where it stays. The data of many events
// lie side by side: they are as many allocations fewer, and what emit is given
// need not outlive the call.
func (w *World) keep(data []trace.Pair) trace.Data {
	if len(data) == 0 {
		return nil
	}
	const pairs = 256
	if len(w.data)+len(data) > cap(w.data) {
		w.data = make(trace.Data, 0, max(pairs, len(data)))
	}
	from := len(w.data)
	w.data = append(w.data, data...)
	return w.data[from:len(w.data):len(w.data)]
}

// starting is the origin of what begins to travel with the next event; moving
// that of what goes on with it.
func (w *World) starting() cache.Origin          { return w.moving(w.seq + 1) }
func (w *World) moving(token int64) cache.Origin { return cache.Origin{Token: token, Cause: w.seq + 1} }

// after puts do on the agenda, d from now.
func (w *World) after(d time.Duration, do action) { w.agenda.put(w.now+d, false, do) }

// periodically puts do on the agenda as something that Quiet does not wait for.
func (w *World) periodically(d time.Duration, do action) {
	w.agenda.put(w.now+d, true, do)
}

// jitter makes d uniform in [d, 2d), as wait.Jitter with factor 1 does, or
// leaves it alone in a world without jitter.
func (w *World) jitter(d time.Duration) time.Duration {
	if w.config.Jitter == JitterNone {
		return d
	}
	return d + time.Duration(w.fraction()*float64(d))
}

// fraction is the next random number in [0, 1).
func (w *World) fraction() float64 { return float64(w.random.Uint64()>>11) / (1 << 53) }

// Clone copies the world; the copy and the original go their own ways.
func (w *World) Clone() *World {
	c := *w
	c.Server = w.Server.Clone()
	c.agenda = w.agenda.clone()
	c.out, c.data = []trace.Event{}, nil
	c.Held = slices.Clone(w.Held)
	c.link = w.link.clone()
	c.all = each(w.all, (*Informer).clone)
	c.Informers = make([]*Informer, len(w.Informers))
	for n, i := range w.Informers {
		c.Informers[n] = c.all[i.index]
	}
	c.Workqueues = each(w.Workqueues, (*Workqueue).clone)
	c.Controllers = each(w.Controllers, (*Controller).clone)
	c.Managers = each(w.Managers, (*Manager).clone)
	if w.mutated != nil {
		c.mutated = maps.Clone(w.mutated)
	}
	c.enroll()
	return &c
}

// enroll lists the actors in the settled order: what informers that were replaced
// have still to finish; of each informer the Reflector,
// its resync timer, processLoop, pop and run of each listener; then the
// workqueues' timers; then of each controller the QuotaMonitor and the workers by
// number; then the managers.
func (w *World) enroll() {
	w.roster = w.roster[:0:0]
	for _, i := range w.all {
		if i.replaced && !i.ended {
			w.enrollInformer(i)
		}
	}
	for _, i := range w.Informers {
		w.enrollInformer(i)
	}
	for _, q := range w.Workqueues {
		w.roster = append(w.roster, q)
	}
	for _, c := range w.Controllers {
		if c.monitorsOf != nil {
			w.roster = append(w.roster, c.monitorsOf)
		}
		for _, wk := range c.Workers {
			w.roster = append(w.roster, wk)
		}
	}
	for _, m := range w.Managers {
		if m.Elector != nil {
			w.roster = append(w.roster, m.Elector)
		}
		w.roster = append(w.roster, m)
	}
}

func (w *World) enrollInformer(i *Informer) {
	w.roster = append(w.roster, i.Reflector, i.Resync, i.Loop)
	for _, l := range i.Listeners {
		w.roster = append(w.roster, l.Pop, l.Run)
	}
}

// seen is what a reader of a cached object finds: the object, or what a handler
// that edits the cache has made of it.
func (w *World) seen(i *Informer, o cache.Object) cache.Object {
	if m, ok := w.mutated[cachedObject{i.index, o}]; ok {
		return m
	}
	return o
}

// set is a set of names that clones cheaply.
type set = btree.Set[string]
