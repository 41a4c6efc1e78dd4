package main

import (
	"fmt"
	"io"
	"os"

	"informerscope/scenarios"
)

// importAs prints the scenario that a recording of kubectl's output becomes.
func importAs(o options, file string, stdout, stderr io.Writer) int {
	text, err := importFile(o, file)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitBadInput
	}
	stdout.Write(text)
	return exitOK
}

func importFile(o options, file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	convert := scenarios.ImportList
	if o.importKind == "watch" {
		convert = scenarios.ImportWatch
	}
	s, err := convert(file, data, scenarios.ImportOptions{KeepManagedFields: o.keepManagedFields})
	if err != nil {
		return nil, err
	}
	return scenarios.Marshal(s)
}
