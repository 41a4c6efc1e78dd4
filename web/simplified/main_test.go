package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/web/site"
)

// The page shows what the source says, in both languages.
func TestTheNotesAreThoseOfTheSource(t *testing.T) {
	root, err := site.Root()
	require.NoError(t, err)
	notes, err := current(root)
	require.NoError(t, err)
	require.NotEmpty(t, notes)
	there, err := committed(root)
	require.NoError(t, err)
	assert.Equal(t, notes, there, "go run ./web/simplified writes them anew")
	for _, n := range there {
		assert.NotEmpty(t, n.Note["zh"], "%s: %s", n.At, n.Note["en"])
	}
}

func TestANoteIsASentenceWithoutNumbersOfTheCatalogue(t *testing.T) {
	assert.Equal(t, "No schemas, as one would think; nor clocks.", sentence("no schemas (A-58),\nas one would think; nor clocks (A-1, K-20)."))
}
