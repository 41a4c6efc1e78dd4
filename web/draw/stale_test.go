package draw

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine/cache"
)

// A cache is called up to date only if it holds what the server holds: at the events of
// every scenario whose informers want all of a resource.
func TestUpToDateIsTrue(t *testing.T) {
	checked := 0
	for _, r := range runs(t) {
		for n := 1; n <= min(r.branch.Len(), 400); n++ {
			w, o := r.at(n, Options{Lang: "en"})
			for _, i := range w.Informers {
				c := i.Config
				s := &stage{world: w, o: o, informer: i}
				if _, note, _ := s.staleness(); note != s.t("fresh") || c.Namespace+c.LabelSelector+c.FieldSelector != "" {
					continue
				}
				checked++
				held, stored := map[string]string{}, map[string]string{}
				i.Indexer.Scan(func(key string, o cache.Object) bool { held[key] = o.GetResourceVersion(); return true })
				for key, o := range w.Server.Objects(i.Resource()) {
					stored[key] = o.GetResourceVersion()
				}
				require.Equal(t, stored, held, "%s, event %d, informer %s", r.name, n, c.Name)
			}
		}
	}
	assert.Greater(t, checked, 1000)
}
