package web

import (
	"encoding/json"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/draw"
	"informerscope/web/explain"
	"informerscope/web/picture"
)

// exports are the files that the page offers, by the name of the control.
var exports = map[string]func(m *Model) (Save, error){
	"export-svg": func(m *Model) (Save, error) {
		text, err := m.still()
		return Save{m.fileName("svg"), typeSVG, text}, err
	},
	"export-png": func(m *Model) (Save, error) {
		text, err := m.still()
		return Save{m.fileName("png"), typePNG, text}, err
	},
	"export-trace": func(m *Model) (Save, error) {
		var out strings.Builder
		lines := json.NewEncoder(&out)
		for _, e := range m.trace()[:m.Event] {
			if err := lines.Encode(e); err != nil {
				return Save{}, err
			}
		}
		return Save{m.fileName("jsonl"), "application/jsonl", out.String()}, nil
	},
	"export-scenario": func(m *Model) (Save, error) {
		text, err := scenarios.Marshal(m.Branch.Script())
		return Save{m.fileName("yaml"), "application/yaml", string(text)}, err
	},
}

// Types of files. A picture to become a PNG is given as SVG: the browser paints it.
const (
	typeSVG = "image/svg+xml"
	typePNG = "image/png"
)

// still is the picture of the moment shown, as SVG.
func (m *Model) still() (string, error) {
	options := m.stageOptions(picture.Width)
	options.Still = true
	var out strings.Builder
	err := draw.WriteSVG(&out, draw.Stage(m.shownWorld(), options), m.pictureTheme())
	return out.String(), err
}

// storyboard is what the page shows as a strip of pictures; empty where nothing is
// shown yet.
func (m *Model) storyboard() string {
	if !m.Ready() {
		return ""
	}
	return picture.Storyboard(m.Branch, m.Lang)
}

// exportRange offers a file about the events of a range.
func exportRange(m *Model, _ time.Duration, p Press) []Effect {
	from, to := number(p.Form["from"]), number(p.Form["to"])
	if from < 0 || from >= to || to > m.Branch.Len() {
		m.say(true, m.t("export.bad-range", "n", m.Branch.Len()))
		return nil
	}
	o := picture.Options{Lang: m.Lang, Theme: m.pictureTheme(), From: from, To: to}
	if p.Form["kind"] == "mermaid" {
		m.Dialog = Dialog{}
		return []Effect{Save{m.fileName("mmd"), "text/plain", picture.Mermaid(m.Branch, o)}}
	}
	film, err := picture.NewFilm(m.Branch, o)
	if err != nil {
		m.say(true, m.t("export.too-many", "n", to-from, "most", picture.MostAnimated))
		return nil
	}
	m.stopFilm()
	m.Dialog = Dialog{}
	m.filming = &filming{m.fileName("animated.svg"), film}
	return nil
}

// filming is an animation that is being made, bit by bit between frames.
type filming struct {
	name string
	film *picture.Film
}

// goOnFilming makes a little more of the animation, and offers it when it is done.
func (m *Model) goOnFilming() []Effect {
	f := m.filming
	if f == nil {
		return nil
	}
	for end := m.clock() + slice; f.film.Next(); {
		if m.clock() >= end {
			return nil
		}
	}
	m.filming = nil
	return []Effect{Save{f.name, typeSVG, f.film.Text()}}
}

// stopFilm gives up the animation that is being made, if there is one.
func (m *Model) stopFilm() {
	if m.filming != nil {
		m.filming.film.Stop()
		m.filming = nil
	}
}

// pictureTheme is the theme that an exported picture keeps; empty follows whoever
// looks at it.
func (m *Model) pictureTheme() string {
	if m.Settings.Theme == ThemeAuto {
		return ""
	}
	return m.Settings.Theme
}

func (m *Model) fileName(extension string) string { return m.original.Name + "." + extension }

// export offers one of the files.
func export(name string) action {
	return func(m *Model, _ time.Duration, _ Press) []Effect {
		file, err := exports[name](m)
		if err != nil {
			m.say(true, explain.Error(m.Lang, err))
			return nil
		}
		m.Dialog = Dialog{}
		return []Effect{file}
	}
}
