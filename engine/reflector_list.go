package engine

import (
	"informerscope/engine/cache"
	"informerscope/engine/trace"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// pager is where the list of one ListAndWatch stands: tools/pager's
// ListWithAlloc, and Reflector.list around it.
type pager struct {
	// begun: options and pageSize are those of the list under way, and requested
	// is the resourceVersion with which it began.
	begun     bool
	options   metav1.ListOptions
	pageSize  int64
	requested string
	// full: pages have expired and one list without a limit is tried (G-3).
	full bool
	// again: the second try of R-13, with resourceVersion "".
	again bool
	// next is the continue token of the next page.
	next  string
	items []cache.Object
	rv    string
	paged bool
}

// sendList asks for a list, or for its next page (R-11, R-12, G-1).
func (r *Reflector) sendList(w *World, i *Informer) {
	p := &r.pager
	if !p.begun {
		p.begun = true
		p.options = metav1.ListOptions{ResourceVersion: r.relistResourceVersion(w), LabelSelector: i.Config.LabelSelector, FieldSelector: i.Config.FieldSelector}
		p.requested = p.options.ResourceVersion
		p.pageSize = r.pageSize(w, i, p.requested)
	}
	o := p.options
	o.Limit = p.pageSize
	switch {
	case p.full:
		o.Limit = 0
	case p.next != "":
		o.Continue = p.next
		if !w.profile.FirstPager {
			o.ResourceVersion = ""
		}
	}
	i.tweak(&o)
	r.Request = w.emit(trace.Event{
		Actor: r.actorName, Kind: trace.ListRequest, From: i.place(trace.Reflector), To: trace.APIServer, Cause: r.cause,
		Upstream: upstreamReflector + "Reflector.list"}, requestData(o)...)
	r.Phase = PhaseListWait
	w.after(w.Network.List, listArrives{r.informer, r.Request, o})
}

// relistResourceVersion is upstream's function of that name.
func (r *Reflector) relistResourceVersion(w *World) string {
	switch {
	case w.profile.AlwaysListZero:
		return "0"
	case r.Unavailable:
		return ""
	case r.LastSyncResourceVersion == "":
		return "0"
	}
	return r.LastSyncResourceVersion
}

// pageSize is the switch at the head of Reflector.list.
func (r *Reflector) pageSize(w *World, i *Informer, rv string) int64 {
	known := rv != "" && rv != "0"
	if known && !r.paginatedResult && !w.profile.AlwaysListZero {
		return 0
	}
	return *i.Config.PageSize
}

// readList takes the answer to a list, or to a page of one.
func (r *Reflector) readList(w *World, i *Informer, m message) {
	if m.err != nil {
		r.readListError(w, m)
		return
	}
	p := &r.pager
	r.cause = w.emit(trace.Event{
		Actor: r.actorName, Kind: trace.ListResponse, RV: m.list.ResourceVersion, Delta: string(cache.Replaced),
		From: trace.APIServer, To: i.place(trace.Reflector), Cause: m.cause, Upstream: upstreamReflector + "Reflector.list",
	}, trace.Int("items", len(m.list.Items)), trace.Bool("continue", m.list.Continue != ""), trace.Int64("token", m.token))
	if p.rv == "" {
		p.rv, r.token = m.list.ResourceVersion, m.token
	}
	p.items = append(p.items[:len(p.items):len(p.items)], m.list.Items...)
	if m.list.Continue != "" && !p.full {
		p.next, p.paged = m.list.Continue, true
		r.Phase = PhaseListSend
		return
	}
	if p.requested == "0" && p.paged {
		r.paginatedResult = true
	}
	r.replacement = replacement{items: p.items, rv: p.rv}
	r.Phase = PhaseReplace
}

// readListError decides what a failed list leads to: one full list if a later
// page expired (G-3), one more try at "" if the version is gone or too large
// else the end of this ListAndWatch.
func (r *Reflector) readListError(w *World, m message) {
	r.cause = w.emit(trace.Event{Actor: r.actorName, Kind: trace.ListFailed, Cause: m.cause, Upstream: upstreamReflector + "Reflector.list"},
		trace.Int("status", statusOf(m.err)), trace.String("error", m.err.Error()))
	p := &r.pager
	switch {
	case isExpired(m.err) && (p.next != "" || w.profile.FirstPager) && !p.full:
		p.full, p.items, p.rv = true, nil, ""
		r.Phase = PhaseListSend
	case (isExpired(m.err) || isTooLarge(m.err)) && !p.again && !w.profile.AlwaysListZero:
		r.Unavailable = true
		r.pager = pager{begun: true, again: true, pageSize: p.pageSize, options: p.options, requested: p.requested}
		r.pager.options.ResourceVersion = ""
		r.Phase = PhaseListSend
	default:
		r.returned(m.err)
	}
}
