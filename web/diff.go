package web

import "strings"

// diffLine is a line of a manifest, and how it came there.
type diffLine struct {
	// Sign is +, - or a space.
	Sign byte
	Text string
}

// mostCells bounds the work of a diff: what differs more is shown as it is.
const mostCells = 1_000_000

// diff compares two manifests line by line: what both have in common stays, as
// much of it as there can be.
func diff(from, to string) []diffLine {
	a, b := lines(from), lines(to)
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < len(a)-first && last < len(b)-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	out := signed(' ', b[:first])
	out = append(out, middle(a[first:len(a)-last], b[first:len(b)-last])...)
	return append(out, signed(' ', b[len(b)-last:])...)
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimRight(text, "\n"), "\n")
}

func signed(sign byte, lines []string) []diffLine {
	out := make([]diffLine, len(lines))
	for i, l := range lines {
		out[i] = diffLine{sign, l}
	}
	return out
}

// middle compares what is between the equal beginnings and ends, by the longest
// common subsequence.
func middle(a, b []string) []diffLine {
	if len(a)*len(b) > mostCells {
		return append(signed('-', a), signed('+', b)...)
	}
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var out []diffLine
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, diffLine{' ', b[j]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			out = append(out, diffLine{'-', a[i]})
			i++
		default:
			out = append(out, diffLine{'+', b[j]})
			j++
		}
	}
	return out
}
