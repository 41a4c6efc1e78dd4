package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// value is what stands in for a placeholder. There is none if the text is
// empty; a number that is 0 has a text but counts as missing in brackets.
type value struct {
	text string
	zero bool
}

func (v value) there() bool { return v.text != "" && !v.zero }

// expand fills a template in:
//
//	{name}           the value, or, if there is none, what "some.name" says
//	{Name}           the same, to begin a sentence with
//	{n:one:many}     a number and its noun; # in the noun is the number's place
//	{?name}          nothing, but the alternative needs the value
//	[a|b]            the first alternative whose values are all there, else nothing
//
// A text of the page can therefore never come out with a hole in it.
func expand(template, lang string, get func(name string) value) string {
	var out strings.Builder
	for template != "" {
		cut := strings.IndexAny(template, "{[")
		if cut < 0 {
			out.WriteString(template)
			break
		}
		out.WriteString(template[:cut])
		closing := byte('}')
		if template[cut] == '[' {
			closing = ']'
		}
		end := cut + strings.IndexByte(template[cut:], closing)
		if end < cut {
			out.WriteString(template[cut:])
			break
		}
		inner := template[cut+1 : end]
		if closing == ']' {
			out.WriteString(alternative(inner, lang, get))
		} else {
			out.WriteString(placeholder(inner, lang, get))
		}
		template = template[end+1:]
	}
	if isChinese(lang) {
		return spaced(out.String())
	}
	return out.String()
}

// some stands in for a value that is not there.
func some(name, lang string) string {
	if !has("some." + name) {
		return "…"
	}
	return T(lang, "some."+name)
}

// alternative is the first of the alternatives that can be filled in.
func alternative(all, lang string, get func(string) value) string {
	for _, one := range strings.Split(all, "|") {
		if s, ok := complete(one, lang, get); ok {
			return s
		}
	}
	return ""
}

// complete fills an alternative in, and says whether every value was there.
func complete(template, lang string, get func(string) value) (string, bool) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		out.WriteString(before)
		if !found {
			return out.String(), true
		}
		inner, after, _ := strings.Cut(rest, "}")
		v := get(nameIn(inner))
		if !v.there() {
			return "", false
		}
		if inner[0] != '?' {
			out.WriteString(placeholder(inner, lang, get))
		}
		template = after
	}
}

// nameIn is the name of the value that a placeholder is for.
func nameIn(inner string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(inner, "?"), ":")
	return strings.ToLower(name[:1]) + name[1:]
}

// placeholder is what one {…} comes to.
func placeholder(inner, lang string, get func(string) value) string {
	name := nameIn(inner)
	s := get(name).text
	if s == "" {
		s = some(name, lang)
	} else if _, forms, counted := strings.Cut(inner, ":"); counted {
		s = count(s, forms)
	}
	if !strings.HasPrefix(inner, name) && !isChinese(lang) {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// count puts a number before the form of the noun that it takes.
func count(n, forms string) string {
	one, many, _ := strings.Cut(forms, ":")
	form := many
	if n == "1" {
		form = one
	}
	if strings.Contains(forms, "#") {
		return strings.ReplaceAll(form, "#", n)
	}
	return n + " " + form
}

// spaced sets Chinese beside Latin letters and digits as Chinese is set: a space
// between the two, and none between Chinese and Chinese.
func spaced(s string) string {
	var out strings.Builder
	var last rune
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if r == ' ' && wide(last) && (wide(next) || next == utf8.RuneError) {
			continue
		}
		if han(last) && latin(r) || latin(last) && han(r) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		last = r
	}
	return out.String()
}

// han says whether r is a Chinese character, as far as texts about Go go.
func han(r rune) bool { return r >= '一' && r <= '鿿' }

func wide(r rune) bool {
	return han(r) || strings.ContainsRune("，。：；、（）“”…", r)
}

func latin(r rune) bool { return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
