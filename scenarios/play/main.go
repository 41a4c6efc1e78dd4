// Command play runs scenarios without a browser: it tells them as text, prints
// their trace or their report, and checks what they expect.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerscope/scenarios"
	"informerscope/scenarios/builtin"
	"informerscope/web/explain"
)

// The exit statuses of the contract.
const (
	exitOK         = 0
	exitUnexpected = 1 // an expectation failed
	exitBadInput   = 2 // a file or a flag is bad
)

func main() {
	os.Exit(play(os.Args[1:], os.Stdout, os.Stderr, isTerminal(os.Stdout) && isTerminal(os.Stderr)))
}

// options are the flags.
type options struct {
	output string
	check  bool
	seed   uint64
	until  time.Duration
	list   bool

	// What is pictured: from the moment after event from to that after event to,
	// which is the last one where it is negative.
	from, to    int
	lang, theme string

	importKind        string
	keepManagedFields bool
}

const usage = `usage: play [-o text|trace|report] [-check] [-seed N] [-until D] [-lang en|zh] FILE|NAME …
       play -o svg|animated-svg|mermaid|storyboard [-from N] [-to N] [-lang en|zh] [-theme light|dark|contrast] FILE|NAME
       play -list [-lang en|zh]
       play -import watch|list [-keep-managed-fields] FILE
`

// play is the whole program; terminal says that somebody is looking.
func play(args []string, stdout, stderr io.Writer, terminal bool) int {
	o, files, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "%v\n%s", err, usage)
		return exitBadInput
	case o.list:
		list(o, stdout)
		return exitOK
	case o.importKind != "":
		return importAs(o, files[0], stdout, stderr)
	}
	status := exitOK
	for _, file := range files {
		s, name, err := load(file)
		if err == nil {
			p := player{options: o, name: name, stdout: stdout, stderr: stderr, terminal: terminal}
			if pictures[o.output] != nil {
				return p.picture(s)
			}
			status = max(status, p.play(s))
			continue
		}
		fmt.Fprintln(stderr, explain.Error(o.lang, err))
		status = exitBadInput
	}
	return status
}

// parse reads the flags and says what is wrong with them.
func parse(args []string, stderr io.Writer) (options, []string, error) {
	var o options
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.output, "o", "", "what to print: text, trace (JSON Lines), report, svg (one moment), animated-svg, mermaid (a sequence diagram) or storyboard (HTML); text unless given, nothing with -check")
	flags.BoolVar(&o.check, "check", false, "compare the report with what the scenario expects")
	flags.Uint64Var(&o.seed, "seed", 0, "use this seed instead of the scenario's")
	flags.DurationVar(&o.until, "until", 0, "end at this simulated time")
	flags.IntVar(&o.from, "from", 0, "animated-svg and mermaid begin after this event")
	flags.IntVar(&o.to, "to", -1, "they end with this event, and svg shows the moment after it; the last one unless given")
	flags.StringVar(&o.lang, "lang", "en", "the language of stories, pictures, captions and mistakes: en or zh; trace and report have none")
	flags.StringVar(&o.theme, "theme", "", "the colours of svg and animated-svg: light, dark or contrast; whatever the reader has unless given")
	flags.BoolVar(&o.list, "list", false, "list the built-in scenarios")
	flags.StringVar(&o.importKind, "import", "", "turn what kubectl get printed into a scenario: watch (-o json --watch --output-watch-events) or list (-o yaml or json)")
	flags.BoolVar(&o.keepManagedFields, "keep-managed-fields", false, "import metadata.managedFields too")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return o, nil, err
	}
	switch {
	case err != nil:
	case !slices.Contains([]string{"", "text", "trace", "report"}, o.output) && pictures[o.output] == nil:
		err = fmt.Errorf("-o %s: allowed are text, trace, report, svg, animated-svg, mermaid and storyboard", o.output)
	case pictures[o.output] != nil && (o.check || flags.NArg() > 1):
		err = fmt.Errorf("-o %s makes one file of one scenario", o.output)
	case o.lang != "en" && o.lang != "zh":
		err = fmt.Errorf("-lang %s: allowed are en and zh", o.lang)
	case !slices.Contains([]string{"", "light", "dark", "contrast"}, o.theme):
		err = fmt.Errorf("-theme %s: allowed are light, dark and contrast", o.theme)
	case o.from < 0:
		err = fmt.Errorf("-from %d: events are counted from 0", o.from)
	case o.importKind != "" && o.importKind != "watch" && o.importKind != "list":
		err = fmt.Errorf("-import %s: allowed are watch and list", o.importKind)
	case o.importKind != "" && flags.NArg() > 1:
		err = errors.New("-import takes one file, since a file holds one scenario")
	case o.until < 0:
		err = fmt.Errorf("-until %s: a time before 0", o.until)
	case flags.NArg() == 0 && !o.list:
		err = errors.New("no scenario is named")
	}
	if o.output == "" && !o.check {
		o.output = "text"
	}
	return o, flags.Args(), err
}

// load reads a scenario file, or a built-in scenario if there is no such file.
func load(name string) (*scenarios.Scenario, string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if text, ok := builtin.Text(name); ok {
			s, err := scenarios.Load(name+".yaml", text)
			return s, name + ".yaml", err
		}
		return nil, "", unknown(name)
	}
	if err != nil {
		return nil, "", err
	}
	s, err := scenarios.ImportLimits.Load(name, text)
	return s, name, err
}

// unknown says that a scenario is neither a file nor built in. What was likely
// meant comes before the many that there are.
func unknown(name string) error {
	meant := ""
	if nearest := scenarios.Nearest(name, builtin.Names()); nearest != "" {
		meant = fmt.Sprintf("; did you mean %s?", nearest)
	}
	return fmt.Errorf("%s: there is no such file, and no built-in scenario of that name%s\nThe built-in scenarios are %s", name, meant, strings.Join(builtin.Names(), ", "))
}

// list prints the built-in scenarios.
func list(o options, out io.Writer) {
	for _, name := range builtin.Names() {
		s, err := builtin.Load(name)
		if err != nil {
			fmt.Fprintln(out, err)
			continue
		}
		fmt.Fprintf(out, "%-24s level %d  %s\n", name, s.Level, s.Title.In(o.lang))
	}
}

// apply makes the flags part of the scenario.
func (o options) apply(s *scenarios.Scenario) {
	if o.seed != 0 {
		s.Seed = o.seed
	}
	if o.until != 0 {
		s.Until = &metav1.Duration{Duration: o.until}
	}
}

// isTerminal says whether f is one; the null device only looks like it.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
