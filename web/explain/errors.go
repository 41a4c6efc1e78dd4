package explain

import (
	"strings"
	"sync"
)

// errorTexts are the Chinese of what the loader says, by the English: see
// scenarios.Message. The file has two lines a text.
var errorTexts = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	english := ""
	for line := range strings.Lines(files["errors.txt"]) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
			english = ""
		case english == "" && strings.HasPrefix(line, "#"):
		case english == "":
			english = line
		default:
			all[english] = line
		}
	}
	return all
})

// Error is what an error says in a language. One that can only speak English is
// left as it is.
func Error(lang string, err error) string {
	said, ok := err.(interface {
		In(translate func(format string) string) string
	})
	if !ok || !isChinese(lang) {
		return err.Error()
	}
	return Say(lang, said.In)
}

// Say says in a language what speaks by formats, as the reason of an error does.
func Say(lang string, in func(translate func(format string) string) string) string {
	if !isChinese(lang) {
		return in(func(format string) string { return format })
	}
	return spaced(in(func(format string) string {
		if chinese, ok := errorTexts()[format]; ok {
			return chinese
		}
		return format
	}))
}
