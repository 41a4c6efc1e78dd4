package site

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// picturePlace is where index.html wants the stage's first picture.
const picturePlace = "<!-- first-picture -->"

// sizePlace is where index.html wants the size of the program. Only we can say
// it: over a compressed connection the page sees the compressed size.
const sizePlace = `data-wasm-bytes="0"`

// reference matches an attribute of index.html that names a file of the site.
var reference = regexp.MustCompile(`\b(src|href|data-wasm|data-texts)="([^"#?:]+)"`)

// fillPage returns index.html as it is served: with the picture in its place
// and the size of the program told. Every reference to a file of the site gets
// the version of its content, so that a browser may keep the file for ever and
// still notice a new one; static servers ignore the query.
func fillPage(source, picture string, files Files) (string, error) {
	for _, place := range []string{picturePlace, sizePlace, widthsPlace} {
		if count := strings.Count(source, place); count != 1 {
			return "", fmt.Errorf("%s must be there once, it is there %d times", place, count)
		}
	}
	var missing []string
	page := reference.ReplaceAllStringFunc(source, func(found string) string {
		parts := reference.FindStringSubmatch(found)
		content, ok := files[parts[2]]
		if !ok {
			missing = append(missing, parts[2])
			return found
		}
		return fmt.Sprintf(`%s="%s?v=%s"`, parts[1], parts[2], version(content))
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("it refers to files that the site does not have: %s", strings.Join(missing, ", "))
	}
	size := `data-wasm-bytes="` + strconv.Itoa(len(files[wasmName])) + `"`
	return strings.NewReplacer(picturePlace, picture, sizePlace, size, widthsPlace, widthList()).Replace(page), nil
}
