// Package html makes storyboards into documents of their own, on the machine of
// an author or in the site: the page's program has no need of it.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/xml"
	"strings"

	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/picture"
)

// CSS is how a storyboard is laid out, on the page too.
//
//go:embed storyboard.css
var CSS string

// Document is a storyboard as a file that needs no other: it has its styles in it
// and may load nothing.
func Document(b *scenarios.Branch, lang string) string {
	board := picture.Storyboard(b, lang)
	style := draw.CSS + CSS
	hash := sha256.Sum256([]byte(style))
	title := b.At(0).Scenario().Title.In(lang)
	if title == "" {
		title = b.At(0).Scenario().Name
	}
	var out strings.Builder
	out.WriteString(`<!doctype html>
<html lang="` + lang + `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-` + base64.StdEncoding.EncodeToString(hash[:]) + `'; img-src data:; base-uri 'none'; form-action 'none'">
<title>`)
	_ = xml.EscapeText(&out, []byte(title))
	out.WriteString("</title>\n<style>" + style + "</style>\n</head>\n<body>\n" + board + "</body>\n</html>\n")
	return out.String()
}
