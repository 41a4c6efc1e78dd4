package web

import (
	"encoding/json"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/web/draw"
)

// exports are the files that the page offers, by the name of the control.
var exports = map[string]func(m *Model) (Save, error){
	"export-svg": func(m *Model) (Save, error) {
		options := m.stageOptions(pictureWidth)
		options.Still = true
		var out strings.Builder
		err := draw.WriteSVG(&out, draw.Stage(m.shownWorld(), options), m.pictureTheme())
		return Save{m.fileName("svg"), "image/svg+xml", out.String()}, err
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

// pictureWidth is the width of an exported picture.
const pictureWidth = 1400

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
			m.say(true, err.Error())
			return nil
		}
		m.Dialog = Dialog{}
		return []Effect{file}
	}
}
