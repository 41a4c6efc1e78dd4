//go:build !js

package httpapi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const transcripts = "../testdata/apiserver"

// line is one line of a transcript; see the README beside them.
type line struct {
	Step           string            `json:"step"`
	At             float64           `json:"t"`
	Took           float64           `json:"took"`
	Method         string            `json:"method"`
	Path           string            `json:"path"`
	Query          string            `json:"query"`
	RequestHeaders map[string]string `json:"request_headers"`
	Body           json.RawMessage   `json:"body"`
	BodyNote       string            `json:"body_note"`
	Status         int               `json:"status"`
	Headers        map[string]string `json:"headers"`
	Response       any               `json:"response"`
	Events         []any             `json:"events"`
	Ended          *ended            `json:"ended"`
	Note           string            `json:"note"`
}

// ended says how a watch ended.
type ended struct {
	At float64 `json:"t"`
	By string  `json:"by"`
}

// isWatch: the line has events in place of a response.
func (l line) isWatch() bool { return l.Events != nil || l.Ended != nil }

// isShort: the response is shortened as the README says.
func (l line) isShort() bool { return l.Step == "combination" }

// request is the body to send, and whether it is known.
func (l line) request() (body []byte, known bool) {
	switch {
	case strings.HasPrefix(l.BodyNote, "{"):
		return []byte(l.BodyNote), true
	case l.BodyNote != "":
		return nil, false
	case strings.HasSuffix(l.Path, "/planets") && l.Method == "POST":
		return withDefaults(l.Body), true
	}
	return l.Body, true
}

// withDefaults is a planet as its schema completes it: this server has none.
func withDefaults(body []byte) []byte {
	var planet map[string]any
	if json.Unmarshal(body, &planet) != nil {
		return body
	}
	spec, _ := planet["spec"].(map[string]any)
	if _, there := spec["surface"]; !there && spec != nil {
		spec["surface"] = "rocky"
	}
	out, _ := json.Marshal(planet) // it has just been decoded
	return out
}

func readTranscript(t *testing.T, name string) []line {
	data, err := os.ReadFile(filepath.Join(transcripts, name+".jsonl"))
	require.NoError(t, err)
	var lines []line
	scanner := bufio.NewScanner(bytes.NewReader(data))
	scanner.Buffer(nil, len(data)+1)
	for scanner.Scan() {
		var l line
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &l), "%s:%d", name, len(lines)+1)
		lines = append(lines, l)
	}
	require.NoError(t, scanner.Err())
	return lines
}

// exception is a line that cannot hold.
type exception struct {
	// send: the request is made all the same, as later lines build on it.
	send   bool
	reason string
}

// readExceptions reads testdata/cannot-hold.txt: TRANSCRIPT LINE[-LINE] send or
// skip, and the reason; # begins a comment.
func readExceptions(t *testing.T) map[string]map[int]exception {
	data, err := os.ReadFile("testdata/cannot-hold.txt")
	require.NoError(t, err)
	all := map[string]map[int]exception{}
	for _, text := range strings.Split(string(data), "\n") {
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		fields := strings.Fields(text)
		require.Greater(t, len(fields), 3, "no reason: %s", text)
		from, to := 0, 0
		if n, _ := fmt.Sscanf(fields[1], "%d-%d", &from, &to); n == 1 {
			to = from
		}
		require.Contains(t, []string{"send", "skip"}, fields[2], text)
		if all[fields[0]] == nil {
			all[fields[0]] = map[int]exception{}
		}
		for n := from; n <= to; n++ {
			all[fields[0]][n] = exception{fields[2] == "send", strings.Join(fields[3:], " ")}
		}
	}
	return all
}
