package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAMarkIsOfWhatHappens(t *testing.T) {
	const text = "title: A\nworld: {informers: [{resource: pods}]}\nsteps:\n- {at: 1s, bump: 1, say: first}\n- {at: 2s, say: then}\n- {after: 1s, bump: 2}\n"
	mark := load(t, text).Mark()
	assert.Equal(t, mark, load(t, text).Mark())
	assert.NotEmpty(t, mark)
	for _, told := range []string{"title: A", "say: first", "say: then"} {
		assert.Equal(t, mark, load(t, strings.Replace(text, told, told+" and more", 1)).Mark(), told)
	}
	for from, to := range map[string]string{"bump: 2": "bump: 3", "resource: pods": "resource: nodes", "at: 2s": "at: 3s", "title: A": "seed: 2"} {
		assert.NotEqual(t, mark, load(t, strings.Replace(text, from, to, 1)).Mark(), to)
	}
}
