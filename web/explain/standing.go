package explain

import (
	"strings"
	"time"

	"informerscope/engine"
)

// Standing says where a goroutine stands at a moment of simulated time: "blocked
// in Pop", "backoff 0.8 s", "in OnUpdate".
func Standing(g engine.Goroutine, now time.Duration, lang string) string {
	on, noun := standsOn(g.On, lang)
	switch {
	case g.Held:
		return T(lang, "state.held")
	case g.State == engine.Stopped:
		return T(lang, "state.stopped")
	case g.State == engine.Sleeping && g.On == string(engine.PhaseBackoff):
		return T(lang, "state.backoff", "for", g.Until-now)
	case g.State == engine.Sleeping && idles[g.On]:
		return T(lang, "state.sleeping", "until", At(g.Until, lang))
	case g.State == engine.Sleeping:
		return T(lang, "state.busy", "on", on, "for", g.Until-now)
	case !noun:
		return on
	case g.State == engine.Blocked:
		return T(lang, "state.blocked", "on", on)
	}
	return T(lang, "state.in", "on", on)
}

// idles are the timers that a goroutine sleeps on with nothing in hand.
var idles = map[string]bool{"resync timer": true, "nextReadyAt": true, "RetryPeriod": true, "StartControllers": true}

// standsOn is the text for a Goroutine's On, and whether it is a noun, such as
// "Pop", or tells by itself what is being done, as the Reflector's phases do.
func standsOn(on, lang string) (s string, noun bool) {
	if has("phase." + on) {
		return T(lang, "phase."+on), false
	}
	if of, ok := strings.CutPrefix(on, "addCh of "); ok {
		return T(lang, "on.addCh of", "of", of), true
	}
	return T(lang, "on."+on), true
}
