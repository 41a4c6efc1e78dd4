package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// played runs the program.
func played(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = play(args, &out, &err, false)
	return status, out.String(), err.String()
}

// file writes a scenario whose only pod is created after a second.
func file(t *testing.T, more string) string {
	name := filepath.Join(t.TempDir(), "pod.yaml")
	require.NoError(t, os.WriteFile(name, []byte(`apiVersion: informerscope/v1
kind: Scenario
name: pod
title: {en: A pod, zh: 一个 Pod}
world: {informers: [{resource: pods, handlers: [{name: main}]}]}
steps:
  - {at: 1s, create: {apiVersion: v1, kind: Pod, metadata: {name: a}}, say: {en: Here it comes., zh: 来了。}}
`+more), 0o600))
	return name
}

func TestTextTellsTheStory(t *testing.T) {
	status, out, errors := played(file(t, ""))
	assert.Equal(t, exitOK, status)
	assert.Empty(t, errors)
	lines := strings.Split(out, "\n")
	assert.Equal(t, "pod: A pod", lines[0])
	caption := strings.Index(out, "Here it comes.")
	require.Positive(t, caption)
	assert.Contains(t, out[caption:], "default/a", "the caption stands before what it tells of")
	assert.NotContains(t, out[:caption], "default/a")
}

func TestTraceIsJSONLines(t *testing.T) {
	status, out, _ := played("-o", "trace", file(t, ""))
	assert.Equal(t, exitOK, status)
	for i, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var e struct {
			Seq         int
			Kind, Actor string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		assert.Equal(t, i+1, e.Seq)
		assert.NotEmpty(t, e.Kind)
		assert.NotEmpty(t, e.Actor)
	}
	_, again, _ := played("-o", "trace", file(t, ""))
	assert.Equal(t, out, again)
}

func TestReport(t *testing.T) {
	status, out, _ := played("-o", "report", "-seed", "7", "-until", "5s", file(t, ""))
	assert.Equal(t, exitOK, status)
	var r scenarios.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	assert.Equal(t, uint64(7), r.Seed)
	assert.Equal(t, "5s", r.EndedAt)
	assert.Equal(t, []string{"add default/a 2"}, r.Handlers["pods/main"])
	assert.True(t, strings.HasPrefix(out, "{\n \"endedAt\": \"5s\",\n"))
}

func TestCheck(t *testing.T) {
	status, out, errors := played("-check", file(t, "expect: {handlers: {main: [add default/a 2]}}"))
	assert.Equal(t, exitOK, status)
	assert.Contains(t, out, "ok    pod")
	assert.Empty(t, errors)

	status, out, errors = played("-check", file(t, "expect: {handlers: {main: [add default/a 3]}}"))
	assert.Equal(t, exitUnexpected, status)
	assert.Empty(t, out)
	assert.Contains(t, errors, "handlers[\"pods/main\"][0]\n  expected \"add default/a 3\"\n  got      \"add default/a 2\"\n")
	assert.Contains(t, errors, "\n  > ", "the event that wrote the line is marked")
}

// TestRefusedStepsAreTold tells what could not be done where nothing else would
// show it; a scenario may mean it.
func TestRefusedStepsAreTold(t *testing.T) {
	refused := "  - {at: 2s, delete: pods/default/b}\n  - {at: 3s, create: {apiVersion: v1, kind: Pod, metadata: {name: Web_1}}}\n"
	for _, args := range [][]string{{"-check"}, {"-o", "report"}} {
		status, _, errors := played(append(args, file(t, refused))...)
		assert.Equal(t, exitOK, status)
		assert.Contains(t, errors, `pod.yaml: 2s  You delete default/b. That could not be done: pods "b" not found.`)
		assert.Contains(t, errors, `pod.yaml: 3s  You create Web_1, a Pod. That could not be done: Pod "Web_1" is invalid`)
	}
	_, out, errors := played(file(t, refused))
	assert.Empty(t, errors)
	assert.Equal(t, 2, strings.Count(out, "That could not be done"))
}

// TestTellsInChinese has everything told in the language that was asked for.
func TestTellsInChinese(t *testing.T) {
	_, out, _ := played("-lang", "zh", file(t, "  - {at: 2s, delete: pods/default/b}\n"))
	assert.Contains(t, out, "pod: 一个 Pod\n")
	assert.Contains(t, out, "来了。")
	assert.NotContains(t, out, "Here it comes")
	for _, line := range strings.Split(out, "\n") {
		if len(line) > 40 && line[4] != ' ' {
			assert.Regexp(t, `\p{Han}`, line)
		}
	}
	_, _, errors := played("-lang", "zh", file(t, "expekt: {}"))
	assert.Contains(t, errors, "expekt: 此处没有")
	_, out, _ = played("-lang", "zh", "-list")
	assert.Equal(t, len(builtin.Names()), strings.Count(out, "\n"))
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		assert.Regexp(t, `\p{Han}`, line)
	}
	_, _, errors = played("-lang", "zh", "-check", file(t, "  - {at: 2s, delete: pods/default/b}\n"))
	assert.Regexp(t, `\p{Han}`, errors)
}

func TestBuiltInScenarios(t *testing.T) {
	status, _, errors := played(append([]string{"-check"}, builtin.Names()...)...)
	assert.Equal(t, exitOK, status, errors)
	assert.Empty(t, errors, "no step is refused")
	status, out, _ := played("-list")
	assert.Equal(t, exitOK, status)
	for _, name := range builtin.Names() {
		assert.Contains(t, out, name)
	}
}

func TestBadInputIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, message string
		args          []string
	}{
		{"a flag", "flag provided but not defined: -nope", []string{"-nope", "free-play"}},
		{"an output", "-o yaml: allowed are text, trace, report, svg, animated-svg, mermaid and storyboard", []string{"-o", "yaml", "free-play"}},
		{"a time", `invalid value "5" for flag -until`, []string{"-until", "5", "free-play"}},
		{"no scenario", "no scenario is named", nil},
		{"a name", "of that name\nThe built-in scenarios are free-play, list-and-watch", []string{"qqqqqqqq"}},
		{"a name that is nearly right", "missd-delete: there is no such file, and no built-in scenario of that name; did you mean missed-delete?\nThe built-in", []string{"missd-delete"}},
		{"a file", "pod.yaml:8:1: expekt: there is no key", []string{file(t, "expekt: {}")}},
		{"an import", "-import all: allowed are watch and list", []string{"-import", "all", "x"}},
		{"two imports", "-import takes one file", []string{"-import", "list", "x", "y"}},
		{"a recording", "free-play: no such file", []string{"-import", "list", "free-play"}},
		{"a step that never happens", `pod.yaml:9: steps[1]: when "events >= 999" never became true`, []string{file(t, "  # the end\n  - {when: events >= 999, bump: 1}")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, errors := played(c.args...)
			assert.Equal(t, exitBadInput, status)
			assert.Contains(t, errors, c.message)
		})
	}
	status, out, _ := played(file(t, "expekt: {}"), file(t, ""))
	assert.Equal(t, exitBadInput, status)
	assert.Contains(t, out, "default/a", "the others are played all the same")
}

func TestImportPrintsAScenario(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "pods.json")
	require.NoError(t, os.WriteFile(recording, []byte(`
{"type": "ADDED", "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "shop", "uid": "u1", "resourceVersion": "41"}}}
{"type": "DELETED", "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "shop", "uid": "u1", "resourceVersion": "43"}}}
`), 0o600))
	status, out, errors := played("-import", "watch", recording)
	require.Equal(t, exitOK, status, errors)
	imported := filepath.Join(t.TempDir(), "imported.yaml")
	require.NoError(t, os.WriteFile(imported, []byte(out), 0o600))
	status, out, errors = played("-o", "report", imported)
	require.Equal(t, exitOK, status, errors)
	var r scenarios.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	for _, lines := range r.Handlers {
		assert.Equal(t, []string{"add shop/a 41 initial", "delete shop/a 43"}, lines[len(lines)-2:])
	}
	assert.NotEmpty(t, r.Handlers)
	assert.Equal(t, "43", r.Server.ResourceVersion)
}

// TestImportTellsWhatCameOut tells it where a person looks who writes the
// scenario into a file.
func TestImportTellsWhatCameOut(t *testing.T) {
	list := filepath.Join(t.TempDir(), "pods.yaml")
	require.NoError(t, os.WriteFile(list, []byte("apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: b"), 0o600))
	status, out, errors := played("-import", "list", list)
	assert.Equal(t, exitOK, status)
	assert.NotContains(t, out, "name: b")
	assert.Equal(t, "Objects at the start: 1. Changes: 0. Imported from pods.yaml. The text is cut off at its end; the unfinished object is left out.\n", errors)
	_, _, errors = played("-lang", "zh", "-import", "list", list)
	assert.Contains(t, errors, "起始对象：1 个")
}

func TestProgressOfALongRun(t *testing.T) {
	s, err := builtin.Load("free-play")
	require.NoError(t, err)
	run, err := scenarios.NewRun(s)
	require.NoError(t, err)
	run.Step()
	var out strings.Builder
	m := progress{out: &out, shown: true, began: time.Now().Add(-progressAfter)}
	for range progressSteps {
		m.show(run)
	}
	m.clear()
	assert.Equal(t, "\r1 events, 0s simulated\r\x1b[K", out.String())
}

func TestPictures(t *testing.T) {
	for output, want := range map[string]string{
		"svg":          "<svg",
		"animated-svg": "@keyframes",
		"mermaid":      "sequenceDiagram\n",
		"storyboard":   "<!doctype html>",
	} {
		status, out, errors := played("-o", output, file(t, ""))
		assert.Equal(t, exitOK, status, errors)
		assert.Contains(t, out, want)
		assert.Contains(t, out, "default/a")
		_, again, _ := played("-o", output, file(t, ""))
		assert.Equal(t, out, again)
		_, chinese, _ := played("-o", output, "-lang", "zh", file(t, ""))
		assert.Contains(t, chinese, "来了", output)
	}
	_, moment, _ := played("-o", "svg", "-to", "0", "-theme", "dark", file(t, ""))
	assert.Contains(t, moment, `data-theme="dark"`)
	assert.NotContains(t, moment, "default/a")
	for message, args := range map[string][]string{
		"there are 0 to":    {"-o", "mermaid", "-from", "9999", file(t, "")},
		"one scenario":      {"-o", "svg", "free-play", "first-steps"},
		"-lang fr":          {"-o", "svg", "-lang", "fr", "free-play"},
		"-theme pink":       {"-o", "svg", "-theme", "pink", "free-play"},
		"-from -1":          {"-o", "mermaid", "-from", "-1", "free-play"},
		"never became true": {"-o", "storyboard", file(t, "  - {when: events >= 9999, bump: 1}")},
	} {
		status, _, errors := played(args...)
		assert.Equal(t, exitBadInput, status)
		assert.Contains(t, errors, message)
	}
}
