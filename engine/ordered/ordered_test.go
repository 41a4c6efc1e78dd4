package ordered

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeysSortAsTheirNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() int64 { return r.Int64() >> r.IntN(63) }
	for range 10_000 {
		a, b, c, d := number(), number(), number(), number()
		assert.Equal(t, cmp.Compare(a, b), cmp.Compare(Number(a), Number(b)), "%d, %d", a, b)
		assert.Equal(t, cmp.Or(cmp.Compare(a, c), cmp.Compare(b, d)), cmp.Compare(Key(a, b), Key(c, d)), "%d %d, %d %d", a, b, c, d)
		assert.Equal(t, cmp.Compare(b, d), cmp.Compare(Key(a, b), Key(a, d)))
	}
}
