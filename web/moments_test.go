package web

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"informerscope/scenarios/builtin"
	"informerscope/web/draw"
)

// drawing is a fingerprint of the stage and the timeline at an event.
func (p *page) drawing(event int) uint64 {
	p.show(event)
	h := fnv.New64a()
	draw.WriteFragment(h, draw.Stage(p.shownWorld(), p.stageOptions(1400)))
	draw.WriteFragment(h, p.timelineAt(1094))
	return h.Sum64()
}

// Stepping back and seeking show exactly what playing forward showed: at every
// event of every scenario.
func TestEveryMomentIsDrawnTheSameHoweverItIsReached(t *testing.T) {
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "?scenario="+name)
			forward := make([]uint64, p.Branch.Len()+1)
			for n := range forward {
				forward[n] = p.drawing(n)
			}
			back := openPage(t, "?scenario="+name)
			for n := len(forward) - 1; n >= 0; n-- {
				require.Equal(t, forward[n], back.drawing(n), "back to event %d", n)
			}
			sought := openPage(t, "?scenario="+name)
			for _, n := range rand.New(rand.NewPCG(1, 5)).Perm(len(forward)) {
				require.Equal(t, forward[n], sought.drawing(n), "event %d sought", n)
			}
		})
	}
}
