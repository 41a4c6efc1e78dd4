package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTemplates(t *testing.T) {
	values := map[string]value{
		"key": {text: "default/a"}, "actor": {text: "worker 1"}, "rv": {text: "7"},
		"one": {text: "1"}, "two": {text: "2"}, "none": {text: "0", zero: true}, "on": {text: "true"}, "han": {text: "对象"},
	}
	for _, c := range []struct{ lang, template, want string }{
		{English, "plain", "plain"},
		{English, "{key} at rv {rv}", "default/a at rv 7"},
		{English, "{Actor} takes {key}", "Worker 1 takes default/a"},
		{English, "{one:key is:keys are} left", "1 key is left"},
		{English, "{two:key is:keys are} left", "2 keys are left"},
		{English, "fails {one:once:# times}, {two:once:# times}", "fails once, 2 times"},
		{English, "{key}[ at rv {rv}]", "default/a at rv 7"},
		{English, "{key}[ at rv {oldRV}]", "default/a"},
		{English, "[from {oldRV}|at {rv}|nowhere]", "at 7"},
		{English, "[from {oldRV}|nowhere]", "nowhere"},
		{English, "{none} left[, {none} more]", "0 left"},
		{English, "list[{?on}, and more pages]", "list, and more pages"},
		{English, "list[{?none}, and more pages]", "list"},
		{English, "{failure}", "an error"},
		{English, "{unheard}", "…"},
		{English, "unclosed [ {key}", "unclosed [ {key}"},
		{Chinese, "把 {han} 放入 {key}", "把对象放入 default/a"},
		{Chinese, "共{two}个，版本{rv}", "共 2 个，版本 7"},
		{Chinese, "{actor} 取出 {han}。", "worker 1 取出对象。"},
	} {
		assert.Equal(t, c.want, expand(c.template, c.lang, func(name string) value { return values[name] }), c.template)
	}
}
