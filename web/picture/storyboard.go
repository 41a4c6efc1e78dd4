package picture

import (
	"encoding/xml"
	"slices"
	"sort"
	"strings"

	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/explain"
)

// Storyboard is a scenario as a strip of still pictures with their captions: a
// fragment of XHTML, which needs neither script nor program.
func Storyboard(b *scenarios.Branch, lang string) string {
	b.All()
	s := b.At(0).Scenario()
	var out strings.Builder
	out.WriteString(`<article class="storyboard" lang="` + escape(lang) + `"><h1>` + escape(titleOf(s, lang)) + "</h1>\n")
	paragraph(&out, "summary", s.Summary.In(lang))
	out.WriteString("<ol>\n")
	for _, n := range scenes(b) {
		out.WriteString("<li><figure>\n")
		_ = draw.WriteFragment(&out, Stage(b, n, lang)) // a strings.Builder never fails
		out.WriteString("\n<figcaption>")
		t := tell(b, n, lang)
		paragraph(&out, "say", t.Say)
		if q := t.Ask; q != nil {
			out.WriteString("<ul>")
			for _, c := range q.Choices {
				out.WriteString("<li>" + escape(c.In(lang)) + "</li>")
			}
			out.WriteString("</ul>")
			paragraph(&out, "answer", explain.T(lang, "storyboard.answer", "answer", q.Choices[q.Answer].In(lang), "because", q.Because.In(lang)))
		}
		paragraph(&out, "sentence", t.Sentence)
		out.WriteString("</figcaption></figure></li>\n")
	}
	out.WriteString("</ol></article>\n")
	return out.String()
}

func titleOf(s *scenarios.Scenario, lang string) string {
	if title := s.Title.In(lang); title != "" {
		return title
	}
	return s.Name
}

// mostSamples is how many pictures a storyboard has where no captions choose them.
const mostSamples = 12

// scenes are the moments that are worth a picture: those at which something is
// told; of a run without captions, or in which somebody acted, also some at equal
// distances.
func scenes(b *scenarios.Branch) []int {
	var all []int
	for _, beat := range scenarios.Beats(b.Captions(), b.Len()) {
		if beat.Caption >= 0 {
			all = append(all, beat.Event)
		}
	}
	if len(b.Captions()) == 0 || len(b.Path()) > 0 {
		steps := min(b.Len(), mostSamples-1)
		for i := range steps + 1 {
			all = append(all, b.Len()*i/max(steps, 1))
		}
	}
	sort.Ints(all)
	return slices.Compact(all)
}

// paragraph writes a text; text from a scenario never becomes a tag.
func paragraph(out *strings.Builder, class, text string) {
	if text != "" {
		out.WriteString(`<p class="` + class + `">` + escape(text) + "</p>")
	}
}

func escape(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text))
	return out.String()
}
