package site

import (
	"bytes"
	"fmt"
	stdhtml "html"
	"io/fs"
	"path"
	"strings"

	"informerscope/scenarios"
	"informerscope/web"
	"informerscope/web/draw"
	"informerscope/web/picture"
	"informerscope/web/picture/html"
)

// addStoryboards adds, for each built-in scenario and language, the storyboard:
// a page that needs neither script nor program; and the poster, which stands where
// the page is until somebody wants it.
func (f Files) addStoryboards(project fs.FS) error {
	names, err := fs.Glob(project, path.Join(builtin, "*.yaml"))
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(project, name)
		if err != nil {
			return err
		}
		s, err := scenarios.Load(name, text)
		if err != nil {
			return err
		}
		session, err := scenarios.NewSession(s)
		if err != nil {
			return err
		}
		for _, lang := range web.Languages {
			f[fmt.Sprintf("storyboard/%s-%s.html", s.Name, lang)] = []byte(html.Document(session.Branches[0], lang))
			first, err := web.FirstPicture(s, lang, picture.Width)
			if err != nil {
				return err
			}
			var poster bytes.Buffer
			if err := draw.WriteSVG(&poster, first, ""); err != nil {
				return err
			}
			fmt.Fprintf(&list, `<li lang="%s"><a href="%s-%s.html">%s</a></li>`+"\n", lang, s.Name, lang, stdhtml.EscapeString(s.Title.In(lang)))
			f[fmt.Sprintf("poster/%s-%s.svg", s.Name, lang)] = poster.Bytes()
		}
	}
	f["storyboard/index.html"] = []byte(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>InformerScope</title>
<link rel="icon" href="../static/icon.svg">
<link rel="stylesheet" href="../static/draw.css"><link rel="stylesheet" href="../static/storyboard.css">
<body><article class="storyboard"><h1>InformerScope</h1>
<ul>
` + list.String() + "</ul></article></body></html>\n")
	return nil
}
