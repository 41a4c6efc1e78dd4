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
	file := Save{m.fileName("mmd"), "text/plain", ""}
	if p.Form["kind"] == "mermaid" {
		file.Content = picture.Mermaid(m.Branch, o)
	} else {
		text, err := picture.Animated(m.Branch, o)
		if err != nil {
			m.say(true, explain.Error(m.Lang, err))
			return nil
		}
		file = Save{m.fileName("animated.svg"), typeSVG, text}
	}
	m.Dialog = Dialog{}
	return []Effect{file}
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
