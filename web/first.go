package web

import (
	"time"

	"informerscope/scenarios"
	"informerscope/web/draw"
)

// FirstPicture is the stage that a reader finds who asks for nothing: free play
// at rest. The page shows it before the program has arrived.
func FirstPicture(freePlay *scenarios.Scenario, lang string, width int) (draw.Node, error) {
	standing := func() time.Duration { return 0 } // there is time to compute all of it
	m := Model{Settings: DefaultSettings(), Lang: lang, wanted: FreePlay, clock: standing}
	if err := m.begin(0, freePlay); err != nil {
		return draw.Node{}, err
	}
	return draw.Stage(m.shownWorld(), m.stageOptions(width)), nil
}
