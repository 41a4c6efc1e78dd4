package explain

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// spell is how a value of any type is written.
func spell(v any, lang string) value {
	switch v := v.(type) {
	case nil:
		return value{}
	case time.Duration:
		return value{text: Duration(v, lang), zero: v == 0}
	case bool:
		return value{text: strconv.FormatBool(v), zero: !v}
	case []string:
		return value{text: Names(v, lang)}
	case string:
		return value{text: v}
	}
	s := fmt.Sprint(v)
	return value{text: s, zero: s == "0"}
}

// Duration spells a span of simulated time for people: "0.8 s", "40 ms",
// "1 min 30 s"; "0.8 秒", "40 毫秒", "1 分 30 秒".
func Duration(d time.Duration, lang string) string {
	if d < 0 {
		return "−" + Duration(-d, lang)
	}
	switch {
	case d == 0:
		return unit(0, "s", lang)
	case d < time.Millisecond:
		return unit(round(float64(d)/float64(time.Microsecond)), "us", lang)
	case d < 100*time.Millisecond:
		return unit(round(float64(d)/float64(time.Millisecond)), "ms", lang)
	case round(d.Seconds()) < 60:
		return unit(round(d.Seconds()), "s", lang)
	}
	s := int64(d.Round(time.Second) / time.Second)
	if h := s / 3600; h > 0 {
		return parts(h, "h", s%3600/60, "min", lang)
	}
	return parts(s/60, "min", s%60, "s", lang)
}

// round keeps three digits that count.
func round(f float64) float64 {
	f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 3, 64), 64)
	return f
}

// parts spells a span in two units, the second left out if it is zero.
func parts(a int64, unitA string, b int64, unitB, lang string) string {
	s := unit(float64(a), unitA, lang)
	if b == 0 {
		return s
	}
	return s + " " + unit(float64(b), unitB, lang)
}

func unit(n float64, name, lang string) string {
	return T(lang, "unit."+name, "n", strconv.FormatFloat(n, 'f', -1, 64))
}

// At spells a moment of simulated time, always in seconds, as the clock of the
// page does: "6.84 s", "141.2 s".
func At(d time.Duration, lang string) string {
	s := strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
	return T(lang, "unit.s", "n", strings.TrimSuffix(strings.TrimRight(s, "0"), "."))
}

// Version spells a resource version: "rv 43", "版本 43"; nothing if there is none.
func Version(rv, lang string) string {
	if rv == "" {
		return ""
	}
	return T(lang, "spell.version", "rv", rv)
}

// Object spells an object and its version: "default/web-1 · rv 43".
func Object(key, rv, lang string) string {
	if rv == "" {
		return key
	}
	return T(lang, "spell.keyVersion", "key", key, "rv", rv)
}

// mostNames is how many names of a list are spelled out.
const mostNames = 4

// Names spells a list of names: "a, b and c"; a long one only begins: "a, b, c,
// d and 96 more".
func Names(all []string, lang string) string {
	if len(all) == 0 {
		return ""
	}
	listed := all[:min(len(all), mostNames)]
	if len(all) > mostNames {
		n := len(all) - mostNames
		if isChinese(lang) {
			n = len(all) // 等 tells the whole number
		}
		return T(lang, "list.more", "a", commas(listed, lang), "n", n)
	}
	if len(listed) == 1 {
		return listed[0]
	}
	last := len(listed) - 1
	return T(lang, "list.last", "a", commas(listed[:last], lang), "b", listed[last])
}

func commas(names []string, lang string) string {
	s := names[0]
	for _, name := range names[1:] {
		s = T(lang, "list.comma", "a", s, "b", name)
	}
	return s
}
