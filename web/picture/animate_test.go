package picture

import (
	"encoding/xml"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
	"informerscope/web/draw"
)

// played is a built-in scenario, computed to its end.
func played(t *testing.T, name string) *scenarios.Branch {
	t.Helper()
	s, err := builtin.Load(name)
	require.NoError(t, err)
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	session.Branches[0].All()
	return session.Branches[0]
}

// mostBytes is what a minute may weigh.
const mostBytes = 300_000

func TestEveryScenarioIsOneSmallAnimatedFile(t *testing.T) {
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			b := played(t, name)
			text, err := Animated(b, Options{Lang: "en", To: b.Len()})
			require.NoError(t, err)
			minutes := max(1, b.Story().Length().Minutes())
			t.Logf("%d bytes for %.1f minutes, %d events", len(text), minutes, b.Len())
			assert.Less(t, float64(len(text)), mostBytes*minutes)
			assert.NotRegexp(t, `(?i)<script|javascript:|<foreignObject|@import|url\(|href=| on[a-z]+=`, text)
			assert.Equal(t, 1, strings.Count(text, "http"), "the namespace alone")
			assert.Contains(t, text, "prefers-reduced-motion:no-preference")
			_, err = visibleTexts(text, 0)
			require.NoError(t, err)
		})
	}
}

// At every moment the file shows exactly the words that the stage has then.
func TestAnAnimationShowsEveryMoment(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		b := played(t, "missed-delete")
		o := Options{Lang: lang, From: 20, To: 60}
		text, err := Animated(b, o)
		require.NoError(t, err)
		a := &animation{classes: map[string]string{}}
		a.film(b, o)
		a.total = a.times[len(a.times)-1] + longest + rest
		for i, frame := range a.frames {
			var want []string
			frame.Walk(func(n draw.Node, _ draw.Point) {
				if n.Text != "" {
					want = append(want, n.Text)
				}
			})
			sort.Strings(want)
			got, err := visibleTexts(text, 100*float64(a.times[i]+time.Millisecond)/float64(a.total)+0.01)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s, frame %d at %s", lang, i, a.times[i])
		}
		still, err := visibleTexts(text, -1)
		require.NoError(t, err)
		last, err := visibleTexts(text, 99.9)
		require.NoError(t, err)
		assert.Equal(t, last, still, "who wants no motion sees the end")
	}
}

var (
	keyframes = regexp.MustCompile(`@keyframes (a[0-9a-z]+)\{((?:[0-9.]+%\{visibility:[a-z]+\})+)\}`)
	keyframe  = regexp.MustCompile(`([0-9.]+)%\{visibility:([a-z]+)\}`)
	hidden    = regexp.MustCompile(`\}((?:\.a[0-9a-z]+,?)+)\{visibility:hidden\}`)
)

// visibleTexts are the texts that a browser shows at a part of the animation, in
// percent; below 0 without any animation.
func visibleTexts(svg string, percent float64) ([]string, error) {
	state := map[string]bool{}
	for _, k := range keyframes.FindAllStringSubmatch(svg, -1) {
		for _, f := range keyframe.FindAllStringSubmatch(k[2], -1) {
			if at, _ := strconv.ParseFloat(f[1], 64); at <= percent {
				state[k[1]] = f[2] == "visible"
			}
		}
		if percent < 0 {
			state[k[1]] = true
		}
	}
	if list := hidden.FindStringSubmatch(svg); list != nil && percent < 0 {
		for _, class := range strings.Split(list[1], ",") {
			state[class[1:]] = false
		}
	}
	var all []string
	shown := []bool{true}
	inStyle := false
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		switch token := token.(type) {
		case xml.StartElement:
			now := shown[len(shown)-1]
			for _, attr := range token.Attr {
				if attr.Name.Local == "class" && attr.Value[0] == 'a' {
					now = state[attr.Value]
				}
			}
			shown = append(shown, now)
			inStyle = token.Name.Local == "style"
		case xml.EndElement:
			shown = shown[:len(shown)-1]
			inStyle = false
		case xml.CharData:
			if text := string(token); !inStyle && shown[len(shown)-1] && strings.TrimSpace(text) != "" {
				all = append(all, text)
			}
		}
		if err == io.EOF {
			sort.Strings(all)
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func TestAnAnimationHasABound(t *testing.T) {
	b := played(t, "missed-delete")
	_, err := Animated(b, Options{Lang: "en", To: b.Len()})
	require.NoError(t, err)
	s, err := scenarios.Load("many.yaml", []byte("apiVersion: informerscope/v1\nkind: Scenario\nname: many\nworld: {informers: [{resource: pods, handlers: [{name: main}]}]}\nsteps: [{at: 1s, repeat: 1000, create: {apiVersion: v1, kind: Pod, metadata: {name: \"p-{i}\"}}}]\n"))
	require.NoError(t, err)
	session, err := scenarios.NewSession(s)
	require.NoError(t, err)
	session.Branches[0].All()
	_, err = Animated(session.Branches[0], Options{Lang: "en", To: session.Branches[0].Len()})
	assert.ErrorContains(t, err, "at most")
}
