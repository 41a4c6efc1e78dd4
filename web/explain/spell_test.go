package explain

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestDurationsAreSpelledForPeople(t *testing.T) {
	for _, c := range []struct {
		d      time.Duration
		en, zh string
	}{
		{0, "0 s", "0 秒"},
		{5 * time.Microsecond, "5 µs", "5 微秒"},
		{time.Millisecond, "1 ms", "1 毫秒"},
		{40 * time.Millisecond, "40 ms", "40 毫秒"},
		{99999 * time.Microsecond, "100 ms", "100 毫秒"},
		{100 * time.Millisecond, "0.1 s", "0.1 秒"},
		{800 * time.Millisecond, "0.8 s", "0.8 秒"},
		{1234567 * time.Microsecond, "1.23 s", "1.23 秒"},
		{30 * time.Second, "30 s", "30 秒"},
		{59990 * time.Millisecond, "1 min", "1 分"},
		{90 * time.Second, "1 min 30 s", "1 分 30 秒"},
		{2 * time.Minute, "2 min", "2 分"},
		{1000 * time.Second, "16 min 40 s", "16 分 40 秒"},
		{65 * time.Minute, "1 h 5 min", "1 小时 5 分"},
		{-time.Second, "−1 s", "−1 秒"},
	} {
		assert.Equal(t, c.en, Duration(c.d, English))
		assert.Equal(t, c.zh, Duration(c.d, Chinese))
	}
}

func TestMomentsAreSpelledAsTheClockShowsThem(t *testing.T) {
	assert.Equal(t, "6.84 s", At(6840*time.Millisecond, English))
	assert.Equal(t, "141.2 秒", At(141200*time.Millisecond, Chinese))
	assert.Equal(t, "0 s", At(0, English))
	assert.Equal(t, "600 s", At(10*time.Minute, English))
}

func TestVersionsAreSpelled(t *testing.T) {
	assert.Equal(t, "rv 43", Version("43", English))
	assert.Equal(t, "版本 43", Version("43", Chinese))
	assert.Empty(t, Version("", English))
	assert.Equal(t, "default/web-2 · rv 43", Object("default/web-2", "43", English))
	assert.Equal(t, "default/web-2 · 版本 43", Object("default/web-2", "43", Chinese))
	assert.Equal(t, "default/web-2", Object("default/web-2", "", English))
}

func TestListsOfNamesAreSpelled(t *testing.T) {
	for _, c := range []struct {
		names  []string
		en, zh string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a and b", "a 和 b"},
		{[]string{"a", "b", "c"}, "a, b and c", "a、b 和 c"},
		{[]string{"a", "b", "c", "d", "e", "f"}, "a, b, c, d and 2 more", "a、b、c、d 等 6 个"},
	} {
		assert.Equal(t, c.en, Names(c.names, English))
		assert.Equal(t, c.zh, Names(c.names, Chinese))
	}
}
