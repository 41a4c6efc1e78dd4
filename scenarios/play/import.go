package main

import (
	"fmt"
	"io"
	"os"

	"informerscope/scenarios"
	"informerscope/web/explain"
)

// importAs prints the scenario that a recording of kubectl's output becomes, and
// beside it what came out: a file that this is written to would hide what was
// left out.
func importAs(o options, file string, stdout, stderr io.Writer) int {
	s, err := importFile(o, file)
	var text []byte
	if err == nil {
		text, err = scenarios.Marshal(s)
	}
	if err != nil {
		fmt.Fprintln(stderr, explain.Error(o.lang, err))
		return exitBadInput
	}
	stdout.Write(text)
	fmt.Fprintln(stderr, s.Summary.In(o.lang))
	return exitOK
}

func importFile(o options, file string) (*scenarios.Scenario, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	convert := scenarios.ImportList
	if o.importKind == "watch" {
		convert = scenarios.ImportWatch
	}
	return convert(file, data, scenarios.ImportOptions{KeepManagedFields: o.keepManagedFields})
}
