package conformance

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// The scenes in which processLoop is held between two Pops cannot be run on the
// library as a whole, but its queues can be asked one by one: what they hand over
// is what a-queue-of-keys, popped-and-queued-again and the-order-old-and-new say.
func TestTheLibrarysQueuesHandOverWhatTheScenesSay(t *testing.T) {
	for _, c := range []struct{ name, script, delta, real string }{
		{"a-queue-of-keys", "a4 b5 a6 pop pop", "a4 a6, b5", "a4, b5"},
		{"popped-and-queued-again", "a4 b5 pop a6 pop pop", "a4, b5, a6", "a4, b5, a6"},
		{"the-order-old-and-new", "a2 b3 a4 b5 b6 pop pop pop pop pop", "a2 a4, b3 b5 b6", "a2, b3, a4, b5, b6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.delta, handedOver(t, cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{}), c.script))
			assert.Equal(t, c.real, handedOver(t, cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{KnownObjects: cache.NewStore(cache.MetaNamespaceKeyFunc)}), c.script))
		})
	}
}

// handedOver fills a queue as a script says and returns what each Pop hands over.
func handedOver(t *testing.T, queue cache.Queue, script string) string {
	var pops []string
	left := 0
	for word := range strings.FieldsSeq(script) {
		if word != "pop" {
			left++
			require.NoError(t, queue.Update(versionOf(word[:1], word[1:])))
			continue
		}
		if left == 0 {
			continue
		}
		_, err := queue.Pop(func(obj any, _ bool) error {
			var all []string
			for _, d := range obj.(cache.Deltas) {
				o := d.Object.(*unstructured.Unstructured)
				all = append(all, o.GetName()+o.GetResourceVersion())
			}
			left -= len(all)
			pops = append(pops, strings.Join(all, " "))
			return nil
		})
		require.NoError(t, err)
	}
	return strings.Join(pops, ", ")
}

func versionOf(name, version string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	o.SetNamespace("default")
	o.SetName(name)
	o.SetResourceVersion(version)
	return o
}
