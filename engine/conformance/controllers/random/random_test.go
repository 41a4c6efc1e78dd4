package random

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSmallestKeepsOnlyWhatTheDifferenceNeeds(t *testing.T) {
	needs := func(calls []int) bool { return slices.Contains(calls, 2) && slices.Contains(calls, 4) }
	assert.Equal(t, []int{2, 4}, Smallest([]int{1, 2, 3, 4, 5}, needs))
	assert.Empty(t, Smallest([]int{1, 2}, func([]int) bool { return true }))
}

func TestSeedsAreTheSameButForTheLast(t *testing.T) {
	*scripts, *seed = 0, 42
	assert.Equal(t, []uint64{0, 1, 2, 42}, Seeds(t, 4))
	*scripts = 2
	assert.Equal(t, []uint64{0, 42}, Seeds(t, 4))
}
