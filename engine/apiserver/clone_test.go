package apiserver

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// session is a server with an open watch.
type session struct {
	server *Server
	watch  *Watch
	// calm: history is never cut.
	calm bool
}

func newSession(t *testing.T) *session {
	s := newTestServer(Config{Seed: 7, History: 20, WatchCache: true})
	w, err := s.Watch(widgets, "shop", metav1.ListOptions{LabelSelector: "app=demo", AllowWatchBookmarks: true})
	require.NoError(t, err)
	return &session{server: s, watch: w}
}

// clone copies both, a watch being a plain value.
func (s *session) clone() *session {
	w := *s.watch
	return &session{s.server.Clone(), &w, s.calm}
}

// act does something of random's choice.
func (s *session) act(random *rand.Rand) {
	name := fmt.Sprintf("w-%d", random.IntN(12))
	ref := Ref{Resource: widgets, Namespace: "shop", Name: name}
	label := []string{"demo", "web"}[random.IntN(2)]
	now := time.Duration(s.server.Revision()) * time.Second
	switch random.IntN(12) {
	case 0, 1, 2:
		obj := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": widgets.APIVersion(), "kind": widgets.Kind,
			"metadata": map[string]any{"generateName": name + "-", "namespace": "shop", "labels": map[string]any{"app": label}},
		}}
		if random.IntN(4) > 0 {
			obj.SetName(name)
		}
		s.server.Create(now, obj, CreateOptions{})
	case 3, 4, 5:
		s.server.Patch(now, ref, map[string]any{"spec": map[string]any{"size": random.IntN(3)}}, UpdateOptions{})
	case 6, 7:
		s.server.Patch(now, ref, map[string]any{"metadata": map[string]any{"labels": map[string]any{"app": label}}}, UpdateOptions{})
	case 8:
		s.server.Delete(now, ref, DeleteOptions{})
	case 9:
		s.server.List(widgets, "", metav1.ListOptions{Limit: 2})
	case 10:
		s.server.Bump(1)
	case 11:
		switch n := random.IntN(10); {
		case n == 0 && !s.calm:
			s.server.Restart()
		case n == 1 && !s.calm:
			s.server.Compact(3)
		}
	}
}

// look returns everything that can be seen, and takes the events that are due
// on a copy of the watch.
func (s *session) look(t *testing.T) string {
	var out strings.Builder
	w := *s.watch
	for e, ok := s.server.Next(&w); ok; e, ok = s.server.Next(&w) {
		text, err := json.Marshal(e.Object)
		require.NoError(t, err)
		fmt.Fprintf(&out, "%s %s\n", e.Type, text)
	}
	fmt.Fprintln(&out, s.server.Revision(), s.server.Floor(widgets), s.server.Count(widgets))
	for _, r := range s.server.Resources() {
		for key, obj := range s.server.Objects(r) {
			text, err := json.Marshal(obj)
			require.NoError(t, err)
			fmt.Fprintf(&out, "%s %s\n", key, text)
		}
		for e := range s.server.LatestEvents(r) {
			fmt.Fprintln(&out, e.Revision, e.Type, e.Key, e.Object, e.Prev)
		}
	}
	return out.String()
}

// TestCloneIsIndependent lets clones live on their own: what they do is never
// seen in the original, and the same commands lead both to the same state.
func TestCloneIsIndependent(t *testing.T) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 0))
		original := newSession(t)
		for range 20 {
			for range 15 {
				original.act(random)
				if random.IntN(3) == 0 {
					original.server.Next(original.watch)
				}
			}
			before := original.look(t)

			stranger := original.clone()
			require.Equal(t, before, stranger.look(t), "seed %d: a clone looks the same", seed)
			elsewhere := rand.New(rand.NewPCG(seed, 1))
			for range 40 {
				stranger.act(elsewhere)
				stranger.server.Next(stranger.watch)
			}
			require.Equal(t, before, original.look(t), "seed %d: a clone has changed the original", seed)

			twin, fork := original.clone(), random.Uint64()
			for _, s := range []*session{original, twin} {
				same := rand.New(rand.NewPCG(fork, 2))
				for range 10 {
					s.act(same)
				}
			}
			require.Equal(t, original.look(t), twin.look(t), "seed %d: the same commands have led elsewhere", seed)
		}
	}
}

