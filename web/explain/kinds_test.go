package explain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"informerscope/engine/trace"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// constantsOf are the values of the constants of a type in a file of the engine.
func constantsOf(t *testing.T, file, typeName string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	var values []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) == 0 {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == typeName {
			s, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			values = append(values, s)
		}
		return true
	})
	require.NotEmpty(t, values)
	return values
}

func allKinds(t *testing.T) []string { return constantsOf(t, "../../engine/trace/kind.go", "Kind") }

func TestEveryKindHasItsTexts(t *testing.T) {
	for _, kind := range allKinds(t) {
		for file, texts := range map[string]map[string]text{"sentences": sentences(), "links": links()} {
			_, err := pick(texts, kind, "")
			assert.NoError(t, err, file)
		}
	}
}

func TestNoTwoTextsAreTheSame(t *testing.T) {
	for file, texts := range map[string]map[string]text{"sentences": sentences(), "links": links()} {
		for _, lang := range []string{English, Chinese} {
			ids := map[string]string{}
			for id, text := range texts {
				s := text.in(lang)
				assert.Emptyf(t, ids[s], "%s: %s and %s are both %q", file, id, ids[s], s)
				ids[s] = id
			}
		}
	}
}

// Every text belongs to a kind that exists and to a facet of it.
func TestNoTextIsLeftOver(t *testing.T) {
	kinds := allKinds(t)
	for file, texts := range map[string]map[string]text{"sentences": sentences(), "links": links()} {
		for id := range texts {
			known := false
			for _, kind := range kinds {
				facet, ok := strings.CutPrefix(id, kind+".")
				known = known || id == kind || ok && facets[trace.Kind(kind)] != nil && facet != ""
			}
			assert.Truef(t, known, "%s: no event has %s", file, id)
		}
	}
}

// broken is what a text with a hole in it would look like.
var broken = regexp.MustCompile(`[\[\]{}|]|  | [.,:;]|^\s|\s$|\(\)|（）|：。|，。|，，|：，|…$`)

// An event that says nothing but its kind, as a foreign trace may hold, and one
// that says everything, both read as whole sentences.
func TestNoDataNeverBreaksASentence(t *testing.T) {
	full := trace.Event{
		Seq: 7, Actor: "pods/reflector", Key: "default/web-1", RV: "4", OldRV: "3", Delta: "Updated", To: "queue:pods", Cause: 6,
		Data: trace.Data{trace.Int64("token", 3), trace.Int("items", 0), trace.String("error", "no"), trace.Int("status", 418)},
	}
	for _, kind := range allKinds(t) {
		for _, e := range []trace.Event{{}, full} {
			e.Kind = trace.Kind(kind)
			for _, lang := range []string{English, Chinese} {
				for _, s := range []string{Sentence(e, nil, lang), link(e, nil, lang)} {
					assert.NotRegexpf(t, broken, s, "%s", kind)
					assert.NotEqual(t, kind, s)
				}
				assert.Regexp(t, `[.。]$`, Sentence(e, nil, lang))
			}
		}
	}
}

func TestAKindNobodyKnowsIsCalledByItsName(t *testing.T) {
	assert.Equal(t, "lease.renewed", Sentence(trace.Event{Kind: "lease.renewed"}, nil, English))
}

func TestSentencesNameKeyVersionAndActor(t *testing.T) {
	// These are about no object, or their key says it all.
	for _, kind := range allKinds(t) {
		s := sentences()[kind]
		if !strings.Contains(s.en, "{key}") || strings.HasPrefix(kind, "act.") || strings.HasPrefix(kind, "workqueue.") || strings.HasPrefix(kind, "expectations.") || strings.HasPrefix(kind, "leader.") || kind == "notify.sent" || strings.HasPrefix(kind, "quota.") {
			continue
		}
		assert.Truef(t, strings.Contains(s.en, "{rv}") || strings.Contains(s.en, "{cache}") || strings.Contains(s.en, "write"), "%s does not say the version: %q", kind, s.en)
		subject := regexp.MustCompile(`(?i)\{(actor|handler|listener|informer|queue)\}|the API server|write|transform|Indexer|DeltaFIFO`)
		assert.Regexp(t, subject, s.en, kind)
	}
}
