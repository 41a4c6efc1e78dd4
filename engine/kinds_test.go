package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"

	"informerscope/engine/trace"
)

// everyKind are the kinds of events, read from where they are declared.
var everyKind = declaredKinds()

func declaredKinds() []trace.Kind {
	file, err := parser.ParseFile(token.NewFileSet(), "trace/kind.go", nil, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	var kinds []trace.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			kinds = append(kinds, trace.Kind(text))
		}
		return true
	})
	return kinds
}
