package web

import (
	"errors"

	"informerscope/web/explain"
)

// pageError is what went wrong, as a text of the page, so that the reader is told
// in the page's language. Programs are told of everything in English.
type pageError struct {
	id     string
	values []any
}

func (e pageError) Error() string { return e.in("en") }

func (e pageError) in(lang string) string { return explain.T(lang, e.id, e.values...) }

// words are what the reader is told of an error.
func (m *Model) words(err error) string {
	var e pageError
	if errors.As(err, &e) {
		return e.in(m.Lang)
	}
	return explain.Error(m.Lang, err)
}
