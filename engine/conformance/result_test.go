package conformance

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"informerscope/engine"
)

// resultFile is where `make conformance` leaves what it found; the page shows it.
var resultFile = flag.String("result", "", "write what was found to this file")

// proofs are what was run on the engine and on the library, and how often both
// disagreed.
type proofs struct {
	// Date is the day on which it was run.
	Date string `json:"date"`
	// Releases are those of client-go, by the engine's name of them.
	Releases map[string]string `json:"releases"`
	// Modes are the random scripts in each mode. Fresh are such scripts as files,
	// Golden the reports that others made with the library, Traces the golden
	// traces, Builtin the course.
	Modes   []proof `json:"modes"`
	Fresh   proof   `json:"fresh"`
	Golden  proof   `json:"golden"`
	Traces  proof   `json:"traces"`
	Builtin proof   `json:"builtin"`
	// Unproved are the built-in scenarios that the library cannot be made to run.
	Unproved []string `json:"unproved"`
}

// proof is how many scripts were run, and how many of them led to other reports.
type proof struct {
	Mode        string `json:"mode,omitempty"`
	Scripts     int    `json:"scripts"`
	Differences int    `json:"differences"`
}

var found proofs

// proves notes, when a test is over, what it has run. Where a difference is found
// the rest of a mode is left out.
func proves(t *testing.T, ran func() int, note func(p proof)) {
	t.Cleanup(func() {
		p := proof{Scripts: ran()}
		if t.Failed() {
			p.Differences = 1
		}
		note(p)
	})
}

// writeResult writes what was found, if that is wanted.
func writeResult() error {
	if *resultFile == "" {
		return nil
	}
	found.Date = time.Now().UTC().Format(time.DateOnly)
	found.Releases = map[string]string{engine.Client137: required("go.mod"), engine.Client113: required("v113/go.mod")}
	text, err := json.MarshalIndent(found, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(*resultFile, append(text, '\n'), 0o644)
}

// required is the version of client-go that a go.mod asks for.
func required(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	version := regexp.MustCompile(`k8s\.io/client-go (\S+)`).FindSubmatch(text)
	if version == nil {
		return ""
	}
	return strings.TrimSuffix(string(version[1]), "+incompatible")
}
