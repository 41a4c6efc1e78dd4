package conformance

import (
	"sync"

	"informerscope/engine"

	clientfeatures "k8s.io/client-go/features"
)

// gates are client-go's feature gates (section 19 of the catalogue). Informers
// of one run may want different ones: the library reads them while an informer
// is built and while it starts, so each is started alone.
type gates struct {
	mu  sync.Mutex
	off map[clientfeatures.Feature]bool
}

var featureGates = &gates{}

func init() { clientfeatures.ReplaceFeatureGates(featureGates) }

// Enabled is clientfeatures.Gates': all is on, but for what is off by default in
// v0.37 and for what the present informer goes without.
func (g *gates) Enabled(feature clientfeatures.Feature) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.off[feature]
}

// choose sets the gates for the informer that is built or started next.
func (g *gates) choose(queue string, atomic bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.off = map[clientfeatures.Feature]bool{
		clientfeatures.InOrderInformers:          queue == engine.DeltaFIFO,
		clientfeatures.AtomicFIFO:                !atomic,
		clientfeatures.UnlockWhileProcessingFIFO: !atomic,
		clientfeatures.ClientsAllowCBOR:          true,
		clientfeatures.ClientsPreferCBOR:         true,
	}
}
