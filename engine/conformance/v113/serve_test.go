package v113

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"informerscope/engine/conformance/harness"
)

var serve = flag.Bool("serve", false, "answer scripts on the input with reports on the output, a line of JSON for each")

// answer is what comes of a script.
type answer struct {
	Result harness.Result
	Error  string
}

// TestServe lets another program ask for reports. Only a test may have a bubble.
func TestServe(t *testing.T) {
	if !*serve {
		t.Skip("nobody asks")
	}
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for {
		var s harness.Script
		if err := in.Decode(&s); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		var a answer
		result, err := Run(t, s)
		if a.Result = result; err != nil {
			a.Error = err.Error()
		}
		if err := out.Encode(a); err != nil {
			t.Fatal(fmt.Errorf("script %s: %w", s.Name, err))
		}
	}
}
