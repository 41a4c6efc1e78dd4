package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"informerscope/scenarios"
	"informerscope/web"
	"informerscope/web/draw"
)

// widthsPlace is where index.html wants the widths of the first pictures.
const widthsPlace = `data-widths=""`

// inlinePicture is the one that index.html itself holds: a reader with another
// screen or another language gets a better one as soon as boot.js has run.
const inlinePicture = "first/en-1400.svg"

// firstPictures draws the stage as the first scene opens, for each language and
// width.
func firstPictures(project fs.FS) (pictures Files, inline string, err error) {
	name := path.Join(builtin, web.FirstScene+".yaml")
	text, err := fs.ReadFile(project, name)
	if err != nil {
		return nil, "", err
	}
	s, err := scenarios.Load(name, text)
	if err != nil {
		return nil, "", err
	}
	pictures = Files{}
	for _, lang := range web.Languages {
		for _, width := range draw.Widths() {
			picture, err := web.FirstPicture(s, lang, width)
			if err != nil {
				return nil, "", err
			}
			var b bytes.Buffer
			if err := draw.WriteFragment(&b, picture); err != nil {
				return nil, "", err
			}
			pictures[fmt.Sprintf("first/%s-%d.svg", lang, width)] = b.Bytes()
		}
	}
	return pictures, string(pictures[inlinePicture]), nil
}

// widthList is how index.html tells boot.js which pictures there are.
func widthList() string {
	all := make([]string, len(draw.Widths()))
	for i, w := range draw.Widths() {
		all[i] = strconv.Itoa(w)
	}
	return `data-widths="` + strings.Join(all, " ") + `"`
}
