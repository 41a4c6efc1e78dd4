package harness

import (
	"fmt"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
)

// selection is which objects of a resource a request asks for.
type selection struct {
	resource, namespace string
	labels              labels.Selector
	fields              fields.Selector
}

func (s selection) matches(obj *unstructured.Unstructured) bool {
	return obj != nil && s.covers(obj) &&
		s.labels.Matches(labels.Set(obj.GetLabels())) &&
		s.fields.Matches(objectFields{obj})
}

// covers says whether the object is in the part of the store that is read.
func (s selection) covers(obj *unstructured.Unstructured) bool {
	return s.namespace == "" || s.namespace == obj.GetNamespace()
}

// objectFields lets a field selector see an object's fields by their path.
type objectFields struct{ obj *unstructured.Unstructured }

func (o objectFields) Has(field string) bool {
	_, found := fieldAt(o.obj, field)
	return found
}

func (o objectFields) Get(field string) string {
	value, _ := fieldAt(o.obj, field)
	return value
}

// list answers a list request on its arrival: the status goes
// into the request, the rest to the client.
func (s *server) list(informer string, sel selection, opts Options, r *Request) (*unstructured.UnstructuredList, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if r.Status, err = s.refusal(informer, verbList); err != nil {
		return nil, err
	}
	if err := s.waitFor(opts.ResourceVersion); err != nil {
		r.Status = http.StatusGatewayTimeout
		return nil, err
	}
	revision, after, err := s.positionOf(sel.resource, opts)
	if err != nil {
		r.Status = http.StatusGone
		return nil, err
	}
	page := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "v1", "kind": "List"}}
	page.SetResourceVersion(formatRevision(revision))
	unlimited := opts.Limit <= 0 || opts.ResourceVersion == "0" && *s.cfg.WatchCache
	objects := s.at(sel.resource, revision)
	for _, key := range sortedKeys(objects) {
		if key <= after || !sel.covers(objects[key]) {
			continue
		}
		// There is a token even if nothing that matches is left.
		if !unlimited && int64(len(page.Items)) == opts.Limit {
			page.SetContinue(fmt.Sprintf("%d %d %s", s.compactions, revision, keyOf(&page.Items[len(page.Items)-1])))
			break
		}
		if sel.matches(objects[key]) {
			page.Items = append(page.Items, *objects[key].DeepCopy())
		}
	}
	r.Items = int64(len(page.Items))
	return page, nil
}

// positionOf says at which revision a list is read and behind which key it
// begins: at the token's if there is one, exactly at N for "N with a limit"
// else at the newest.
func (s *server) positionOf(resource string, opts Options) (revision int64, after string, err error) {
	var compactions int
	if opts.Continue != "" {
		if _, err := fmt.Sscanf(opts.Continue, "%d %d %s", &compactions, &revision, &after); err != nil {
			return 0, "", apierrors.NewBadRequest("invalid continue token: " + err.Error())
		}
		if compactions != s.compactions {
			return 0, "", apierrors.NewResourceExpired("The provided continue parameter is too old")
		}
		return revision, after, nil
	}
	if opts.Limit > 0 && opts.ResourceVersion != "" && opts.ResourceVersion != "0" {
		if _, err := fmt.Sscan(opts.ResourceVersion, &revision); err != nil {
			return 0, "", apierrors.NewBadRequest("invalid resource version: " + err.Error())
		}
		lowest := max(s.compacted, s.floor[resource])
		if !*s.cfg.WatchCache {
			lowest = max(lowest, s.floorAll)
		}
		if revision < lowest {
			return 0, "", apierrors.NewResourceExpired("The resourceVersion for the provided list is too old.")
		}
		return revision, "", nil
	}
	return s.revision, "", nil
}
