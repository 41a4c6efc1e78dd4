package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
)

// pictures is the folder of the pictures, beside the list.
const pictures = "pictures"

// unproved lists the scenarios that the real library cannot be made to run.
const unproved = "../engine/conformance/unproved.txt"

// contents makes the files of the list, by name below dir.
func contents(dir string) (map[string]string, error) {
	files := map[string]string{}
	var b strings.Builder
	b.WriteString(head)
	level := 0
	for _, name := range builtin.Names() {
		s, err := builtin.Load(name)
		if err != nil {
			return nil, err
		}
		session, err := scenarios.NewSession(s)
		if err != nil {
			return nil, err
		}
		branch := session.Branches[0]
		branch.All()
		if s.Level != level {
			level = s.Level
			fmt.Fprintf(&b, "\n## %s\n\n", levels[level])
		}
		picture := path.Join(pictures, name+".svg")
		files[picture] = draw(branch, moment(branch))
		section(&b, s, picture, branch.Story().Length())
	}
	b.WriteString(foot)
	text, err := os.ReadFile(filepath.Join(dir, unproved))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if name, reason, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			fmt.Fprintf(&b, "- [%s](builtin/%s.yaml): %s\n", name, name, reason)
		}
	}
	files["README.md"] = b.String()
	return files, nil
}

// reported begins a file whose scenario comes from somebody's trouble.
const reported = "# Reported in "

// section tells of one scenario, in both languages.
func section(b *strings.Builder, s *scenarios.Scenario, picture string, length time.Duration) {
	fmt.Fprintf(b, "### [%s](builtin/%s.yaml)\n\n**%s**", s.Title["en"], s.Name, s.Title["zh"])
	if seconds := int((length + time.Second - 1) / time.Second); len(s.Steps) > 0 {
		fmt.Fprintf(b, " · %d:%02d", seconds/60, seconds%60)
	}
	fmt.Fprintf(b, " · `%s`\n\n", s.Name)
	fmt.Fprintf(b, "![%s](%s)\n\n%s\n\n%s\n\n", strings.ReplaceAll(s.Title["en"], `"`, "'"), picture, s.Summary["en"], s.Summary["zh"])
	if text, _ := builtin.Text(s.Name); bytes.HasPrefix(text, []byte(reported)) {
		first, _, _ := bytes.Cut(text[len(reported):], []byte("\n"))
		fmt.Fprintf(b, "Reported in %s\n\n", first)
	}
	for _, question := range s.Answers {
		fmt.Fprintf(b, "- *%s* · %s\n", question["en"], question["zh"])
	}
	if len(s.Answers) > 0 {
		b.WriteString("\n")
	}
}

var levels = map[int]string{
	1: "Level 1 · one object, one informer · 一个对象，一个 Informer",
	2: "Level 2 · between server and cache · 服务器与缓存之间",
	3: "Level 3 · sharing · 共享",
	4: "Level 4 · workqueue and workers · 工作队列与工作协程",
	5: "Level 5 · whole controllers · 完整的控制器",
}

const head = `# The built-in scenarios · 内置场景

This page is made from the files in [builtin](builtin) by
` + "`go run ./scenarios/contents`" + `; a test says when it is out of date.
The order is that of [builtin/course.txt](builtin/course.txt).

` + "`make run`" + ` plays them in the browser, each under ` + "`?scenario=NAME`" + `;
` + "`go run ./scenarios/play NAME`" + ` tells one in the terminal. Each picture shows a
moment of its scenario: what the server holds, what waits in the queue, what is
cached, what each handler was told last, and what the workqueues hold. Under each
scenario stand the questions that it answers.

What a scenario expects was made by the real client-go, and is compared with it in
every test; the exceptions are at the end.
`

const foot = `
## What cannot be shown yet

Cases that bite people and that the format cannot say:

- An API server that answers a first list from a cache older than what the client
  saw before it was restarted (kubernetes/kubernetes#59848): the simulated server
  has one state.
- A transform that fails, or is run twice (kubernetes/kubernetes#131799): of
  transforms the format knows only ` + "`dropManagedFields`" + `.

## What the real client-go cannot be made to run

`
