package main

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The list is that of the files as they are now.
func TestTheListIsCurrent(t *testing.T) {
	files, err := contents("..")
	require.NoError(t, err)
	size := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if assert.NoError(t, err, "run go run ./scenarios/contents") {
			assert.Equal(t, want, string(got), "%s: run go run ./scenarios/contents", name)
		}
		size += len(want)
	}
	there, err := filepath.Glob("../" + pictures + "/*")
	require.NoError(t, err)
	assert.Len(t, there, len(files)-1, "run go run ./scenarios/contents")
	assert.Less(t, size, 400_000, "the pictures are small")
}

func TestPicturesAreXML(t *testing.T) {
	files, err := contents("..")
	require.NoError(t, err)
	for name, text := range files {
		if !strings.HasSuffix(name, ".svg") {
			continue
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else {
				require.NoError(t, err, name)
			}
		}
	}
}
