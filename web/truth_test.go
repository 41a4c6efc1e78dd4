package web

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/engine"
	"informerscope/scenarios/builtin"
)

func TestThePageTellsHowTrueItIs(t *testing.T) {
	p := openPage(t, "")
	p.press("truth")
	assert.Equal(t, Dialog{Name: DialogTruth, Part: truthProof}, p.Dialog)
	html := p.html()
	assert.Contains(t, html, "2000 random scripts, run on the real client-go and on this engine: 0 differences in the reports.")
	assert.Contains(t, html, "client-go v0.37.2 (Kubernetes 1.37)")
	assert.Contains(t, html, "Free play", "the scenarios that client-go cannot run have their titles")
	p.press("truth", truthSimplified)
	assert.Contains(t, p.html(), "No schemas.")
	p.press("lang", "zh")
	assert.Contains(t, p.html(), "没有模式校验。")
	p.press("truth", truthInvariants)
	assert.Contains(t, p.html(), "成立 · 检查了")
}

func TestThePageSaysWhyAnInvariantDoesNotApply(t *testing.T) {
	p := openPage(t, "?scenario=free-play")
	p.press("queue", engine.RealFIFO)
	p.press("truth", truthInvariants)
	assert.Contains(t, p.html(), "does not apply now: no informer has a DeltaFIFO")
	p.press("close")
	p.press("queue", engine.DeltaFIFO)
	p.press("truth", truthInvariants)
	assert.NotContains(t, p.html(), "no informer has a DeltaFIFO")
}

// Each invariant is told in both languages, with the reason for which it may not
// apply, and none is ever broken.
func TestEveryInvariantIsToldAndHoldsWhereverTheReaderIs(t *testing.T) {
	for _, name := range builtin.Names() {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "?scenario="+name)
			for _, event := range []int{0, p.Branch.Len() / 3, p.Branch.Len() / 2, p.Branch.Len()} {
				p.press("seek", itoa(event))
				p.idle()
				for _, f := range p.invariants() {
					require.NoError(t, f.Wrong, "%s, after event %d", f.Name, event)
					for _, lang := range Languages {
						p.Lang = lang
						assert.NotEqual(t, f.Name, p.Model.t(f.Name))
						assert.NotEqual(t, f.Name+".idle", p.Model.t(f.Name+".idle"))
					}
				}
			}
		})
	}
}

// What is committed is a whole run without a difference.
func TestTheCommittedProofIsWhole(t *testing.T) {
	text, err := os.ReadFile("../engine/conformance/result.json")
	require.NoError(t, err)
	var p Proof
	require.NoError(t, json.Unmarshal(text, &p))
	assert.Len(t, p.Modes, 14)
	for _, m := range append(p.Modes, p.Fresh, p.Golden, p.Builtin) {
		assert.Zero(t, m.Differences, m.Mode)
		assert.Positive(t, m.Scripts, m.Mode)
	}
	for _, release := range clients {
		assert.Regexp(t, `^v\d+\.\d+\.\d+$`, p.Releases[release], release)
	}
	assert.NotEmpty(t, p.Unproved)
}
