package web

import (
	"time"

	"informerscope/scenarios"
	"informerscope/web/draw"
)

// FirstPicture is the stage that a reader finds who asks for nothing: the first
// scene as it opens. The page shows it before the program has arrived.
func FirstPicture(scene *scenarios.Scenario, lang string, width int) (draw.Node, error) {
	standing := func() time.Duration { return 0 } // there is time to compute all of it
	m := Model{Settings: DefaultSettings(), Lang: lang, wanted: FirstScene, clock: standing}
	if err := m.begin(0, scene); err != nil {
		return draw.Node{}, err
	}
	return draw.Stage(m.shownWorld(), m.stageOptions(width)), nil
}
