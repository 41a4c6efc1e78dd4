package harness

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
)

// How a watch ended.
const (
	endOpen    = "open"
	endEOF     = "eof"
	endReset   = "reset"
	endTimeout = "timeout"
	endError   = "error-event"
	endStopped = "stopped"
)

const (
	verbList  = "list"
	verbWatch = "watch"
	verbWrite = "write" // a controller's
)

// What today's apimachinery has names for, and that of 1.13 has not.
const (
	bookmark                watch.EventType = "BOOKMARK"
	initialEventsAnnotation                 = "k8s.io/initial-events-end"
)

// watchTimeout stands for the random 300 to 600 s, as `jitter: none` wants.
const watchTimeout = 450 * time.Second

// spacing keeps apart what arrives together on a watch: the library becomes
// quiet before time moves on, so events are taken one by one.
const spacing = 100 * time.Nanosecond

// stream is one open watch: the server's end, the wire and the watch.Interface
// that the reflector reads. The server's lock guards all but the channels.
type stream struct {
	server    *server
	informer  string
	selection selection
	request   *Request
	bookmarks bool
	// sent is the highest revision that the client has been told, or began with.
	sent int64
	// abandoned: the informer was stopped before the request arrived.
	abandoned bool
	// ended: the server has sent the end, or the client has hung up.
	ended  bool
	timers []*time.Timer

	// wire holds what is under way, in order; more wakes the goroutine that
	// delivers it.
	wire    []parcel
	more    chan struct{}
	results chan watch.Event
	stopped chan struct{}
	stop    sync.Once
}

// parcel is one event, or the end if event is nil, and when it arrives.
type parcel struct {
	event *watch.Event
	due   time.Time
}

// watch answers a watch request on its arrival.
func (s *server) watch(c *Client, opts Options, r *Request) (*stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	status, err := s.refusal(c.name, verbWatch)
	if err != nil {
		r.Status = status
		return nil, err
	}
	streamed := opts.SendInitialEvents
	if streamed {
		err = s.waitFor(opts.ResourceVersion)
	}
	st := &stream{
		server: s, informer: c.name, selection: c.selection, request: r, bookmarks: opts.AllowWatchBookmarks,
		more: make(chan struct{}, 1), results: make(chan watch.Event), stopped: make(chan struct{}),
	}
	r.Status, r.End = status, endOpen
	s.streams = append(s.streams, st)
	go st.deliver()
	st.timers = append(st.timers, time.AfterFunc(watchTimeout, func() { st.locked(func() { st.finish(endTimeout) }) }))
	st.bookmarkLater()
	switch {
	case err != nil:
		st.fail(err)
	case streamed:
		st.sendInitial(c)
	default:
		st.replay(opts.ResourceVersion)
	}
	return st, nil
}

// sendInitial sends the newest state and the bookmark that ends it.
func (st *stream) sendInitial(c *Client) {
	s := st.server
	objects := s.at(st.selection.resource, s.revision)
	for _, key := range sortedKeys(objects) {
		if st.selection.matches(objects[key]) {
			obj := objects[key].DeepCopy()
			c.streamed(obj)
			st.send(watch.Added, obj)
		}
	}
	st.sendBookmark(map[string]string{initialEventsAnnotation: "true"})
}

// replay sends what happened since a revision, or that it is too old.
func (st *stream) replay(from string) {
	s := st.server
	revision, err := strconv.ParseInt(from, 10, 64)
	if err != nil {
		st.fail(apierrors.NewInternalError(err))
		return
	}
	if revision < s.oldest(st.selection.resource) {
		st.fail(statusError(http.StatusGone, 0))
		return
	}
	st.sent = revision
	for _, c := range s.changes[st.selection.resource] {
		if c.revision > revision {
			st.tell(st.selection.resource, c)
		}
	}
}

