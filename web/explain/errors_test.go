package explain

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
)

// formatAt says which argument of the loader's functions is the format of a
// message.
var formatAt = map[string]int{"say": 0, "fail": 2, "failAt": 1, "once": 1, "wholeFile": 2, "like": 1}

// messages are all formats of messages in the package scenarios, with the place
// of each.
func messages(t *testing.T) map[string]string {
	set := token.NewFileSet()
	packages, err := parser.ParseDir(set, "../../scenarios", func(f fs.FileInfo) bool {
		return !strings.HasSuffix(f.Name(), "_test.go")
	}, 0)
	require.NoError(t, err)
	found := map[string]string{}
	add := func(e ast.Expr) bool {
		text, ok := e.(*ast.BasicLit)
		if !ok || text.Kind != token.STRING {
			return false
		}
		format, err := strconv.Unquote(text.Value)
		require.NoError(t, err)
		at := set.Position(text.Pos())
		found[format] = fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
		return true
	}
	// lists are those of messages that are chosen from, and single ones.
	lists := []string{"hints", "parserMessages", "settable", "tabInIndent"}
	ast.Inspect(packages["scenarios"], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			at, ok := formatAt[name]
			if receiver, isImporter := n.Fun.(*ast.SelectorExpr); ok && name == "fail" && isImporter && fmt.Sprint(receiver.X) == "m" {
				at = 1
			}
			if ok && at < len(n.Args) {
				add(n.Args[at])
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Format" || key.Name == "Like") {
				add(n.Value)
			}
		case *ast.ValueSpec:
			if slices.Contains(lists, n.Names[0].Name) {
				ast.Inspect(n, func(n ast.Node) bool {
					if e, ok := n.(ast.Expr); ok {
						add(e)
					}
					return true
				})
			}
		}
		return true
	})
	require.Greater(t, len(found), 120)
	return found
}

var verb = regexp.MustCompile(`%(\[\d+\])?(02)?[a-z]`)

// needsNoChinese matches what is the same in every language: verbs, names of the
// format and of client-go, forms to fill in.
var needsNoChinese = regexp.MustCompile(`^(%v|true|false|manager|DeltaFIFO|NAMESPACE/NAME)$`)

func TestEveryMessageOfTheLoaderHasChinese(t *testing.T) {
	for format, at := range messages(t) {
		if needsNoChinese.MatchString(format) {
			continue
		}
		assert.Containsf(t, errorTexts(), format, "%s: web/explain/texts/errors.txt lacks this", at)
	}
}

func TestNoMessageOfTheLoaderIsLeftOver(t *testing.T) {
	said := messages(t)
	fromLibrary := regexp.MustCompile(`^(did not find|could not find|found|mapping|block|control) `)
	for english := range errorTexts() {
		if !fromLibrary.MatchString(english) {
			assert.Containsf(t, said, english, "nothing says it")
		}
	}
}

// sortedVerbs are the verbs of a format, in the order of their arguments.
func sortedVerbs(format string) []string {
	verbs := verb.FindAllString(format, -1)
	out := make([]string, len(verbs))
	for i, v := range verbs {
		if open, close := strings.IndexByte(v, '['), strings.IndexByte(v, ']'); open > 0 {
			n, _ := strconv.Atoi(v[open+1 : close])
			i, v = n-1, v[:open]+v[close+1:]
		}
		out[i] = v
	}
	return out
}

func TestChineseOfTheLoaderTakesTheSameValues(t *testing.T) {
	wrong := regexp.MustCompile(`\p{Han}[,.;?!]|[,.;?!]\p{Han}`)
	for english, chinese := range errorTexts() {
		if strings.Contains(english, "%") && !strings.HasSuffix(english, "%") && verb.MatchString(english) {
			assert.Equalf(t, sortedVerbs(english), sortedVerbs(chinese), "%q, %q", english, chinese)
		}
		assert.NotRegexp(t, wrong, chinese)
		for _, word := range latinWord.FindAllString(verb.ReplaceAllString(chinese, ""), -1) {
			known := slices.Contains(upstreamNames, word) || regexp.MustCompile(`(?i)`+word).MatchString(english)
			assert.Truef(t, known, "%q: %s", chinese, word)
		}
	}
}

func TestErrorsAreSaidInTheReadersLanguage(t *testing.T) {
	_, err := scenarios.Load("f.yaml", []byte("apiVersion: informerscope/v1\nkind: Scenario\nname: a\nlevel: 9\nworld:\n  informers: [{resource: pods, queeu: RealFIFO, pageSize: many}]\nsteps:\n- dropWatch: {informer: pod}\n- focus: reflektor\n- when: handler has 'a'\n  say: b\n"))
	require.Error(t, err)
	assert.Equal(t, `f.yaml:4:8: level: 不允许 9；允许：整数，1 到 5
f.yaml:6:32: world.informers[0].queeu: 此处没有 "queeu" 这个键；允许：name, resource, namespace, labelSelector, fieldSelector, pinnedVersion, shared, queue, watchList, atomic, pageSize, resync, indexers, transform, startAt, manager 或 handlers；是不是想写 queue？
f.yaml:6:59: world.informers[0].pageSize: "many" 是文本；允许：整数，0 到 1000000
f.yaml:9:10: steps[1].focus: "reflektor" 不是舞台上的位置；允许：apiserver, reflector, queue, processloop, indexer, processor, listener, handler, workqueue, worker 或 manager；有多个时写 PLACE:NAME；是不是想写 reflector？
f.yaml:10:9: steps[2].when: 在 "handler" 之后：报告中没有 handler；允许：endedAt, events, handlers, informers, reconciles, scenario, seed, server, violations, workqueues 或 writes；是不是想写 handlers？`, Error(Chinese, err))
	assert.Equal(t, err.Error(), Error(English, err))
	assert.Equal(t, "as it is", Error(Chinese, errors.New("as it is")))
}
