package apiserver

import (
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerscope/engine/ordered"
)

// ListResult is the answer to a list.
type ListResult struct {
	// ResourceVersion is that of the state that the list shows.
	ResourceVersion string
	// Items are in the order of their keys.
	Items []*unstructured.Unstructured
	// Continue and RemainingItemCount are set if there is more.
	Continue           string
	RemainingItemCount *int64
}

// Get reads one object, not older than version says.
func (s *Server) Get(ref Ref, version string) (*unstructured.Unstructured, error) {
	revision, err := parseVersion(version)
	if err != nil {
		return nil, internal(err.Error())
	}
	if revision > s.revision {
		return nil, s.tooLarge(revision)
	}
	_, _, obj, err := s.stored(ref)
	return obj, err
}

// List reads the objects of a resource, of all namespaces if namespace is
// empty, under the rules of the catalogue's table of lists. Its error may be a
// *TooLarge.
func (s *Server) List(r Resource, namespace string, o metav1.ListOptions) (*ListResult, error) {
	t := s.store(r)
	sel, err := selectionOf(t.resource, namespace, o, validateList)
	if err != nil {
		return nil, err
	}
	p, err := s.plan(t, sel, o)
	if err != nil {
		return nil, err
	}
	return s.read(t, sel, p), nil
}

// listPlan says which part of which state a list reads.
type listPlan struct {
	state    *objects
	revision int64
	start    string
	limit    int
}

// plan decides what the options mean, in upstream's order of checks.
func (s *Server) plan(t *store, sel selection, o metav1.ListOptions) (listPlan, error) {
	p := listPlan{state: &t.objects, revision: s.revision, start: sel.prefix, limit: int(max(o.Limit, 0))}
	if o.ResourceVersion == "0" && s.config.WatchCache {
		p.limit = 0
	}
	exactly := int64(0)
	if o.Continue != "" {
		token, err := decodeToken(o.Continue, sel.prefix)
		if err != nil {
			return p, err
		}
		if o.ResourceVersion != "" && o.ResourceVersion != "0" {
			return p, apierrors.NewBadRequest("specifying resource version is not allowed when using continue")
		}
		p.start = token.Start
		if token.Revision < 0 {
			return p, nil
		}
		exactly = token.Revision
	} else {
		revision, err := parseVersion(o.ResourceVersion)
		if err != nil {
			return p, apierrors.NewBadRequest("invalid resource version: " + err.Error())
		}
		if revision > s.revision {
			return p, s.tooLarge(revision)
		}
		if o.ResourceVersionMatch == metav1.ResourceVersionMatchExact || o.ResourceVersionMatch == "" && p.limit > 0 {
			exactly = revision
		}
	}
	return s.planExactly(t, sel, o, p, exactly)
}

// planExactly turns to the state of a revision; 0 is the newest.
func (s *Server) planExactly(t *store, sel selection, o metav1.ListOptions, p listPlan, revision int64) (listPlan, error) {
	if revision == 0 {
		return p, nil
	}
	if revision > s.revision {
		return p, s.tooLarge(revision)
	}
	ok := false
	if o.Continue != "" {
		if p.state, ok = s.ofToken(t, revision); !ok {
			return p, expiredToken(token{tokenVersion, revision, p.start}, sel.prefix)
		}
	} else if p.state, ok = t.at(revision, s.listFloor()); !ok {
		return p, apierrors.NewResourceExpired("The resourceVersion for the provided list is too old.")
	}
	p.revision = revision
	return p, nil
}

// listFloor is the lowest revision that can be listed. What a restart takes from
// watches it takes from lists, too, where both read storage; else a Reflector that
// pages would be given for ever a list from which it cannot watch.
func (s *Server) listFloor() int64 {
	if s.config.WatchCache {
		return s.compacted
	}
	return max(s.compacted, s.restarted)
}

// ofToken returns the state that a token reads. It is kept for as long as tokens
// live, even if history does not go back so far.
func (s *Server) ofToken(t *store, revision int64) (*objects, bool) {
	if pinned, ok := t.pins.Get(ordered.Number(revision)); ok {
		return pinned, true
	}
	if revision <= s.expired {
		return nil, false
	}
	return t.at(revision, s.compacted)
}

// read collects one page. A page is full when enough objects match, and has a
// token if any object is left, whether that matches or not.
func (s *Server) read(t *store, sel selection, p listPlan) *ListResult {
	result := &ListResult{ResourceVersion: strconv.FormatInt(p.revision, 10), Items: []*unstructured.Unstructured{}}
	if key, ok := sel.single(t.resource); ok {
		if obj, there := p.state.Get(key); there && sel.matches(key, obj) {
			result.Items = append(result.Items, obj)
		}
		return result
	}
	last, more := "", false
	p.state.Ascend(p.start, func(key string, obj *unstructured.Unstructured) bool {
		if !strings.HasPrefix(key, sel.prefix) {
			return false
		}
		if more = p.limit > 0 && len(result.Items) == p.limit; more {
			return false
		}
		if sel.matches(key, obj) {
			result.Items = append(result.Items, obj)
			last = key
		}
		return true
	})
	if more {
		result.Continue = s.encodeToken(p.revision, sel.prefix, last)
		t.pin(p)
		if sel.everything() {
			left := int64(rank(p.state, sel.end()) - rank(p.state, last) - 1)
			result.RemainingItemCount = &left
		}
	}
	return result
}

// end is a key behind all of the selection's.
func (sel selection) end() string { return sel.prefix + "\xff" }

// pin keeps the state that the following pages read: only Compact ends a token.
func (t *store) pin(p listPlan) {
	at := ordered.Number(p.revision)
	if _, ok := t.pins.Get(at); !ok {
		t.pins.Set(at, p.state.Copy())
	}
}