// tell sends a change as what it means to this selection.
func (st *stream) tell(resource string, c change) {
	if resource != st.selection.resource || c.revision <= st.sent {
		return
	}
	before, after := st.selection.matches(c.before), st.selection.matches(c.after)
	switch {
	case after && !before:
		st.send(watch.Added, c.after.DeepCopy())
	case after && before:
		st.send(watch.Modified, c.after.DeepCopy())
	case before:
		last := c.before.DeepCopy()
		last.SetResourceVersion(formatRevision(c.revision))
		st.send(watch.Deleted, last)
	default:
		return
	}
	st.sent = c.revision
}

// send puts an object's event on the wire.
func (st *stream) send(kind watch.EventType, obj *unstructured.Unstructured) {
	if kind != bookmark {
		st.request.Items++
	}
	st.put(&watch.Event{Type: kind, Object: obj})
}

func (st *stream) sendBookmark(annotations map[string]string) {
	st.sent = st.server.revision
	obj := &unstructured.Unstructured{}
	obj.SetAnnotations(annotations)
	obj.SetResourceVersion(formatRevision(st.sent))
	st.send(bookmark, obj)
}

// bookmarkLater sends a bookmark every so often, if its revision is news.
func (st *stream) bookmarkLater() {
	if !st.bookmarks || st.server.cfg.BookmarkEvery.Duration <= 0 {
		return
	}
	every := st.server.cfg.BookmarkEvery.Duration
	var timer *time.Timer
	timer = time.AfterFunc(every, func() {
		st.locked(func() {
			if st.server.revision > st.sent {
				st.sendBookmark(nil)
			}
			timer.Reset(every)
		})
	})
	st.timers = append(st.timers, timer)
}

// locked runs f as the server, unless the watch is over.
func (st *stream) locked(f func()) {
	st.server.mu.Lock()
	defer st.server.mu.Unlock()
	if !st.ended {
		f()
	}
}

// fail sends an ERROR event and ends the watch.
func (st *stream) fail(err error) {
	status := err.(apierrors.APIStatus).Status()
	st.put(&watch.Event{Type: watch.Error, Object: &status})
	st.finish(endError)
}

// finish ends the watch: what is on the wire still arrives, then the end.
func (st *stream) finish(how string) {
	st.put(nil)
	st.close(how)
}

// close is the end, whoever brought it about.
func (st *stream) close(how string) {
	st.ended = true
	st.request.End = how
	for _, t := range st.timers {
		t.Stop()
	}
	st.server.streams = slices.DeleteFunc(st.server.streams, func(other *stream) bool { return other == st })
}

// put sends a parcel off: it takes one way, and arrives behind the one before.
func (st *stream) put(event *watch.Event) {
	due := time.Now().Add(st.server.network.Watch.Duration + spacing)
	if n := len(st.wire); n > 0 && !due.After(st.wire[n-1].due) {
		due = st.wire[n-1].due.Add(spacing)
	}
	st.wire = append(st.wire, parcel{event: event, due: due})
	select {
	case st.more <- struct{}{}:
	default:
	}
}

// deliver is the client's decoder goroutine: like watch.StreamWatcher's it sends
// on an unbuffered channel.
func (st *stream) deliver() {
	defer close(st.results)
	for next := 0; ; next++ {
		p, ok := st.take(next)
		if !ok {
			return
		}
		time.Sleep(time.Until(p.due))
		if p.event == nil {
			return
		}
		select {
		case st.results <- *p.event:
		case <-st.stopped:
			return
		}
	}
}

// take waits for the parcel of that number.
func (st *stream) take(number int) (parcel, bool) {
	for {
		st.server.mu.Lock()
		if number < len(st.wire) {
			p := st.wire[number]
			st.server.mu.Unlock()
			return p, true
		}
		st.server.mu.Unlock()
		select {
		case <-st.more:
		case <-st.stopped:
			return parcel{}, false
		}
	}
}

// ResultChan is watch.Interface's.
func (st *stream) ResultChan() <-chan watch.Event { return st.results }

// Stop is watch.Interface's: the client hangs up.
func (st *stream) Stop() {
	st.stop.Do(func() { close(st.stopped) })
	st.locked(func() { st.close(endStopped) })
}
