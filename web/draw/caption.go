package draw

import (
	"strconv"
	"strings"
)

// The faces of what a picture outside the page says of itself.
var (
	faceSay      = Face{Name: "say", Size: 16}
	faceSentence = Face{Name: "sentence", Size: 13.5}
)

const (
	captionMargin  = 14 // around the whole picture
	captionGap     = 12 // between the stage and the caption
	captionPadding = 16
	sayHeight      = 22
	sentenceHeight = 19
)

// CaptionRoom is how many lines a caption needs at a width.
func CaptionRoom(say, sentence string, width int) (sayLines, sentenceLines int) {
	room := captionText(width)
	return len(faceSay.wrap(say, room)), len(faceSentence.wrap(sentence, room))
}

func captionText(width int) float64 { return float64(width) - 2*captionPadding }

// Captioned is the picture of a stage with a caption below it, which has room for
// so many lines.
func Captioned(stage Node, say, sentence string, width, sayLines, sentenceLines int) Node {
	height, _ := strconv.ParseFloat(stage.Attr("height"), 64)
	var p pen
	r := rect{0, height + captionGap, float64(width), float64(sayLines)*sayHeight + float64(sentenceLines)*sentenceHeight + captionPadding*1.5}
	p.box("room", r, 10)
	y := r.Y + captionPadding/2 - 3
	for _, line := range faceSay.wrap(say, captionText(width)) {
		y += sayHeight
		p.text(faceSay, anchorStart, r.X+captionPadding, y, line)
	}
	y = r.Y + captionPadding/2 - 3 + float64(sayLines)*sayHeight + 2
	for _, line := range faceSentence.wrap(sentence, captionText(width)) {
		y += sentenceHeight
		p.text(faceSentence, anchorStart, r.X+captionPadding, y, line)
	}
	whole := number(r.bottom() + 2*captionMargin)
	wide := number(float64(width) + 2*captionMargin)
	out := stage
	out.Attrs = nil
	for _, a := range stage.Attrs {
		switch a.Name {
		case "viewBox":
			a.Value = number(-captionMargin) + " " + number(-captionMargin) + " " + wide + " " + whole
		case "width":
			a.Value = wide
		case "height":
			a.Value = whole
		}
		out.Attrs = append(out.Attrs, a)
	}
	caption := element("g", "data-layer", "caption")
	caption.Key, caption.Children = "caption", p.nodes
	out.Children = append(append([]Node{}, stage.Children...), caption)
	return out
}

// wrap breaks a text into lines of a width: between words, and between Chinese
// characters, but never before a sign that ends something.
func (f Face) wrap(text string, width float64) []string {
	var lines []string
	line := ""
	for _, word := range words(text) {
		if line != "" && f.Width(strings.TrimRight(line+word, " ")) > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		line += word
	}
	if line = strings.TrimRight(line, " "); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// words are the parts of a text that stay together.
func words(text string) []string {
	var all []string
	word := ""
	for _, r := range text {
		begins := isWide(r) && !strings.ContainsRune("，。、；：？！）》」』”", r) && !strings.HasSuffix(word, "（") && !strings.HasSuffix(word, "《") && !strings.HasSuffix(word, "“")
		if word != "" && (begins || strings.HasSuffix(word, " ")) {
			all = append(all, word)
			word = ""
		}
		word += string(r)
	}
	if word != "" {
		all = append(all, word)
	}
	return all
}
