package web

// words is a text of the chrome in the page's languages.
type words struct{ en, zh string }

// in returns the text in a language.
func (w words) in(lang string) string {
	if lang == "zh" {
		return w.zh
	}
	return w.en
}