// TestClonesHaveTheirOwnTokens: two worlds that come to the same revision by
// different ways show each its own pages.
func TestClonesHaveTheirOwnTokens(t *testing.T) {
	here := newTestServer(Config{Seed: 1, History: 10, WatchCache: true})
	create := func(s *Server, name string) {
		obj := &unstructured.Unstructured{}
		obj.SetAPIVersion(widgets.APIVersion())
		obj.SetKind(widgets.Kind)
		obj.SetName(name)
		_, err := s.Create(0, obj, CreateOptions{})
		require.NoError(t, err)
	}
	secondPage := func(s *Server) string {
		first, err := s.List(widgets, "", metav1.ListOptions{Limit: 1})
		require.NoError(t, err)
		rest, err := s.List(widgets, "", metav1.ListOptions{Continue: first.Continue})
		require.NoError(t, err)
		return rest.Items[0].GetName()
	}
	create(here, "a")
	create(here, "b")
	require.Equal(t, "b", secondPage(here))
	there := here.Clone()
	create(there, "ax")
	create(here, "ay")
	require.Equal(t, here.Revision(), there.Revision())
	assert.Equal(t, "ax", secondPage(there))
	assert.Equal(t, "ay", secondPage(here))
}

// TestWatchAddsUpToTheList applies a watch's events to the list that it begun
// with, and must come to the list of the end: for a selector too.
func TestWatchAddsUpToTheList(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		s := newSession(t)
		s.server.config.History = 1000
		seen := map[string]string{}
		for range 300 {
			s.act(random)
			for e, ok := s.server.Next(s.watch); ok; e, ok = s.server.Next(s.watch) {
				obj, isObject := e.Object.(*unstructured.Unstructured)
				if !isObject {
					t.Fatalf("seed %d: %v", seed, e.Object)
				}
				_, known := seen[obj.GetName()]
				switch e.Type {
				case added:
					require.False(t, known, "seed %d: %s added twice", seed, obj.GetName())
					seen[obj.GetName()] = obj.GetResourceVersion()
				case modified:
					require.True(t, known, "seed %d: %s modified unseen", seed, obj.GetName())
					seen[obj.GetName()] = obj.GetResourceVersion()
				case deleted:
					require.True(t, known, "seed %d: %s deleted unseen", seed, obj.GetName())
					delete(seen, obj.GetName())
				}
			}
		}
		list, err := s.server.List(widgets, "shop", metav1.ListOptions{LabelSelector: "app=demo"})
		require.NoError(t, err)
		listed := map[string]string{}
		for _, item := range list.Items {
			listed[item.GetName()] = item.GetResourceVersion()
		}
		assert.Equal(t, listed, seen, "seed %d", seed)
	}
}

// TestExactListsAreThePast compares what history says of an old state with what
// was noted then.
func TestExactListsAreThePast(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	s := newSession(t)
	s.server.config.History, s.calm = 1000, true
	names := func(o metav1.ListOptions) []string {
		list, err := s.server.List(widgets, "", o)
		require.NoError(t, err)
		var out []string
		for _, item := range list.Items {
			out = append(out, item.GetName()+"@"+item.GetResourceVersion())
		}
		return out
	}
	noted := map[string][]string{}
	for range 200 {
		s.act(random)
		noted[fmt.Sprint(s.server.Revision())] = names(metav1.ListOptions{})
	}
	require.Greater(t, len(noted), 20)
	for version, want := range noted {
		assert.Equal(t, want, names(metav1.ListOptions{ResourceVersion: version, ResourceVersionMatch: metav1.ResourceVersionMatchExact}))
	}
}

// TestRequestsAreCopied: neither a request's body nor a patch is stored itself.
func TestRequestsAreCopied(t *testing.T) {
	s := newTestServer(Config{Seed: 1})
	body := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{"list": []any{"one"}},
	}}
	_, err := s.Create(0, body, CreateOptions{})
	require.NoError(t, err)
	body.Object["spec"].(map[string]any)["list"].([]any)[0] = "changed"

	ref, err := s.ParseRef("pods/default/a")
	require.NoError(t, err)
	patch := map[string]any{"spec": map[string]any{"inner": map[string]any{"v": 1}}}
	_, err = s.Patch(0, ref, patch, UpdateOptions{})
	require.NoError(t, err)
	patch["spec"].(map[string]any)["inner"].(map[string]any)["v"] = 2

	stored, err := s.Get(ref, "")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"list": []any{"one"}, "inner": map[string]any{"v": int64(1)}}, stored.Object["spec"])
}
