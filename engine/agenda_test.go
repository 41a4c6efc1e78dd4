package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// noted is an action that only says which it is.
type noted int

func (noted) do(*World) {}

// Whatever is put in comes out by its time, commands first, and else in the
// order in which it was put in; copies of an agenda go their own ways.
func TestTheAgendaKeepsItsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	type item struct {
		at      time.Duration
		command bool
		n       int
	}
	var play func(a agenda, want []item, now time.Duration, n, copies int)
	play = func(a agenda, want []item, now time.Duration, n, copies int) {
		for range 200 {
			switch random.IntN(5) {
			case 0, 1:
				i := item{at: now + time.Duration(random.IntN(8)), command: random.IntN(2) == 0, n: n}
				if i.command {
					a.putCommand(i.at, noted(n))
				} else {
					a.put(i.at, random.IntN(4) == 0, noted(n))
				}
				n++
				want = append(slices.Clip(want), i)
			case 2, 3:
				slices.SortFunc(want, func(x, y item) int {
					if x.at != y.at {
						return int(x.at - y.at)
					}
					if x.command != y.command {
						if x.command {
							return -1
						}
						return 1
					}
					return x.n - y.n
				})
				at, command, ok := a.next()
				require.Equal(t, len(want) > 0, ok)
				if ok {
					require.Equal(t, want[0].at, at)
					require.Equal(t, want[0].command, command)
					require.Equal(t, noted(want[0].n), a.pop())
					now, want = at, slices.Clone(want[1:])
				}
			case 4:
				if copies > 0 {
					play(a.clone(), slices.Clone(want), now, n, copies-1)
				}
			}
		}
		require.GreaterOrEqual(t, a.lasting, 0)
	}
	play(agenda{}, nil, 0, 0, 2)
}
