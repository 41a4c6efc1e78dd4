package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerscope/scenarios"
)

// schema is a JSON Schema, or a part of one.
type schema = map[string]any

// generator collects the schemas of the format's struct types.
type generator struct {
	definitions schema
	// comments are by type and field, such as "HandlerConfig.Takes".
	comments map[string]string
}

// generate returns the schema's text. It is draft-07, which every editor knows.
func generate(root string) ([]byte, error) {
	comments, err := readComments(filepath.Join(root, "engine"), filepath.Join(root, "scenarios"))
	if err != nil {
		return nil, err
	}
	g := &generator{definitions: schema{}, comments: comments}
	whole := g.object(reflect.TypeFor[scenarios.Scenario]())
	whole["$schema"] = "http://json-schema.org/draft-07/schema#"
	whole["title"] = "InformerScope scenario, " + scenarios.APIVersion
	whole["definitions"] = g.definitions
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(whole)
	return b.Bytes(), err
}

// object is the schema of a struct.
func (g *generator) object(t reflect.Type) schema {
	properties := schema{}
	var required []string
	for _, f := range scenarios.FieldsOf(t) {
		property := g.of(f.Type, f.Rule)
		if f.List != nil {
			property = schema{"anyOf": []any{property, g.of(f.List.Type, f.List.Rule)}}
		}
		if comment := g.comments[f.Owner.Name()+"."+f.GoName]; comment != "" {
			if property["$ref"] != nil {
				property = schema{"allOf": []any{property}}
			}
			property["description"] = comment
		}
		properties[f.Name] = property
		if f.Required {
			required = append(required, f.Name)
		}
	}
	s := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if required != nil {
		s["required"] = required
	}
	if comment := g.comments[t.Name()]; comment != "" {
		s["description"] = comment
	}
	return s
}

// of is the schema of a type's values under a rule.
func (g *generator) of(t reflect.Type, r scenarios.Rule) schema {
	switch t {
	case reflect.TypeFor[metav1.Duration]():
		return schema{"type": "string", "pattern": `^\+?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`}
	case reflect.TypeFor[scenarios.Text]():
		return g.text()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return g.of(t.Elem(), r)
	case reflect.Struct:
		return g.reference(t)
	case reflect.Slice:
		return g.list(t, r)
	case reflect.Map:
		s := schema{"type": "object"}
		if r.Manifest {
			s["required"] = []string{"apiVersion", "kind", "metadata"}
		}
		return s
	case reflect.Interface:
		return schema{"anyOf": []any{bounded("integer", r), schema{"enum": r.OneOf}}}
	case reflect.String:
		return text(r)
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float64:
		return bounded("number", r)
	}
	return bounded("integer", r)
}

// reference points to a struct's schema, which is made the first time.
func (g *generator) reference(t reflect.Type) schema {
	if g.definitions[t.Name()] == nil {
		g.definitions[t.Name()] = schema{} // in case the type refers to itself
		g.definitions[t.Name()] = g.object(t)
	}
	return schema{"$ref": "#/definitions/" + t.Name()}
}

func (g *generator) list(t reflect.Type, r scenarios.Rule) schema {
	s := schema{"type": "array"}
	if r.Max != nil {
		s["minItems"], s["maxItems"] = *r.Min, *r.Max
		r.Min, r.Max = nil, nil
	}
	s["items"] = g.of(t.Elem(), r)
	return s
}

// text is the schema of scenarios.Text. A language's text in braces may have
// commas, which make keys without values of its rest.
func (g *generator) text() schema {
	one := text(scenarios.Rule{})
	g.definitions["Text"] = schema{
		"description": g.comments["Text"],
		"anyOf": []any{one, schema{
			"type":                 "object",
			"properties":           schema{"en": one, "zh": one},
			"additionalProperties": schema{"type": "null"},
		}},
	}
	return schema{"$ref": "#/definitions/Text"}
}

// text is the schema of a text; where any is allowed, a number without quotes
// will do, and so it will for a word that looks like one.
func text(r scenarios.Rule) schema {
	switch {
	case r.OneOf != nil:
		words := make([]any, 0, len(r.OneOf))
		for _, word := range r.OneOf {
			words = append(words, word)
			if n, err := strconv.ParseFloat(word, 64); err == nil {
				words = append(words, n)
			}
		}
		return schema{"enum": words}
	case r.Pattern != nil:
		return schema{"type": "string", "pattern": r.Pattern.String()}
	}
	return schema{"type": []string{"string", "number", "boolean"}}
}

// bounded is the schema of a number.
func bounded(kind string, r scenarios.Rule) schema {
	s := schema{"type": kind}
	if r.Max == nil && r.OneOf != nil {
		numbers := make([]any, len(r.OneOf))
		for i, word := range r.OneOf {
			numbers[i] = json.Number(word)
		}
		s["enum"] = numbers
	}
	if r.Max != nil {
		s["minimum"], s["maximum"] = *r.Min, *r.Max
	}
	return s
}

// readComments returns the comments of all types in some folders, and of their
// fields.
func readComments(dirs ...string) (map[string]string, error) {
	comments := map[string]string{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			for _, d := range tree.Decls {
				if types, ok := d.(*ast.GenDecl); ok && types.Tok == token.TYPE {
					addComments(comments, types)
				}
			}
		}
	}
	return comments, nil
}

func addComments(comments map[string]string, types *ast.GenDecl) {
	for _, spec := range types.Specs {
		spec := spec.(*ast.TypeSpec)
		comments[spec.Name.Name] = oneLine(types.Doc)
		fields, ok := spec.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range fields.Fields.List {
			for _, name := range field.Names {
				comments[spec.Name.Name+"."+name.Name] = oneLine(field.Doc)
			}
		}
	}
}

func oneLine(doc *ast.CommentGroup) string {
	return strings.Join(strings.Fields(doc.Text()), " ")
}
