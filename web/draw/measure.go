package draw

import "strings"

// Face is a way in which texts are set; its name is the value of data-text,
// under which the stylesheet has the same size and weight.
type Face struct {
	Name       string
	Size       float64
	Mono, Bold bool
}

// The faces of the pictures.
var (
	faceTitle  = Face{Name: "title", Size: 14, Bold: true}
	faceSub    = Face{Name: "sub", Size: 10.5, Mono: true}
	faceLabel  = Face{Name: "label", Size: 11}
	faceBody   = Face{Name: "body", Size: 11.5}
	faceStrong = Face{Name: "strong", Size: 11.5, Bold: true}
	faceMono   = Face{Name: "mono", Size: 11, Mono: true}
	faceSmall  = Face{Name: "small", Size: 10, Mono: true}
	faceTiny   = Face{Name: "tiny", Size: 9}
	faceButton = Face{Name: "button", Size: 12, Bold: true}
	faceSign   = Face{Name: "sign", Size: 11, Bold: true}
)

var faces = []Face{faceTitle, faceSub, faceLabel, faceBody, faceStrong, faceMono, faceSmall, faceTiny, faceButton, faceSign, faceSay, faceSentence}

// Widths of ASCII, from the space on, in thousandths of the size: for each
// letter the widest of the fonts that readers are likely to have (Arial,
// Helvetica and Liberation Sans, Source Sans, nearly DejaVu Sans). So a text is
// never wider on the screen than it is measured, and mostly a little narrower.
var (
	regular = [...]int16{
		296, 373, 474, 779, 591, 921, 725, 278, 363, 363, 467, 779, 296, 347, 296, 392,
		591, 591, 591, 591, 591, 591, 591, 591, 591, 591, 313, 313, 779, 779, 779, 556,
		1015, 667, 667, 722, 722, 667, 611, 778, 728, 293, 535, 667, 556, 833, 723, 778,
		667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 637, 363, 392, 363, 779, 559,
		606, 570, 618, 512, 620, 572, 327, 591, 607, 275, 275, 552, 284, 926, 610, 606,
		620, 620, 388, 500, 377, 607, 551, 802, 551, 551, 500, 591, 313, 591, 779,
	}
	bold = [...]int16{
		324, 424, 574, 779, 647, 963, 811, 325, 425, 425, 507, 779, 353, 386, 353, 387,
		647, 647, 647, 647, 647, 647, 647, 647, 647, 647, 372, 372, 779, 779, 779, 611,
		1007, 722, 722, 722, 772, 667, 635, 778, 778, 346, 568, 722, 611, 925, 778, 790,
		682, 790, 722, 670, 634, 755, 720, 1026, 717, 673, 674, 425, 387, 425, 779, 567,
		626, 628, 666, 556, 666, 631, 405, 666, 662, 319, 319, 618, 319, 969, 662, 639,
		666, 666, 458, 556, 445, 662, 606, 863, 600, 606, 541, 662, 339, 662, 779,
	}
)

const (
	// monoWidth is one letter of the monospaced fonts.
	monoWidth = 602
	// wideWidth is a Chinese character or sign, and whatever a font for Chinese
	// draws as wide, such as · and “.
	wideWidth = 1000
	// otherWidth is any other letter.
	otherWidth = 720
	ellipsis   = "…"
)

// Width is how wide a text is at most, in CSS pixels.
func (f Face) Width(text string) float64 {
	var sum int64
	for _, r := range text {
		sum += int64(f.advance(r))
	}
	return float64(sum) * f.Size / 1000
}

func (f Face) advance(r rune) int16 {
	switch {
	case isWide(r):
		return wideWidth
	case f.Mono:
		return monoWidth
	case r < ' ':
		return 0
	case r > '~' && r < 0x2000 && r != '·' && r != '×':
		return otherWidth
	case r > '~':
		return wideWidth
	case f.Bold:
		return bold[r-' ']
	}
	return regular[r-' ']
}

// isWide says whether r takes a full square in every font: the CJK blocks and
// what stands above them.
func isWide(r rune) bool { return r >= 0x2E80 }

// Fit shortens a text to a width, with an ellipsis for what is left out.
func (f Face) Fit(text string, width float64) string {
	if f.Width(text) <= width {
		return text
	}
	room := width - f.Width(ellipsis)
	for i, r := range text {
		room -= float64(f.advance(r)) * f.Size / 1000
		if room < 0 {
			if i == 0 {
				return ""
			}
			return strings.TrimRight(text[:i], " ·/") + ellipsis
		}
	}
	return text
}

// Choose is the first of several wordings that fits, else the last one, shortened.
func (f Face) Choose(width float64, wordings ...string) string {
	for _, text := range wordings {
		if f.Width(text) <= width {
			return text
		}
	}
	return f.Fit(wordings[len(wordings)-1], width)
}

// FitKey shortens a key, namespace/name, to a width: first the namespace goes,
// then the middle of the name, whose end tells it from its like.
func (f Face) FitKey(key string, width float64) string {
	if f.Width(key) <= width {
		return key
	}
	name := key[strings.LastIndexByte(key, '/')+1:]
	if f.Width(name) <= width {
		return name
	}
	runes := []rune(name)
	for kept := len(runes) - 1; kept > 1; kept-- {
		tail := (kept + 1) / 2
		short := string(runes[:kept-tail]) + ellipsis + string(runes[len(runes)-tail:])
		if f.Width(short) <= width {
			return short
		}
	}
	return f.Fit(name, width)
}
