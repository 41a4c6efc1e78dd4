package explain

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every text of the page is asked for somewhere in the program: by its id, or by
// the beginning of it where the end is a value, as in "theme." + name.
func TestNoTextOfThePageIsLeftOver(t *testing.T) {
	var code strings.Builder
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		code.Write(text)
		return err
	}))
	beginnings := map[string]bool{}
	for _, m := range regexp.MustCompile(`"([\w-]+\.)" ?\+`).FindAllStringSubmatch(code.String(), -1) {
		beginnings[m[1]] = true
	}
	require.Contains(t, beginnings, "theme.")
	beginnings["setting."] = true // what the address may say: for who documents it
	for id := range parse(files["page.txt"]) {
		beginning, _, _ := strings.Cut(id, ".")
		used := beginnings[beginning+"."] || strings.Contains(code.String(), `"`+id+`"`)
		assert.Truef(t, used, "nothing asks for %s", id)
	}
}
